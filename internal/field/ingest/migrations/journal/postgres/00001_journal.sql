-- +goose Up
CREATE TABLE frame_batch (
    seq      BIGINT NOT NULL,
    part     BIGINT NOT NULL,
    received BIGINT NOT NULL,
    frames   BIGINT NOT NULL,
    size     BIGINT NOT NULL,
    devices  BYTEA NOT NULL,
    data     BYTEA NOT NULL,
    PRIMARY KEY (part, seq)
);
-- The frames are compressed already.
ALTER TABLE frame_batch ALTER COLUMN data SET STORAGE EXTERNAL;
CREATE TABLE frame_sequence (
    part BIGINT PRIMARY KEY,
    last BIGINT NOT NULL
);
INSERT INTO frame_sequence (part, last) VALUES (0, 0);
