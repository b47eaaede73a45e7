"""The words by which replies declare, join, reject and withdraw an answer, in English and Bengali."""

from core.llm.letter.tokens import normal

LATIN = {"a": "A", "b": "B", "c": "C", "d": "D"}
BENGALI = {"ক": "A", "খ": "B", "গ": "C", "ঘ": "D"}
SPELT = {"বি": "B", "সি": "C", "ডি": "D"}
"""Names of the Latin letters in Bengali; that of A is also the word "this" and not read."""

STRONG = normal(
    "answer", "answers", "ans", "উত্তর", "উত্তরটি", "উত্তরটা", "উত্তরটিই", "উত্তরই", "উঃ", "জবাব", "boxed", "fbox",
)  # fmt: skip
"""A letter after one of these is a declaration."""
FORMS = normal("boxed", "fbox")
SOFT = normal(
    "option", "choice", "letter", "pick", "selection", "guess", "selected", "verdict", "conclusion", "solution",
    "result", "response", "correct", "final", "বিকল্প", "বিকল্পটি", "অপশন", "অপশনটি", "পছন্দ", "সমাধান", "সঠিক",
)  # fmt: skip
"""These declare only where a colon or a verb leads to the letter."""
ACTS = normal("choose", "chose", "pick", "picked", "select", "selecting", "choosing", "picking")
LEADS = {"with": normal("go", "going", "went", "stick"), "for": normal("opt", "opting", "vote"), "on": normal("settle")}
"""`go with C`: the second word declares where the first stands before it."""
CONCLUDE = normal(
    "so", "therefore", "thus", "hence", "leaves", "leaving", "ergo", "it's", "its", "it", "think", "believe", "guess",
    "say", "probably", "likely", "অতএব", "সুতরাং", "তাই", "কাজেই", "তাহলে", "হয়", "সম্ভবত",
)  # fmt: skip
"""A letter that closes the sentence after one of these is a conclusion, weaker than a declaration."""

LINKS = normal(
    "is", "was", "be", "as", "equals", "being", "হলো", "হল", "হচ্ছে", "হবে", "হয়", "হইল", "হইবে", "হিসেবে",
)  # fmt: skip
LINK_SIGNS = frozenset(":=→⇒➡")
FILLERS = LINKS | normal(
    "would", "should", "will", "must", "to", "this", "the", "that", "which", "question", "above", "option", "choice",
    "letter", "therefore", "thus", "hence", "so", "then", "indeed", "clearly", "definitely", "certainly", "most",
    "likely", "probably", "simply", "only", "final", "correct", "right", "best", "here", "given", "following", "i",
    "choose", "think", "believe", "text", "textbf", "textit", "textrm", "mathrm", "mathbf", "mathit", "mathsf", "rm",
    "bf", "it", "number", "no", "json", "your", "my", "answer", "out", "of", "four", "options", "these", "among",
    "টি", "টা", "টিই", "বিকল্প", "বিকল্পটি", "বিকল্পের", "অপশন", "নম্বর", "নং", "অক্ষর", "সঠিক", "সম্ভবত",
    "অবশ্যই", "তাহলে", "এই", "প্রশ্নের", "প্রশ্নটির", "আমার", "মতে", "একমাত্র", "উত্তর", "হলে", "চূড়ান্ত",
)  # fmt: skip
"""What may stand between a declaring word and its letter."""
WRAPPERS = normal(
    "option", "choice", "letter", "boxed", "fbox", "text", "textbf", "textit", "textrm", "mathrm", "mathbf", "mathit",
    "mathsf", "rm", "bf", "json", "plaintext", "markdown", "latex", "বিকল্প", "অপশন", "নম্বর", "নং", "টি",
)  # fmt: skip
"""Words that may stand around the one letter of a reply that is nothing else."""

REASONS = normal("because", "since", "কারণ", "যেহেতু", "কেননা")
JOINS = normal("or", "and", "&", "/", "ও", "এবং", "বা", "অথবা", "কিংবা", "আর", "-", "–", "+", "nor", "either", "both")
CLOSERS = frozenset(")]}>\"'`*$_»”’」】⟩\\")
OPENERS = frozenset("([{<\"'`*$_«“‘「【⟨\\")
ENDS = frozenset(".!?;।॥\n")
BREAKS = frozenset(",|-–—(")

TICKS = frozenset("✅✓✔☑")
CROSSES = frozenset("❌✗✘✖")
VERDICTS = TICKS | normal("correct", "right", "true", "সঠিক", "ঠিক", "সত্য")
"""What says alone in a table's cell or after a colon that an option is right."""
RIGHT = TICKS | normal(
    "correct", "answer", "right", "best", "true", "সঠিক", "ঠিক", "সত্য", "শুদ্ধ", "বেছে", "নির্বাচন", "বাছাই",
)  # fmt: skip
"""`Option D is correct`."""
LOOSE = normal("right", "best", "true", "ঠিক", "সত্য")
"""Of these, words that say it only where nothing else follows: `C is right after B` says nothing."""
AFTER_LOOSE = normal("answer", "option", "choice", "one", "match", "fit", "because", "as", "since", "উত্তর", "বিকল্প")
BEFORE_RIGHT = LINKS | normal(
    "the", "a", "most", "clearly", "definitely", "certainly", "only", "seems", "looks", "would", "single", "one",
    "ই", "টি", "টা", "টিই", "নম্বর", "নং", "বিকল্প", "বিকল্পটি", "বিকল্পটিই", "অপশন", "অপশনটি", "অপশনটিই", "উত্তরটি",
    "একমাত্র", "সবচেয়ে", "হলো",
)  # fmt: skip
NO_VERDICTS = CROSSES | normal("wrong", "incorrect", "false", "eliminated", "excluded", "ভুল", "অশুদ্ধ")
WRONG = CROSSES | normal(
    "wrong", "incorrect", "not", "false", "eliminated", "excluded", "isn't", "wasn't", "cannot", "can't", "নয়", "না",
    "নহে", "ভুল", "নেই", "বাদ", "অশুদ্ধ", "out", "impossible", "doesn't", "don't",
)  # fmt: skip
BEFORE_WRONG = normal(
    "is", "was", "are", "be", "seems", "looks", "clearly", "also", "definitely", "option", "সঠিক", "ঠিক", "উত্তর", "হতে",
    "হবে", "পারে", "হলো", "টি", "বিকল্পটি", "অপশনটি", "হয়", "ই",
)  # fmt: skip
"""What may stand between a letter and the word that rejects it."""
NOT_BEFORE = normal("not", "don't", "won't", "wouldn't", "cannot", "can't", "never", "isn't", "rule", "exclude")

CORRECTIONS = normal(
    "wait", "actually", "correction", "corrected", "sorry", "apologies", "apologise", "apologize", "oops", "rather",
    "reconsider", "reconsidering", "revise", "revised", "hmm", "mistaken", "mistake", "scratch", "rethink", "আসলে",
    "দুঃখিত", "বরং", "সংশোধন", "থামুন",
)  # fmt: skip
"""Between two declarations that disagree these say that the second stands for the first."""
REFUSALS = normal("no", "nope", "না")
"""These do so too where they begin a sentence."""
CORRECTED_FILLERS = FILLERS | normal("it's", "that's", "its", "mean", "meant", "এটি", "এটা", "ওটা", "a", "have", "been")
WITHDRAWN = (
    ("that", "is", "wrong"), ("that's", "wrong"), ("that", "is", "not", "right"), ("that's", "not", "right"),
    ("that", "is", "incorrect"), ("that's", "incorrect"), ("i", "was", "wrong"), ("that", "was", "wrong"),
    ("that", "cannot", "be", "right"), ("that", "can't", "be", "right"), ("that", "isn't", "right"),
)  # fmt: skip
FINAL = normal("final", "finally", "চূড়ান্ত", "শেষ")

NOTE_WORDS = normal("sharp", "flat", "natural", "major", "minor", "maj", "min", "♯", "♭", "#", "শার্প", "ফ্ল্যাট", "মেজর")
NOTE_BEFORE = normal(
    "note", "notes", "pitch", "key", "scale", "tonic", "sa", "re", "ga", "ma", "pa", "dha", "ni", "=", "above", "below",
    "স্কেল", "স্কেলে",
)  # fmt: skip
SWARAS = normal("স", "র", "ম", "প", "ধ", "ন", "ঋ", "জ্ঞ", "দ", "ণ", "হ্ম", "সা", "রে", "গা", "মা", "পা", "ধা", "নি")
VERBS = normal(
    "is", "was", "has", "had", "because", "since", "as", "which", "for", "with", "and", "or", "due", "but", "given",
    "so", "then", "that", "from", "not", "here", "fits", "seems", "looks", "says", "does", "matches", "could", "can",
    "cannot", "would", "must", "should", "may", "might", "uses", "begins", "contains", "means", "refers", "describes",
    "i", "if", "it", "best", "being", "will", "are", "isn't", "doesn't", "can't", "only", "instead", "by", "over",
)  # fmt: skip
"""After a capital A that begins a sentence these make it the letter, other words in small letters the article."""
REFUSING = normal(
    "cannot", "can't", "unable", "sorry", "unsure", "unknown", "know", "দুঃখিত", "পারছি", "পারব", "অক্ষম", "জানি", "জানা",
)  # fmt: skip
