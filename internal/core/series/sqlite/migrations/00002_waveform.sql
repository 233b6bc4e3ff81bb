-- +goose Up
-- What instruments sampled, a row a part of a record. content identifies what the part has, and is in the reading of the
-- record: a corrected part is one more row. Retention sets data to NULL and leaves the summaries in kept.
CREATE TABLE waveform (
    device    BIGINT NOT NULL,
    channel   INTEGER NOT NULL,
    ts        BIGINT NOT NULL,           -- of the record, UTC ms
    part      INTEGER NOT NULL,          -- from 1; 0: the record has one part
    content   BIGINT NOT NULL,
    parts     INTEGER NOT NULL,
    received  BIGINT NOT NULL,
    rate      DOUBLE PRECISION NOT NULL, -- Hz
    scale     DOUBLE PRECISION NOT NULL,
    samples   INTEGER NOT NULL,          -- of each axis
    axes      TEXT NOT NULL,             -- lines of field, tab, unit
    data      BLOB,
    kept      TEXT NOT NULL DEFAULT '',
    PRIMARY KEY (device, channel, ts, part, content)
);
CREATE INDEX waveform_time ON waveform (device, ts, channel);

-- +goose Down
DROP TABLE waveform;
