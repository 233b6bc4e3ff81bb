-- +goose Up
-- Commands that a corporation declares for the devices of its models: JSON of modelcommand.Command.
ALTER TABLE device_model ADD COLUMN commands TEXT NOT NULL DEFAULT '[]';

-- +goose Down
ALTER TABLE device_model DROP COLUMN commands;
