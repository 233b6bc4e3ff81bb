-- +goose Up
-- Files that were sent for a device, to be looked at and brought into its readings;
-- the content is a blob. They go by age, with what jobs refused of them.
CREATE TABLE import_upload (
    id BIGINT NOT NULL PRIMARY KEY,
    device_id BIGINT NOT NULL,
    name TEXT NOT NULL,
    size BIGINT NOT NULL, -- bytes
    blob TEXT NOT NULL,
    created_at BIGINT NOT NULL
);
CREATE INDEX import_upload_created ON import_upload (created_at);
CREATE INDEX import_upload_blob ON import_upload (blob);

CREATE TABLE import_refusal (
    job_id BIGINT NOT NULL PRIMARY KEY,
    content BYTEA NOT NULL, -- packed
    created_at BIGINT NOT NULL
);
CREATE INDEX import_refusal_created ON import_refusal (created_at);
DROP TABLE import_file;

-- Layouts of files that were saved under a name: in a corporation, a project or for one device.
CREATE TABLE import_mapping (
    id BIGINT NOT NULL PRIMARY KEY,
    corporation_id BIGINT NOT NULL REFERENCES corporation (id),
    project_id BIGINT REFERENCES project (id) ON DELETE CASCADE, -- null: in all of the corporation
    device_id BIGINT REFERENCES device (id) ON DELETE CASCADE, -- null: for all devices
    name TEXT NOT NULL,
    layout TEXT NOT NULL, -- JSON
    account_id BIGINT NOT NULL,
    updated_at BIGINT NOT NULL
);
CREATE INDEX import_mapping_corporation ON import_mapping (corporation_id, name);
CREATE INDEX import_mapping_project ON import_mapping (project_id);
CREATE INDEX import_mapping_device ON import_mapping (device_id);
