-- +goose Up
-- Drills: marked tests of the rules about alerts. Their messages are in the ledger of the feature delivery.
CREATE TABLE drill (
    id             BIGINT PRIMARY KEY,
    corporation_id BIGINT NOT NULL,
    project_id     BIGINT NOT NULL REFERENCES project (id) ON DELETE CASCADE,
    account_id     BIGINT NOT NULL, -- who started it; 0: the weekly plan
    planned_for    BIGINT, -- when the weekly plan asked for it; NULL: on demand
    level          BIGINT NOT NULL,
    quiet          BOOLEAN NOT NULL, -- quiet hours of rules hold it back
    created_at     BIGINT NOT NULL -- UTC ms, as all times
);
CREATE UNIQUE INDEX drill_planned ON drill (project_id, planned_for);
CREATE INDEX drill_project ON drill (project_id, created_at);

-- The weekly drill of a project.
CREATE TABLE drill_plan (
    project_id     BIGINT PRIMARY KEY REFERENCES project (id) ON DELETE CASCADE,
    corporation_id BIGINT NOT NULL,
    enabled        BOOLEAN NOT NULL,
    weekday        BIGINT NOT NULL, -- 1: Monday … 7: Sunday, in the time zone of the project
    minute         BIGINT NOT NULL, -- of the day
    level          BIGINT NOT NULL,
    warn_days      BIGINT NOT NULL, -- without proof, after which people are warned
    since          BIGINT NOT NULL, -- when it was last switched on or moved to another time
    updated_at     BIGINT NOT NULL
);

-- When people were last warned that something is not proven.
CREATE TABLE drill_warning (
    project_id BIGINT NOT NULL REFERENCES project (id) ON DELETE CASCADE,
    thing      TEXT NOT NULL, -- rule:ID, account:ID or an address
    warned_at  BIGINT NOT NULL,
    PRIMARY KEY (project_id, thing)
);

-- +goose Down
DROP TABLE drill_warning;
DROP TABLE drill_plan;
DROP TABLE drill;
