-- The public id of a job (`name`) is a random text; `id` remains the submission order. Jobs of earlier
-- versions keep their number as their name.
ALTER TABLE job ADD COLUMN name TEXT NOT NULL DEFAULT '';

UPDATE job SET name = CAST(id AS TEXT);

CREATE UNIQUE INDEX job_name ON job (name);

-- A queued job is not claimed before this time: the backoff of a failed attempt.
ALTER TABLE job ADD COLUMN not_before BIGINT NOT NULL DEFAULT 0;

-- The deduplication key: an open job with this key is returned instead of a new one.
ALTER TABLE job ADD COLUMN share TEXT NOT NULL DEFAULT '';

CREATE INDEX job_share ON job (share) WHERE share <> '' AND state IN ('queued', 'running');

-- The clients that can list and cancel a job. Jobs of earlier versions have no owner.
CREATE TABLE job_owner (
    job BIGINT NOT NULL REFERENCES job (id) ON DELETE CASCADE,
    owner TEXT NOT NULL,
    PRIMARY KEY (job, owner)
);

CREATE INDEX job_owner_owner ON job_owner (owner, job);

-- The size is a separate indexed column, so that sums, including those per client, do not read the contents.
ALTER TABLE job_content ADD COLUMN size BIGINT NOT NULL DEFAULT 0;

UPDATE job_content SET size = octet_length(bytes);

CREATE INDEX job_content_size ON job_content (job, size);

-- Rows with an unknown state, which are quarantined. Both databases match the index by the text of this
-- condition.
CREATE INDEX job_unknown_state ON job (id)
    WHERE (state IN ('queued', 'running', 'done', 'failed', 'cancelled')) IS NOT TRUE;
