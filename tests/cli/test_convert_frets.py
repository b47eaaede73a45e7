"""`convert` for tab, Jianpu text and jianpu-ly: tunings, capo, moving into range, and what is said of it."""

import pytest

from core import cli

TUNE = "X:1\nT:ভোর\nM:4/4\nL:1/4\nK:C\nC, D, E, G,|C, E, C,2|\n"


@pytest.fixture
def convert(tmp_path, capsys):
    def run(*options, text=TUNE, name="tune.abc"):
        (tmp_path / name).write_text(text, encoding="utf-8")
        code = cli.main(["convert", str(tmp_path / name), *options], lambda: pytest.fail("no painter is needed"))
        out, err = capsys.readouterr()
        return code, out, err

    return run


def test_tab_for_another_tuning_and_a_capo(convert):
    code, out, err = convert("--to", "tab", "--tuning", "D A D G B E", "--capo", "2")
    assert code == 0
    assert out.startswith("Title: ভোর\nTuning: D2 A2 D3 G3 B3 E4\nCapo: 2\n\nBeat|")
    assert "The key is left out" in err


def test_a_tune_below_the_instrument_is_marked_or_moved(convert):
    code, out, err = convert("--to", "tab", "--tuning", "ukulele")
    assert code == 0
    assert "?" in out
    assert "C3 is below this tuning's lowest note, C4. Move the tune up." in err
    code, out, err = convert("--to", "tab", "--tuning", "ukulele", "--into-range")
    assert code == 0
    assert "?" not in out
    assert "Moved by octaves: tune 1 by +1." in err
    assert "stays where it is" in convert("--to", "tab", "--into-range")[2]


def test_what_is_no_tuning_or_capo_ends_with_2_and_a_line(convert):
    for options in (("--tuning", "X Y Z"), ("--capo", "99"), ("--capo", "-1")):
        code, out, err = convert("--to", "tab", *options)
        assert (code, out) == (2, "")
        assert err.startswith("swaralipi: ")
        assert len(err.splitlines()) == 1


def test_jianpu_and_tab_are_read_by_their_look_and_by_name(convert):
    text = convert("--to", "jianpu")[1]
    assert text == "_1(1/4) _2(1/4) _3(1/4) _5(1/4) | _1(1/4) _3(1/4) _1(1/2) |\n"
    tab = convert("--to", "tab")[1]
    for source, name in ((text, "a.jianpu"), (tab, "a.tab"), ("| _1 _2 _3 _5 | _1 _3 _1 - |", "a.critic")):
        code, out, _ = convert("--to", "jianpu", text=source, name=name)
        assert (code, out) == (0, text)
    code, out, _ = convert("--to", "jianpu-ly")
    assert (code, out) == (0, "title=ভোর\n1=C 4/4 1, 2, 3, 5, 1, 3, 1, -\n")


def test_a_broken_text_is_said_with_its_place(convert):
    code, out, err = convert("--to", "jianpu", text="1(1/4) 9(1/4) |", name="a.jianpu")
    assert code == 0
    assert out == "1(1/4) |\n"
    assert "'9(1/4)' is no note of Jianpu" in err
    assert convert("--to", "jianpu", text="Sorry.", name="a.jianpu")[0] == 2
