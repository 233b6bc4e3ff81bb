-- +goose Up
CREATE TABLE note (
    id BIGINT PRIMARY KEY,
    corporation_id BIGINT NOT NULL REFERENCES corporation (id),
    project_id BIGINT NOT NULL REFERENCES project (id) ON DELETE CASCADE,
    text TEXT NOT NULL,
    created_at BIGINT NOT NULL -- UTC ms
);
CREATE INDEX note_project ON note (project_id, id);

-- +goose Down
DROP TABLE note;
