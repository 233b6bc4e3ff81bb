-- +goose Up
-- Who gets mails about which alerts of a project.
CREATE TABLE alert_rule (
    id             BIGINT PRIMARY KEY,
    corporation_id BIGINT NOT NULL,
    project_id     BIGINT NOT NULL REFERENCES project (id) ON DELETE CASCADE,
    name           TEXT NOT NULL,
    enabled        BOOLEAN NOT NULL,
    structure_id   BIGINT REFERENCES structure (id) ON DELETE CASCADE, -- NULL: the whole project
    item_id        BIGINT REFERENCES structure (id) ON DELETE CASCADE, -- NULL: the whole structure
    measurements   TEXT NOT NULL, -- codes with commas; empty: all
    level          BIGINT NOT NULL, -- lowest level of thresholds
    types          TEXT NOT NULL, -- threshold, deviceHealth
    events         TEXT NOT NULL,
    repeat_hours   BIGINT NOT NULL, -- 0: no reminders
    late           BOOLEAN NOT NULL, -- also events found more than 2 h later
    updated_at     BIGINT NOT NULL -- UTC ms, as all times
);
CREATE UNIQUE INDEX alert_rule_name ON alert_rule (project_id, name);
CREATE INDEX alert_rule_structure ON alert_rule (structure_id);
CREATE INDEX alert_rule_item ON alert_rule (item_id);

CREATE TABLE alert_rule_recipient (
    rule_id    BIGINT NOT NULL REFERENCES alert_rule (id) ON DELETE CASCADE,
    account_id BIGINT NOT NULL, -- 0: an address without an account
    address    TEXT NOT NULL, -- of an account: empty, because its own counts
    PRIMARY KEY (rule_id, account_id, address)
);

-- The ledger: one row for each message, written with the transition that it is about.
CREATE TABLE alert_message (
    id             BIGINT PRIMARY KEY,
    corporation_id BIGINT NOT NULL,
    project_id     BIGINT NOT NULL,
    alert_id       BIGINT NOT NULL REFERENCES alert (id) ON DELETE CASCADE,
    transition_id  BIGINT NOT NULL,
    reminder       BIGINT NOT NULL, -- 0: of the transition itself, else its number
    rule_id        BIGINT NOT NULL,
    account_id     BIGINT NOT NULL, -- 0: an address without an account
    recipient      TEXT NOT NULL, -- the address, or the account if it has none
    address        TEXT NOT NULL,
    event          TEXT NOT NULL,
    content        TEXT NOT NULL, -- parameters of the text, JSON
    state          TEXT NOT NULL,
    reason         TEXT NOT NULL, -- of a message that was not sent
    unsure         BIGINT NOT NULL, -- attempts after which nobody knows whether the mail server has it
    reminded       BIGINT NOT NULL, -- number of the last reminder
    claim          BIGINT NOT NULL,
    claimed_until  BIGINT NOT NULL,
    due_at         BIGINT NOT NULL,
    created_at     BIGINT NOT NULL,
    ended_at       BIGINT NOT NULL -- 0: not yet
);
CREATE UNIQUE INDEX alert_message_key ON alert_message (transition_id, recipient, reminder);
CREATE INDEX alert_message_alert ON alert_message (alert_id);
CREATE INDEX alert_message_project ON alert_message (project_id, created_at);
CREATE INDEX alert_message_due ON alert_message (due_at) WHERE state IN ('pending', 'claimed');

-- An attempt is recorded before the message is sent, and closed with the answer.
CREATE TABLE alert_attempt (
    id         BIGINT PRIMARY KEY,
    message_id BIGINT NOT NULL REFERENCES alert_message (id) ON DELETE CASCADE,
    began_at   BIGINT NOT NULL,
    ended_at   BIGINT NOT NULL, -- 0: not yet
    outcome    TEXT NOT NULL,
    answer     TEXT NOT NULL
);
CREATE INDEX alert_attempt_message ON alert_attempt (message_id);

-- +goose Down
DROP TABLE alert_attempt;
DROP TABLE alert_message;
DROP TABLE alert_rule_recipient;
DROP TABLE alert_rule;
