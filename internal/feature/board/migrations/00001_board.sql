-- +goose Up
CREATE TABLE board (
    id             BIGINT PRIMARY KEY,
    corporation_id BIGINT NOT NULL REFERENCES corporation (id),
    project_id     BIGINT NOT NULL REFERENCES project (id) ON DELETE CASCADE,
    name           TEXT NOT NULL,
    sort           BIGINT NOT NULL, -- place among the boards of the project
    layout         TEXT NOT NULL,   -- JSON: rows, columns, range, what is linked and shown
    panels         TEXT NOT NULL,   -- JSON
    created_at     BIGINT NOT NULL, -- UTC ms
    updated_at     BIGINT NOT NULL
);
CREATE INDEX board_project ON board (project_id);

-- +goose Down
DROP TABLE board;
