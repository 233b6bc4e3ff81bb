-- +goose Up
-- Device health is no level of an alert: it is counted and coloured apart.
UPDATE alert SET level = 0, current_level = 0, processed_level = 0, steps = REPLACE(steps, '"level":1', '"level":0')
    WHERE kind IN ('dataLost', 'lowVoltage', 'dataRepeated');
UPDATE alert_transition SET level = 0 WHERE alert_id IN (SELECT id FROM alert WHERE kind IN ('dataLost', 'lowVoltage', 'dataRepeated'));
UPDATE notification SET level = 0, args = REPLACE(args, '"level":1', '"level":0')
    WHERE alert_id IN (SELECT id FROM alert WHERE kind IN ('dataLost', 'lowVoltage', 'dataRepeated'));
UPDATE notification SET kind = REPLACE(kind, 'alarm.', 'health.')
    WHERE kind IN ('alarm.raised', 'alarm.restored') AND alert_id IN (SELECT id FROM alert WHERE kind IN ('dataLost', 'lowVoltage', 'dataRepeated'));
CREATE INDEX alert_health ON alert (device_id) WHERE kind <> 'threshold' AND ended = 0 AND withdrawn_at = 0;

-- What changed the past of an alert: late data, a correction, configuration.
ALTER TABLE alert ADD COLUMN found_by TEXT NOT NULL DEFAULT '';
ALTER TABLE alert_transition ADD COLUMN cause TEXT NOT NULL DEFAULT '';

-- What a device says of itself counts by the time of the report, not by its arrival.
ALTER TABLE device_state ADD COLUMN voltage_at BIGINT NOT NULL DEFAULT 0;
ALTER TABLE device_state ADD COLUMN temperature_at BIGINT NOT NULL DEFAULT 0;
ALTER TABLE device_state ADD COLUMN rssi_at BIGINT NOT NULL DEFAULT 0;
UPDATE device_state SET voltage_at = last_seen, temperature_at = last_seen, rssi_at = last_seen;
ALTER TABLE device_state DROP COLUMN low_voltage;

-- Over how many hours identical readings are a fault; NULL: as its type says.
ALTER TABLE device ADD COLUMN repeated_hours DOUBLE PRECISION;

-- Checkpoints hold since when readings are identical; those before do not. They are made again.
DELETE FROM checkpoint;

-- +goose Down
ALTER TABLE device DROP COLUMN repeated_hours;
ALTER TABLE device_state ADD COLUMN low_voltage BOOLEAN NOT NULL DEFAULT FALSE;
ALTER TABLE device_state DROP COLUMN rssi_at;
ALTER TABLE device_state DROP COLUMN temperature_at;
ALTER TABLE device_state DROP COLUMN voltage_at;
ALTER TABLE alert_transition DROP COLUMN cause;
ALTER TABLE alert DROP COLUMN found_by;
DROP INDEX alert_health;
DELETE FROM checkpoint;
