"""How Jianpu names keys: print has several ways, and one chooses (NOTATION B3)."""

import re

import pytest

from core.cli import main
from core.formats import FORMATS_BY_NAME
from core.formats.abc.reader import read_first
from core.score.degrees import KeyForm, key_name
from core.score.signatures import MODES, standard_key
from core.views.base import Before, Layout
from core.views.jianpu.view import JIANPU
from core.views.signs import SIGNS
from gui.app import painter

FORMS = {
    "plain": KeyForm(), "six": KeyForm(minor_on_six=True), "first": KeyForm(sign_first=True), "both": KeyForm(True, True),
}  # fmt: skip


@pytest.mark.parametrize(
    ("tonic", "mode", "plain", "six", "first", "both"),
    [
        ("C", "major", "1=C", "1=C", "1=C", "1=C"),
        ("Bb", "major", "1=B♭", "1=B♭", "1=♭B", "1=♭B"),
        ("A", "minor", "1=C", "6=A", "1=C", "6=A"),
        ("G", "minor", "1=B♭", "6=G", "1=♭B", "6=G"),
        ("F#", "minor", "1=A", "6=F♯", "1=A", "6=♯F"),
        ("Eb", "minor", "1=G♭", "6=E♭", "1=♭G", "6=♭E"),
        ("A", "aeolian", "1=C", "6=A", "1=C", "6=A"),
        ("D", "dorian", "1=C", "1=C", "1=C", "1=C"),
    ],
)
def test_a_key_in_every_form(tonic, mode, plain, six, first, both):
    key = standard_key(tonic, mode)
    assert [key_name(key, form) for form in FORMS.values()] == [plain, six, first, both]


KEYS = [
    key
    for tonic in ("C", "F#", "Bb", "Db", "B", "E")
    for mode in MODES
    if (key := standard_key(tonic, mode)).fifths is not None
]


@pytest.mark.parametrize("form", FORMS.values(), ids=FORMS)
@pytest.mark.parametrize("key", KEYS, ids=lambda key: f"{key.tonic} {key.mode}")
def test_what_is_printed_is_read_back_as_the_same_scale(key, form):
    read = FORMATS_BY_NAME["jianpu"].read(f"{key_name(key, form)} 4/4\n1 2 3 4 |\n".encode())
    assert dict(read.tunes[0].score.parts[0].measures[0].key.alters) == dict(key.alters)


def texts(svg):
    """The texts in the order in which they are drawn; sharps and flats are outlines."""
    signs = {SIGNS[sign].d: sign for sign in "♯♭"}
    found = [
        text or signs.get(outline, "") for text, outline in re.findall(r">([^<>]+)</text>|<path d=\"([^\"]+)\"", svg)
    ]
    return [text for text in found if text]


def keys(svg):
    """The names of keys among them."""
    joined = re.sub(" ?([♯♭]) ?", r"\1", " ".join(texts(svg)))
    return re.findall("[1-7]=[♯♭]*[A-G][♯♭]*", joined)


def test_the_head_and_a_new_key_are_named_alike():
    tune = read_first("X:1\nM:4/4\nL:1/4\nK:Am\nA B c d|[K:Gm]G A B c|[K:Bb]B c d e|\n").score
    drawn = {name: JIANPU.draw(tune, Layout(key_form=form)).pages[0].svg for name, form in FORMS.items()}
    names = {name: keys(svg) for name, svg in drawn.items()}
    assert names["plain"] == ["1=C", "1=B♭"]
    assert names["first"] == ["1=C", "1=♭B"]
    # G minor and B flat major have one do, and two names here
    assert names["six"] == ["6=A", "6=G", "1=B♭"]
    assert names["both"] == ["6=A", "6=G", "1=♭B"]
    digits = {name: [text for text in texts(svg) if text.isdigit()] for name, svg in drawn.items()}
    assert digits["plain"] == digits["both"] == ["4", "4", *"6712", *"6712", *"1234"]


def test_a_row_out_of_the_midst_says_no_key_that_goes_on():
    tune = read_first("X:1\nM:4/4\nL:1/4\nK:Am\nA B c d|\n").score
    layout = Layout(key_form=FORMS["six"], opens=False, before=Before(standard_key("A", "minor")))
    assert keys(JIANPU.draw(tune, layout).pages[0].svg) == []


def test_the_command_line_chooses(tmp_path, capsys):
    (tmp_path / "t.abc").write_text("X:1\nM:4/4\nL:1/4\nK:F#m\nF G A B|\n")
    words = ["convert", str(tmp_path / "t.abc"), "--view", "jianpu", "--to", "svg"]
    for more, name in (([], "1=A"), (["--minor-on-six"], "6=F♯"), (["--minor-on-six", "--sign-first"], "6=♯F")):
        assert main([*words, *more], painter) == 0
        assert keys(capsys.readouterr().out) == [name]
