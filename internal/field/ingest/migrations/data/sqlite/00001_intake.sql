-- +goose Up
CREATE TABLE intake_cursor (
    part BIGINT PRIMARY KEY,
    seq  BIGINT NOT NULL
);
INSERT INTO intake_cursor (part, seq) VALUES (0, 0);
CREATE TABLE dead_frame (
    seq       BIGINT NOT NULL,
    place     BIGINT NOT NULL,
    device    BIGINT NOT NULL,
    register  TEXT NOT NULL,
    transport BIGINT NOT NULL,
    kind      BIGINT NOT NULL,
    received  BIGINT NOT NULL,
    size      BIGINT NOT NULL,
    reason    TEXT NOT NULL,
    payload   BLOB NOT NULL,
    PRIMARY KEY (seq, place)
);
CREATE INDEX dead_frame_device ON dead_frame (device, seq, place);
CREATE TABLE timeless (
    device  BIGINT NOT NULL,
    channel BIGINT NOT NULL,
    data    BLOB NOT NULL,
    PRIMARY KEY (device, channel)
);
