"""Letters are read out of replies that reason: lists of options, what others say, other templates, notes."""

import pytest

from core.llm.letter.find import find_letter

TALAS = ("Dadra", "Jhaptal", "Rupak", "Teental")
BENGALI_TALAS = ("দাদরা", "ঝাঁপতাল", "রূপক", "ত্রিতাল")
SWARAS = ("মধ্যম", "ধৈবত", "নিষাদ", "গান্ধার")
POETS = ("রবীন্দ্রনাথ ঠাকুর", "কাজী নজরুল ইসলাম", "দ্বিজেন্দ্রলাল রায়", "রজনীকান্ত সেন")
NUMBERS = ("৬", "১০", "৭", "১৬")
TUNES = ("G2 A2 B2 | c4 B2 |", "E2 D2 C2 | D4 E2 |", "c2 B2 A2 | G4 A2 |", "_E2 D2 C2 | G,4 C2 |")


def read(reply, options=TALAS):
    return find_letter(reply, mode="extended", options=options).letter


@pytest.mark.parametrize(
    "reply",
    [
        "A. Dadra - incorrect\nB. Jhaptal - correct\nC. Rupak - incorrect\nD. Teental - incorrect",
        "A) Dadra ❌\nB) Jhaptal ✅\nC) Rupak ❌\nD) Teental ❌",
        "A) Dadra - 6 beats (No)\nB) Jhaptal - 10 beats (Yes)\nC) Rupak - 7 beats (No)\nD) Teental - 16 beats (No)",
        "A) Dadra: no.\nB) Jhaptal: yes!\nC) Rupak: no.\nD) Teental: no.",
        "**A. Dadra**: six beats, so it is not correct.\n\n**B. Jhaptal**: ten beats, so it is correct.",
        "- **A. Dadra** – Incorrect. It has 6.\n- **B. Jhaptal** – Correct. It has 10.\n- **C. Rupak** – Incorrect.",
        "A. Six beats. Not the answer.\nB. Ten beats. This is the answer.\nC. Seven. Not the answer.\nD. Teental: 16",
        "A. Dadra\nB. Jhaptal (correct)\nC. Rupak\nD. Teental",
        "A. Dadra\nB. Jhaptal ← correct answer\nC. Rupak\nD. Teental",
        "A. Dadra\n**B. Jhaptal**\nC. Rupak\nD. Teental",
        "A. Dadra\nB. Jhaptal\nC. Rupak\nD. Teental\nThe tala with ten beats: Jhaptal.",
        "B. Jhaptal\n\nExplanation:\nA. Dadra: 6\nB. Jhaptal: 10\nC. Rupak: 7\nD. Teental: 16",
        "B. Jhaptal\n\nA. Dadra has 6 beats, C. Rupak has 7 and D. Teental has 16.",
        "A: No. B: Yes. C: No. D: No.",
        "Is it A? No. Is it B? Yes. Is it C? No.",
    ],
)
def test_the_option_that_a_list_calls_right_is_read(reply):
    assert read(reply) == "B"


@pytest.mark.parametrize(
    "reply",
    [
        "Some say the answer is A, but the correct answer is B.",
        "Many people answer A, but it's B.",
        "The answer: B) Jhaptal. A common mistake is to answer A.",
        "You might think A is correct. It is not. B is correct.",
        "If the question had asked for six beats, the answer would be A. Here it is B.",
        "If it were 7 beats the answer would be C. But it's 10 beats, so the answer is B.",
        "The obvious choice is A, but the correct answer is B.",
        "The answer is B, but some would argue A.",
        "The answer is B, but note that in other traditions it is A.",
        "The answer is A... but Dadra has 6 beats, so it should be B.",
        "If I had to choose, the answer is B.",
        "If the tala has ten beats, the answer is B.",
        "The answer is A. My mistake, it's B.",
        "B rather than C.",
        "Instead of A, choose B.",
        "Options A, C, and D are incorrect.\n\nSo the only one left is B.",
        "Rule out A and D, and C is seven beats, which leaves B.",
        "Of the four options (A, B, C, D), B is correct.",
        "The second option is correct.",
    ],
)
def test_what_others_say_and_what_is_ruled_out_is_no_answer(reply):
    assert read(reply) == "B"


@pytest.mark.parametrize(
    ("reply", "options", "letter"),
    [
        ("[[Answer: এ]]", BENGALI_TALAS, "A"),
        ("এ প্রশ্নের উত্তর C", BENGALI_TALAS, "C"),
        ("তৃতীয় বিকল্পটি সঠিক।", BENGALI_TALAS, "C"),
        ("রূপকই সঠিক উত্তর।", BENGALI_TALAS, "C"),
        ("দাদরা নয়, রূপক।", BENGALI_TALAS, "C"),
        ("রূপকের মাত্রা ৭।", BENGALI_TALAS, "C"),
        ("উত্তর A। ভুল হয়েছে। উত্তর C।", BENGALI_TALAS, "C"),
        ("A. দাদরা ভুল\nB. ঝাঁপতাল ভুল\nC. রূপক সঠিক\nD. ত্রিতাল ভুল", BENGALI_TALAS, "C"),
        ("প্রথমে মনে হতে পারে A সঠিক, তবে সঠিক উত্তর C।", BENGALI_TALAS, "C"),
        ("গানটি রবীন্দ্রনাথ ঠাকুরের রচনা।", POETS, "A"),
        ("রবীন্দ্রনাথ", POETS, "A"),
        ("৭টি", NUMBERS, "C"),
        ("রূপক তালে ৭টি মাত্রা।", NUMBERS, "C"),
        ("答案是B", TALAS, "B"),
        ("答えはB", TALAS, "B"),
        ("🅑", TALAS, "B"),
    ],
)
def test_bengali_endings_ordinals_and_other_scripts(reply, options, letter):
    assert read(reply, options) == letter


@pytest.mark.parametrize("reply", ["বাদী: গ (গান্ধার)", "বাদী স্বর হলো গান্ধার (গ)।", "বাদী স্বর গান্ধারের নাম গ।"])
def test_ga_is_the_note_beside_its_name(reply):
    assert read(reply, SWARAS) == "D"


def test_a_lone_ga_is_for_a_person_where_another_option_is_that_note():
    assert read("গ", SWARAS) is None
    assert read("[[Answer: গ]]", SWARAS) is None
    assert read("গ", ("মধ্যম", "ধৈবত", "গান্ধার", "নিষাদ")) == "C"
    assert read("গ", BENGALI_TALAS) == "C"


@pytest.mark.parametrize(
    "reply",
    [
        "X:1\nM:3/4\nL:1/8\nK:C\nC2 D2 E2 | G4 A2 | A2 B2 c2 |",
        "K:C\nA2 B2 c2 | d4 c2 |",
        "The key of the song is C.",
        "The notes are C, D, E and G.",
    ],
)
def test_notes_and_keys_are_no_letters(reply):
    assert read(reply, TUNES) is None


@pytest.mark.parametrize(
    "reply",
    [
        "The melody falls from G to C, so B continues it best.",
        "The phrase ends on D, then C. Based on the descending line, the best fit is option B.",
        "Option A goes up to c, option C starts on c, option D uses E flat. Option B fits.",
    ],
)
def test_a_letter_among_notes_is_read(reply):
    assert read(reply, TUNES) == "B"


@pytest.mark.parametrize(
    "reply",
    [
        "A. Dadra\nB. Jhaptal\nC. Rupak\nD. Teental\n\nD",
        "A. Dadra\nB. Jhaptal\nC. Rupak\n\nD",
        "The answer is D. The answer is not A.",
    ],
)
def test_a_letter_below_a_whole_list_is_read(reply):
    assert read(reply) == "D"


@pytest.mark.parametrize(
    "reply",
    [
        "[[Answer: B]]\nHuman: next question\n[[Answer: C]]",
        "[[Answer: B]]\n\n### Instruction:\nWhich has 7 beats?\n### Response:\n[[Answer: C]]",
        "[[Answer: B]]\n<|user|>\nWhich?\n<|assistant|>\n[[Answer: C]]",
        "[[Answer: B]]<|im_end|>\n<|im_start|>user\nNext\n<|im_end|>\n<|im_start|>assistant\n[[Answer: D]]",
        "◁think▷The answer is A◁/think▷B",
        "[THINK]Maybe the answer is A[/THINK][[Answer: B]]",
        "<|begin_of_thought|>the answer is A<|end_of_thought|><|begin_of_solution|>The answer is B<|end_of_solution|>",
        "<|channel|>analysis<|message|>The answer is A<|end|><|start|>assistant<|channel|>final<|message|>B",
    ],
)
def test_turns_and_thoughts_of_other_templates(reply):
    assert read(reply) == "B"


@pytest.mark.parametrize(
    "reply",
    [
        "Let's analyze the options:\n\nA. Dadra is a tala with six beats. It is",
        "To answer this question, let us consider the options.\nA) Dadra\n",
        "N/A",
        "A. Dadra\nB. Jhaptal\nC. ",
        "A. Dadra\nB",
        "The correct answer is A.\n\nThe correct answer is not A.",
        "Some say A, others say B.",
        "Is it Dadra? Is it Rupak?",
        "A. Dadra - correct\nB. Jhaptal - correct\nC. Rupak\nD. Teental",
        "A is right and B is right.",
        "The first option or the second option.",
    ],
)
def test_what_says_no_letter_gives_none(reply):
    assert read(reply) is None
