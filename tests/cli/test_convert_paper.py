"""`convert` to paper, compressed sound and bundles: options, files, and one line where it cannot be."""

import io
import json
import zipfile

import pypdfium2
import pytest

from core import cli
from gui.app import painter

HEAD = "X:1\nT:গান\nM:3/4\nL:1/4\nK:G\n"
LINE = "C D E|F3|\nw:আ-মি যা-ই\n"
TUNE = HEAD + LINE * 60


@pytest.fixture
def run(capfdbinary, tmp_path):
    (tmp_path / "tune.abc").write_text(TUNE, encoding="utf-8")

    def call(*words):
        code = cli.main(["convert", str(tmp_path / "tune.abc"), *(str(word) for word in words)], painter)
        out, err = capfdbinary.readouterr()
        assert b"Traceback" not in err
        return code, out, err.decode()

    return call


@pytest.mark.parametrize("view", ["staff", "jianpu", "tab", "swaralipi"])
def test_a_pdf_of_every_view_on_both_papers(run, tmp_path, view):
    for words, size in (((), (595, 842)), (("--paper", "letter"), (612, 792))):
        assert run("-o", tmp_path / "x.pdf", "--view", view, *words)[0] == 0
        document = pypdfium2.PdfDocument((tmp_path / "x.pdf").read_bytes())
        assert len(document) > 1
        assert document[0].get_size() == pytest.approx(size, abs=0.7)
        assert f"2 / {len(document)}" in document[1].get_textpage().get_text_range()


def test_a_pdf_goes_to_standard_output_several_pictures_do_not(run):
    assert run("--to", "pdf")[1].startswith(b"%PDF-")
    code, out, err = run("--to", "png", "--pages")
    assert (code, out, err.count("\n")) == (2, b"", 1)
    assert "standard output takes one" in err


def test_dots_an_inch_give_the_size_of_a_picture(run, tmp_path):
    assert run("-o", tmp_path / "x.png", "--paper", "a4", "--dpi", "72")[0] == 0
    head = (tmp_path / "x-1.png").read_bytes()[16:24]
    assert (int.from_bytes(head[:4], "big"), int.from_bytes(head[4:], "big")) == (595, 842)
    for dpi in ("5", "1e9", "nan"):
        code, _, err = run("-o", tmp_path / "y.png", "--dpi", dpi)
        assert (code, err.count("\n")) == (2, 1)
    assert not (tmp_path / "y.png").exists()


def test_a_picture_beyond_memory_is_refused_and_leaves_nothing(run, tmp_path):
    code, _, err = run("-o", tmp_path / "x.png", "--dpi", "2400")
    assert (code, err.count("\n")) == (2, 1)
    assert "too large" in err
    assert not list(tmp_path.glob("x*"))


@pytest.mark.parametrize(("kind", "head"), [("mp3", (b"\xff\xfb", b"ID3")), ("flac", (b"fLaC",))])
def test_compressed_sound_with_an_instrument(run, tmp_path, kind, head):
    (tmp_path / "tune.abc").write_text(HEAD + LINE * 2, encoding="utf-8")
    assert run("-o", tmp_path / f"x.{kind}", "--instrument", "sitar")[0] == 0
    sitar = (tmp_path / f"x.{kind}").read_bytes()
    assert sitar.startswith(head)
    assert run("-o", tmp_path / f"x.{kind}", "--instrument", "flute")[0] == 0
    assert (tmp_path / f"x.{kind}").read_bytes() != sitar
    code, _, err = run("-o", tmp_path / f"y.{kind}", "--soundfont", tmp_path / "tune.abc")
    assert code == 2
    assert "no soundfont" in err
    assert not (tmp_path / f"y.{kind}").exists()


def test_a_bundle_of_a_file(run, tmp_path):
    (tmp_path / "tune.abc").write_text(HEAD + LINE * 8, encoding="utf-8")
    code, _, err = run("-o", tmp_path / "x.zip", "--paper", "letter", "--instrument", "sitar")
    assert (code, err) == (0, f"Wrote {tmp_path / 'x.zip'}\n")
    with zipfile.ZipFile(io.BytesIO((tmp_path / "x.zip").read_bytes())) as archive:
        manifest = json.loads(archive.read("manifest.json"))
        assert all(str(tmp_path).encode() not in archive.read(name) for name in archive.namelist())
    assert (manifest["paper"], manifest["instrument"]) == ("letter", "sitar")
