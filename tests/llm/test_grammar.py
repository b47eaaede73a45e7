"""The grammar: whatever it allows is a playable tune. Tunes are drawn from it by chance, and by the real small model."""

import random
import re
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.errors import UsageError
from core.formats.abc.reader import read_first
from core.formats.abc.reading.fields import parse_metre
from core.llm.grammar import PAPER_SCALE, gbnf, melody_form
from core.metrics.base import Tune
from core.metrics.scale_adherence import ALLOWED
from core.score.check import bars_right
from core.score.timeline import timeline
from core.tradition.ragas import SWARAS, find_raga, ragas
from core.workers.grammar_alphabet import alphabet

TOKEN = re.compile(r'"((?:[^"\\]|\\.)*)"|\[([^\]]+)\]|([a-z][a-z0-9-]*)|([()|])')


class Walker:
    """Draws texts from a GBNF of literals, classes, rules and groups."""

    def __init__(self, text, seed):
        self.rules = dict(line.split(" ::= ", 1) for line in text.strip().split("\n"))
        self.dice = random.Random(seed)
        self.parsed = {}

    def draw(self):
        out, stack = [], [("rule", "root")]
        while stack:
            kind, value = stack.pop()
            if kind == "text":
                out.append(value)
            elif kind == "class":
                out.append(self.dice.choice(value))
            elif kind == "rule":
                stack.append(("choice", self.parse(value)))
            else:
                stack.extend(reversed(self.dice.choice(value)))
        return "".join(out)

    def parse(self, name):
        if name not in self.parsed:
            tokens = list(TOKEN.finditer(self.rules[name]))
            self.parsed[name], place = self.alternatives(tokens, 0)
            assert place == len(tokens)
        return self.parsed[name]

    def alternatives(self, tokens, place):
        found = [[]]
        while place < len(tokens):
            literal, letters, rule, sign = tokens[place].groups()
            place += 1
            if sign == "|":
                found.append([])
            elif sign == "(":
                group, place = self.alternatives(tokens, place)
                found[-1].append(("choice", group))
            elif sign == ")":
                return found, place
            elif literal is not None:
                found[-1].append(("text", literal.replace("\\n", "\n")))
            else:
                found[-1].append(("class", letters) if letters else ("rule", rule))
        return found, place


metres = st.sampled_from(
    ["2/4", "3/4", "4/4", "6/8", "5/4", "7/8", "9/8", "12/8", "3/8", "C", "C|", "none", "3/16", "2+3+2/8"]
)
scales = st.one_of(st.just(PAPER_SCALE), st.sampled_from(ragas()).map(lambda raga: raga.notes))


@settings(max_examples=200, deadline=None)
@given(metres, st.integers(1, 20), scales, st.integers(0, 10**6))
def test_every_text_of_the_grammar_is_a_right_tune(metre, bars, notes, seed):
    form = melody_form(parse_metre(metre)[0], bars, notes)
    text = Walker(gbnf(form), seed).draw()
    tune = read_first(text)
    assert [row for row in tune.diagnostics if row.severity != "info"] == []
    assert bars_right(tune.score) == (bars, bars)
    line = timeline(tune.score).notes
    heard = [moment.midi for moment in line]
    assert all(abs(a - b) <= 12 for a, b in pairwise(heard))
    assert heard[-1] % 12 == 0
    wanted = {(SWARAS[letter][0], SWARAS[letter][1]) for letter in ("S", *notes)}
    assert {(moment.pitch.step, moment.pitch.alter) for moment in line} <= wanted
    assert alphabet(gbnf(form)) >= set(text)


def test_the_papers_scale_adheres():
    text = Walker(gbnf(melody_form(parse_metre("4/4")[0], 20)), 1).draw()
    assert set(Tune(text).pitches) <= ALLOWED


def test_the_grammar_stays_small_for_one_bar():
    assert len(gbnf(melody_form(parse_metre("4/4")[0], 1))) < 6_000


@pytest.mark.parametrize(("metre", "bars"), [("4/4", 0), ("4/4", 65), ("128/4", 4)])
def test_what_it_cannot_hold_is_said(metre, bars):
    with pytest.raises(UsageError):
        melody_form(parse_metre(metre)[0], bars)


def test_an_unknown_raga_names_near_ones():
    with pytest.raises(UsageError, match="Yaman"):
        find_raga("Yamann")
    with pytest.raises(UsageError, match=r"Leave it out, or name one of the .* Bhairavi"):
        find_raga("xyzzy")
    assert find_raga("ইমন") == find_raga("yaman")
    assert find_raga("গৌড় সারং") == find_raga("গৌড\u09bc সারং")


@pytest.mark.parametrize(
    ("text", "signs"),
    [
        ('root ::= "a\\n" [b-d] x # e\nx ::= "f\\"" ', 'a\nbcdf"'),
        ("root ::= [^a]", None),
        ("root ::= .", None),
        ('root ::= "\\x41"', None),
        ("root ::= [a\\-z]", "a-z"),
    ],
)
def test_the_alphabet_of_a_grammar(text, signs):
    assert alphabet(text) == (None if signs is None else frozenset(signs))
