-- +goose Up
-- Where a device stands among the others of its project; without a row it stands at
-- its id.
CREATE TABLE device_order (
    device_id BIGINT NOT NULL PRIMARY KEY REFERENCES device (id) ON DELETE CASCADE,
    place BIGINT NOT NULL
);

-- +goose Down
DROP TABLE device_order;
