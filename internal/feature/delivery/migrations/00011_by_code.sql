-- +goose Up
ALTER TABLE alert_rule ADD COLUMN by_code BOOLEAN NOT NULL DEFAULT FALSE; -- recipients may decide with a code that is sent to them

-- +goose Down
ALTER TABLE alert_rule DROP COLUMN by_code;
