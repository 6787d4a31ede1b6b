-- A long result in pieces: the first is in job_content, whose size is that of all, and the others are here, from number 1. A result of
-- an earlier version is one piece.
CREATE TABLE job_result_piece (
    job BIGINT NOT NULL REFERENCES job (id) ON DELETE CASCADE,
    number BIGINT NOT NULL,
    bytes @bytes NOT NULL,
    PRIMARY KEY (job, number)
);
