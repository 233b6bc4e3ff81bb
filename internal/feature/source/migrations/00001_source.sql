-- +goose Up
CREATE TABLE source (
    id             BIGINT PRIMARY KEY,
    corporation_id BIGINT NOT NULL REFERENCES corporation (id),
    project_id     BIGINT NOT NULL REFERENCES project (id) ON DELETE CASCADE,
    name           TEXT NOT NULL,
    kind           TEXT NOT NULL,
    enabled        BOOLEAN NOT NULL,
    devices        TEXT NOT NULL, -- JSON, ids
    settings       TEXT NOT NULL, -- JSON
    secrets        BYTEA,         -- sealed JSON
    secret_names   TEXT NOT NULL, -- JSON
    reached        TEXT NOT NULL, -- JSON: how far each device has come
    next_run       BIGINT NOT NULL, -- UTC ms, as all times
    claim          BIGINT NOT NULL, -- rises with each claim, so that a former holder writes nothing
    claimed_until  BIGINT NOT NULL,
    last_run       BIGINT NOT NULL,
    last_good      BIGINT NOT NULL,
    failures       BIGINT NOT NULL, -- in a row
    problem        TEXT NOT NULL, -- JSON; empty: none
    created_at     BIGINT NOT NULL,
    updated_at     BIGINT NOT NULL
);
CREATE INDEX source_project ON source (project_id);
CREATE INDEX source_due ON source (next_run);

CREATE TABLE source_run (
    id         BIGINT PRIMARY KEY,
    source_id  BIGINT NOT NULL REFERENCES source (id) ON DELETE CASCADE,
    began_at   BIGINT NOT NULL,
    ended_at   BIGINT NOT NULL,
    requests   BIGINT NOT NULL,
    frames     BIGINT NOT NULL,
    readings   BIGINT NOT NULL,
    bytes      BIGINT NOT NULL,
    problem    TEXT NOT NULL
);
CREATE INDEX source_run_source ON source_run (source_id, began_at);

-- How far the files of a source were read.
CREATE TABLE source_file (
    source_id BIGINT NOT NULL REFERENCES source (id) ON DELETE CASCADE,
    name      TEXT NOT NULL,
    size      BIGINT NOT NULL,
    modified  BIGINT NOT NULL,
    header    TEXT NOT NULL, -- fingerprint of the lines before the first row
    position  BIGINT NOT NULL, -- bytes that were read
    last_row  TEXT NOT NULL, -- fingerprint of the last row that was read
    PRIMARY KEY (source_id, name)
);

-- +goose Down
DROP TABLE source_file;
DROP TABLE source_run;
DROP TABLE source;
