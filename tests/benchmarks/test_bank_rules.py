"""The rules themselves can fail."""

from tests.benchmarks.bank_rules import guessed, letter_shares, near_twins, tells_itself


def row(question="কোন রাগ?", options=("ইমন", "দেশ", "কাফি", "ভৈরব"), answer="A", name="x"):
    return {"id": name, "question": question, "options": list(options), "answer": answer}


def test_one_letter_for_all_is_no_balance():
    assert letter_shares([row(), row()]) == {"A": 1.0, "B": 0.0, "C": 0.0, "D": 0.0}


def test_the_longest_option_is_found_and_ties_are_shared():
    assert guessed([row(options=("ভীমপলশ্রী", "ইমন", "দেশ", "কাফি"))], max) == 1.0
    assert guessed([row(options=("ইমন", "দেশ", "কাফি", "ভৈরব"))], max) == 0.0
    assert guessed([row(options=("১", "২", "৩", "৪"))], max) == 0.25


def test_a_name_that_tells_its_answer_is_caught_unless_a_wrong_one_does_too():
    assert tells_itself(row("আহির ভৈরব রাগ কোন ঠাটের?", ("ভৈরব", "কাফি", "তোড়ি", "মারবা"))) == {"ভৈরব"}
    assert tells_itself(row("আহির ভৈরব রাগ কোন ঠাটের?", ("ভৈরব", "ভৈরবী", "তোড়ি", "মারবা"))) == set()
    assert tells_itself(row("ইমন রাগ কোন ঠাটের?", ("কল্যাণ", "ভৈরবী", "তোড়ি", "মারবা"))) == set()


def test_the_same_words_in_another_order_are_a_duplicate():
    assert near_twins([row("ইমন রাগের বাদী কী?", name="a"), row("কী বাদী  ইমন রাগের ?", name="b")]) == [("a", "b")]
    other = row("রাগের বাদী কী ইমন?", options=("দেশ", "ইমন", "কাফি", "ভৈরব"), name="b")
    assert near_twins([row("ইমন রাগের বাদী কী?", name="a"), other]) == []
    assert near_twins([row("ইমন রাগের বাদী কী?", name="a"), row("দেশ রাগের বাদী কী?", name="b")]) == []
