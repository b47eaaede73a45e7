"""Sung syllables of Bengali, English and anything else."""

from itertools import accumulate

import pytest
import regex
from hypothesis import given, settings
from hypothesis import strategies as st

from core.lyrics.syllables import syllables, words
from core.score.conjuncts import head

BENGALI = "অআইঈউঊঋএঐওঔকখগঘঙচছজঝঞটঠডঢণতথদধনপফবভমযরলশষসহড়ঢ়য়ৎংঃঁািীুূৃেৈোৌ্\u200c\u200d৹।॥ '-০৯"
texts = st.one_of(st.text(), st.text(alphabet=BENGALI), st.text(alphabet="abcdeloqruy'’- e"))


def cut(line, **options):
    return " | ".join(" ".join(word) for word in syllables(line, **options))


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("আগুনের পরশমণি", "আ গু নে র | প র শ ম ণি"),
        ("ছোঁয়াও প্রাণে।", "ছোঁ য়াও | প্রা ণে।"),
        ("মঙ্গলালোকে", "মঙ্ গ লা লো কে"),
        ("ঊর্ধ্ব স্ত্রী ক্ষণিক", "ঊর্ ধ্ব | স্ত্রী | ক্ষ ণি ক"),
        ("দুঃখ বাংলা চাঁদ", "দুঃ খ | বাং লা | চাঁ দ"),
        ("হঠাৎ বিদ্যুৎ", "হ ঠাৎ | বি দ্যুৎ"),
        ("গান্‌ ভুল্‌বি কোন্", "গান্‌ | ভুল্‌ বি | কোন্"),
        ("স্‌টেশন", "স্‌টে শ ন"),
        ("র‍্যাব অ্যাপ", "র‍্যা ব | অ্যা প"),
        ("দহন-দানে", "দ হ ন- দা নে"),
        ("ঢ'লে ধরণী’পর", "ঢ' লে | ধ র ণী’ প র"),
        ("“তুমি” (আমি)", "“তু মি” | (আ মি)"),
    ],
)
def test_bengali_is_cut_akshara_by_akshara(line, expected):
    assert cut(line) == expected


@pytest.mark.parametrize(
    ("line", "joined", "apart"),
    [
        ("সেই কেউ ওই এই", "সেই | কেউ | ওই | এই", "সে ই | কে উ | ও ই | এ ই"),
        ("যাওয়া ধুইয়ে", "যাও য়া | ধুই য়ে", "যা ও য়া | ধু ই য়ে"),
        ("ভাইও তাইই", "ভাই ও | তাই ই", "ভা ই ও | তা ই ই"),
        ("দুঃইও ইউরোপ", "দুঃ ইও | ইউ রো প", "দুঃ ই ও | ই উ রো প"),
        ("ওরে উঠি", "ও রে | উ ঠি", "ও রে | উ ঠি"),
    ],
)
def test_a_glide_joins_the_vowel_before_it_unless_told_otherwise(line, joined, apart):
    assert cut(line) == joined
    assert cut(line, glides=False) == apart


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("দিনের পথ মন", "দি নের | পথ | মন"),
        ("দেহ প্রিয় হায়", "দে হ | প্রি য় | হায়"),
        ("ন ধরণী’পর অন্ত", "ন | ধ র ণী’ পর | অন্ ত"),
        ("কর্ম কোনদিন", "কর্ ম | কো ন দিন"),
    ],
)
def test_a_bare_consonant_at_the_end_closes_the_syllable_where_asked(line, expected):
    assert cut(line, closed=True) == expected


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("Beautiful morning, table!", "Beau ti ful | mor ning, | ta ble!"),
        ("hope loved times hundred wanted", "hope | loved | times | hun dred | wan ted"),
        ("the apple's queen, don't worry", "the | ap ple's | queen, | don't | wor ry"),
        ("rhythm nth brr yes", "rhythm | nth | brr | yes"),
        ("Āguner pôrôshmoṇi", "Ā gu ner | pô rôsh mo ṇi"),
        ("rock'n'roll well-known", "rock'n' roll | well- known"),
    ],
)
def test_english_is_cut_by_vowel_groups(line, expected):
    assert cut(line) == expected


def test_numbers_other_scripts_and_mixed_words_are_served():
    assert cut("২০২৪সালে 3rd") == "২০২৪ সা লে | 3rd"
    assert cut("Привет नमस्ते 你好") == "Привет | न म स्ते | 你 好"
    assert cut("বাংলাrock") == "বাং লা rock"


def test_a_letter_in_one_cluster_with_a_sign_is_not_lost():
    assert syllables(":\u09cdক") == [[":\u09cdক"]]
    assert syllables("(:\u09cdক গান") == [["(:\u09cdক"], ["গা", "ন"]]


def test_pieces_without_a_letter_or_number_are_not_sung():
    assert words("যাক গ্লানি , ঘুচে — ৹ ॥ …") == ["যাক", "গ্লানি", "ঘুচে"]
    assert syllables("— । ॥") == []


@given(texts, st.booleans(), st.booleans())
def test_joined_syllables_give_back_each_word(line, glides, closed):
    assert ["".join(word) for word in syllables(line, glides=glides, closed=closed)] == words(line)


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("সান্ত্বনা প্রার্থনা", "সান্ ত্ব না | প্রার্ থ না"),
        ("নন্দলোকে চন্দ্র উজ্জ্বল", "নন্ দ লো কে | চন্ দ্র | উজ্ জ্ব ল"),
        ("পূর্ণিমা বর্ষণ কার্য", "পূর্ ণি মা | বর্ ষ ণ | কার্ য"),
        ("পল্লব উদ্ভাসিত ভক্তি", "পল্ ল ব | উদ্ ভা সি ত | ভক্ তি"),
        ("লগ্ন জন্ম কম্বল আকাঙ্ক্ষা", "লগ্ ন | জন্ ম | কম্ ব ল | আ কাঙ্ ক্ষা"),
        # what print spells by sound stays whole, and so does the beginning of a word
        ("পুণ্য বজ্র আত্মা বিশ্ব অক্ষয়", "পু ণ্য | ব জ্র | আ ত্মা | বি শ্ব | অ ক্ষ য়"),
        ("চিহ্ন ব্রহ্ম অবিশ্রাম স্পন্দন", "চি হ্ন | ব্র হ্ম | অ বি শ্রা ম | স্পন্ দ ন"),
        # ং and ঃ close a syllable already
        ("সংস্থা দুঃস্থ", "সং স্থা | দুঃ স্থ"),
    ],
)
def test_a_conjunct_inside_a_word_is_taken_apart_where_print_does_it(line, expected):
    assert cut(line) == expected


@settings(deadline=None)
@given(texts, st.booleans(), st.booleans())
def test_a_grapheme_cluster_is_cut_only_behind_the_head_of_a_conjunct(line, glides, closed):
    for word in syllables(line, glides=glides, closed=closed):
        places, place = {0}, 0
        heads = set()
        for cluster in regex.findall(r"\X", "".join(word)):
            if head(cluster):
                heads.add(place + len(head(cluster)))
            place += len(cluster)
            places.add(place)
        cuts = list(accumulate(len(syllable) for syllable in word))
        assert set(cuts) <= places | heads


@settings(deadline=None)
@given(st.text(alphabet=BENGALI, max_size=8))
def test_the_head_of_a_conjunct_is_a_consonant_with_its_hasanta_and_leaves_a_consonant(text):
    found = head(text)
    assert text.startswith(found)
    if found:
        assert regex.fullmatch("[ক-হড়ঢ়য়]\u09bc?\u09cd", found)
        assert regex.match("[ক-হড়ঢ়য়]", text[len(found) :])
    assert not head(text[1:2] + "\u09be"), "a consonant with its vowel has none"


@given(texts)
def test_every_syllable_holds_something_to_sing(line):
    for word in syllables(line):
        assert all(regex.search(r"[\p{L}\p{N}\p{M}]", syllable) for syllable in word)
