-- +goose Up
-- Until when stored readings were received, UTC ms, of a command that asks for them in pieces; 0: none.
ALTER TABLE command ADD COLUMN read_until BIGINT NOT NULL DEFAULT 0;

-- +goose Down
ALTER TABLE command DROP COLUMN read_until;
