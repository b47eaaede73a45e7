"""Written and played order: repeats, endings, parts, jumps, ties."""

import pytest

from core.formats.abc.reader import read_first
from core.score.order import spell_order
from core.score.timeline import timeline

HEAD = "X:1\nM:4/4\nL:1/1\nK:C\n"


def played(music, head=HEAD):
    score = read_first(head + music).score
    return "".join(moment.pitch.step for moment in timeline(score, played=True).notes)


@pytest.mark.parametrize(
    ("music", "order"),
    [
        ("C|D|", "CD"),
        ("|:C|D:|", "CDCD"),
        ("C|D:|", "CDCD"),
        ("C|D:|E|F:|", "CDCDEFEF"),
        ("C|D||E|F:|", "CDEFEF"),
        ("|:C|D||E|F:|", "CDEFCDEF"),
        ("|:C|1D:|2E|]", "CDCE"),
        ("|:C|1D:|2E:|F|", "CDCEF"),
        ("|:C|[1,3D:|[2E:|F|", "CDCECDF"),
        ("|:C|1-2D:|3E|]", "CDCDCE"),
        ("|::C::|D|", "CCCD"),
        ("C|1D:|2E||F|G:|", "CDCEFGFG"),
        ("|:C:||:D:|", "CCDD"),
        ("C::D:|", "CCDD"),
        ("|:C|1D|E:|2F|G|]", "CDECFG"),
        ("C|D|!fine!E|F!D.C.!|", "CDEFCDE"),
        ("C|!segno!D|E!fine!|F!D.S.!|", "CDEFDE"),
        ("|:C:|D!fine!|E!D.C.!|", "CCDECD"),
        ("C|D!coda!|E|F!D.C.alcoda!|!coda!G|", "CDEFCDG"),
        ('C|D"D.C."|', "CD"),
        # stacked bars before a later ending end the repeat; the ending follows it
        ("|:C|1 D:|:2 F:|G|", "CDCFG"),
        ("|:C|[1 D::[2 E:|", "CDCE"),
        ("|:C|[1 D :|: [2 E|", "CDCE"),
        ("|:C|1D:||:2E:|:F:|", "CDCEFF"),
        ("|:C|1D:|:2E|F:|", "CDCEF"),
        ("|:C|1D:|:F|G:|", "CDCFGFG"),
        # an ending without `:|` goes back all the same where the next one begins
        ("|:C|1D||2E||F|", "CDCEF"),
        ("|:C|1D|]2E|]F|", "CDCEF"),
        ("C|1D||2E||F|", "CDCEF"),
        ("|:C|1D|2E|3F|]", "CDCECF"),
        ("|:C|1D|1E:|2F|", "CDECF"),
        ("|:C|[1,2D|[2E:|[3F|]", "CDCDECF"),
        # no ending to go back from
        ("|:C:|2D|", "CC"),
        ("|:C|1D:|3E|]", "CDC"),
        # a jump alone between bar lines ends the bar before; what music goes on from waits for the next
        ("C|D|!D.C.!|", "CDCD"),
        ("C|D|!D.C.!|\nE|", "CDCD"),
        ("C|D|!D.C.!\nE|", "CDCD"),
        ("C|D|\n!D.C.!|E|", "CDCD"),
        ("C|D|\n!D.C.!|\nE|", "CDCD"),
        ("C|D|!D.C.!", "CDCD"),
        ("C|D|!fine!|E|!D.C.!|", "CDECD"),
        ("C|D|!fine!\nE|!D.C.!|", "CDECD"),
        ("C|!segno!|D|E|!D.S.!|", "CDEDE"),
        ("C|!segno!\nD|E|!D.S.!|", "CDEDE"),
        ("C!segno!|D|E!D.S.!|", "CDEDE"),
        ("C|D|!coda!|E|!D.C.alcoda!|!coda!|F|", "CDECDF"),
        ("C|D|!dacoda!|E|!D.C.!|F!coda!|G|", "CDECDG"),
        # after a jump the last ending only, or the one that fine stands in
        ("|:C|1D:|2E|F!D.C.!|", "CDCEFCEF"),
        ("C|1D!D.C.!||2E|]", "CDCE"),
        ("|:C|1D!fine!:|2E|F!D.C.!|", "CDCEFCD"),
    ],
)
def test_order(music, order):
    assert played(music) == order


@pytest.mark.parametrize(
    ("order", "names"),
    [("ABAB", "ABAB"), ("A2B", "AAB"), ("(AB)2C", "ABABC"), ("((AB)3.(CD)2)2", "ABABABCDCDABABABCDCD"), (")A(B", "AB")],
)
def test_spelled_order(order, names):
    assert "".join(spell_order(order)) == names


def test_named_parts_follow_the_header():
    text = "X:1\nM:4/4\nL:1/1\nP:ABA\nK:C\nP:A\nC|D|\nP:B\nE|F|\n"
    assert played("", text) == "CDEFCD"


def test_kalis_go_back_to_the_asthayi_and_stop_at_the_avasan():
    head = "X:1\nM:4/4\nL:1/1\nP:sthayi antara sthayi abhog sthayi\nK:C\n"
    kalis = "P:sthayi\nC|D{fine}|E|\nP:antara\nF|G|\nP:abhog\nA|B|\n"
    assert played("", head + kalis.format(fine="!fine!")) == "CDEFGCDABCD"
    # without the stroke a kali goes on to its end, and without an order they are sung as they stand
    assert played("", head + kalis.format(fine="")) == "CDEFGCDEABCDE"
    assert (
        played("", head.replace("P:sthayi antara sthayi abhog sthayi\n", "") + kalis.format(fine="!fine!")) == "CDEFGAB"
    )
    # a name that no section has makes it an order of letters, as ever
    assert played("", head.replace("abhog", "coda") + kalis.format(fine="!fine!")) == "CDEFGAB"


def test_ties_merge_when_played_over_bars_and_repeats():
    line = timeline(read_first(HEAD + "|:C/2D/2-|D:|").score, played=True)
    assert [(str(m.onset), m.pitch.step, str(m.duration)) for m in line.notes] == [
        ("0", "C", "1/2"), ("1/2", "D", "3/2"), ("2", "C", "1/2"), ("5/2", "D", "3/2"),
    ]  # fmt: skip
    assert [len(moment.also) for moment in line.notes] == [0, 1, 0, 1]
    over = timeline(read_first(HEAD + "|:C/2-C/2-:|C|").score, played=True)
    assert [str(m.duration) for m in over.notes] == ["3"]


def test_repeats_in_the_first_voice_count_for_all():
    text = "X:1\nM:4/4\nL:1/1\nK:C\nV:1\n|:C|D:|\nV:2\nE|F|\n"
    line = timeline(read_first(text).score, played=True)
    assert [m.pitch.step for m in line.notes if m.part == "2"] == ["E", "F", "E", "F"]


def test_tempi_move_with_the_playing_order():
    text = "X:1\nM:4/4\nL:1/1\nQ:1/4=60\nK:C\n|:C|[Q:1/4=90]D:|\n"
    line = timeline(read_first(text).score, played=True)
    assert [(int(onset), int(tempo.bpm)) for onset, tempo in line.tempi] == [(0, 60), (1, 90), (3, 90)]


def test_a_flood_of_repeats_is_cut():
    assert len(played("|:" + "C|" * 40 + ":|" + "::C::|" * 300)) < 200_000


def test_a_tie_into_a_first_ending_does_not_swallow_the_next_word_the_second_time():
    line = timeline(read_first(HEAD + "|:C/2D/2-|1D:|2D|]\nw: a b _ c").score, played=True)
    assert [moment.pitch.step for moment in line.notes] == ["C", "D", "C", "D", "D"]
    line = timeline(read_first(HEAD + "|:C/2D/2-|1D:|2D|]\nw: a b _ _").score, played=True)
    assert [moment.pitch.step for moment in line.notes] == ["C", "D", "C", "D"]
