-- +goose Up
-- grading_id: the grading of a graded early warning; 0: another kind of alert.
ALTER TABLE alert ADD COLUMN grading_id BIGINT NOT NULL DEFAULT 0;
CREATE INDEX alert_graded ON alert (grading_id, point_id, opened) WHERE grading_id <> 0;

-- Projects whose gradings judge: there are some, and the corporation has switched graded early warning on. Changed
-- results of their points are marked in grading_mark.
CREATE TABLE graded_project (
    project_id     BIGINT PRIMARY KEY REFERENCES project (id) ON DELETE CASCADE,
    corporation_id BIGINT NOT NULL,
    since          BIGINT NOT NULL -- UTC ms
);

-- Pictures of what people did about warnings, and of the contingency plans of projects.
CREATE TABLE warning_picture (
    owner_id   BIGINT NOT NULL, -- an action, or a project
    place      BIGINT NOT NULL, -- from 0
    project_id BIGINT NOT NULL REFERENCES project (id) ON DELETE CASCADE,
    picture    TEXT NOT NULL, -- path of an upload
    PRIMARY KEY (owner_id, place)
);
CREATE INDEX warning_picture_picture ON warning_picture (picture);

-- +goose Down
DROP TABLE warning_picture;
DROP TABLE graded_project;
DROP INDEX alert_graded;
ALTER TABLE alert DROP COLUMN grading_id;
