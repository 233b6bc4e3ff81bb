-- +goose Up
-- A deleted project is marked; it can be brought back until it is purged.
ALTER TABLE project ADD COLUMN deleted_at BIGINT NOT NULL DEFAULT 0; -- UTC ms; 0: it stands
ALTER TABLE project ADD COLUMN deleted_by BIGINT NOT NULL DEFAULT 0; -- account
ALTER TABLE project ADD COLUMN purging BOOLEAN NOT NULL DEFAULT FALSE; -- removed piece by piece: it cannot come back any more
DROP INDEX project_name;
CREATE UNIQUE INDEX project_name ON project (corporation_id, name) WHERE deleted_at = 0;
CREATE INDEX project_deleted ON project (deleted_at) WHERE deleted_at <> 0;

-- The devices that a deleted project gave back to the stock.
CREATE TABLE released_device (
    project_id BIGINT NOT NULL REFERENCES project (id),
    device_id BIGINT NOT NULL,
    PRIMARY KEY (project_id, device_id)
);

ALTER TABLE structure ADD COLUMN gnss TEXT; -- JSON of the GNSS task; NULL: none

-- +goose Down
ALTER TABLE structure DROP COLUMN gnss;
DROP TABLE released_device;
DROP INDEX project_deleted;
DROP INDEX project_name;
CREATE UNIQUE INDEX project_name ON project (corporation_id, name);
ALTER TABLE project DROP COLUMN purging;
ALTER TABLE project DROP COLUMN deleted_by;
ALTER TABLE project DROP COLUMN deleted_at;
