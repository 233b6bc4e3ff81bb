-- +goose Up
-- Health thresholds of projects, of device types in them, and of devices, each valid from a time on. The thresholds in
-- the table of devices are valid before the first of a device.
CREATE TABLE health_rule (
    id BIGINT PRIMARY KEY,
    corporation_id BIGINT NOT NULL,
    project_id BIGINT NOT NULL REFERENCES project (id) ON DELETE CASCADE,
    device_type TEXT NOT NULL DEFAULT '', -- empty: all types
    device_id BIGINT NOT NULL DEFAULT 0, -- 0: all devices of the type
    valid_from BIGINT NOT NULL,
    voltage DOUBLE PRECISION, -- V, 0: not judged; NULL: by the less specific rule
    lost INTEGER, -- missed collections; NULL: by the less specific rule
    note TEXT NOT NULL DEFAULT '',
    recorded_at BIGINT NOT NULL,
    recorded_by BIGINT NOT NULL,
    superseded_at BIGINT NOT NULL DEFAULT 0,
    superseded_by BIGINT NOT NULL DEFAULT 0
);
CREATE INDEX health_rule_project ON health_rule (project_id);
CREATE INDEX health_rule_device ON health_rule (device_id) WHERE device_id <> 0;

-- +goose Down
DROP TABLE health_rule;
