-- +goose Up
-- Why an alert came and what is done about it, as the person who processed it says.
ALTER TABLE alert ADD COLUMN cause TEXT NOT NULL DEFAULT '';
ALTER TABLE alert ADD COLUMN measure TEXT NOT NULL DEFAULT '';

-- +goose Down
ALTER TABLE alert DROP COLUMN measure;
ALTER TABLE alert DROP COLUMN cause;
