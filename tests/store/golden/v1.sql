PRAGMA application_id = 1398227282;
PRAGMA user_version = 1;
BEGIN TRANSACTION;
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
INSERT INTO "answers" VALUES(1,'[[Answer: A]]','stop',NULL,NULL,0.0,NULL,492,'stand-in',1,'{"attempts":1}','2026-01-01T00:00:00.000+00:00');
INSERT INTO "answers" VALUES(2,'A বা B','stop',NULL,NULL,0.0,NULL,492,'stand-in',1,'{"attempts":1}','2026-01-01T00:00:00.000+00:00');
INSERT INTO "answers" VALUES(3,'','stop',NULL,NULL,0.0,NULL,492,'stand-in',1,'{"attempts":1}','2026-01-01T00:00:00.000+00:00');
INSERT INTO "answers" VALUES(5,'A','stop',NULL,NULL,2.5,NULL,NULL,'person: অতিথি',1,'{}','2026-01-01T00:00:00.000+00:00');
CREATE TABLE attachments (
    hash TEXT PRIMARY KEY,
    mime TEXT NOT NULL,
    data BLOB NOT NULL
) WITHOUT ROWID;
INSERT INTO "attachments" VALUES('57445603a4d3485cf7186380c8429ee375a65463bb065f749a6c9751c2b74a57','image/png',X'89504E47');
CREATE TABLE decisions (
    id INTEGER PRIMARY KEY,
    item INTEGER NOT NULL REFERENCES items (id),
    letter TEXT,
    who TEXT NOT NULL,
    why TEXT NOT NULL,
    at TEXT NOT NULL
);
INSERT INTO "decisions" VALUES(1,2,'B','ক','পরিষ্কার','2026-01-01T00:00:00.000+00:00');
CREATE TABLE errors (
    id INTEGER PRIMARY KEY,
    item INTEGER NOT NULL REFERENCES items (id),
    attempt INTEGER NOT NULL,
    kind TEXT NOT NULL,
    message TEXT NOT NULL,
    at TEXT NOT NULL
);
INSERT INTO "errors" VALUES(1,4,1,'ModelError','The process died.','2026-01-01T00:00:00.000+00:00');
CREATE TABLE events (
    id INTEGER PRIMARY KEY,
    run INTEGER NOT NULL REFERENCES runs (id),
    sample TEXT NOT NULL,
    kind TEXT NOT NULL,
    reason TEXT NOT NULL,
    wait REAL,
    at TEXT NOT NULL
);
INSERT INTO "events" VALUES(1,1,'','started','4 of bank golden',NULL,'2026-01-01T00:00:00.000+00:00');
INSERT INTO "events" VALUES(2,1,'','finished','',NULL,'2026-01-01T00:00:00.000+00:00');
INSERT INTO "events" VALUES(3,2,'','started','2 of bank golden',NULL,'2026-01-01T00:00:00.000+00:00');
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
INSERT INTO "grades" VALUES(1,'extended','correct','A','declared',1.0,'{}','0.1.0','2026-01-01T00:00:00.000+00:00');
INSERT INTO "grades" VALUES(1,'paper','correct','A','declared',1.0,'{}','0.1.0','2026-01-01T00:00:00.000+00:00');
INSERT INTO "grades" VALUES(2,'extended','ambiguous',NULL,'tie',0.0,'{}','0.1.0','2026-01-01T00:00:00.000+00:00');
INSERT INTO "grades" VALUES(2,'paper','ambiguous',NULL,'tie',0.0,'{}','0.1.0','2026-01-01T00:00:00.000+00:00');
INSERT INTO "grades" VALUES(3,'extended','empty',NULL,'empty',0.0,'{}','0.1.0','2026-01-01T00:00:00.000+00:00');
INSERT INTO "grades" VALUES(3,'paper','none',NULL,'empty',0.0,'{}','0.1.0','2026-01-01T00:00:00.000+00:00');
INSERT INTO "grades" VALUES(5,'extended','correct','A','letter',1.0,'{}','0.1.0','2026-01-01T00:00:00.000+00:00');
INSERT INTO "grades" VALUES(5,'paper','correct','A','counted',1.0,'{}','0.1.0','2026-01-01T00:00:00.000+00:00');
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
INSERT INTO "items" VALUES(1,'3ee86addf54edfdb19e51b914d330fd1fb83c91b29cee9282e49019e92d6ee87',1,1,1,'golden',0,0,1,'done');
INSERT INTO "items" VALUES(2,'ae791d5cda613f562db2eeb6831e72b624ae9263130d405d37d377d11903c719',1,2,2,'golden',0,1,1,'done');
INSERT INTO "items" VALUES(3,'66a2e61d611c2c8628ddb3a7a35013073ab5acc71d65d3b5a185c456a4940d6a',1,3,3,'golden',0,2,1,'done');
INSERT INTO "items" VALUES(4,'e2b3dbbcd8cafdbf97422eeae9222f52e53adbccd5ef8cc79f01cc304a969013',1,4,4,'golden',0,3,1,'error');
INSERT INTO "items" VALUES(5,'20a10a6154a5c5c16ef523e12bbe56828c92b63e40296b5ef2196325a3c60d8a',2,1,1,'golden',0,0,1,'done');
INSERT INTO "items" VALUES(6,'dd6a2152c8690a19a2d4c30dec4353bda7c7bdea0ccf8850167dcef6e74e8ac2',2,2,2,'golden',0,1,1,'pending');
CREATE TABLE prompts (
    id INTEGER PRIMARY KEY,
    hash TEXT NOT NULL UNIQUE,
    turns TEXT NOT NULL
);
INSERT INTO "prompts" VALUES(1,'21df8bd5076351fe6ec7fedcf1996c536e1ff9af9319b0a5dfc6dc3b840b47d0','[["user","প্রশ্ন 0: কোনটি ঠিক?\nA. উত্তর 0ক\nB. উত্তর 0খ\nC. উত্তর 0গ\nD. উত্তর 0ঘ\nWhat is the correct answer? Strictly output only the answer as option A or B or C or D in this following format: [[Answer:]]"]]');
INSERT INTO "prompts" VALUES(2,'45215d434c0fad3306a9a6871a3a7b2bf639efec57e68e5ebb97bf73bbfbdb04','[["user","প্রশ্ন 1: কোনটি ঠিক?\nA. উত্তর 1ক\nB. উত্তর 1খ\nC. উত্তর 1গ\nD. উত্তর 1ঘ\nWhat is the correct answer? Strictly output only the answer as option A or B or C or D in this following format: [[Answer:]]"]]');
INSERT INTO "prompts" VALUES(3,'810f2ce543fe95bbb3b2ce619f7de2073f7fb2edec6145c7562b8c134b407efb','[["user","প্রশ্ন 2: কোনটি ঠিক?\nA. উত্তর 2ক\nB. উত্তর 2খ\nC. উত্তর 2গ\nD. উত্তর 2ঘ\nWhat is the correct answer? Strictly output only the answer as option A or B or C or D in this following format: [[Answer:]]"]]');
INSERT INTO "prompts" VALUES(4,'71c760c3ed0784bdf49a41ae5b7120c9f2cb08ccf6139b754285763a7fe8bbb0','[["user","প্রশ্ন 3: কোনটি ঠিক?\nA. উত্তর 3ক\nB. উত্তর 3খ\nC. উত্তর 3গ\nD. উত্তর 3ঘ\nWhat is the correct answer? Strictly output only the answer as option A or B or C or D in this following format: [[Answer:]]"]]');
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
INSERT INTO "runs" VALUES(1,'d4023687c1b5157e932fbad0f0df24776dcc4d9ec87b024d503ccc54e331452d','stand-in','quiz','stand-in','free','{"ask":"free","format":1,"model":{"backend":"stand-in"},"options":{"frequency_penalty":0,"grammar":null,"max_tokens":4096,"min_p":0,"presence_penalty":0,"repeat_penalty":1,"seed":492,"temperature":1,"top_k":-1,"top_p":1,"typical_p":1}}','{}','{"frequency_penalty":0,"grammar":null,"max_tokens":4096,"min_p":0,"presence_penalty":0,"repeat_penalty":1,"seed":492,"temperature":1,"top_k":-1,"top_p":1,"typical_p":1}',NULL,492,1,'{"swaralipi-studio":"0.1.0"}','golden','249a76c982f3d487d0e52c0136a6689263b02602635d8bba065cfe374cd794dc','{"cost":null,"errors_in_a_row":10,"item_seconds":null,"prompt_price":0,"reply_price":0,"seconds":null,"tokens":null}','2026-01-01T00:00:00.000+00:00','2026-01-01T00:00:00.000+00:00');
INSERT INTO "runs" VALUES(2,'300ccd32ba460b848d0426b4939a57d1fc7a407394b3ac644c4d0cbf1f2d0c39','person: অতিথি','quiz','person: অতিথি','person','{"ask":"person","format":1,"model":{"backend":"person","name":"অতিথি"},"options":null}','{}','null',NULL,NULL,1,'{}','golden','249a76c982f3d487d0e52c0136a6689263b02602635d8bba065cfe374cd794dc','{"cost":null,"errors_in_a_row":10,"item_seconds":null,"prompt_price":0,"reply_price":0,"seconds":null,"tokens":null}','2026-01-01T00:00:00.000+00:00','2026-01-01T00:00:00.000+00:00');
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
INSERT INTO "samples" VALUES(1,'2fb6b74095ef4c9e39adac99f63d4a13ff2213cf133e8c60c0ce874234c5dae1','q000','theory','বিষয় 0','A','প্রশ্ন 0: কোনটি ঠিক?','{"answer":"A","attachments":[],"facts":{},"gloss":"question 0","id":"q000","options":["উত্তর 0ক","উত্তর 0খ","উত্তর 0গ","উত্তর 0ঘ"],"options_gloss":[],"sources":[],"task":"theory","text":"প্রশ্ন 0: কোনটি ঠিক?","theme":"বিষয় 0"}');
INSERT INTO "samples" VALUES(2,'03f6ee9a18ea5f2493ed1be8b9c8e9808a7e54c5a5930611ab823c7fca6d3400','q001','knowledge','বিষয় 1','B','প্রশ্ন 1: কোনটি ঠিক?','{"answer":"B","attachments":[],"facts":{},"gloss":"question 1","id":"q001","options":["উত্তর 1ক","উত্তর 1খ","উত্তর 1গ","উত্তর 1ঘ"],"options_gloss":[],"sources":[],"task":"knowledge","text":"প্রশ্ন 1: কোনটি ঠিক?","theme":"বিষয় 1"}');
INSERT INTO "samples" VALUES(3,'bd8fa5e3d90de3a83b6b3624a6d543fb5b54da9bd9877ee4c32e1daac03449f0','q002','theory','বিষয় 2','C','প্রশ্ন 2: কোনটি ঠিক?','{"answer":"C","attachments":[],"facts":{},"gloss":"question 2","id":"q002","options":["উত্তর 2ক","উত্তর 2খ","উত্তর 2গ","উত্তর 2ঘ"],"options_gloss":[],"sources":[],"task":"theory","text":"প্রশ্ন 2: কোনটি ঠিক?","theme":"বিষয় 2"}');
INSERT INTO "samples" VALUES(4,'5adb6c59035f870f91940721b43530dc4e5ad35a3f7c21d80af78fcdb732928d','q003','knowledge','বিষয় 0','D','প্রশ্ন 3: কোনটি ঠিক?','{"answer":"D","attachments":["57445603a4d3485cf7186380c8429ee375a65463bb065f749a6c9751c2b74a57"],"facts":{},"gloss":"question 3","id":"q003","options":["উত্তর 3ক","উত্তর 3খ","উত্তর 3গ","উত্তর 3ঘ"],"options_gloss":[],"sources":[],"task":"knowledge","text":"প্রশ্ন 3: কোনটি ঠিক?","theme":"বিষয় 0"}');
CREATE INDEX items_of_run ON items (run, active, state);
CREATE INDEX items_of_sample ON items (sample);
CREATE INDEX errors_of_item ON errors (item);
CREATE INDEX decisions_of_item ON decisions (item);
CREATE INDEX events_of_run ON events (run);
COMMIT;
