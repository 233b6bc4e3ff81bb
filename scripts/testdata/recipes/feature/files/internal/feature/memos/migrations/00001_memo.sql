-- +goose Up
CREATE TABLE memo (
    id BIGINT PRIMARY KEY,
    corporation_id BIGINT NOT NULL REFERENCES corporation (id),
    project_id BIGINT NOT NULL REFERENCES project (id) ON DELETE CASCADE,
    text TEXT NOT NULL,
    created_at BIGINT NOT NULL -- UTC ms
);
CREATE INDEX memo_project ON memo (project_id, id);

-- +goose Down
DROP TABLE memo;
