-- +goose Up
-- What judges graded early warnings in a project.
CREATE TABLE alert_grading (
    id             BIGINT PRIMARY KEY,
    corporation_id BIGINT NOT NULL,
    project_id     BIGINT NOT NULL REFERENCES project (id) ON DELETE CASCADE,
    kind           TEXT NOT NULL, -- single, multi
    created_at     BIGINT NOT NULL, -- UTC ms, as all times
    deleted_at     BIGINT NOT NULL -- 0: in use
);
CREATE INDEX alert_grading_project ON alert_grading (project_id);

-- Settings of gradings, each valid from its time until the next one. Of two with the same time the later record counts.
CREATE TABLE alert_grading_version (
    id          BIGINT PRIMARY KEY,
    grading_id  BIGINT NOT NULL REFERENCES alert_grading (id) ON DELETE CASCADE,
    valid_from  BIGINT NOT NULL,
    value       TEXT NOT NULL, -- JSON of grading.Settings
    recorded_at BIGINT NOT NULL,
    recorded_by BIGINT NOT NULL
);
CREATE INDEX alert_grading_version_grading ON alert_grading_version (grading_id, valid_from);

-- State of the fold before the first reading of a day (UTC), a cache like results.
CREATE TABLE grading_checkpoint (
    grading_id BIGINT NOT NULL REFERENCES alert_grading (id) ON DELETE CASCADE,
    point_id   BIGINT NOT NULL, -- 0: about several points
    time       BIGINT NOT NULL, -- of the last reading that it has seen
    version    BIGINT NOT NULL, -- of the layout of state; another one is not read
    state      TEXT NOT NULL,
    PRIMARY KEY (grading_id, point_id, time)
);

-- What the project does in an emergency.
CREATE TABLE contingency_plan (
    project_id     BIGINT PRIMARY KEY REFERENCES project (id) ON DELETE CASCADE,
    corporation_id BIGINT NOT NULL,
    title          TEXT NOT NULL,
    body           TEXT NOT NULL,
    organisation   TEXT NOT NULL, -- JSON: role, name, mobile
    materials      TEXT NOT NULL,
    updated_at     BIGINT NOT NULL,
    updated_by     BIGINT NOT NULL
);

-- What is done, and by whom, when a warning reaches a grade.
CREATE TABLE emergency_plan (
    id               BIGINT PRIMARY KEY,
    project_id       BIGINT NOT NULL REFERENCES project (id) ON DELETE CASCADE,
    corporation_id   BIGINT NOT NULL,
    level            BIGINT NOT NULL,
    name             TEXT NOT NULL,
    measures         TEXT NOT NULL,
    responders       TEXT NOT NULL, -- JSON
    channels         TEXT NOT NULL, -- of accounts, the first that works, with commas
    response_minutes BIGINT NOT NULL,
    escalate_to      BIGINT NOT NULL, -- grade whose responders are asked when nobody acknowledges; 0: nobody
    frequency        TEXT NOT NULL, -- of monitoring, as a text for people
    updated_at       BIGINT NOT NULL,
    UNIQUE (project_id, level)
);

-- The response clock of a warning, one for each grade that it reached.
CREATE TABLE graded_response (
    alert_id        BIGINT NOT NULL REFERENCES alert (id) ON DELETE CASCADE,
    level           BIGINT NOT NULL,
    project_id      BIGINT NOT NULL,
    started_at      BIGINT NOT NULL,
    due_at          BIGINT NOT NULL,
    acknowledged_at BIGINT NOT NULL, -- 0: not yet
    acknowledged_by BIGINT NOT NULL,
    overdue_at      BIGINT NOT NULL, -- when the next responders were asked; 0: not
    PRIMARY KEY (alert_id, level)
);
CREATE INDEX graded_response_due ON graded_response (due_at) WHERE acknowledged_at = 0 AND overdue_at = 0;

-- What people did about a warning. Entries stay as they were written.
CREATE TABLE graded_action (
    id         BIGINT PRIMARY KEY,
    alert_id   BIGINT NOT NULL REFERENCES alert (id) ON DELETE CASCADE,
    account_id BIGINT NOT NULL,
    text       TEXT NOT NULL,
    created_at BIGINT NOT NULL
);
CREATE INDEX graded_action_alert ON graded_action (alert_id);

-- +goose Down
DROP TABLE graded_action;
DROP TABLE graded_response;
DROP TABLE emergency_plan;
DROP TABLE contingency_plan;
DROP TABLE grading_checkpoint;
DROP TABLE alert_grading_version;
DROP TABLE alert_grading;
