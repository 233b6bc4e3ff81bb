-- +goose Up
CREATE TABLE frame_batch (
    seq      INTEGER PRIMARY KEY,
    part     BIGINT NOT NULL,
    received BIGINT NOT NULL,
    frames   BIGINT NOT NULL,
    size     BIGINT NOT NULL,
    devices  BLOB NOT NULL,
    data     BLOB NOT NULL
);
CREATE TABLE frame_sequence (
    part BIGINT PRIMARY KEY,
    last BIGINT NOT NULL
);
INSERT INTO frame_sequence (part, last) VALUES (0, 0);
