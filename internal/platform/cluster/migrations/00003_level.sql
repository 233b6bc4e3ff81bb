-- +goose Up
-- The level of the program of each server, and the lowest that the tables still serve.
ALTER TABLE server ADD COLUMN level INTEGER NOT NULL DEFAULT 1;
CREATE TABLE required_level (
    id    INTEGER PRIMARY KEY CHECK (id = 1),
    level INTEGER NOT NULL
);
INSERT INTO required_level (id, level) VALUES (1, 1);

-- +goose Down
DROP TABLE required_level;
ALTER TABLE server DROP COLUMN level;
