-- +goose Up
-- drain is what an operator asked this server to do, with the times of its steps. reported is when the report was
-- written.
ALTER TABLE server ADD COLUMN drain JSONB, ADD COLUMN reported TIMESTAMPTZ;

-- Servers of the last days that left or died. successor took over from a dead one; NULL: it left in order.
CREATE TABLE former_server (
    id        BIGINT PRIMARY KEY,
    name      TEXT NOT NULL,
    version   TEXT NOT NULL,
    started   TIMESTAMPTZ NOT NULL,
    ended     TIMESTAMPTZ NOT NULL DEFAULT clock_timestamp(),
    successor BIGINT
);

-- +goose Down
DROP TABLE former_server;
ALTER TABLE server DROP COLUMN drain, DROP COLUMN reported;
