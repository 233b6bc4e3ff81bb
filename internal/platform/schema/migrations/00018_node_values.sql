-- +goose Up
-- What a replace says of the nodes of an array one by one, JSON.
ALTER TABLE correction ADD COLUMN node_values TEXT NOT NULL DEFAULT '[]';

-- +goose Down
ALTER TABLE correction DROP COLUMN node_values;
