-- +goose Up
-- The engine that the results were computed with: another one computes them again.
CREATE TABLE engine (version INTEGER NOT NULL);
INSERT INTO engine (version) VALUES (1);

-- +goose Down
DROP TABLE engine;
