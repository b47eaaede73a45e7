"""From a song to a tune: the prompt, the model's reply, the tune in it, and the song's syllables under its notes."""

import math
import threading
from dataclasses import dataclass, replace
from fractions import Fraction

from core.errors import UsageError
from core.formats.abc.reader import read_first
from core.formats.abc.reading.fields import parse_metre
from core.formats.abc.with_lyrics import with_lyrics, with_title
from core.formats.base import Tune
from core.llm import prompts
from core.llm.answer import Answer, find_tune
from core.llm.base import Backend, Options, Reply, Turn, Watch
from core.llm.grammar import PAPER_SCALE, gbnf, melody_form
from core.lyrics.align import FitReport, fit, has_lyrics
from core.lyrics.load import read as read_lyrics
from core.score.score import Score
from core.score.signatures import Metre, Tempo
from core.songs.song import Song, Take, fresh_id, now
from core.tradition.ragas import find_raga

FEWEST_BARS, MOST_BARS = 8, 32
NOTES_A_UNIT = 0.75
"""How many notes the grammar gets a model to write for each unit of a bar, about."""


@dataclass(frozen=True, slots=True)
class Composition:
    """What came of one request. `tune` is None where the reply holds none; `answer.reason` then says why.

    `abc` is the tune as the model wrote it, which the papers' metrics read; `sung` is the same with the song's
    syllables under it where the model wrote none; `score` is what `sung` says.
    """

    prompt: str
    options: Options
    reply: Reply
    answer: Answer
    abc: str = ""
    sung: str = ""
    score: Score | None = None
    fit: FitReport | None = None

    def take(self, song: Song, level: int | None, profile: str) -> Take:
        """Return the take that keeps all of it, without metrics."""
        kept = {
            name: getattr(self.options, name)
            for name in Options.__dataclass_fields__
            if name not in ("grammar", "seed")
        }
        return Take(
            id=fresh_id(),
            name=f"Take {len(song.takes) + 1}",
            created=now(),
            level=level,
            prompt=self.prompt,
            profile=profile,
            model=self.reply.model,
            options={**kept, "grammar": self.options.grammar is not None},
            seed=self.options.seed,
            reply=self.reply.text,
            tune=self.abc,
            finish=str(self.reply.finish),
            prompt_tokens=self.reply.prompt_tokens,
            reply_tokens=self.reply.reply_tokens,
            seconds=self.reply.seconds,
        )


def song_metre(song: Song) -> Metre:
    """Return the song's metre. Raises UsageError where it is no metre."""
    metre, problem = parse_metre(song.metre)
    if problem:
        # what follows the semicolon is what becomes of a tune that is read, not of one that is to be written
        raise UsageError(f"The song's {problem.partition(';')[0]}. Write it as 6/8, C or none.")
    return metre


def song_grammar(song: Song, bars: int | None = None, raga: str = "") -> str:
    """Return the grammar for a song: its metre and tempo, and the notes of a raga or the paper's ten.

    `bars` None takes as many as the lyrics need, in fours. Raises UsageError for an unknown raga, or a metre or
    number of bars that the grammar cannot hold.
    """
    notes = find_raga(raga).notes if raga.strip() else PAPER_SCALE
    tempo = Tempo(bpm=_fraction(song.tempo)) if song.tempo else None
    form = melody_form(song_metre(song), bars or FEWEST_BARS, notes, tempo)
    return gbnf(form if bars else replace(form, bars=bars_for(song.lyrics, form.units)))


def bars_for(lyrics: str, units: int) -> int:
    """Return how many bars of so many units give each syllable of the lyrics about one note, within limits."""
    if not lyrics.strip():
        return 2 * FEWEST_BARS
    wanted = read_lyrics(lyrics).syllable_count / (units * NOTES_A_UNIT)
    return max(FEWEST_BARS, min(MOST_BARS, 4 * math.ceil(wanted / 4)))


def _fraction(tempo: float) -> Fraction:
    return Fraction(str(tempo))


def compose(
    song: Song,
    prompt: str,
    backend: Backend,
    options: Options,
    *,
    watch: Watch | None = None,
    stop: threading.Event | None = None,
) -> Composition:
    """Ask a model for a melody and make of the reply what can be made.

    Raises what the backend raises. A reply without a tune is not an error here: `score` is None then.
    """
    reply = backend.generate((Turn("user", prompt),), options, watch=watch, stop=stop)
    answer = find_tune(reply.text, prompt)
    if answer.tune is None:
        return Composition(prompt, options, reply, answer)
    abc = answer.tune.text
    score, sung, report = sing(abc, song.lyrics, song.title)
    return Composition(prompt, options, reply, answer, abc, sung, score, report)


def sing(abc: str, lyrics: str, title: str = "") -> tuple[Score, str, FitReport | None]:
    """Put a song's title and syllables to a tune that lacks them; return score, text, and what became of the words.

    The score is what the text says, places included; only `fitted_lyrics` tells whose syllables they are.
    """
    tune: Tune = read_first(abc)
    fits = bool(lyrics.strip()) and not has_lyrics(tune.score)
    score, report = fit(tune.score, lyrics) if fits else (tune.score, None)
    text = with_lyrics(abc, score) if fits else abc
    if title.strip() and not score.title:
        text = with_title(text, title)
    if text == abc:
        return score, abc, report
    return replace(read_first(text).score, fitted_lyrics=score.fitted_lyrics), text, report


def prompt_for(song: Song, level: int | None, own: str | None = None) -> str:
    """Return the very text that is sent: a level of the paper's, or the user's own template."""
    if own is not None:
        return prompts.fill(own, song)
    if level is None:
        raise UsageError("Choose a prompt level, 1 to 5, or give a template.")
    return prompts.build(level, song)
