-- +goose Up
-- Readings without a time that came late keep the time at which they were received (UTC ms).
ALTER TABLE timeless ADD COLUMN newest_first BIGINT NOT NULL DEFAULT 0;
ALTER TABLE timeless ADD COLUMN late_first BIGINT NOT NULL DEFAULT 0;
ALTER TABLE timeless ADD COLUMN late_last BIGINT NOT NULL DEFAULT 0;

-- +goose Down
ALTER TABLE timeless DROP COLUMN newest_first;
ALTER TABLE timeless DROP COLUMN late_first;
ALTER TABLE timeless DROP COLUMN late_last;
