-- +goose Up
-- The database session in which the server hears signals. It ends with the process, however that ends. NULL: not known.
ALTER TABLE server ADD COLUMN session INTEGER;

-- +goose Down
ALTER TABLE server DROP COLUMN session;
