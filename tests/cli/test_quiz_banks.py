"""`swaralipi quiz extract`, `import` and `make` by their contract."""

import json

import pytest

from core.benchmarks.banks.bank import read_bank
from core.cli import main
from tests.conftest import shared_cases

SONG = "X:{number}\nT:song {number}\nM:{metre}\nL:1/8\nK:C\n{bars}\n"


def extract(capsysbinary, *words):
    assert main(["quiz", "extract", *words], None) == 0
    return json.loads(capsysbinary.readouterr().out)


@pytest.mark.parametrize("case", shared_cases("mcq_answers.json"))
def test_extract_reads_the_shared_cases(case, tmp_path, capsysbinary):
    reply, prompt, options = tmp_path / "r.txt", tmp_path / "p.txt", tmp_path / "o.json"
    reply.write_text(case["raw"], encoding="utf-8", newline="")
    prompt.write_text(case.get("prompt", ""), encoding="utf-8")
    words = [str(reply), "--prompt", str(prompt)]
    assert extract(capsysbinary, "--mode", "paper", *words)["letter"] == case["rule_result"]
    if case.get("options"):
        options.write_text(json.dumps(case["options"]), encoding="utf-8")
        words += ["--options", str(options)]
    found = extract(capsysbinary, "--mode", "extended", *words)
    assert (found["letter"], found["status"]) == (case["expected"], case["status"])
    assert set(found) == {"letter", "status", "reason"}


@pytest.mark.parametrize("text", ["{", "[1, 2, 3, 4]", '["a"]', '{"A": "x"}'])
def test_extract_refuses_options_that_are_none(text, tmp_path, capsys):
    reply, options = tmp_path / "r.txt", tmp_path / "o.json"
    reply.write_text("B", encoding="utf-8")
    options.write_text(text, encoding="utf-8")
    assert main(["quiz", "extract", str(reply), "--options", str(options)], None) == 2
    assert capsys.readouterr().err.count("\n") == 1


TABLE = "Question,A,B,C,D,Answer\nকী?,ক,খ,ল,ম,B\nকে?,ক,খ,ল,ম,{second}\n"


def test_import_writes_a_bank(tmp_path, capsys):
    source, bank = tmp_path / "theory.csv", tmp_path / "bank.jsonl"
    source.write_text(TABLE.format(second="C"), encoding="utf-8")
    assert main(["quiz", "import", str(source), "-o", str(bank)], None) == 0
    assert [sample.answer for sample in read_bank(bank).samples] == ["B", "C"]
    assert {sample.task for sample in read_bank(bank).samples} == {"theory"}
    assert "2 questions" in capsys.readouterr().err


def test_import_names_faulty_rows_and_writes_nothing_unless_told(tmp_path, capsys):
    source, bank = tmp_path / "mine.csv", tmp_path / "bank.jsonl"
    source.write_text(TABLE.format(second="E"), encoding="utf-8")
    assert main(["quiz", "import", str(source), "-o", str(bank)], None) == 2
    assert "Row 3, answer" in capsys.readouterr().err
    assert not bank.exists()
    assert main(["quiz", "import", str(source), "-o", str(bank), "--rest"], None) == 0
    assert len(read_bank(bank).samples) == 1


def test_import_maps_and_previews(tmp_path, capsys):
    source = tmp_path / "mine.csv"
    source.write_text("x,A,B,C,D,y\nকী?,ক,খ,ল,ম,2\n", encoding="utf-8")
    words = ["quiz", "import", str(source), "--preview", "--map", "x=question", "6=answer"]
    assert main(words, None) == 0
    shown = capsys.readouterr().out
    assert "x = question" in shown
    assert "right: B" in shown
    assert main([*words, "nothing=note"], None) == 2
    assert main(["quiz", "import", "-"], None) == 2


def test_a_bank_is_exported_by_its_ending(tmp_path):
    source = tmp_path / "mine.csv"
    source.write_text(TABLE.format(second="C"), encoding="utf-8")
    book, back = tmp_path / "bank.xlsx", tmp_path / "back.jsonl"
    assert main(["quiz", "import", str(source), "-o", str(book)], None) == 0
    assert main(["quiz", "import", str(book), "-o", str(back)], None) == 0
    assert [sample.answer for sample in read_bank(back).samples] == ["B", "C"]
    assert main(["quiz", "import", str(source), "-o", str(tmp_path / "bank.pdf")], None) == 2


def test_make_writes_questions_and_a_report(tmp_path, capsys):
    pools = [("CDEFG", "4/4", 8), ("CDEGA", "6/8", 6), ("CEFAB", "4/4", 8), ("CDFGB", "6/8", 6)]
    for number, (notes, metre, length) in enumerate(pools):
        bars = [" ".join(notes[(3 * bar + step * (1 + bar % 3)) % 5] for step in range(length)) for bar in range(12)]
        text = SONG.format(number=number, metre=metre, bars=" | ".join(bars) + " |]")
        (tmp_path / f"song{number}.abc").write_text(text, encoding="utf-8")
    bank = tmp_path / "bank.jsonl"
    words = ["quiz", "make", "continuation", str(tmp_path), "-o", str(bank), "--n", "3", "--seed", "5"]
    assert main(words, None) == 0
    report = json.loads(capsys.readouterr().err.splitlines()[0])
    assert (report["questions"], report["songs"], report["files_left_out"]) == (3, 4, 0)
    first = bank.read_bytes()
    assert len(read_bank(bank).samples) == 3
    assert main(words, None) == 0
    assert bank.read_bytes() == first
    assert main(["quiz", "make", "poems", str(tmp_path)], None) == 2
    assert main(["quiz", "make", "continuation", str(tmp_path / "none")], None) == 2
