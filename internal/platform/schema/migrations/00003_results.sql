-- +goose Up
-- Caches of the fold: all of it can be computed again, but for what people did.
CREATE TABLE checkpoint (
    point_id BIGINT NOT NULL,
    time BIGINT NOT NULL,
    config BIGINT NOT NULL,
    state BYTEA NOT NULL,
    PRIMARY KEY (point_id, time)
);

CREATE TABLE initial_value (
    point_id BIGINT NOT NULL,
    from_time BIGINT NOT NULL,
    version_id BIGINT NOT NULL,
    formed BIGINT NOT NULL,
    count BIGINT NOT NULL,
    columns_json TEXT NOT NULL,
    value_bytes BYTEA NOT NULL, -- float64, little endian, one a column
    PRIMARY KEY (point_id, from_time)
);

CREATE TABLE point_level (
    point_id BIGINT NOT NULL PRIMARY KEY,
    level BIGINT NOT NULL,
    since BIGINT NOT NULL
);

CREATE TABLE alert (
    id BIGINT NOT NULL PRIMARY KEY,
    corporation_id BIGINT NOT NULL,
    project_id BIGINT NOT NULL,
    structure_id BIGINT NOT NULL,
    item_id BIGINT NOT NULL,
    point_id BIGINT NOT NULL,
    device_id BIGINT NOT NULL,
    kind TEXT NOT NULL,
    field TEXT NOT NULL,
    value_type TEXT NOT NULL,
    node_from BIGINT NOT NULL,
    node_to BIGINT NOT NULL,
    node_limited BOOLEAN NOT NULL,
    measurement TEXT NOT NULL,
    status TEXT NOT NULL,
    level BIGINT NOT NULL,
    current_level BIGINT NOT NULL,
    opened BIGINT NOT NULL,
    steps TEXT NOT NULL,
    ended BIGINT NOT NULL,
    restore_value DOUBLE PRECISION NOT NULL,
    depth DOUBLE PRECISION,
    found_late BOOLEAN NOT NULL,
    withdrawn_at BIGINT NOT NULL,
    correction_id BIGINT NOT NULL,
    processed_at BIGINT NOT NULL,
    processed_by BIGINT NOT NULL,
    processed_level BIGINT NOT NULL,
    seen_until BIGINT NOT NULL,
    note TEXT NOT NULL,
    recorded_at BIGINT NOT NULL,
    changed_at BIGINT NOT NULL
);
CREATE INDEX alert_point ON alert (point_id, opened);
CREATE INDEX alert_project ON alert (project_id, opened);
CREATE INDEX alert_corporation ON alert (corporation_id, opened);
CREATE INDEX alert_active ON alert (project_id) WHERE status IN ('Pending', 'Notice') AND withdrawn_at = 0;
CREATE INDEX alert_device ON alert (device_id, kind, status);

CREATE TABLE alert_transition (
    id BIGINT NOT NULL PRIMARY KEY,
    alert_id BIGINT NOT NULL REFERENCES alert (id),
    kind TEXT NOT NULL,
    from_status TEXT NOT NULL,
    to_status TEXT NOT NULL,
    level BIGINT NOT NULL,
    value DOUBLE PRECISION NOT NULL,
    limit_value DOUBLE PRECISION NOT NULL,
    side TEXT NOT NULL,
    node BIGINT NOT NULL,
    time BIGINT NOT NULL,
    recorded_at BIGINT NOT NULL,
    recorded_by BIGINT NOT NULL,
    correction_id BIGINT NOT NULL,
    note TEXT NOT NULL
);
CREATE INDEX alert_transition_alert ON alert_transition (alert_id, id);

CREATE TABLE notification (
    id BIGINT NOT NULL PRIMARY KEY,
    corporation_id BIGINT NOT NULL,
    project_id BIGINT NOT NULL,
    kind TEXT NOT NULL,
    level BIGINT NOT NULL,
    alert_id BIGINT NOT NULL,
    point_id BIGINT NOT NULL,
    device_id BIGINT NOT NULL,
    args TEXT NOT NULL,
    created_at BIGINT NOT NULL
);
CREATE INDEX notification_corporation ON notification (corporation_id, id);
CREATE INDEX notification_project ON notification (project_id, id);

CREATE TABLE notification_seen ( -- by one account; no row: unread
    notification_id BIGINT NOT NULL REFERENCES notification (id),
    account_id BIGINT NOT NULL,
    gone BOOLEAN NOT NULL,
    at BIGINT NOT NULL,
    PRIMARY KEY (account_id, notification_id)
);
CREATE INDEX notification_seen_notification ON notification_seen (notification_id);

CREATE TABLE job (
    id BIGINT NOT NULL PRIMARY KEY,
    kind TEXT NOT NULL,
    args TEXT NOT NULL,
    state TEXT NOT NULL,
    corporation_id BIGINT NOT NULL,
    project_id BIGINT NOT NULL,
    account_id BIGINT NOT NULL,
    unique_key TEXT NOT NULL,
    run_at BIGINT NOT NULL,
    attempt BIGINT NOT NULL,
    lease_until BIGINT NOT NULL,
    done BIGINT NOT NULL,
    total BIGINT NOT NULL,
    checkpoint TEXT NOT NULL,
    result TEXT NOT NULL,
    error TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    finished_at BIGINT NOT NULL
);
CREATE UNIQUE INDEX job_unique_key ON job (unique_key) WHERE unique_key <> '' AND state IN ('waiting', 'running');
CREATE INDEX job_due ON job (run_at) WHERE state IN ('waiting', 'running');
CREATE INDEX job_project ON job (project_id, id);
CREATE INDEX job_finished ON job (finished_at) WHERE finished_at <> 0;

CREATE TABLE schedule (
    name TEXT NOT NULL PRIMARY KEY,
    kind TEXT NOT NULL,
    args TEXT NOT NULL,
    every_ms BIGINT NOT NULL,
    next_at BIGINT NOT NULL
);

-- +goose Down
DROP TABLE schedule;
DROP TABLE job;
DROP TABLE notification_seen;
DROP TABLE notification;
DROP TABLE alert_transition;
DROP TABLE alert;
DROP TABLE point_level;
DROP TABLE initial_value;
DROP TABLE checkpoint;
