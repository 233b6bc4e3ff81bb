-- +goose Up
-- One row a batch: what it changed in each series, in order.
CREATE TABLE series_log (
    seq  INTEGER PRIMARY KEY,
    rows INTEGER NOT NULL,
    data BLOB NOT NULL
);

-- Sealed rows; the chunks of a series do not overlap.
CREATE TABLE series_chunk (
    id        INTEGER PRIMARY KEY,
    series_id BIGINT NOT NULL,
    t0        BIGINT NOT NULL,
    t1        BIGINT NOT NULL,
    rows      INTEGER NOT NULL,
    vals      INTEGER NOT NULL,
    data      BLOB NOT NULL
);
CREATE UNIQUE INDEX series_chunk_time ON series_chunk (series_id, t1, t0, rows);

-- Up to which entry of the log the chunks of a series hold everything, up to which
-- time they reach, and its newest valid row as of that entry.
CREATE TABLE series_state (
    series_id   INTEGER PRIMARY KEY,
    applied_seq BIGINT NOT NULL,
    sealed_to   BIGINT,
    last        BLOB
);

-- Superseded raw values, in the order in which they were. data: columns, values.
CREATE TABLE reading_revision (
    series_id BIGINT NOT NULL,
    ts        BIGINT NOT NULL,
    seq       BIGINT NOT NULL,
    part      INTEGER NOT NULL,
    received  BIGINT NOT NULL,
    replaced  BIGINT NOT NULL,
    data      BLOB NOT NULL,
    PRIMARY KEY (series_id, ts, seq, part)
) WITHOUT ROWID;
