-- +goose Up
ALTER TABLE alert_rule ADD COLUMN duty BOOLEAN NOT NULL DEFAULT FALSE; -- also to who is on duty
ALTER TABLE alert_rule ADD COLUMN quiet_from BIGINT NOT NULL DEFAULT 0; -- minutes of the day in the time zone of the project
ALTER TABLE alert_rule ADD COLUMN quiet_to BIGINT NOT NULL DEFAULT 0; -- may be on the next day
ALTER TABLE alert_rule ADD COLUMN quiet_level BIGINT NOT NULL DEFAULT 0; -- highest level that is held back; 0: no quiet hours
ALTER TABLE alert_message ADD COLUMN duty BOOLEAN NOT NULL DEFAULT FALSE; -- only because they were on duty
ALTER TABLE alert_message ADD COLUMN held_until BIGINT NOT NULL DEFAULT 0; -- end of the quiet hours in which it was written; 0: none

-- +goose Down
ALTER TABLE alert_message DROP COLUMN held_until;
ALTER TABLE alert_message DROP COLUMN duty;
ALTER TABLE alert_rule DROP COLUMN quiet_level;
ALTER TABLE alert_rule DROP COLUMN quiet_to;
ALTER TABLE alert_rule DROP COLUMN quiet_from;
ALTER TABLE alert_rule DROP COLUMN duty;
