-- +goose Up
-- What devices do while alerts of a project are open.
CREATE TABLE field_rule (
    id               BIGINT PRIMARY KEY,
    corporation_id   BIGINT NOT NULL,
    project_id       BIGINT NOT NULL REFERENCES project (id) ON DELETE CASCADE,
    name             TEXT NOT NULL,
    enabled          BOOLEAN NOT NULL,
    level            BIGINT NOT NULL, -- lowest level that triggers
    measurements     TEXT NOT NULL, -- codes with commas; empty: all
    structures       TEXT NOT NULL, -- ids with commas; empty with points empty: the whole project
    points           TEXT NOT NULL,
    devices          TEXT NOT NULL,
    action           TEXT NOT NULL, -- interval, command
    interval_seconds BIGINT NOT NULL, -- of interval
    on_args          TEXT NOT NULL, -- of command: {"code", "params"}
    off_args         TEXT NOT NULL, -- empty: the device ends by itself
    longest_minutes  BIGINT NOT NULL,
    updated_at       BIGINT NOT NULL -- UTC ms, as all times
);
CREATE UNIQUE INDEX field_rule_name ON field_rule (project_id, name);

-- The ledger: one row for each rule, transition and device, written with the transition.
CREATE TABLE field_action (
    id             BIGINT PRIMARY KEY,
    corporation_id BIGINT NOT NULL,
    project_id     BIGINT NOT NULL REFERENCES project (id) ON DELETE CASCADE,
    cause          TEXT NOT NULL, -- what it was written for, once
    rule_id        BIGINT NOT NULL,
    rule_name      TEXT NOT NULL,
    alert_id       BIGINT NOT NULL, -- 0: a test or a person
    device_id      BIGINT NOT NULL,
    target         TEXT NOT NULL, -- what is switched at the device
    turn           TEXT NOT NULL, -- on, off
    why            TEXT NOT NULL,
    kind           TEXT NOT NULL, -- of the command
    args           TEXT NOT NULL, -- of the command; empty: the earlier interval
    state          TEXT NOT NULL,
    reason         TEXT NOT NULL,
    refused_code   BIGINT NOT NULL, -- message about a refused order; 0: none
    earlier        BIGINT NOT NULL, -- interval before, in s; 0: none
    command_id     BIGINT NOT NULL, -- 0: none yet
    answer_code    BIGINT NOT NULL,
    answer         TEXT NOT NULL,
    attempts       BIGINT NOT NULL,
    unsure         BIGINT NOT NULL, -- claims after which nobody knows whether the command was ordered
    claimed_until  BIGINT NOT NULL,
    due_at         BIGINT NOT NULL,
    until_at       BIGINT NOT NULL, -- after which it is of no use
    account_id     BIGINT NOT NULL, -- who tested; 0: the program
    created_at     BIGINT NOT NULL,
    ordered_at     BIGINT NOT NULL,
    ended_at       BIGINT NOT NULL -- 0: not yet
);
CREATE UNIQUE INDEX field_action_cause ON field_action (project_id, cause);
CREATE INDEX field_action_alert ON field_action (alert_id);
CREATE INDEX field_action_target ON field_action (device_id, target);
CREATE INDEX field_action_due ON field_action (due_at) WHERE state IN ('pending', 'claimed', 'ordered');

-- Alerts that keep a device switched on.
CREATE TABLE field_hold (
    id             BIGINT PRIMARY KEY,
    corporation_id BIGINT NOT NULL,
    project_id     BIGINT NOT NULL REFERENCES project (id) ON DELETE CASCADE,
    rule_id        BIGINT NOT NULL,
    rule_name      TEXT NOT NULL,
    alert_id       BIGINT NOT NULL,
    device_id      BIGINT NOT NULL,
    target         TEXT NOT NULL,
    kind           TEXT NOT NULL,
    off_args       TEXT NOT NULL,
    ends_itself    BOOLEAN NOT NULL, -- nothing is sent at the end
    state          TEXT NOT NULL, -- held, lapsed (its end was found late), released
    since          BIGINT NOT NULL,
    until_at       BIGINT NOT NULL
);
CREATE INDEX field_hold_open ON field_hold (project_id) WHERE state <> 'released';

-- +goose Down
DROP TABLE field_hold;
DROP TABLE field_action;
DROP TABLE field_rule;
