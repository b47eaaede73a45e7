"""`swaralipi models`: ways to a model, under a name."""

from collections.abc import Sequence
from pathlib import Path

from core.cli.output import say, write_out
from core.cli.parsing import parser
from core.errors import FormatError, ModelError, UsageError
from core.llm import check_gguf, connection, open_backend, profiles
from core.llm.gguf_file import GgufInfo
from core.llm.keys import place
from core.llm.profile_settings import parse_setting
from core.llm.profiles import Profile
from core.views.painting import PainterMaker

HELP = "list, test, add and remove models"
GB = 1024**3
VERBS = ("list", "test", "add", "remove")
MAGIC = b"GGUF"


def run(argv: Sequence[str], painter: PainterMaker) -> int:  # noqa: ARG001
    """Do what the second word says."""
    options = parser("models", HELP)
    options.add_argument("what", choices=VERBS)
    options.add_argument("name", nargs="?", help="the model's name (for test also a FILE.gguf)")
    options.add_argument("--gguf", help="add: a GGUF file")
    options.add_argument("--base-url", help="add: an OpenAI-compatible API, such as https://api.example.org/v1")
    options.add_argument("--model", help="add: the service's name for the model")
    options.add_argument("--key-env", default="", help="add: the environment variable that holds the key")
    options.add_argument("--set", action="append", default=[], metavar="KEY=VALUE", help="add: an option, repeatable")
    args = options.parse_args(argv)
    if args.what != "add" and (args.gguf or args.base_url or args.model or args.key_env or args.set):
        raise UsageError(f"models {args.what} takes no options; those are for models add.")
    if args.what == "list":
        if args.name:
            raise UsageError(f"models list takes no name, such as {args.name!r}; it lists all.")
        _list()
        return 0
    if not args.name:
        raise UsageError(f"models {args.what} needs a name.")
    if args.what == "remove":
        profiles.remove(args.name)
        say(f"Removed {args.name}.")
    elif args.what == "test":
        _test(chosen(args.name))
    else:
        _add(args.name, args.gguf, args.base_url, args.model, args.key_env, args.set)
    return 0


def chosen(name: str) -> Profile:
    """Return the profile that a person names. Raises UsageError or FormatError where there is no such model."""
    profile = profiles.find(name)
    if profile.backend == "gguf" and profile.path == name:
        refuse_other_files(Path(name))
    return profile


def refuse_other_files(path: Path) -> None:
    """Raise UsageError for a file that cannot be read, FormatError for one of another kind: a wrong name, not a model.

    What is wrong with a GGUF itself, or with this machine for it, is for its check.
    """
    try:
        with path.open("rb") as file:
            start = file.read(len(MAGIC))
    except OSError as error:
        raise UsageError(f"{path} cannot be read: {error.strerror}. Choose the model's .gguf file.") from error
    if start != MAGIC:
        try:
            check_gguf(path)
        except ModelError as error:
            raise FormatError(str(error)) from error


def _list() -> None:
    rows = [f"{profile.name}\t{profile.backend}\t{profile.target()}\n" for profile in profiles.profiles()]
    write_out(None, "".join(rows).encode("utf-8", "replace"))


def _test(profile: Profile) -> None:
    if profile.backend == "gguf":
        say(describe(check_gguf(profile.gguf_path(), context=profile.setting("context"))))
    backend = open_backend(profile, on_retry=lambda retry: say(str(retry)))
    try:
        found = connection.test(backend)
    finally:
        backend.close()
    write_out(None, f"{found.sentence()}\n".encode("utf-8", "replace"))


def describe(info: GgufInfo) -> str:
    """Return what the pre-flight found, in one line."""
    parts = [info.architecture, info.size_label, info.quantisation, f"context {info.context_length}"]
    need = f"needs about {info.memory_needed / GB:.1f} GB"
    free = "" if info.memory_free is None else f" of {info.memory_free / GB:.1f} GB free"
    return ", ".join([*(part for part in parts if part), need + free]) + (f". {info.warning}" if info.warning else "")


def _add(name: str, gguf: str | None, url: str | None, model: str | None, key_env: str, settings: list[str]) -> None:
    if (gguf is None) == (url is None) or (url is not None and not (model or "").strip()):
        raise UsageError("models add needs either --gguf FILE or --base-url URL --model ID.")
    backend = "gguf" if gguf is not None else "api"
    found = dict(parse_setting(text, backend) for text in settings)
    if gguf is not None:
        path = Path(gguf).expanduser().resolve()
        refuse_other_files(path)
        say(describe(check_gguf(path, context=found.get("context"))))
        profile = Profile(name, backend, path=str(path), options=found)
    else:
        profile = Profile(name, backend, base_url=url or "", model=model or "", key_env=key_env, options=found)
    profiles.add(profile)
    say(f"Added {name}.")
    if backend == "api":
        say(f"Its key, where it needs one, is read from {place(name, key_env)}.")
