-- +goose Up
-- Until when stored readings were received, UTC ms, of a command that asks for them in pieces; 0: none.
ALTER TABLE command ADD COLUMN read_until BIGINT NOT NULL DEFAULT 0;
-- The server that has sent a command. When it dies, the command returns to the queue at once.
ALTER TABLE command ADD COLUMN server BIGINT NOT NULL DEFAULT 0;

-- +goose Down
ALTER TABLE command DROP COLUMN server;
ALTER TABLE command DROP COLUMN read_until;
