-- +goose Up
-- Retention looks for old samples among those that are left: deleted ones would be read again by each of its batches.
CREATE INDEX waveform_samples ON waveform (device, ts, channel) WHERE data IS NOT NULL;

-- +goose Down
DROP INDEX waveform_samples;
