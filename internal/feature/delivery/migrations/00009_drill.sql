-- +goose Up
-- A message of a drill belongs to no alert, so the alert becomes optional. SQLite changes no column in place.
ALTER TABLE alert_message ADD COLUMN about_alert BIGINT REFERENCES alert (id) ON DELETE CASCADE;
UPDATE alert_message SET about_alert = alert_id;
DROP INDEX alert_message_alert;
ALTER TABLE alert_message DROP COLUMN alert_id;
ALTER TABLE alert_message RENAME COLUMN about_alert TO alert_id;
CREATE INDEX alert_message_alert ON alert_message (alert_id);
ALTER TABLE alert_message ADD COLUMN drill_id BIGINT REFERENCES drill (id) ON DELETE CASCADE; -- NULL: about an alert
CREATE INDEX alert_message_drill ON alert_message (drill_id) WHERE drill_id IS NOT NULL;
CREATE INDEX alert_message_proof ON alert_message (project_id, rule_id); -- what a project last proved

-- +goose Down
DROP INDEX alert_message_proof;
DROP INDEX alert_message_drill;
DELETE FROM alert_message WHERE drill_id IS NOT NULL;
ALTER TABLE alert_message DROP COLUMN drill_id;
DROP INDEX alert_message_alert;
ALTER TABLE alert_message ADD COLUMN about_alert BIGINT NOT NULL DEFAULT 0;
UPDATE alert_message SET about_alert = alert_id;
ALTER TABLE alert_message DROP COLUMN alert_id;
ALTER TABLE alert_message RENAME COLUMN about_alert TO alert_id;
CREATE INDEX alert_message_alert ON alert_message (alert_id);
