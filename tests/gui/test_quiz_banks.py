"""Questions of others in the window: opened, imported with a mapping, made of scores; what is wrong is said by row."""

import json

import pytest

from core.benchmarks.banks.bank import read_bank, write_bank
from gui.dialogs.quiz_import import ImportDialog
from gui.dialogs.quiz_make import MakeDialog
from gui.panels.quiz.bank import BankChoice, banks_folder
from tests.gui.quiz_parts import bank
from tests.gui.studio_parts import idle

CSV = """Frage,a,b,c,d,উত্তর,unused
কোন রাগ ভোরের?,ভৈরব,ইমন,বেহাগ,কাফি,A,x
দাদরার মাত্রা কত?,৬,৭,৮,১০,A,x
দুটি একই?,ইমন,ইমন,বেহাগ,কাফি,B,x
=HYPERLINK("x"),১,২,৩,৪,C,x
উত্তর নেই,১,২,৩,৪,,x
"""
FOLDER = "banks"


@pytest.fixture
def choice(qtbot, session):
    found = BankChoice(session)
    qtbot.addWidget(found)
    idle(qtbot, session)
    return found


def shown(qtbot, session, path, text):
    """Return the import of a file with this text."""
    path.write_bytes(text if isinstance(text, bytes) else text.encode("utf-8"))
    dialog = ImportDialog(session, path, path.parent / FOLDER)
    qtbot.addWidget(dialog)
    dialog.show()
    idle(qtbot, session)
    return dialog


def map_to(qtbot, session, dialog, place, name):
    box = dialog.choices[place]
    box.setCurrentIndex(box.findData(name))
    box.activated.emit(box.currentIndex())
    idle(qtbot, session)


def test_the_programs_own_questions_are_there_from_the_start(choice):
    assert choice.questions.path == ""
    assert len(choice.questions.bank.samples) > 200
    assert "Music theory" in choice.note.plain


def test_a_bank_of_ours_opens_at_once_and_is_offered_again(qtbot, session, choice, tmp_path):
    path = tmp_path / "mine.jsonl"
    write_bank(path, bank(6).samples)
    choice.open_file(path)
    idle(qtbot, session)
    qtbot.waitUntil(lambda: choice.questions is not None and choice.questions.path == str(path))
    assert choice.choice.currentText() == "mine.jsonl"
    again = BankChoice(session)
    qtbot.addWidget(again)
    idle(qtbot, session)
    assert again.questions.path == str(path)


def test_a_bank_that_is_gone_is_said(qtbot, session, choice, tmp_path):
    choice.choose(str(tmp_path / "gone.jsonl"))
    idle(qtbot, session)
    assert choice.questions is None
    assert "gone.jsonl" in choice.note.plain
    assert choice.note.role == "error"


def test_what_was_made_of_a_file_is_said_beside_its_questions(qtbot, session, tmp_path):
    rows = ["Quiz of the year", "question,a,b,c,d,answer_index", "কোন রাগ ভোরের?,ভৈরব,ইমন,বেহাগ,কাফি,1"]
    dialog = shown(qtbot, session, tmp_path / "titled.csv", "\n".join(rows))
    assert "1 row, and none has a fault." in dialog.note.plain
    assert "The heading is row 2" in dialog.note.plain
    assert "counted from 0" in dialog.note.plain
    # the window reads an index as the command does
    assert dialog.made.bank.samples[0].answer == "B"


def test_a_foreign_table_is_mapped_previewed_and_its_good_rows_taken(qtbot, session, tmp_path):
    dialog = shown(qtbot, session, tmp_path / "others.csv", CSV)
    # the answer and the options are known by their headings, the question is not
    assert "question" in dialog.note.plain
    assert not dialog.take.isEnabled()
    map_to(qtbot, session, dialog, 0, "question")
    assert dialog.take.text() == "Take the 3 good rows"
    faults = dialog.faults.toPlainText().splitlines()
    assert [line.split(",")[0] for line in faults] == ["Row 4", "Row 6"]
    assert "B" in faults[0]
    cells = [dialog.preview.index(row, 1).data() for row in range(dialog.preview.rowCount())]
    assert cells[0] == "কোন রাগ ভোরের?"
    assert cells[2].startswith("Left out. Row 4")
    with qtbot.waitSignal(dialog.kept, timeout=10_000) as kept:
        dialog.take.click()
    samples = read_bank(tmp_path / FOLDER / "others.jsonl").samples
    assert kept.args == [str(tmp_path / FOLDER / "others.jsonl")]
    assert [sample.answer for sample in samples] == ["A", "A", "C"]
    # a cell that looks like a formula stays a text
    assert samples[2].text == '=HYPERLINK("x")'


def test_two_columns_for_one_field_are_refused_with_a_sentence(qtbot, session, tmp_path):
    dialog = shown(qtbot, session, tmp_path / "others.csv", CSV)
    map_to(qtbot, session, dialog, 0, "question")
    map_to(qtbot, session, dialog, 6, "question")
    assert "question" in dialog.note.plain
    assert dialog.note.role == "error"
    assert not dialog.take.isEnabled()


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("broken.csv", b"\xff\xfe\x00"), ("latin.csv", "question;é".encode("latin-1")), ("empty.csv", b""),
        ("broken.json", b"{"), ("broken.xlsx", b"PK\x03\x04 no workbook"),
        ("broken.jsonl", b'{"id": 1}\nnot json\n'),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)  # fmt: skip
def test_a_bad_file_is_a_sentence_and_nothing_is_kept(qtbot, session, tmp_path, name, content):
    dialog = shown(qtbot, session, tmp_path / name, content)
    assert dialog.note.plain
    assert dialog.note.role == "error"
    assert not dialog.take.isEnabled()
    assert not (tmp_path / FOLDER).exists()


def test_a_bank_of_ours_with_a_fault_goes_through_the_import(qtbot, session, choice, tmp_path, monkeypatch):
    path = tmp_path / "mine.jsonl"
    write_bank(path, bank(3).samples)
    row = json.loads(path.read_text(encoding="utf-8").splitlines()[0])
    path.write_text(path.read_text(encoding="utf-8") + json.dumps({**row, "options": ["a"]}) + "\n", encoding="utf-8")
    asked = []
    monkeypatch.setattr(choice, "show_import", asked.append)
    choice.open_file(path)
    idle(qtbot, session)
    assert asked == [path]


def test_names_of_files_never_leave_the_folder_of_banks(session, tmp_path):
    from gui.dialogs.quiz_import import free_path

    assert free_path(tmp_path, "../../evil").parent == tmp_path
    (tmp_path / "a.jsonl").touch()
    assert free_path(tmp_path, "a").name == "a-2.jsonl"
    assert banks_folder().name == "banks"


TUNES = "".join(
    f"X:{number}\nT:Tune {number}\nR:{tala}\nM:{metre}\nL:1/8\nK:C\n{bars}\n\n"
    for number, (tala, metre, bars) in enumerate(
        [
            (
                "dadra",
                "6/8",
                "E2 G A2 G | G A B c3 | d c B A2 G | E2 F G3 | A2 B c2 d | e2 d c3 | B A G F E D | C3- C3 |]",
            ),
            ("kaharba", "4/4", "C D E F G A B c | c B A G F E D C | E G c G E G c G | F A c A F A c A | G4 E4 | C8 |]"),
            ("teental", "4/4", "^F2 G2 A2 ^c2 | d2 ^c2 A2 G2 | ^F2 E2 D4 | A2 ^c2 e2 d2 | ^c2 A2 G2 ^F2 | D8 |]"),
            ("jhaptal", "5/4", "C2 D2 _E2 F2 G2 | _A2 G2 F2 _E2 D2 | C4 G4 c2 | _B2 _A2 G2 F2 _E2 | D4 C6 | C10 |]"),
            ("rupak", "7/8", "E F G A B c d | e d c B A G F | E2 F2 G3 | A2 B2 c3 | d c B A G F E | C7 |]"),
        ],
        1,
    )
)


def test_questions_are_made_of_scores_and_the_rest_is_said(qtbot, session, tmp_path):
    scores = tmp_path / "scores"
    scores.mkdir()
    for number, tune in enumerate(TUNES.strip().split("\n\n")):
        (scores / f"tune-{number}.abc").write_text(tune + "\n", encoding="utf-8")
    (scores / "broken.mid").write_bytes(b"no midi")
    dialog = MakeDialog(session, tmp_path / FOLDER)
    qtbot.addWidget(dialog)
    dialog.show()
    assert not dialog.button.isEnabled()
    dialog.scores.setText(str(scores))
    dialog.number.setValue(50)
    with qtbot.waitSignal(dialog.kept, timeout=30_000) as kept:
        dialog.button.click()
    made = read_bank(tmp_path / FOLDER / "continuation-scores.jsonl")
    assert kept.args[0].endswith("continuation-scores.jsonl")
    assert {sample.task for sample in made.samples} == {"continuation"}
    assert "no more than that" in dialog.note.plain
    assert "broken.mid" in dialog.left_out.toPlainText()


def test_scores_that_give_nothing_are_said(qtbot, session, tmp_path):
    (tmp_path / "one.abc").write_text("X:1\nK:C\nC D E F |]\n", encoding="utf-8")
    dialog = MakeDialog(session, tmp_path / FOLDER)
    qtbot.addWidget(dialog)
    dialog.show()
    dialog.scores.setText(str(tmp_path / "one.abc"))
    dialog.button.click()
    idle(qtbot, session)
    assert dialog.note.role == "error"
    assert dialog.button.isEnabled()
    assert not (tmp_path / FOLDER).exists()
