-- Times are milliseconds since 1970, UTC.

CREATE TABLE datasets (
    id TEXT NOT NULL PRIMARY KEY,
    name TEXT NOT NULL UNIQUE,
    current_version TEXT REFERENCES dataset_versions (id) DEFERRABLE INITIALLY DEFERRED,
    created_at INTEGER NOT NULL
) STRICT;

CREATE TABLE dataset_versions (
    id TEXT NOT NULL PRIMARY KEY,
    dataset_id TEXT NOT NULL REFERENCES datasets (id),
    version_hash TEXT NOT NULL,
    item_count INTEGER NOT NULL,
    understood TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    UNIQUE (dataset_id, version_hash)
) STRICT;

CREATE TABLE dataset_items (
    version_id TEXT NOT NULL REFERENCES dataset_versions (id),
    position INTEGER NOT NULL,
    item_id TEXT NOT NULL,
    section TEXT NOT NULL,
    place TEXT NOT NULL,
    prompt TEXT,
    grading TEXT,
    blocked_code TEXT,
    blocked_message TEXT,
    PRIMARY KEY (version_id, position),
    UNIQUE (version_id, item_id),
    CHECK ((prompt IS NULL) = (blocked_code IS NOT NULL))
) STRICT, WITHOUT ROWID;

CREATE TABLE packs (
    token TEXT NOT NULL PRIMARY KEY,
    version_id TEXT NOT NULL REFERENCES dataset_versions (id),
    pack_digest TEXT NOT NULL,
    item_count INTEGER NOT NULL,
    created_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- Judges that this workspace itself put into a script of a pack.
CREATE TABLE pack_judges (
    token TEXT NOT NULL REFERENCES packs (token),
    judge TEXT NOT NULL,
    PRIMARY KEY (token, judge)
) STRICT, WITHOUT ROWID;

CREATE TABLE providers (
    id TEXT NOT NULL PRIMARY KEY,
    surface TEXT NOT NULL CHECK (surface IN ('api', 'browser')),
    name TEXT NOT NULL,
    base_url TEXT,
    model TEXT,
    key_env TEXT,
    preset TEXT,
    origin TEXT,
    created_at INTEGER NOT NULL,
    CHECK ((surface = 'api') = (base_url IS NOT NULL)),
    CHECK ((surface = 'browser') = (preset IS NOT NULL AND origin IS NOT NULL))
) STRICT;
CREATE UNIQUE INDEX providers_browser ON providers (preset, origin) WHERE surface = 'browser';
CREATE UNIQUE INDEX providers_api ON providers (name) WHERE surface = 'api';

CREATE TABLE runs (
    id TEXT NOT NULL PRIMARY KEY,
    version_id TEXT NOT NULL REFERENCES dataset_versions (id),
    provider_id TEXT NOT NULL REFERENCES providers (id),
    status TEXT NOT NULL,
    triggered_by TEXT NOT NULL,
    label TEXT,
    -- NULL for a copy made on purpose, so that the capture itself stays unique.
    capture_digest TEXT UNIQUE,
    session_digest TEXT NOT NULL,
    supersedes TEXT REFERENCES runs (id),
    token TEXT NOT NULL,
    config TEXT NOT NULL,
    session TEXT NOT NULL,
    started_at INTEGER NOT NULL,
    finished_at INTEGER NOT NULL,
    created_at INTEGER NOT NULL,
    item_count INTEGER NOT NULL,
    error_count INTEGER NOT NULL,
    scored_count INTEGER NOT NULL DEFAULT 0,
    score_sum REAL NOT NULL DEFAULT 0,
    unscored_count INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE INDEX runs_session ON runs (session_digest);

CREATE TABLE run_items (
    run_id TEXT NOT NULL REFERENCES runs (id),
    position INTEGER NOT NULL,
    item_id TEXT NOT NULL,
    section TEXT NOT NULL,
    prompt TEXT NOT NULL,
    prompt_digest TEXT NOT NULL,
    response TEXT,
    error TEXT,
    started_at INTEGER NOT NULL,
    finished_at INTEGER NOT NULL,
    latency_ms INTEGER NOT NULL,
    model_label TEXT,
    evidence TEXT,
    -- The latest scoring; `scores` has them all.
    verdict TEXT,
    score REAL,
    reason TEXT,
    PRIMARY KEY (run_id, position)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX run_items_id ON run_items (run_id, item_id);
-- Comparing whole runs reads this alone, not the responses.
CREATE INDEX run_items_compare ON run_items (run_id, item_id, prompt_digest, score);

CREATE TABLE jobs (
    id TEXT NOT NULL PRIMARY KEY,
    run_id TEXT NOT NULL REFERENCES runs (id),
    kind TEXT NOT NULL CHECK (kind = 'runs.score'),
    spec TEXT NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('promised', 'running', 'done', 'failed')),
    owner TEXT,
    lease_until INTEGER,
    calls INTEGER NOT NULL DEFAULT 0,
    created_at INTEGER NOT NULL,
    finished_at INTEGER
) STRICT;
CREATE INDEX jobs_open ON jobs (created_at) WHERE state IN ('promised', 'running');
CREATE INDEX jobs_run ON jobs (run_id);

-- Scorings are only ever added.
CREATE TABLE scores (
    job_id TEXT NOT NULL REFERENCES jobs (id),
    position INTEGER NOT NULL,
    run_id TEXT NOT NULL REFERENCES runs (id),
    verdict TEXT NOT NULL CHECK (verdict IN ('scored', 'unscored')),
    score REAL,
    reason TEXT,
    method TEXT NOT NULL,
    detail TEXT,
    created_at INTEGER NOT NULL,
    PRIMARY KEY (job_id, position),
    CHECK ((verdict = 'scored') = (score IS NOT NULL)),
    CHECK ((verdict = 'unscored') = (reason IS NOT NULL))
) STRICT, WITHOUT ROWID;
CREATE INDEX scores_run ON scores (run_id, position);

CREATE TABLE run_logs (
    id INTEGER PRIMARY KEY,
    run_id TEXT NOT NULL REFERENCES runs (id),
    at INTEGER NOT NULL,
    level TEXT NOT NULL CHECK (level IN ('info', 'warning', 'error')),
    source TEXT NOT NULL,
    message TEXT NOT NULL
) STRICT;
CREATE INDEX run_logs_run ON run_logs (run_id, id);
