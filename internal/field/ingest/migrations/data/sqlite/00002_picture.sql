-- +goose Up
-- Pictures that devices sent. The later one of a moment counts.
CREATE TABLE device_picture (
    device   BIGINT NOT NULL,
    time     BIGINT NOT NULL, -- UTC ms, of the picture
    received BIGINT NOT NULL,
    content  BLOB NOT NULL,     -- JPEG
    PRIMARY KEY (device, time)
);

-- +goose Down
DROP TABLE device_picture;
