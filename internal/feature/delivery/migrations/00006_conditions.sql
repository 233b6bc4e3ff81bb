-- +goose Up
-- What must be true of the readings before a rule sends messages, see alarm.Conditions.
ALTER TABLE alert_rule ADD COLUMN conditions TEXT NOT NULL DEFAULT ''; -- JSON; empty: nothing
ALTER TABLE alert_message ADD COLUMN conditions TEXT NOT NULL DEFAULT ''; -- of the rules that it is for, JSON: one of them must be met
ALTER TABLE alert_message ADD COLUMN met_at BIGINT NOT NULL DEFAULT 0; -- when they were found to be met; 0: not yet, or there are none
CREATE INDEX alert_message_waiting ON alert_message (id) WHERE state = 'waiting';

-- Whom a rule calls if nobody reacts to an alert.
CREATE TABLE alert_rule_rung (
    rule_id       BIGINT NOT NULL REFERENCES alert_rule (id) ON DELETE CASCADE,
    after_minutes BIGINT NOT NULL, -- after the first messages
    account_id    BIGINT NOT NULL, -- 0: a webhook
    webhook_id    BIGINT REFERENCES alert_webhook (id) ON DELETE CASCADE,
    address       TEXT NOT NULL, -- webhook:ID; of an account empty
    PRIMARY KEY (rule_id, after_minutes, account_id, address)
);
CREATE INDEX alert_rule_rung_webhook ON alert_rule_rung (webhook_id);
ALTER TABLE alert_message ADD COLUMN after_minutes BIGINT NOT NULL DEFAULT 0; -- sent if nobody reacts for so long; 0: at once

-- +goose Down
ALTER TABLE alert_message DROP COLUMN after_minutes;
DROP TABLE alert_rule_rung;
DROP INDEX alert_message_waiting;
DELETE FROM alert_message WHERE state = 'waiting' OR reminder < 0;
ALTER TABLE alert_message DROP COLUMN met_at;
ALTER TABLE alert_message DROP COLUMN conditions;
ALTER TABLE alert_rule DROP COLUMN conditions;
