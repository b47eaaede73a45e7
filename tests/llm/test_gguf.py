"""The real small model in its real process: replies, options, grammar, context, failures to load."""

import math
from collections import Counter
from dataclasses import replace

import pytest

from core.errors import MissingPackage, ModelError
from core.llm import gguf as gguf_module
from core.llm.base import PAPER, Finish, Turn
from core.llm.gguf import Gguf
from core.workers.llama_model import CHUNK, split

LYRICS = "আমার সোনার বাংলা, আমি তোমায় ভালোবাসি। চিরদিন তোমার আকাশ, তোমার বাতাস, আমার প্রাণে বাজায় বাঁশি॥ "
ASK = (Turn("system", "You are a composer."), Turn("user", "Write a short melody in ABC notation."))
SHORT = replace(PAPER, max_tokens=12)


def test_a_reply_streams_and_tells_what_it_took(small_model):
    heard = []
    reply = small_model.generate(ASK, SHORT, watch=heard.append)
    assert reply.finish in (Finish.STOP, Finish.LENGTH)
    assert "".join(progress.text for progress in heard) == reply.text != ""
    assert reply.prompt_tokens == small_model.count_tokens(ASK)[0]
    assert heard[-1].tokens == reply.reply_tokens == SHORT.max_tokens
    assert all(progress.prompt_total == reply.prompt_tokens for progress in heard)
    assert 0 < reply.first_token_seconds <= reply.seconds
    assert reply.model.startswith("Smollm2")
    assert reply.details["seed"] == 492
    assert reply.details["chat_template"]
    assert reply.details["quantisation"] == "Q4_1"


def test_reading_a_long_prompt_is_reported_as_it_goes(small_model):
    heard = []
    small_model.generate((Turn("user", LYRICS * 2),), replace(PAPER, max_tokens=1), watch=heard.append)
    done = [progress.prompt_done for progress in heard if not progress.text]
    total = heard[0].prompt_total
    assert total > 2 * CHUNK
    assert done == sorted(done)
    assert done[-1] == total
    assert len([count for count in done if 0 < count < total]) >= total // CHUNK


def test_a_seed_gives_the_same_reply_whether_the_prompt_was_known_or_not(small_model, small_gguf):
    turns = (Turn("user", LYRICS[:60]),)
    first = small_model.generate(turns, SHORT)
    assert first.prompt_tokens > CHUNK
    again = small_model.generate(turns, SHORT)
    assert again.details["prompt_reused"] == again.prompt_tokens - 1
    small_model.generate(ASK, SHORT)
    later = small_model.generate(turns, SHORT)
    other = small_model.generate(turns, replace(SHORT, seed=7))
    assert first.text == again.text == later.text
    assert other.text != first.text
    fresh = Gguf(small_gguf)
    try:
        assert fresh.generate(turns, SHORT).text == first.text
    finally:
        fresh.close()


def test_without_a_seed_replies_differ_and_the_seed_is_told(small_model):
    free = replace(SHORT, seed=None)
    one, two = small_model.generate(ASK, free), small_model.generate(ASK, free)
    assert one.text != two.text
    assert small_model.generate(ASK, replace(SHORT, seed=one.details["seed"])).text == one.text


def test_prompts_are_cut_into_the_same_chunks_each_time():
    assert split(list(range(1))) == [(0,)]
    assert [len(chunk) for chunk in split(list(range(CHUNK + 1)))] == [CHUNK, 1]
    assert [len(chunk) for chunk in split(list(range(2 * CHUNK)))] == [CHUNK, CHUNK - 1, 1]
    assert sum(split(list(range(300))), ()) == tuple(range(300))


@pytest.mark.parametrize(
    "change",
    [
        {"temperature": 0.0},
        {"top_k": 1},
        {"top_p": 0.01},
        {"min_p": 1.0},
    ],
)
def test_each_way_to_the_likeliest_token_gives_the_same_text(small_model, change):
    likeliest = small_model.generate(ASK, replace(SHORT, temperature=0.0)).text
    assert small_model.generate(ASK, replace(SHORT, **change, seed=3)).text == likeliest


def test_penalties_change_the_likeliest_text(small_model):
    greedy = replace(PAPER, temperature=0.0, max_tokens=24)
    plain = small_model.generate(ASK, greedy).text
    for change in ({"repeat_penalty": 1.8}, {"frequency_penalty": 2.0}, {"presence_penalty": 2.0}):
        assert small_model.generate(ASK, replace(greedy, **change)).text != plain


def test_bengali_letters_split_over_tokens_come_whole(small_model):
    letters = 'root ::= "গান: " [অ-হ]{12} [া-ৌ] "॥"'
    heard = []
    reply = small_model.generate(ASK, replace(PAPER, grammar=letters, max_tokens=200), watch=heard.append)
    assert reply.finish is Finish.STOP
    assert reply.text.startswith("গান: ")
    assert reply.text.endswith("॥")
    assert reply.reply_tokens > len(reply.text)
    assert "\ufffd" not in "".join(progress.text for progress in heard)
    # Cut in the middle of a letter, the reply ends with the last whole one.
    for most in range(2, 12):
        cut = small_model.generate(ASK, replace(PAPER, grammar=letters, max_tokens=most))
        assert reply.text.startswith(cut.text)
        assert "\ufffd" not in cut.text


def test_a_grammar_is_kept_and_its_end_ends_the_reply(small_model):
    for seed in range(5):
        reply = small_model.generate(ASK, replace(PAPER, grammar='root ::= ([A-G] [2-4]? " "){8} "|]"', seed=seed))
        assert reply.finish is Finish.STOP
        notes = reply.text.removesuffix("|]").split()
        assert len(notes) == 8
        assert all(note[0] in "ABCDEFG" and note[1:] in ("", "2", "3", "4") for note in notes)


@pytest.mark.parametrize("letters", ["A-G", "A-Gক"], ids=["part of the vocabulary", "all of it"])
def test_a_grammar_leaves_the_model_s_own_odds_among_what_it_allows(small_model, small_gguf, letters):
    import numpy as np
    from llama_cpp import Llama, llama_get_logits

    bare = Llama(str(small_gguf), n_ctx=512, verbose=False, flash_attn=True)
    bare.eval(bare.tokenize(small_model.prompt(ASK).encode(), add_bos=False, special=True))
    logits = np.ctypeslib.as_array(llama_get_logits(bare.ctx), shape=(bare.n_vocab(),))
    weights = {letter: math.exp(logits[bare.tokenize(letter.encode(), add_bos=False)[0]]) for letter in "ABCDEFG"}
    bare.close()
    options = replace(PAPER, grammar=f"root ::= [{letters}]", max_tokens=1)
    draws = [small_model.generate(ASK, replace(options, seed=seed)).text for seed in range(100)]
    drawn = Counter(letter for letter in draws if letter)
    for letter, weight in weights.items():
        assert drawn[letter] / drawn.total() == pytest.approx(weight / sum(weights.values()), abs=0.15)


def test_a_broken_grammar_is_named_and_the_model_stays_usable(small_model):
    with pytest.raises(ModelError, match=r"grammar cannot be read.*expecting"):
        small_model.generate(ASK, replace(SHORT, grammar="root ::= ("))
    with pytest.raises(ModelError, match=r"grammar cannot be read.*root"):
        small_model.generate(ASK, replace(SHORT, grammar='tune ::= "a"'))
    assert small_model.generate(ASK, SHORT).text


def test_a_prompt_longer_than_the_context_is_refused_before_it_is_read(small_gguf):
    small = Gguf(small_gguf, context=256)
    heard = []
    try:
        with pytest.raises(ModelError, match=r"prompt is [\d,]+ tokens long.*context holds 256"):
            small.generate((Turn("user", LYRICS * 4),), SHORT, watch=heard.append)
        assert heard == []
        turns = (Turn("user", "sa re ga ma " * 44),)
        reply = small.generate(turns, replace(PAPER, temperature=0.0, grammar='root ::= "a"+'))
        assert reply.finish is Finish.LENGTH
        assert reply.prompt_tokens + reply.reply_tokens == 256
        assert reply.details["max_tokens"] == 256 - reply.prompt_tokens
        assert reply.details["max_tokens_asked"] == 4096
    finally:
        small.close()


def test_an_unknown_architecture_is_named_with_what_to_do(tmp_path, small_gguf):
    whole = small_gguf.read_bytes()
    path = tmp_path / "strange.gguf"
    path.write_bytes(whole.replace(b"llama", b"xlama", 1))
    strange = Gguf(path)
    with pytest.raises(ModelError) as caught:
        strange.load()
    strange.close()
    assert "strange.gguf holds the architecture 'xlama'" in str(caught.value)
    assert "Update llama-cpp-python, or choose another file" in str(caught.value)


def test_llama_cpp_s_own_reason_is_told_where_the_weights_are_wrong(tmp_path, small_gguf):
    path = tmp_path / "damaged.gguf"
    path.write_bytes(small_gguf.read_bytes().replace(b"blk.7.attn_q.weight", b"blk.7.attn_x.weight", 1))
    damaged = Gguf(path)
    with pytest.raises(ModelError, match=r"could not load damaged.gguf: .*attn_q"):
        damaged.load()
    damaged.close()


def test_what_the_check_refuses_is_never_loaded(tmp_path):
    path = tmp_path / "page.gguf"
    path.write_bytes(b"<html>")
    page = Gguf(path)
    with pytest.raises(ModelError, match="web page"):
        page.generate(ASK, SHORT)
    assert page.pid is None


def test_a_file_that_changed_is_checked_again(tmp_path, small_gguf):
    path = tmp_path / "changing.gguf"
    path.write_bytes(b"")
    changing = Gguf(path)
    with pytest.raises(ModelError, match="0 bytes"):
        changing.info()
    path.write_bytes(small_gguf.read_bytes())
    assert changing.info().architecture == "llama"
    path.unlink()
    with pytest.raises(ModelError, match="no file"):
        changing.info()


def test_without_llama_cpp_the_install_line_is_told(small_gguf, monkeypatch):
    monkeypatch.setattr(gguf_module, "find_spec", lambda name: None)
    with pytest.raises(MissingPackage, match=r"swaralipi-studio\[gguf\]"):
        Gguf(small_gguf).generate(ASK, SHORT)


def test_a_system_turn_reaches_a_model_whose_template_knows_none():
    from core.workers.llama_model import _without_system

    assert _without_system([("system", "S"), ("user", "U"), ("assistant", "A")]) == [
        ("user", "S\n\nU"),
        ("assistant", "A"),
    ]
