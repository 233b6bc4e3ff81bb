-- +goose Up
-- One row for each running server. Its id is new at every start and rises, so it is also the fence of everything that
-- the server holds: a transaction locks the row, and a server whose row is gone can write nothing.
CREATE SEQUENCE server_id;
CREATE TABLE server (
    id          BIGINT PRIMARY KEY,
    name        TEXT NOT NULL,
    version     TEXT NOT NULL,
    started     TIMESTAMPTZ NOT NULL DEFAULT clock_timestamp(),
    lease_until TIMESTAMPTZ NOT NULL,
    draining    BOOLEAN NOT NULL DEFAULT FALSE,
    report      JSONB
) WITH (fillfactor = 50);

-- Lanes of the frame journal. A server appends to its own lane; adopted lanes are those of dead servers, which it
-- drains. A lane without a server is empty.
CREATE TABLE journal_lane (
    lane    INTEGER PRIMARY KEY,
    server  BIGINT,
    adopted BOOLEAN NOT NULL DEFAULT FALSE
);
INSERT INTO journal_lane (lane) VALUES (0);

-- Partitions of points. server holds one, wanted is to hold it; they differ while it moves.
CREATE TABLE point_partition (
    part   INTEGER PRIMARY KEY,
    server BIGINT,
    wanted BIGINT
) WITH (fillfactor = 50);
INSERT INTO point_partition (part) SELECT generate_series(0, 255);

-- Locked by each transaction that changes who holds what.
CREATE TABLE placement (
    id     INTEGER PRIMARY KEY CHECK (id = 1),
    number BIGINT NOT NULL
);
INSERT INTO placement (id, number) VALUES (1, 0);

-- +goose Down
DROP TABLE placement;
DROP TABLE point_partition;
DROP TABLE journal_lane;
DROP TABLE server;
DROP SEQUENCE server_id;
