-- +goose Up
-- Commands to devices: a queue with a row a command. What waits or hangs is sent by
-- the node that holds the connection of the gateway; an answer finds its row by id.
CREATE TABLE command (
    id BIGINT NOT NULL PRIMARY KEY,
    corporation_id BIGINT NOT NULL,
    project_id BIGINT NOT NULL, -- 0: of a device in stock
    device_id BIGINT NOT NULL REFERENCES device (id) ON DELETE CASCADE,
    gateway_id BIGINT NOT NULL, -- the device whose connection carries it
    child TEXT NOT NULL, -- serial number of the device behind the gateway; empty: the gateway itself
    channel_no BIGINT NOT NULL,
    kind TEXT NOT NULL,
    args TEXT NOT NULL, -- JSON
    priority BIGINT NOT NULL, -- lower goes first
    state TEXT NOT NULL, -- waiting, hanging, sent, answered, failed, cancelled
    account_id BIGINT NOT NULL,
    attempts BIGINT NOT NULL,
    answers BIGINT NOT NULL,
    every_ms BIGINT NOT NULL, -- keep sending; 0: once
    kept_until BIGINT NOT NULL, -- UTC ms: the lease of the page that keeps it going
    repeat_until BIGINT NOT NULL, -- UTC ms
    next_at BIGINT NOT NULL, -- UTC ms: not before
    sent_at BIGINT NOT NULL,
    deadline BIGINT NOT NULL, -- UTC ms of the answer, while sent
    expires_at BIGINT NOT NULL,
    created_at BIGINT NOT NULL,
    ended_at BIGINT NOT NULL,
    code BIGINT NOT NULL, -- of the last answer
    message TEXT NOT NULL,
    result TEXT NOT NULL -- JSON of the last answer
);
CREATE UNIQUE INDEX command_outstanding ON command (device_id, kind) WHERE state IN ('waiting', 'hanging', 'sent');
CREATE UNIQUE INDEX command_sent ON command (gateway_id) WHERE state = 'sent';
CREATE INDEX command_queue ON command (gateway_id, priority, id) WHERE state IN ('waiting', 'hanging');
CREATE INDEX command_device ON command (device_id, id);

-- Firmware files of a corporation; their content is a blob.
CREATE TABLE firmware (
    id BIGINT NOT NULL PRIMARY KEY,
    corporation_id BIGINT NOT NULL REFERENCES corporation (id),
    name TEXT NOT NULL,
    host TEXT NOT NULL, -- device type or model that it is for
    version TEXT NOT NULL,
    note TEXT NOT NULL,
    notice TEXT NOT NULL,
    size BIGINT NOT NULL,
    sha256 TEXT NOT NULL,
    blob TEXT NOT NULL,
    account_id BIGINT NOT NULL,
    created_at BIGINT NOT NULL
);
CREATE UNIQUE INDEX firmware_name ON firmware (corporation_id, name);
CREATE INDEX firmware_blob ON firmware (blob);

CREATE TABLE firmware_upgrade (
    id BIGINT NOT NULL PRIMARY KEY,
    corporation_id BIGINT NOT NULL,
    firmware_id BIGINT NOT NULL REFERENCES firmware (id) ON DELETE CASCADE,
    device_id BIGINT NOT NULL REFERENCES device (id) ON DELETE CASCADE,
    state TEXT NOT NULL, -- progress, success, fail
    command_id BIGINT NOT NULL, -- the last try
    attempts BIGINT NOT NULL,
    version_before TEXT NOT NULL,
    version TEXT NOT NULL, -- to be reported by the device
    reason TEXT NOT NULL, -- why it failed: refused, timeout, expired, cancelled, notReported
    code BIGINT NOT NULL, -- of the device's answer
    message TEXT NOT NULL,
    deadline BIGINT NOT NULL, -- UTC ms by which the device reports the version; 0: it has not accepted yet
    account_id BIGINT NOT NULL,
    created_at BIGINT NOT NULL,
    ended_at BIGINT NOT NULL
);
CREATE UNIQUE INDEX firmware_upgrade_progress ON firmware_upgrade (device_id) WHERE state = 'progress';
CREATE INDEX firmware_upgrade_firmware ON firmware_upgrade (firmware_id, id);
CREATE INDEX firmware_upgrade_command ON firmware_upgrade (command_id);
