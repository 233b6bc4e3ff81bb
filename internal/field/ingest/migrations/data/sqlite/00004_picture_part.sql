-- +goose Up
-- Pictures that come in parts, until all are there.
CREATE TABLE device_picture_due (
    device   BIGINT NOT NULL,
    time     BIGINT NOT NULL, -- UTC ms, of the picture
    parts    BIGINT NOT NULL,
    received BIGINT NOT NULL, -- UTC ms, the last part
    PRIMARY KEY (device, time)
);
CREATE TABLE device_picture_part (
    device  BIGINT NOT NULL,
    time    BIGINT NOT NULL,
    part    BIGINT NOT NULL, -- from 1
    content BLOB NOT NULL,
    PRIMARY KEY (device, time, part)
);

-- +goose Down
DROP TABLE device_picture_part;
DROP TABLE device_picture_due;
