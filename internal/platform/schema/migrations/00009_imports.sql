-- +goose Up
-- Files of loggers that a job brings into the readings of a device, packed, and the
-- rows of them that were refused. Both go with the job, by age.
CREATE TABLE import_file (
    id BIGINT PRIMARY KEY,
    device_id BIGINT NOT NULL,
    content BYTEA NOT NULL,
    refusals BYTEA,
    created_at BIGINT NOT NULL
);
CREATE INDEX import_file_created ON import_file (created_at);
