-- +goose Up
-- Times of maintenance, see package silence, hold back messages as quiet hours do.
ALTER TABLE alert_message ADD COLUMN silenced BOOLEAN NOT NULL DEFAULT FALSE;
CREATE INDEX alert_message_silenced ON alert_message (project_id) WHERE silenced AND state = 'pending';

-- +goose Down
DROP INDEX alert_message_silenced;
ALTER TABLE alert_message DROP COLUMN silenced;
