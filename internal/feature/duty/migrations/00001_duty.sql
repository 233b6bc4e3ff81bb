-- +goose Up
-- Who is on duty in a project, week after week.
CREATE TABLE duty_roster (
    project_id     BIGINT PRIMARY KEY REFERENCES project (id) ON DELETE CASCADE,
    corporation_id BIGINT NOT NULL,
    first_date     TEXT NOT NULL, -- 2006-01-02: a day on which the first person takes over; its weekday is that of all hand-overs
    hour           BIGINT NOT NULL, -- of hand-overs, in the time zone of the project
    updated_at     BIGINT NOT NULL -- UTC ms, as all times
);

CREATE TABLE duty_turn (
    project_id BIGINT NOT NULL REFERENCES duty_roster (project_id) ON DELETE CASCADE,
    place      BIGINT NOT NULL, -- from 0
    account_id BIGINT NOT NULL,
    PRIMARY KEY (project_id, place)
);

-- Spans for which somebody else takes over. A swap is never changed, only withdrawn.
CREATE TABLE duty_swap (
    id           BIGINT PRIMARY KEY, -- of two swaps for the same time, the later id counts
    project_id   BIGINT NOT NULL REFERENCES duty_roster (project_id) ON DELETE CASCADE,
    from_time    BIGINT NOT NULL,
    to_time      BIGINT NOT NULL, -- excluded
    account_id   BIGINT NOT NULL,
    recorded_at  BIGINT NOT NULL,
    recorded_by  BIGINT NOT NULL,
    withdrawn_at BIGINT NOT NULL, -- 0: it counts
    withdrawn_by BIGINT NOT NULL
);
CREATE INDEX duty_swap_project ON duty_swap (project_id, to_time);

-- +goose Down
DROP TABLE duty_swap;
DROP TABLE duty_turn;
DROP TABLE duty_roster;
