"""Broken tunes as models write them: what is found, and the text that plays what was meant.

A case is a name, the broken text, the codes that are found in it, and what it should say. The head is put before both
where a text begins with music.
"""

HEAD = "X:1\nM:4/4\nL:1/4\nK:C\n"

CASES = (
    # bars
    ("bar short at the end of a phrase", "C D E F | G A B |\nc4 |]", {"bar-short"}, "C D E F | G A B2 |\nc4 |]"),
    ("bar short by more than its last note", "C D E F | G2 A/ |\nc4 |]", {"bar-short"}, "C D E F | G2 A/ z3/2 |\nc4 |]"),
    ("bar short with a rest at its end", "C D E F | G A z |\nc4 |]", {"bar-short"}, "C D E F | G A z2 |\nc4 |]"),
    ("bar long by half its last note", "C D E F | G A B2 c |\nc4 |]", {"bar-long"}, "C D E F | G A B c |\nc4 |]"),
    ("last note of a bar too long", "C D E F | G A B c2 |\nc4 |]", {"bar-long"}, "C D E F | G A B c |\nc4 |]"),
    ("a note too many", "C D E F | C D E F G |\nc4 |]", {"bar-long"}, "C D E F | C D E F/ G/ |\nc4 |]"),
    ("bar line a note late", "C D E F G | A B c | c4 |]", {"bar-long"}, "C D E F | G A B c | c4 |]"),
    ("bar line a note early", "C D E F | C D E | F G A B c | c4 |]", {"bar-short", "bar-long"},
     "C D E F | C D E F | G A B c | c4 |]"),
    ("bar line forgotten", "C D E F G A B c | c4 |]", {"bar-long"}, "C D E F | G A B c | c4 |]"),
    ("two bar lines forgotten", "C D E F G A B c c B A G | c4 |]", {"bar-long"}, "C D E F | G A B c | c B A G | c4 |]"),
    ("every bar of another metre", "X:1\nM:4/4\nL:1/4\nK:C\nC D E | F G A | B c d | c3 |]", {"bar-short"},
     "X:1\nM:3/4\nL:1/4\nK:C\nC D E | F G A | B c d | c3 |]"),
    ("flats as letters", "F A Bb c | G Eb Ab2 | c4 |]", {"bar-long"}, "F A _B c | G _E _A2 | c4 |]"),
    ("bar line in the middle of a bar", "C D E F | G A | B c | c4 |]", {"bar-short"}, "C D E F | G A B c | c4 |]"),
    ("lines that end without a bar line", "C D E F\nG A B c\nc4 |]", {"bar-line"}, "C D E F |\nG A B c |\nc4 |]"),
    ("dadra in four", "X:1\nR:Dadra\nM:4/4\nL:1/8\nK:C\nC2 D2 E2 | F2 G2 A2 | c6 |]", {"tala-metre", "bar-short"},
     "X:1\nR:Dadra\nM:6/8\nL:1/8\nK:C\nC2 D2 E2 | F2 G2 A2 | c6 |]"),
    # signs that open and never close
    ("chord without its end", "[CEG c c2 | c4 |]", {"chord-open"}, "[CEG] c c2 | c4 |]"),
    ("chord without its end, with a length", "c4 | [CEG2 c2 | c4 |]", {"chord-open", "bar-short"}, "c4 | [CEG]2 c2 | c4 |]"),
    ("chord without its beginning", "CEG] c c2 | c4 |]", {"bracket", "bar-long"}, "[CEG] c c2 | c4 |]"),
    ("chord closed twice", "[CEG]] c c2 | c4 |]", {"bracket"}, "[CEG] c c2 | c4 |]"),
    ("chord in a chord", "[C[EG] c c2 | c4 |]", {"chord-nested"}, "[CEG] c c2 | c4 |]"),
    ("chord between plus signs", "+CEG+ c c2 | c4 |]", {"chord-old"}, "[CEG] c c2 | c4 |]"),
    ("grace notes without their end", "{de C D E F | c4 |]", {"grace-open"}, "{de} C D E F | c4 |]"),
    ("end of grace notes alone", "C D } E F | c4 |]", {"grace-close"}, "C D E F | c4 |]"),
    ("chord symbol without its end", '"Am C D E F | c4 |]', {"unknown-sign", "bar-long"}, '"Am" C D E F | c4 |]'),
    ("seventh chord without its end", '"G7C D E F | c4 |]', {"unknown-sign", "bar-long"}, '"G7"C D E F | c4 |]'),
    ("chord symbol without its end before another", '"Am C D E F | "G7" G4 | c4 |]', {"unknown-sign"},
     '"Am" C D E F | "G7" G4 | c4 |]'),
    ("decoration without its end", "C D !trill E F | c4 |]", {"unknown-sign"}, "C D !trill! E F | c4 |]"),
    ("slur without its end", "(C D E F | G A B c | c4 |]", {"slur-open"}, "C D E F | G A B c | c4 |]"),
    ("end of a slur alone", "C D E F) | G A B c | c4 |]", {"slur-close"}, "C D E F | G A B c | c4 |]"),
    # notes and lengths
    ("length apart from its note", "C 2 D E | c4 |]", {"unknown-sign"}, "C2 D E | c4 |]"),
    ("each length apart from its note", "C 2 D 2 | E 4 | c4 |]", {"unknown-sign"}, "C2 D2 | E4 | c4 |]"),
    ("length with a point", "C1.5 D0.5 E2 | z.5 [CE]1.5 c2 | c4 |]", {"length-decimal"},
     "C3/2 D/2 E2 | z/2 [CE]3/2 c2 | c4 |]"),
    ("endings without their bracket", "|: C D E F | 1 G4 :| 2 c4 |]", {"unknown-sign"}, "|: C D E F | [1 G4 :| [2 c4 |]"),
    ("repeat signs with a blank inside", "| : C D E F : | G4 | c4 |]", {"unknown-sign"}, "|: C D E F :| G4 | c4 |]"),
    ("length of nothing", "C0 D E F | c4 |]", {"length"}, "C D E F | c4 |]"),
    ("sharp behind its note", "C# D E F | c4 |]", {"accidental-after"}, "^C D E F | c4 |]"),
    ("double sharp behind its note", "C## D E F | c4 |]", {"accidental-after"}, "^^C D E F | c4 |]"),
    ("natural behind its note", "[K:G] F♮ G A B | c4 |]", {"accidental-after"}, "[K:G] =F G A B | c4 |]"),
    ("number signs before their notes", "#C D#E F | c4 |]", {"accidental-sign", "accidental-between"}, "^C D^E F | c4 |]"),
    ("number signs on both sides", "#C D# E#F | c4 |]", {"accidental-sign", "accidental-after"}, "^C ^D ^EF | c4 |]"),
    ("sharp apart from its note", "^ C D E F | c4 |]", {"unknown-sign"}, "^C D E F | c4 |]"),
    ("letters that are no notes", "C D j E F | c4 |]", {"unknown-sign"}, "C D E F | c4 |]"),
    ("broken rhythm into the bar line", "C D E F> | c4 |]", {"broken"}, "C D E F | c4 |]"),
    ("triplet of two notes", "C D (3EF | c4 |]", {"tuplet-short"}, "C D EF | c4 |]"),
    ("rest in a chord", "[CzE] D E F | c4 |]", {"rest-inside"}, "[CE] D E F | c4 |]"),
    # ties and slurs
    ("tie to another pitch", "C-D E F | c4 |]", {"tie-pitch"}, "(CD) E F | c4 |]"),
    ("ties to one pitch after another", "C-D-E-F | c4 |]", {"tie-pitch"}, "(C D E F) | c4 |]"),
    ("dashes that hold notes", "C - D - | E - - - | F - - G | c4 |]", {"tie-pitch"}, "C2 D2 | E4 | F3 G | c4 |]"),
    ("tie into a rest", "C D E F- | z4 | c4 |]", {"tie-rest"}, "C D E F | z4 | c4 |]"),
    ("tie at the end", "C D E F | c4- |]", {"tie-end"}, "C D E F | c4 |]"),
    ("slur for a tie in a song", "(C C) D E | c4 |]\nw: আ _ মার সো-নার", {"slur-same"}, "C- C D E | c4 |]\nw: আ _ মার সো-নার"),
    # headers
    ("no header at all", "C D E F | G A B c | c4 |]\n", {"missing-X", "missing-K", "missing-M"},
     "X:1\nM:2/4\nL:1/8\nK:C\nC D E F | G A B c | c4 |]\n"),
    ("no key", "X:1\nM:3/4\nL:1/4\nC D E | F G A |]", {"missing-K"}, "X:1\nM:3/4\nL:1/4\nK:C\nC D E | F G A |]"),
    ("no metre", "X:1\nL:1/4\nK:C\nC D E | F G A | c3 |]", {"missing-M"}, "X:1\nM:3/4\nL:1/4\nK:C\nC D E | F G A | c3 |]"),
    ("key named after a thaat", "X:1\nM:4/4\nL:1/4\nK:C Bhairavi\nC _D _E F | c4 |]", {"field-K"},
     "X:1\nM:4/4\nL:1/4\nK:Cphr\nC _D _E F | c4 |]"),
    ("key in words", "X:1\nM:4/4\nL:1/4\nK:A flat major\nA B c d | A4 |]", {"field-K"},
     "X:1\nM:4/4\nL:1/4\nK:Ab\nA B c d | A4 |]"),
    ("key said twice", "X:1\nM:4/4\nL:1/4\nK:Am (A minor) clef=bass\nA B c d | A4 |]", {"field-K"},
     "X:1\nM:4/4\nL:1/4\nK:Am clef=bass\nA B c d | A4 |]"),
    ("thaat on another tonic", "X:1\nM:4/4\nL:1/4\nK:D Kafi\nD E F G | A4 |]", {"field-K"},
     "X:1\nM:4/4\nL:1/4\nK:Ddor\nD E F G | A4 |]"),
    ("unit length as a number", "X:1\nM:4/4\nL:8\nK:C\nCDEF GABc | c8 |]", {"field-L"},
     "X:1\nM:4/4\nL:1/8\nK:C\nCDEF GABc | c8 |]"),
    ("metre with its tala", "X:1\nM:Dadra (6/8)\nL:1/8\nK:C\nC2 D2 E2 | c6 |]", {"field-M"},
     "X:1\nM:6/8\nL:1/8\nK:C\nC2 D2 E2 | c6 |]"),
    ("key in swara", "X:1\nM:4/4\nL:1/4\nK:সা\nC D E F | c4 |]", {"field-K"}, "X:1\nM:4/4\nL:1/4\nK:C\nC D E F | c4 |]"),
    ("metre named after a tala", "X:1\nM:দাদরা\nL:1/8\nK:C\nC2 D2 E2 | c6 |]", {"field-M"},
     "X:1\nM:6/8\nL:1/8\nK:C\nC2 D2 E2 | c6 |]"),
    ("metre without its stroke", "X:1\nM:3 by 4\nL:1/4\nK:C\nC D E | c3 |]", {"field-M"}, "X:1\nM:3/4\nL:1/4\nK:C\nC D E | c3 |]"),
    ("tempo in words", "X:1\nM:4/4\nL:1/4\nQ:ধীরে\nK:C\nC D E F | c4 |]", {"field-Q"},
     'X:1\nM:4/4\nL:1/4\nQ:"ধীরে"\nK:C\nC D E F | c4 |]'),
    # lines that are not music
    ("talk inside the tune", "C D E F |\nThis phrase rises to the fourth and waits.\nc4 |]", {"prose"},
     "C D E F |\n% This phrase rises to the fourth and waits.\nc4 |]"),
    ("marks of a code block", "```abc\nX:1\nM:4/4\nL:1/4\nK:C\nC D E F | c4 |]\n```\n", set(),
     "X:1\nM:4/4\nL:1/4\nK:C\nC D E F | c4 |]\n"),
    ("a word after a code block", "```abc\nX:1\nM:4/4\nL:1/4\nK:C\nC D E F | c4 |]\n```\nEnjoy!\n", set(),
     "X:1\nM:4/4\nL:1/4\nK:C\nC D E F | c4 |]\n"),
    ("line ends spelled out", "X:1\\nM:4/4\\nL:1/4\\nK:C\\nC D E F | c4 |]", set(), "X:1\nM:4/4\nL:1/4\nK:C\nC D E F | c4 |]\n"),
    ("empty line inside", "C D E F |\n\nG A B c | c4 |]", {"empty-line"}, "C D E F |\n%\nG A B c | c4 |]"),
    # words
    ("lyrics without w:", "C D E F |\nআমার সোনার বাংলা\nc4 |]", {"prose"}, "C D E F |\nw: আমার সোনার বাংলা\nc4 |]"),
    ("words over their notes", "w: আ-মার সো-নার\nC D E F |\nw: বাং-লা আ-মি\nG A B c |]", {"words-first"},
     "C D E F |\nw: আ-মার সো-নার\nG A B c |]\nw: বাং-লা আ-মি"),
    ("hyphens apart from their syllables", "C D E F |\nw: আ - মার সো - নার\nc4 |]", {"syllables-left"},
     "C D E F |\nw: আ-মার সো-নার\nc4 |]"),
    ("a syllable too many", "C D E F |\nw: আ-মা-র সো-নার\nc4 |]", {"syllables-left"}, "C D E F |\nw: আ-মা-র সোনার\nc4 |]"),
    ("words too many", "C D E F |\nw: তুমি রবে নীরবে হৃদয়ে মম\nc4 |]", {"syllables-left"},
     "C D E F |\nw: তুমি রবে নীরবে হৃদয়ে~মম\nc4 |]"),
    # a model that repeats itself
    ("the same bar again and again", "C D E F | " * 12 + "c4 |]", {"loop"}, "C D E F | C D E F | c4 |]"),
    ("the same line to the end", "G A B c | B A G F |\n" + "C D E F | C4 |\n" * 9, {"loop"},
     "G A B c | B A G F |\n" + "C D E F | C4 |\n" * 2),
    ("the same line with its words", "G A B c |\nw: আ-মা-র সো\n" + "C D E F | C4 |\nw: বাং-লা তো-মা য়\n" * 6, {"loop"},
     "G A B c |\nw: আ-মা-র সো\n" + "C D E F | C4 |\nw: বাং-লা তো-মা য়\n" * 2),
    # voices
    ("a voice that stops early", "V:1\nC4 | D4 | c4 |]\nV:2\nE4 |\n", {"voice-short"}, "V:1\nC4 | D4 | c4 |]\nV:2\nE4 | Z2 |\n"),
    # several at once
    ("many slips in one tune", "T:গান\nM:3/4\nL:1/4\nC D E | F-G A | B c\nw: এ-ক দু-ই তি-ন চা-র পাঁচ ছয়\n[CE c2 |]",
     {"missing-X", "missing-K", "tie-pitch", "chord-open"}, None),
)  # fmt: skip


def whole(text):
    """Return a case's text with the head, where it begins with music."""
    return HEAD + text if text[:2] not in ("X:", "T:", "``") and not text.endswith("c4 |]\n") else text
