-- +goose Up
-- grading_id: the grading of a graded early warning; 0: another kind of alert.
ALTER TABLE alert ADD COLUMN grading_id BIGINT NOT NULL DEFAULT 0;
CREATE INDEX alert_grading ON alert (grading_id, point_id, opened) WHERE grading_id <> 0;

-- Projects whose gradings judge: there are some, and the corporation has switched graded early warning on. Changed
-- results of their points are marked in grading_mark.
CREATE TABLE graded_project (
    project_id     BIGINT PRIMARY KEY REFERENCES project (id) ON DELETE CASCADE,
    corporation_id BIGINT NOT NULL,
    since          BIGINT NOT NULL -- UTC ms
);

-- +goose Down
DROP TABLE graded_project;
DROP INDEX alert_grading;
ALTER TABLE alert DROP COLUMN grading_id;
