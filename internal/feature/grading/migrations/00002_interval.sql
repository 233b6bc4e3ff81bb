-- +goose Up
-- raise_interval: devices of a warning are asked for interval_seconds, at most for longest_minutes.
ALTER TABLE emergency_plan ADD COLUMN raise_interval BOOLEAN NOT NULL DEFAULT FALSE;
ALTER TABLE emergency_plan ADD COLUMN interval_seconds BIGINT NOT NULL DEFAULT 0;
ALTER TABLE emergency_plan ADD COLUMN longest_minutes BIGINT NOT NULL DEFAULT 0;

-- +goose Down
ALTER TABLE emergency_plan DROP COLUMN longest_minutes;
ALTER TABLE emergency_plan DROP COLUMN interval_seconds;
ALTER TABLE emergency_plan DROP COLUMN raise_interval;
