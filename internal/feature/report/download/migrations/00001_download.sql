-- +goose Up
-- The files that the program makes in the background. The job of a file says how far it is.
CREATE TABLE download (
    id             BIGINT PRIMARY KEY,
    corporation_id BIGINT NOT NULL,
    project_id     BIGINT NOT NULL REFERENCES project (id) ON DELETE CASCADE,
    account_id     BIGINT NOT NULL, -- who asked for it
    kind           TEXT NOT NULL,
    format         TEXT NOT NULL,
    title          TEXT NOT NULL,
    language       TEXT NOT NULL, -- of the file
    request        TEXT NOT NULL, -- JSON, as its kind defines it
    state          TEXT NOT NULL, -- pending, done, error
    reason         TEXT NOT NULL, -- of error: JSON of a message; empty: see the job
    job_id         BIGINT NOT NULL,
    blob           TEXT NOT NULL, -- empty: no file yet
    extension      TEXT NOT NULL,
    size           BIGINT NOT NULL, -- bytes
    sha256         TEXT NOT NULL,
    lines          BIGINT NOT NULL, -- of data in the file
    created_at     BIGINT NOT NULL, -- UTC ms, as all times
    finished_at    BIGINT NOT NULL,
    expires_at     BIGINT NOT NULL -- 0: not done
);
CREATE INDEX download_project ON download (project_id, created_at);
CREATE INDEX download_expires ON download (expires_at);
CREATE INDEX download_blob ON download (blob);

-- +goose Down
DROP TABLE download;
