-- +goose Up
-- Points of a project with changed results that its gradings judge again.
CREATE TABLE grading_mark (
    seq        BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    project_id BIGINT NOT NULL,
    data       BYTEA NOT NULL
);
CREATE INDEX grading_mark_project ON grading_mark (project_id, seq);
