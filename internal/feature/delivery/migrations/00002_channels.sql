-- +goose Up
-- Webhooks and robots of a project.
CREATE TABLE alert_webhook (
    id             BIGINT PRIMARY KEY,
    corporation_id BIGINT NOT NULL,
    project_id     BIGINT NOT NULL REFERENCES project (id) ON DELETE CASCADE,
    name           TEXT NOT NULL,
    kind           TEXT NOT NULL, -- webhook, wecom, dingtalk, feishu, phone
    enabled        BOOLEAN NOT NULL,
    shown          TEXT NOT NULL, -- the address without what may be a secret
    signed         BOOLEAN NOT NULL, -- it has a secret
    sealed         BYTEA NOT NULL, -- address and secret, JSON
    mobiles        TEXT NOT NULL, -- whom a telephone service calls, with commas
    updated_at     BIGINT NOT NULL -- UTC ms, as all times
);
CREATE UNIQUE INDEX alert_webhook_name ON alert_webhook (project_id, name);

-- Texts of a corporation instead of those of the product; an empty one is that of the product.
CREATE TABLE alert_text (
    corporation_id BIGINT NOT NULL REFERENCES corporation (id) ON DELETE CASCADE,
    language       TEXT NOT NULL, -- zh, en, zh-TW
    subject        TEXT NOT NULL,
    opened         TEXT NOT NULL,
    restored       TEXT NOT NULL,
    sms            TEXT NOT NULL,
    sms_restored   TEXT NOT NULL,
    updated_at     BIGINT NOT NULL,
    PRIMARY KEY (corporation_id, language)
);

ALTER TABLE alert_rule ADD COLUMN channels TEXT NOT NULL DEFAULT 'mail'; -- of accounts, the first that works

ALTER TABLE alert_rule_recipient ADD COLUMN webhook_id BIGINT REFERENCES alert_webhook (id) ON DELETE CASCADE; -- address: webhook:ID
CREATE INDEX alert_rule_recipient_webhook ON alert_rule_recipient (webhook_id);

ALTER TABLE alert_message ADD COLUMN channel TEXT NOT NULL DEFAULT 'mail';
ALTER TABLE alert_message ADD COLUMN peer TEXT NOT NULL DEFAULT 'mail'; -- what sends it: mail, sms, webhook:ID, wecom:ID …
ALTER TABLE alert_message ADD COLUMN webhook_id BIGINT NOT NULL DEFAULT 0;
ALTER TABLE alert_message ADD COLUMN after_id BIGINT NOT NULL DEFAULT 0; -- the message to the same person that another channel could not send
ALTER TABLE alert_message ADD COLUMN follows TEXT NOT NULL DEFAULT ''; -- channels to use if this one fails, with commas
DROP INDEX alert_message_key;
CREATE UNIQUE INDEX alert_message_key ON alert_message (transition_id, channel, recipient, reminder);
DROP INDEX alert_message_due;
CREATE INDEX alert_message_due ON alert_message (peer, due_at) WHERE state IN ('pending', 'claimed');
CREATE INDEX alert_attempt_began ON alert_attempt (began_at); -- of the last minute, for robots that take so many

-- +goose Down
DROP INDEX alert_attempt_began;
DROP INDEX alert_message_due;
CREATE INDEX alert_message_due ON alert_message (due_at) WHERE state IN ('pending', 'claimed');
DELETE FROM alert_message WHERE channel <> 'mail';
DROP INDEX alert_message_key;
CREATE UNIQUE INDEX alert_message_key ON alert_message (transition_id, recipient, reminder);
ALTER TABLE alert_message DROP COLUMN follows;
ALTER TABLE alert_message DROP COLUMN after_id;
ALTER TABLE alert_message DROP COLUMN webhook_id;
ALTER TABLE alert_message DROP COLUMN peer;
ALTER TABLE alert_message DROP COLUMN channel;
DROP INDEX alert_rule_recipient_webhook;
DELETE FROM alert_rule_recipient WHERE address LIKE 'webhook:%';
ALTER TABLE alert_rule_recipient DROP COLUMN webhook_id;
ALTER TABLE alert_rule DROP COLUMN channels;
DROP TABLE alert_text;
DROP TABLE alert_webhook;
