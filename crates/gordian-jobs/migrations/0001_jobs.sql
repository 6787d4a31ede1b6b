-- What the columns mean is told in docs/jobs.md. No column is ever NULL: an empty text or a zero says
-- "nothing", so that no comparison can be neither true nor false. Times are milliseconds since 1970
-- by the clock of the database.
CREATE TABLE job (
    id @key,
    kind TEXT NOT NULL,
    title TEXT NOT NULL,
    client TEXT NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('queued', 'running', 'done', 'failed', 'cancelled')),
    cancelling BIGINT NOT NULL DEFAULT 0,
    attempt BIGINT NOT NULL DEFAULT 0,
    max_attempts BIGINT NOT NULL,
    fence BIGINT NOT NULL DEFAULT 0,
    worker TEXT NOT NULL DEFAULT '',
    lease_until BIGINT NOT NULL DEFAULT 0,
    events BIGINT NOT NULL DEFAULT 0,
    created_at BIGINT NOT NULL,
    started_at BIGINT NOT NULL DEFAULT 0,
    ended_at BIGINT NOT NULL DEFAULT 0,
    code TEXT NOT NULL DEFAULT '',
    message TEXT NOT NULL DEFAULT '',
    hint TEXT NOT NULL DEFAULT ''
);

-- The few jobs that have not ended. SQLite uses it for a question that repeats its WHERE word for word.
CREATE INDEX job_open ON job (state, id) WHERE state IN ('queued', 'running');

-- Whose turn it is, and what is kept of each client.
CREATE INDEX job_client ON job (client, started_at);

CREATE INDEX job_ended ON job (ended_at) WHERE ended_at > 0;

-- The large parts stand apart, so that a heartbeat does not write them again.
CREATE TABLE job_content (
    job BIGINT NOT NULL REFERENCES job (id) ON DELETE CASCADE,
    part TEXT NOT NULL CHECK (part IN ('payload', 'checkpoint', 'result')),
    bytes @bytes NOT NULL,
    PRIMARY KEY (job, part)
);

CREATE TABLE job_event (
    job BIGINT NOT NULL REFERENCES job (id) ON DELETE CASCADE,
    number BIGINT NOT NULL,
    kind TEXT NOT NULL,
    data TEXT NOT NULL,
    at BIGINT NOT NULL,
    PRIMARY KEY (job, number)
);

CREATE TABLE job_request (
    client TEXT NOT NULL,
    key TEXT NOT NULL,
    hash TEXT NOT NULL,
    job BIGINT NOT NULL REFERENCES job (id) ON DELETE CASCADE,
    at BIGINT NOT NULL,
    PRIMARY KEY (client, key)
);

-- For the cascade and for the age.
CREATE INDEX job_request_job ON job_request (job);

CREATE INDEX job_request_at ON job_request (at);
