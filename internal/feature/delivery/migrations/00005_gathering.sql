-- +goose Up
-- In a storm of alerts a recipient gets many messages in one.
ALTER TABLE alert_message ADD COLUMN level BIGINT NOT NULL DEFAULT 0; -- of the alert after the event
ALTER TABLE alert_message ADD COLUMN structure_id BIGINT NOT NULL DEFAULT 0; -- 0: none
ALTER TABLE alert_message ADD COLUMN gather_at BIGINT NOT NULL DEFAULT 0; -- when it is sent with others; 0: alone
ALTER TABLE alert_message ADD COLUMN carried_by BIGINT NOT NULL DEFAULT 0; -- the message that it is sent with; 0: alone
CREATE INDEX alert_message_carried ON alert_message (carried_by) WHERE carried_by <> 0;
CREATE INDEX alert_message_gather ON alert_message (peer, recipient, project_id) WHERE state = 'pending' AND gather_at <> 0;
DROP INDEX alert_message_due;
CREATE INDEX alert_message_due ON alert_message (peer, due_at) WHERE state IN ('pending', 'claimed') AND gather_at = 0;
CREATE INDEX alert_message_due_together ON alert_message (peer, due_at) WHERE state IN ('pending', 'claimed') AND gather_at <> 0;

-- +goose Down
DROP INDEX alert_message_due_together;
DROP INDEX alert_message_due;
CREATE INDEX alert_message_due ON alert_message (peer, due_at) WHERE state IN ('pending', 'claimed');
DROP INDEX alert_message_gather;
DROP INDEX alert_message_carried;
UPDATE alert_message SET state = 'unknown' WHERE state = 'carried';
ALTER TABLE alert_message DROP COLUMN carried_by;
ALTER TABLE alert_message DROP COLUMN gather_at;
ALTER TABLE alert_message DROP COLUMN structure_id;
ALTER TABLE alert_message DROP COLUMN level;
