-- +goose Up
-- Models that corporations add to the predefined ones.
CREATE TABLE device_model (
    id BIGINT NOT NULL PRIMARY KEY,
    corporation_id BIGINT NOT NULL REFERENCES corporation (id),
    code TEXT NOT NULL,
    label TEXT NOT NULL,
    type TEXT NOT NULL,
    series TEXT NOT NULL,
    measurements TEXT NOT NULL, -- comma-separated
    collector_type_options TEXT NOT NULL, -- comma-separated
    channel_protocol TEXT NOT NULL,
    manufacturer TEXT NOT NULL,
    sn_code_prefix TEXT NOT NULL,
    register_prefix TEXT NOT NULL,
    channels BIGINT NOT NULL,
    register_is_same BOOLEAN NOT NULL,
    is_sensor BOOLEAN NOT NULL,
    is_measuring BOOLEAN NOT NULL,
    with_collector BOOLEAN NOT NULL,
    is_multi_channel BOOLEAN NOT NULL,
    with_network BOOLEAN NOT NULL,
    created_at BIGINT NOT NULL
);
CREATE UNIQUE INDEX device_model_code ON device_model (corporation_id, code);

-- Calibration files of devices.
CREATE TABLE device_file (
    id BIGINT NOT NULL PRIMARY KEY,
    corporation_id BIGINT NOT NULL,
    device_id BIGINT NOT NULL REFERENCES device (id),
    name TEXT NOT NULL,
    size BIGINT NOT NULL,
    content BYTEA NOT NULL,
    uploaded_at BIGINT NOT NULL,
    uploaded_by BIGINT NOT NULL
);
CREATE UNIQUE INDEX device_file_name ON device_file (device_id, name);

-- Alert records that somebody took off the device that they are about.
CREATE TABLE device_warning_dismissed (
    alert_id BIGINT NOT NULL PRIMARY KEY,
    device_id BIGINT NOT NULL REFERENCES device (id),
    dismissed_at BIGINT NOT NULL,
    dismissed_by BIGINT NOT NULL
);
CREATE INDEX device_warning_dismissed_device ON device_warning_dismissed (device_id);

-- +goose Down
DROP TABLE device_warning_dismissed;
DROP TABLE device_file;
DROP TABLE device_model;
