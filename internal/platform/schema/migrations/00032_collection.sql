-- +goose Up
-- What became of the readings that the platform asks a device for: one letter for each cycle of an interval, 288 cycles
-- in a row. command.Outcome lists the letters; a space is a cycle without a request.
CREATE TABLE collection (
    device_id BIGINT NOT NULL REFERENCES device (id) ON DELETE CASCADE,
    every_ms BIGINT NOT NULL,
    starts BIGINT NOT NULL, -- UTC ms of the first cycle
    ends BIGINT NOT NULL, -- UTC ms behind the last one
    last_due BIGINT NOT NULL, -- UTC ms of the newest cycle with a request
    cycles TEXT NOT NULL,
    said TEXT NOT NULL, -- what the device said when it last refused
    PRIMARY KEY (device_id, ends, every_ms)
);
CREATE INDEX collection_last ON collection (device_id, last_due);

-- +goose Down
DROP TABLE collection;
