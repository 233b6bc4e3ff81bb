-- +goose Up
-- Checkpoints hold what filters remember; those before do not. They are made again.
DELETE FROM checkpoint;

-- +goose Down
DELETE FROM checkpoint;
