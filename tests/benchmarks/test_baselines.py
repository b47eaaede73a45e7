"""The three rules that read no question."""

from collections import Counter
from dataclasses import replace

from core.benchmarks.baselines import BASELINES, BASELINES_BY_NAME, longest_option, most_frequent_letter, random_letter
from tests.benchmarks.samples import TALA, many


def test_a_random_letter_follows_seed_and_id_alone():
    samples = many(4000)
    letters = [random_letter(sample, 492) for sample in samples]
    assert letters == [random_letter(sample, 492) for sample in samples]
    assert letters != [random_letter(sample, 493) for sample in samples]
    assert random_letter(replace(samples[7], text="other", options=("a", "b", "c", "d")), 492) == letters[7]
    # four letters, 4000 draws: 1000 each, standard deviation 27
    assert all(abs(count - 1000) < 140 for count in Counter(letters).values())
    assert len(set(letters)) == 4


def test_the_most_frequent_letter_is_the_banks():
    samples = [replace(TALA, answer=letter) for letter in "ABBDD"]
    assert most_frequent_letter(samples) == "B"
    assert most_frequent_letter([*samples, replace(TALA, answer="D")]) == "D"
    assert most_frequent_letter([]) == "A"


def test_the_longest_option_is_measured_in_letters_as_seen():
    assert longest_option(replace(TALA, options=("a", "bbb", "cc", "ddd"))) == "B"
    # three clusters of eight code points against four of four
    assert longest_option(replace(TALA, options=("ক্ষ্মীষ্ণ", "abcd", "x", "y"))) == "B"


def test_each_is_listed_and_picks_a_letter():
    samples = many(7)
    assert list(BASELINES_BY_NAME) == ["random-letter", "most-frequent-letter", "longest-option"]
    for rule in BASELINES:
        learnt = rule.learn(samples)
        assert all(rule.pick(sample, 1, learnt) in tuple("ABCD") for sample in samples)
    assert BASELINES_BY_NAME["most-frequent-letter"].pick(samples[0], 1, "C") == "C"
