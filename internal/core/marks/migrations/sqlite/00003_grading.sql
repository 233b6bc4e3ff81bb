-- +goose Up
-- Points of a project with changed results that its gradings judge again.
CREATE TABLE grading_mark (
    seq        INTEGER PRIMARY KEY AUTOINCREMENT,
    project_id BIGINT NOT NULL,
    data       BLOB NOT NULL
);
CREATE INDEX grading_mark_project ON grading_mark (project_id, seq);
