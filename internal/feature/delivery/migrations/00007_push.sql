-- +goose Up
-- Texts of messages in browsers.
ALTER TABLE alert_text ADD COLUMN push_title TEXT NOT NULL DEFAULT '';
ALTER TABLE alert_text ADD COLUMN push TEXT NOT NULL DEFAULT '';
ALTER TABLE alert_text ADD COLUMN push_restored TEXT NOT NULL DEFAULT '';

-- +goose Down
ALTER TABLE alert_text DROP COLUMN push_restored;
ALTER TABLE alert_text DROP COLUMN push;
ALTER TABLE alert_text DROP COLUMN push_title;
