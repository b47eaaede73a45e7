"""Letters are read out of replies as the paper does, and as a careful person does."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.llm.letter.find import LETTERS, find_letter
from tests.conftest import shared_cases
from tests.timing import cpu_seconds, least

BENGALI = dict(zip(LETTERS, "কখগঘ", strict=True))
TALAS = ("দাদরা", "ঝাঁপতাল", "ত্রিতাল", "রূপক")
PROMPT = "কোন তালে ১৬ মাত্রা আছে?\nA. দাদরা\nB. ঝাঁপতাল\nC. ত্রিতাল\nD. রূপক\nWhat is the correct answer? Strictly output only the answer as option A or B or C or D in this following format: [[Answer:]]"
WRAPPERS = (
    "{A}", "{a}", "$ {A} $", "${A}$", "$${A}$$", r"\boxed{{{A}}}", r"$\boxed{{\text{{{A}}}}}$", r"\({A}\)", r"\[{A}\]",
    r"\text{{{A}}}", r"$\mathbf{{{A}}}$", "**{A}**", "*{A}*", "__{A}__", "_{A}_", "`{A}`", "```\n{A}\n```",
    '```json\n{{"answer": "{A}"}}\n```', '{{"answer": "{a}"}}', '{{"choice": "{A}"}}', "({a})", "({A})", "{A})", "{a})",
    "{A}.", "{a}.", "[{A}]", "[[{A}]]", "{{{A}}}", "<{A}>", "<b>{A}</b>", "<B>{A}</B>", "<strong>{A}</strong>",
    "<answer>{A}</answer>", "<p>{A}</p>", '"{A}"', "'{A}'", "“{A}”", "«{A}»", "「{A}」", "【{A}】", "{F}", "（{F}）", "{F}。",
    "- {A}", "* {A}", "> {A}", "# {A}", "1. {A}", "👉 {A}", "{A} ✅", "{A}<|im_end|>", "{A}</s>", "\u200b{A}\ufeff",
    "[[Answer: {A}]]", "[[Answer: {a}]]", "[[Answer:]] {A}", "[[Answer:{A}]]", "[[ANSWER : **{A}**]]", "[Answer: {A}]",
    "[[Answer: ({A})]]", "[[Answer: Option {A}]]", "[[Answer: <{A}>]]", "[Answer]: {A}", "Answer: {A}", "answer = {a}",
    "Answer → {A}", "Answer - {A}", "**Answer:** {A}", "**Answer: {A}**", "## Answer\n\n{A}", "Answer:\n{A}",
    "Ans. ({a})", "ans: {B}", "Final answer: {A}", "The final answer is $\\boxed{{{A}}}$.", "The answer is: {A}",
    "The correct answer is ({A}).", "The correct answer would be option {A}.", "The right answer is **{a}**",
    "Option {A}", "option ({a})", "Option {A} is correct.", "({a}) is the correct answer.", "{A} is correct, as told.",
    "I choose {A}.", "I would go with {A}", "I'd pick option {A}.", "My choice: {A}", "The correct option is {A}",
    "Correct choice = {A}", "So, {A}.", "Therefore {A}", "It must be {A}.", "It's {A}!", "{A}\n\nBecause of its matras.",
    "{A}. some text that goes on", "{A}: some text", "Let us see.\n\n{A}", "{B}", "{B}।", "{B})", "({B})", "**{B}**", "{B}.",
    "বিকল্প {B}", "{B} নম্বর বিকল্প", "অপশন {B}", "উত্তর: {B}", "উত্তরঃ {B}", "উঃ {B}", "উত্তর {B}।", "উত্তর হলো {B}",
    "উত্তর হল ({B})", "সঠিক উত্তর: {B}", "সঠিক উত্তরটি হলো {A}।", "সঠিক উত্তর হবে {B}) কিছু", "**সঠিক উত্তর:** **{B}**",
    "[[উত্তর: {B}]]", "[[Answer: {B}]]", "সঠিক বিকল্প হলো {B}", "আমার মতে সঠিক উত্তর {A}।", "{B} সঠিক।", "({B}) সঠিক উত্তর",
    "বিকল্প {B}-ই সঠিক", "তাই {B}।", "সুতরাং, {A}", "আমি {B} বেছে নিচ্ছি।", "<think>A? B? C? D?</think>{A}",
    "assistant-free\n</think>\n\nAnswer: {A}", PROMPT.replace("{", "{{") + "\n{A}", PROMPT + " {B}",
)  # fmt: skip


@pytest.mark.parametrize("case", shared_cases("mcq_answers.json"))
def test_the_shared_cases_are_right_in_both_modes(case):
    prompt, options = case.get("prompt", ""), tuple((case.get("options") or {}).values())
    assert find_letter(case["raw"], mode="paper", prompt=prompt).letter == case["rule_result"]
    found = find_letter(case["raw"], mode="extended", prompt=prompt, options=options)
    assert (found.letter, found.status) == (case["expected"], case["status"])


@pytest.mark.parametrize("letter", LETTERS)
@pytest.mark.parametrize("wrapper", WRAPPERS)
def test_a_letter_is_read_in_any_wrapper(wrapper, letter):
    full = chr(ord(letter) + 0xFEE0)
    reply = wrapper.format(A=letter, a=letter.lower(), F=full, B=BENGALI[letter])
    found = find_letter(reply, mode="extended", prompt=PROMPT, options=TALAS)
    assert found.letter == letter, (reply, found)


@pytest.mark.parametrize(
    ("reply", "letter", "reason"),
    [
        ("The answer is B. No, it is C.", "C", "declared"),
        ("Answer: A. Wait, the answer is D.", "D", "declared"),
        ("উত্তর: ক। না, গ হবে।", "C", "declared"),
        ("উত্তর ক। দুঃখিত, সঠিক উত্তর ঘ।", "D", "declared"),
        ("The answer is A. The answer is B.", None, "conflict"),
        ("The answer is A. ... In the end the final answer is B.", "B", "declared"),
        ("Some say option A is correct. [[Answer: C]]", "C", "declared"),
        ("The answer is A or C.", None, "several"),
        ("Answer: A/B", None, "several"),
        ("উত্তর: ক ও গ", None, "several"),
        ("The answer is A. That is wrong.", None, "withdrawn"),
        ("The answer is not A but B.", "B", "counted"),
        ("Option A is not correct. D", "D", "counted"),
        ("ক সঠিক নয়, তাই খ।", "B", "concluded"),
        ("The answer is a raga with komal re.", None, "nothing"),
        ("The answer is C sharp.", None, "nothing"),
        ("Answer: C. It is not A, B or D.", "C", "declared"),
        ("What is the answer? A) x B) y", None, "tie"),
        ("Choose the answer:\nA. দাদরা\nB. ঝাঁপতাল\nC. ত্রিতাল\nD. রূপক", None, "tie"),
        ("A) দাদরা\nB) ঝাঁপতাল\nC) ত্রিতাল\nD) রূপক\n\nC) ত্রিতাল", "C", "counted"),
        ("স র গ ম প ধ ন", None, "nothing"),
        ("Sorry, I cannot answer.", None, "refused"),
        ("I don't know the answer.", None, "refused"),
        ("C is the answer, not A or B or D.", "C", "declared"),
        ("B is the correct answer? No, C is correct.", "C", "declared"),
        ("It's definitely not A. B is also wrong. So it must be C.", "C", "concluded"),
        ("ত্রিতাল", "C", "text"),
        ("**ত্রিতাল**।", "C", "text"),
        ("“ত্রিতাল”", "C", "text"),
        ("এটি হলো ত্রিতাল।", "C", "mentioned"),
        ("উত্তর: ত্রিতাল", "C", "declared"),
        ("[[Answer: ত্রিতাল]]", "C", "declared"),
        ("[[Answer: C. ত্রিতাল]]", "C", "declared"),
        ("ত্রিতাল নয়", None, "nothing"),
        ("দাদরা বা রূপক", None, "several"),
        ("<think>The answer is B", None, "truncated"),
        ("", None, "empty"),
        (PROMPT, None, "echo"),
        ("A~~B~~", "A", "letter"),
        ("B, because A is sung at night and A has six matras.", "B", "label"),
        ("খ, কারণ ক এবং ক ভুল।", "B", "label"),
        ("A as the first is wrong; B.", None, "tie"),
        ("A: B", "B", "declared"),
        ("Q: which tala?\nA: C", "C", "declared"),
        ("A: ত্রিতাল", "A", "label"),
        ('{"A": false, "B": true, "C": false, "D": false}', "B", "declared"),
        ('{"A": true, "answer": "B"}', "B", "declared"),
        ("A: True\nB: True\nC: False\nD: False", None, "conflict"),
        ("A: The correct scale is Bilawal. B: wrong. So D.", "D", "concluded"),
        ("| A | wrong |\n| B | correct |\n| C | wrong |\n| D | wrong |", "B", "declared"),
        ("| A | ✗ |\n| B | ✗ |\n| C | ✓ |\n| D | ✗ |", "C", "declared"),
        ("A ❌\nB ✅\nC ❌\nD ❌", "B", "declared"),
        ("- A: Incorrect - short.\n- B: Not correct.\n- C: Incorrect.\n- D: a tala of ten.", "D", "label"),
        ("\x1b[1mAnswer: \x1b[31mB\x1b[0m", "B", "declared"),
        ("D: সঠিক নয়", None, "nothing"),
        ("The answer is B\n\nQuestion: next one\nA. x\nB. y\nAnswer: C", "B", "declared"),
        ("B\n\nপ্রশ্ন ২: কী?\nউত্তর: গ", "B", "letter"),
        ("Is it A or C?\n\nQuestion: which?\nAnswer: C", "C", "declared"),
    ],
)
def test_what_a_person_would_read(reply, letter, reason):
    found = find_letter(reply, mode="extended", prompt=PROMPT, options=TALAS)
    assert (found.letter, found.reason) == (letter, reason)


def test_a_bengali_letter_that_is_an_options_text_quotes_that_option():
    swaras = ("স", "গ", "ম", "প")
    assert find_letter("গ", mode="extended", options=swaras).letter == "B"
    assert find_letter("উত্তর: গ", mode="extended", options=swaras).letter == "B"
    assert find_letter("[[Answer: C]]", mode="extended", options=swaras).letter == "C"


def test_a_latin_letter_is_a_label_whatever_the_options_say():
    notes = ("D", "C", "B", "A")
    assert find_letter("The answer is C.", mode="extended", options=notes).letter == "C"
    assert find_letter("C", mode="extended", options=notes).letter == "C"


def test_options_in_abc_are_quoted_and_their_notes_are_not_counted():
    tunes = ("A2 B2 | c2 d2 |", "C2 D2 | E2 F2 |", "C D E F | G4 |", "B, C D2 | A,4 |")
    assert find_letter("C D E F | G4 |", mode="extended", options=tunes).letter == "C"
    assert find_letter("[[Answer: C2 D2 | E2 F2 |]]", mode="extended", options=tunes).letter == "B"
    assert find_letter("I take this one:\nA A B C | D D A A |\nD D D D | D4 |", mode="extended").letter is None


def test_the_paper_knows_nothing_of_verdicts_and_reasons():
    assert find_letter("B, because A and A", mode="paper").letter == "A"
    assert find_letter("A ❌\nB ✅", mode="paper").reason == "tie"


def test_the_paper_counts_what_it_finds_alone():
    assert find_letter("A is so. A again. B.", mode="paper").reason == "counted"
    tie = find_letter("A, B", mode="paper")
    assert (tie.letter, tie.status, tie.reason) == (None, "ambiguous", "tie")
    assert find_letter("[[Answer: A]] [[Answer: B]]", mode="paper").reason == "conflict"
    assert find_letter("nothing", mode="paper").status == "none"


@given(st.text(alphabet=st.sampled_from("ABCDabcdকখগঘ answer উত্তর:.()[]{}<>*_~`$\\\n?নয়না-,/|\"'&;"), max_size=200))
def test_any_text_is_read_without_an_error(reply):
    for mode in ("paper", "extended"):
        found = find_letter(reply, mode=mode, prompt=PROMPT, options=TALAS)
        assert (found.letter is not None) == (found.status == "answer")
        assert found.letter in (None, *LETTERS)


@given(st.text(max_size=300), st.text(max_size=50), st.lists(st.text(max_size=20), max_size=6))
def test_any_prompt_and_any_options_may_be_given(reply, prompt, options):
    assert find_letter(reply, mode="extended", prompt=prompt, options=options).status in ("answer", "ambiguous", "none")


LONG = 40_000
REPEATS = ("<think>", "</think>", "<think></think>", "[[Answer:", "answer is ", "A", "A ", "_", "__A", "~~", "<b", "<", "&", "*", "(", "A)\n",
           "\n", " ", "উত্তর: ", "গ ", "ক ও ", "A or ", "A, ", "no, ", "wait ", "ত্রিতাল ", "A|", "\\boxed{", "option A is ", "|", "B'", "\ufdfa",
           "A. \n", "if A, ", "but so ", "C E ", "not A, ", "A and ", "<|channel|>analysis<|message|>", "[THINK]", "答B", "Yes ")  # fmt: skip


@pytest.mark.parametrize("piece", REPEATS)
def test_long_repeats_take_time_in_proportion(piece):
    def read(size):
        reply = piece * (size // len(piece))
        for mode in ("paper", "extended"):
            find_letter(reply, mode=mode, prompt=PROMPT, options=TALAS)

    # Four times the text: quadratic work would take sixteen times as long.
    assert least(lambda: cpu_seconds(lambda: read(LONG)) / cpu_seconds(lambda: read(LONG // 4)), below=9) < 9


@pytest.mark.slow
@pytest.mark.parametrize("piece", REPEATS)
def test_a_megabyte_takes_ten_times_what_a_tenth_of_it_does(piece):
    def read(size):
        find_letter(piece * (size // len(piece.encode())), mode="extended", prompt=PROMPT, options=TALAS)

    # Ten times the text: quadratic work would take a hundred times as long.
    assert least(lambda: cpu_seconds(lambda: read(1_000_000)) / cpu_seconds(lambda: read(100_000)), below=25) < 25
