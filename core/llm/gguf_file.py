"""Judge a GGUF file before it is loaded: is it one, is it whole, is it alone, does it fit into memory."""

import errno
import re
import stat
from dataclasses import dataclass, replace
from pathlib import Path

from core.errors import ModelError
from core.llm import gguf_header, machine
from core.llm.gguf_header import MAGIC, Header, Items

DEFAULT_CONTEXT = 8192
"""Tokens; more costs memory that a song does not need."""
CACHE_BYTES = 2
"""llama.cpp keeps keys and values as half floats."""
WORK_BYTES = 128 << 20
"""Buffers beside weights and cache, roughly."""
TIGHT = 1.5
"""Weights are mapped, not copied, so a model somewhat larger than the free memory still runs, slowly."""

FILE_TYPES = {
    0: "F32",
    1: "F16",
    2: "Q4_0",
    3: "Q4_1",
    7: "Q8_0",
    8: "Q5_0",
    9: "Q5_1",
    10: "Q2_K",
    11: "Q3_K_S",
    12: "Q3_K_M",
    13: "Q3_K_L",
    14: "Q4_K_S",
    15: "Q4_K_M",
    16: "Q5_K_S",
    17: "Q5_K_M",
    18: "Q6_K",
    19: "IQ2_XXS",
    20: "IQ2_XS",
    21: "Q2_K_S",
    22: "IQ3_XS",
    23: "IQ3_XXS",
    24: "IQ1_S",
    25: "IQ4_NL",
    26: "IQ3_S",
    27: "IQ3_M",
    28: "IQ2_S",
    29: "IQ2_M",
    30: "IQ4_XS",
    31: "IQ1_M",
    32: "BF16",
    36: "TQ1_0",
    37: "TQ2_0",
    38: "MXFP4_MOE",
    39: "NVFP4",
    40: "Q1_0",
    41: "Q2_0",
}
"""llama_ftype, as `general.file_type` holds it."""

OTHER_FILES = (
    (b"PK\x03\x04", "a ZIP archive or a PyTorch file; unpack it, or take the GGUF of the model"),
    (b"\x80\x02", "a Python pickle (a PyTorch file); take the GGUF of the model"),
    (b"\x1f\x8b", "packed with gzip; unpack it first"),
    (b"\x28\xb5\x2f\xfd", "packed with zstd; unpack it first"),
    (b"\xfd7zXZ", "packed with xz; unpack it first"),
    (b"7z\xbc\xaf", "packed with 7-Zip; unpack it first"),
    (b"lmgg", "of the old GGML kind, which llama.cpp reads no more; take the GGUF of the model"),
    (b"fmgg", "of the old GGML kind, which llama.cpp reads no more; take the GGUF of the model"),
    (b"tjgg", "of the old GGJT kind, which llama.cpp reads no more; take the GGUF of the model"),
    (b"version https://git-lfs", "a Git LFS pointer, not the model itself; fetch it with `git lfs pull`"),
)
NO_WRITERS = {
    "bert",
    "clip",
    "jina-bert-v2",
    "jina-bert-v3",
    "modern-bert",
    "neo-bert",
    "nomic-bert",
    "nomic-bert-moe",
}
"""Architectures that turn text or pictures into vectors."""
PART = re.compile(r"^(?P<stem>.+)-(?P<no>\d{5})-of-(?P<count>\d{5})\.gguf$", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class GgufInfo:
    """What a GGUF file says of itself and what it will cost. Sizes in bytes; 0 where it does not tell."""

    path: Path
    version: int
    architecture: str
    name: str
    size_label: str
    parameters: int
    quantisation: str
    context_length: int
    """Tokens the model was trained for."""
    embedding: int
    layers: int
    vocabulary: int
    chat_template: bool
    parts: int
    file_bytes: int
    """All parts together."""
    cache_bytes_a_token: int
    memory_needed: int = 0
    memory_free: int | None = None
    warning: str = ""
    """Not an error yet: memory will be tight."""

    def context(self, wanted: int | None = None) -> int:
        """Return the context to open: what was asked for, else the model's, at most DEFAULT_CONTEXT."""
        return wanted or min(self.context_length or DEFAULT_CONTEXT, DEFAULT_CONTEXT)


def check(path: Path | str, *, context: int | None = None) -> GgufInfo:
    """Read a GGUF's head and return what it holds. Does not load the model.

    Raises ModelError with the reason in words: absent, no GGUF, truncated, a part without the others,
    hostile, no writer of text, or clearly too large for the memory with `context` tokens.
    """
    path = Path(path)
    header, size = _read(path)
    sizes = [size, *_other_parts(path, header)]
    info = _info(path, header, sizes)
    if info.architecture in NO_WRITERS or header.text("general.type") in {"adapter", "mmproj", "imatrix"}:
        kind = header.text("general.type") or "model"
        what = f"is of the kind '{kind}' (architecture '{info.architecture}'), which writes no text by itself"
        raise _error(path, f"{what}. Choose a chat model.")
    if header.tensors == 0:
        raise _error(path, "holds no weights, only a vocabulary. Take the full GGUF of the model.")
    return _weighed(info, info.context(context))


def _read(path: Path) -> tuple[Header, int]:
    try:
        state = path.stat()
        if stat.S_ISDIR(state.st_mode):
            raise _error(path, "is a folder. Choose the .gguf file inside it.")
        if not stat.S_ISREG(state.st_mode):
            raise _error(path, "is no ordinary file. Choose a .gguf file.")
        with path.open("rb") as file:
            start = file.read(4096)
            _recognise(path, start)
            file.seek(0)
            header = gguf_header.read(file, state.st_size, path.name)
    except OSError as error:
        if error.errno in (errno.ENOENT, errno.ENOTDIR):
            raise ModelError(f"There is no file {path}. Choose the model's file again.") from error
        raise ModelError(f"{path} cannot be read: {error.strerror}.") from error
    if state.st_size < header.data_end:
        raise _error(
            path,
            f"is cut off: it has {_size(state.st_size)} of {_size(header.data_end)}"
            f" (the tensor '{header.last_tensor}' lies past its end). Fetch it again.",
        )
    return header, state.st_size


def _recognise(path: Path, start: bytes) -> None:
    if not start:
        raise _error(path, "is empty (0 bytes): the download failed. Fetch it again.")
    if start.startswith(MAGIC):
        return
    if MAGIC.startswith(start):
        raise _error(path, f"is cut off after {len(start)} bytes. Fetch it again.")
    for magic, what in OTHER_FILES:
        if start.startswith(magic):
            raise _error(path, f"is no GGUF: it is {what}.")
    if start[8:10] == b'{"':
        raise _error(
            path,
            "is no GGUF: it is a safetensors file. Take the GGUF of the model, or convert it with llama.cpp.",
        )
    text = start.lstrip(b"\xef\xbb\xbf \t\r\n")
    if re.match(rb"<(!doctype|html|head|\?xml|body)", text, re.IGNORECASE):
        raise _error(path, "is no GGUF: it is a web page, saved in place of the model. Use the page's download link.")
    if text and not re.search(rb"[\x00-\x08\x0e-\x1a\x1c-\x1f]", text):
        shown = text.split(b"\n", 1)[0][:60].decode("utf-8", "replace")
        raise _error(path, f"is no GGUF: it is a text that begins with \u201c{shown}\u201d. Fetch the model again.")
    raise _error(path, "is no GGUF: it does not begin with the letters GGUF. Choose another file.")


def _other_parts(path: Path, header: Header) -> list[int]:
    """Return the sizes of the other parts of a split model, which llama.cpp finds by their names."""
    count, number = header.number("split.count") or 1, header.number("split.no") or 0
    if count <= 1:
        return []
    whole = f"is part {number + 1} of {count} of a split model"
    named = PART.match(path.name)
    if named is None or int(named["count"]) != count:
        example = f"NAME-00001-of-{count:05}.gguf"
        raise _error(path, f"{whole}, but is not named so. Give the parts their names back: {example} ...")
    names = [f"{named['stem']}-{part:05}-of-{count:05}.gguf" for part in range(1, count + 1)]
    missing = [name for name in names if not path.with_name(name).is_file()]
    if missing:
        shown = ", ".join(missing[:3]) + (f" and {len(missing) - 3} more" if len(missing) > 3 else "")
        raise _error(path, f"{whole}. Missing beside it: {shown}. Put all parts into one folder and choose the first.")
    if number != 0:
        raise _error(path, f"{whole}. Choose the first part, {names[0]}.")
    return [_read(path.with_name(name))[1] for name in names[1:]]


def _info(path: Path, header: Header, sizes: list[int]) -> GgufInfo:
    architecture = header.text("general.architecture")
    if not architecture:
        raise _error(path, "names no architecture: it is damaged or no language model. Choose another file.")
    vocabulary = header.keys.get("tokenizer.ggml.tokens")
    file_type = header.number("general.file_type")
    return GgufInfo(
        path=path,
        version=header.version,
        architecture=architecture,
        name=header.text("general.name") or header.text("general.basename") or path.stem,
        size_label=header.text("general.size_label") or _label(header.parameters),
        parameters=header.parameters,
        quantisation=FILE_TYPES.get(file_type if file_type is not None else -1, "unknown"),
        context_length=header.number(f"{architecture}.context_length") or 0,
        embedding=header.number(f"{architecture}.embedding_length") or 0,
        layers=header.number(f"{architecture}.block_count") or 0,
        vocabulary=vocabulary.length if isinstance(vocabulary, Items) else 0,
        chat_template="tokenizer.chat_template" in header.keys,
        parts=len(sizes),
        file_bytes=sum(sizes),
        cache_bytes_a_token=_cache_bytes(header, architecture),
    )


def _cache_bytes(header: Header, architecture: str) -> int:
    """Estimate the cache of one token: a key and a value a head a layer. Sliding windows need less."""

    def numbers(key: str, count: int) -> list[int]:
        found = header.keys.get(f"{architecture}.{key}")
        if isinstance(found, Items):
            return [value for value in found.values or () if isinstance(value, int)]
        return [found] * count if isinstance(found, int) else []

    layers = min(header.number(f"{architecture}.block_count") or 0, gguf_header.KEPT_ITEMS)
    heads = numbers("attention.head_count", layers)
    shared = numbers("attention.head_count_kv", layers) or heads
    width = (header.number(f"{architecture}.embedding_length") or 0) // max([1, *heads])
    key = header.number(f"{architecture}.attention.key_length") or width
    value = header.number(f"{architecture}.attention.value_length") or width
    return sum(shared) * (key + value) * CACHE_BYTES


def _weighed(info: GgufInfo, context: int) -> GgufInfo:
    needed = info.file_bytes + info.cache_bytes_a_token * context + WORK_BYTES
    memory = machine.memory()
    if memory is None:
        return replace(info, memory_needed=needed)
    weights = _size(info.file_bytes)
    costs = f"needs about {_size(needed)} of memory ({weights} weights, the rest for {context:,} tokens)"
    advice = "Choose a smaller model or a stronger quantisation, a smaller `context`, or close other programs."
    if needed > memory.total or needed > memory.free * TIGHT:
        raise _error(info.path, f"{costs}; {_size(memory.free)} of {_size(memory.total)} are free. {advice}")
    warning = ""
    if needed > memory.free:
        warning = f"{info.path.name} {costs}; {_size(memory.free)} are free, so it will be slow. {advice}"
    return replace(info, memory_needed=needed, memory_free=memory.free, warning=warning)


def _label(parameters: int) -> str:
    for limit, letter in ((10**9, "B"), (10**6, "M")):
        if parameters >= limit:
            return f"{parameters / limit:.3g}{letter}"
    return f"{parameters / 1000:.3g}K"


def _size(number: int) -> str:
    for unit, power in (("GB", 30), ("MB", 20), ("kB", 10)):
        if number >= 1 << power:
            return f"{number / (1 << power):.1f} {unit}"
    return f"{number} bytes"


def _error(path: Path, reason: str) -> ModelError:
    return ModelError(f"{path.name} {reason}")
