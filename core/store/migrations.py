"""The shape of the file, one step a version. A step that has been released is never edited: a new one follows it."""

APPLICATION_ID = 0x53574152
"""`SWAR`, so that a store is told from any other SQLite file."""

_V1 = """
CREATE TABLE runs (
    id INTEGER PRIMARY KEY,
    identity TEXT NOT NULL UNIQUE,
    name TEXT NOT NULL,
    kind TEXT NOT NULL,
    model TEXT NOT NULL,
    ask TEXT NOT NULL,
    setup TEXT NOT NULL,
    profile TEXT NOT NULL,
    options TEXT NOT NULL,
    preset TEXT,
    seed INTEGER,
    repeats INTEGER NOT NULL,
    versions TEXT NOT NULL,
    bank TEXT NOT NULL,
    bank_hash TEXT NOT NULL,
    limits TEXT NOT NULL,
    created TEXT NOT NULL,
    started TEXT NOT NULL
);

CREATE TABLE samples (
    id INTEGER PRIMARY KEY,
    hash TEXT NOT NULL UNIQUE,
    name TEXT NOT NULL,
    task TEXT NOT NULL,
    theme TEXT NOT NULL,
    answer TEXT NOT NULL,
    text TEXT NOT NULL,
    content TEXT NOT NULL
);

CREATE TABLE attachments (
    hash TEXT PRIMARY KEY,
    mime TEXT NOT NULL,
    data BLOB NOT NULL
) WITHOUT ROWID;

CREATE TABLE prompts (
    id INTEGER PRIMARY KEY,
    hash TEXT NOT NULL UNIQUE,
    turns TEXT NOT NULL
);

CREATE TABLE items (
    id INTEGER PRIMARY KEY,
    hash TEXT NOT NULL UNIQUE,
    run INTEGER NOT NULL REFERENCES runs (id),
    sample INTEGER NOT NULL REFERENCES samples (id),
    prompt INTEGER NOT NULL REFERENCES prompts (id),
    bank TEXT NOT NULL,
    repeat INTEGER NOT NULL,
    position INTEGER NOT NULL,
    active INTEGER NOT NULL DEFAULT 1,
    state TEXT NOT NULL DEFAULT 'pending' CHECK (state IN ('pending', 'done', 'error'))
);
CREATE INDEX items_of_run ON items (run, active, state);
CREATE INDEX items_of_sample ON items (sample);

CREATE TABLE answers (
    item INTEGER PRIMARY KEY REFERENCES items (id),
    reply TEXT NOT NULL,
    finish TEXT NOT NULL,
    prompt_tokens INTEGER,
    reply_tokens INTEGER,
    seconds REAL NOT NULL,
    first_token_seconds REAL,
    seed INTEGER,
    model TEXT NOT NULL,
    attempts INTEGER NOT NULL,
    details TEXT NOT NULL,
    at TEXT NOT NULL
);

CREATE TABLE errors (
    id INTEGER PRIMARY KEY,
    item INTEGER NOT NULL REFERENCES items (id),
    attempt INTEGER NOT NULL,
    kind TEXT NOT NULL,
    message TEXT NOT NULL,
    at TEXT NOT NULL
);
CREATE INDEX errors_of_item ON errors (item);

CREATE TABLE grades (
    item INTEGER NOT NULL REFERENCES items (id),
    grader TEXT NOT NULL,
    status TEXT NOT NULL,
    letter TEXT,
    reason TEXT NOT NULL,
    score REAL NOT NULL,
    details TEXT NOT NULL,
    version TEXT NOT NULL,
    at TEXT NOT NULL,
    PRIMARY KEY (item, grader)
) WITHOUT ROWID;

CREATE TABLE decisions (
    id INTEGER PRIMARY KEY,
    item INTEGER NOT NULL REFERENCES items (id),
    letter TEXT,
    who TEXT NOT NULL,
    why TEXT NOT NULL,
    at TEXT NOT NULL
);
CREATE INDEX decisions_of_item ON decisions (item);

CREATE TABLE events (
    id INTEGER PRIMARY KEY,
    run INTEGER NOT NULL REFERENCES runs (id),
    sample TEXT NOT NULL,
    kind TEXT NOT NULL,
    reason TEXT NOT NULL,
    wait REAL,
    at TEXT NOT NULL
);
CREATE INDEX events_of_run ON events (run);
"""

MIGRATIONS: tuple[str, ...] = (_V1,)
"""Step n takes a file from version n to n + 1."""
VERSION = len(MIGRATIONS)
