-- +goose Up
-- The generation of the configuration: the number of its last change. Readings and results are stored only by servers
-- that know it.
CREATE TABLE configuration (
    id         INTEGER NOT NULL PRIMARY KEY CHECK (id = 1),
    generation BIGINT NOT NULL
);
INSERT INTO configuration (id, generation) VALUES (1, 0);
CREATE TABLE configuration_change (
    generation BIGINT NOT NULL PRIMARY KEY,
    points     TEXT NOT NULL, -- JSON, ids
    devices    TEXT NOT NULL
);

-- +goose Down
DROP TABLE configuration_change;
DROP TABLE configuration;
