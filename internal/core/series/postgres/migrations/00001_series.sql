-- +goose Up
-- Every key and every index begins with series_id, there are no foreign keys and no
-- triggers, and times are numbers: so the tables can be distributed by series_id.

-- Rows not yet in chunks; they stand before the row of a chunk at the same time.
-- data: columns, receipt, flag, values.
CREATE TABLE series_hot (
    series_id BIGINT NOT NULL,
    ts        BIGINT NOT NULL,
    data      BYTEA NOT NULL,
    PRIMARY KEY (series_id, ts)
) WITH (autovacuum_vacuum_scale_factor = 0.05, autovacuum_vacuum_cost_delay = 0);

-- Sealed rows; the chunks of a series do not overlap.
CREATE TABLE series_chunk (
    series_id BIGINT NOT NULL,
    t0        BIGINT NOT NULL,
    t1        BIGINT NOT NULL,
    rows      INTEGER NOT NULL,
    vals      INTEGER NOT NULL,
    data      BYTEA NOT NULL,
    PRIMARY KEY (series_id, t0)
);
ALTER TABLE series_chunk ALTER COLUMN data SET STORAGE EXTERNAL; -- packed already
CREATE INDEX series_chunk_end ON series_chunk (series_id, t1);

-- One row a series. Whoever writes a series holds its row, in ascending order of
-- series; last is the newest valid row.
CREATE TABLE series_state (
    series_id BIGINT NOT NULL PRIMARY KEY,
    sealed_to BIGINT,
    hot_rows  BIGINT NOT NULL,
    hot_bytes BIGINT NOT NULL,
    last_ts   BIGINT,
    last      BYTEA
) WITH (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.05, autovacuum_vacuum_cost_delay = 0);

-- Superseded raw values; part is their order at one time. data: columns, values.
CREATE TABLE reading_revision (
    series_id BIGINT NOT NULL,
    ts        BIGINT NOT NULL,
    part      INTEGER NOT NULL,
    received  BIGINT NOT NULL,
    replaced  BIGINT NOT NULL,
    data      BYTEA NOT NULL,
    PRIMARY KEY (series_id, ts, part)
);
