-- +goose Up
-- Actions on many things at once, each one transaction that can be undone as a whole.
CREATE TABLE action (
    id BIGINT NOT NULL PRIMARY KEY,
    corporation_id BIGINT NOT NULL,
    project_id BIGINT NOT NULL, -- 0: the corporation's stock
    kind TEXT NOT NULL, -- importDevices, moveDevices, swapChannels, cloneStructure, rotateSecret
    subject TEXT NOT NULL,
    valid_from BIGINT NOT NULL,
    effects TEXT NOT NULL, -- JSON: what was made, recorded and moved
    account_id BIGINT NOT NULL,
    created_at BIGINT NOT NULL,
    undone_at BIGINT NOT NULL, -- 0 while it stands
    undone_by BIGINT NOT NULL
);
CREATE INDEX action_corporation ON action (corporation_id, created_at);
CREATE INDEX action_project ON action (project_id, created_at);

-- +goose Down
DROP TABLE action;
