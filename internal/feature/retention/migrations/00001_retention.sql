-- +goose Up
-- How long a kind of data is kept: the default of a corporation, and the setting of a project.
CREATE TABLE retention_corporation (
    owner_id   BIGINT NOT NULL REFERENCES corporation (id) ON DELETE CASCADE,
    kind       TEXT NOT NULL,
    days       BIGINT, -- NULL: the default above; 0: forever
    changed_at BIGINT NOT NULL, -- UTC ms, as all times
    PRIMARY KEY (owner_id, kind)
);
CREATE TABLE retention_project (
    owner_id   BIGINT NOT NULL REFERENCES project (id) ON DELETE CASCADE,
    kind       TEXT NOT NULL,
    days       BIGINT,
    changed_at BIGINT NOT NULL,
    PRIMARY KEY (owner_id, kind)
);

-- What a run deleted of a kind in a project. A run is a job.
CREATE TABLE retention_run (
    id         BIGINT PRIMARY KEY,
    job_id     BIGINT NOT NULL,
    project_id BIGINT NOT NULL REFERENCES project (id) ON DELETE CASCADE,
    kind       TEXT NOT NULL,
    days       BIGINT NOT NULL,
    began_at   BIGINT NOT NULL,
    ended_at   BIGINT NOT NULL, -- 0: it goes on, and is not in the operation log yet
    row_count  BIGINT NOT NULL,
    bytes      BIGINT NOT NULL,
    first_time BIGINT NOT NULL, -- of what was deleted
    last_time  BIGINT NOT NULL
);
CREATE UNIQUE INDEX retention_run_job ON retention_run (project_id, job_id, kind);

-- What was deleted of a device, so that lists say so.
CREATE TABLE retention_mark (
    device_id  BIGINT NOT NULL REFERENCES device (id) ON DELETE CASCADE,
    kind       TEXT NOT NULL,
    deleted_at BIGINT NOT NULL,
    row_count  BIGINT NOT NULL,
    last_time  BIGINT NOT NULL, -- the newest that was deleted
    PRIMARY KEY (device_id, kind)
);

-- +goose Down
DROP TABLE retention_mark;
DROP TABLE retention_run;
DROP TABLE retention_project;
DROP TABLE retention_corporation;
