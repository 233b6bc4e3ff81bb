-- +goose Up
-- The fingerprint of the key that seals secrets, in one row. A server with another key does not start.
CREATE TABLE installation_key (
    id          INTEGER NOT NULL PRIMARY KEY CHECK (id = 1),
    fingerprint TEXT NOT NULL
);

-- +goose Down
DROP TABLE installation_key;
