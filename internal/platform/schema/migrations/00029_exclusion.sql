-- +goose Up
-- The turns of changes of configuration, by corporation. A change checks its number when it writes.
CREATE TABLE exclusion (
    corporation_id BIGINT NOT NULL PRIMARY KEY,
    number         BIGINT NOT NULL,
    server         BIGINT NOT NULL -- which has the turn; 0: nobody
);

-- +goose Down
DROP TABLE exclusion;
