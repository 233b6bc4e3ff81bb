-- +goose Up
-- Times of maintenance in which messages about alerts are held back. A silence is never changed, only ended.
CREATE TABLE silence (
    id             BIGINT PRIMARY KEY,
    corporation_id BIGINT NOT NULL,
    project_id     BIGINT NOT NULL REFERENCES project (id) ON DELETE CASCADE,
    structure_id   BIGINT NOT NULL, -- 0: the whole project
    item_id        BIGINT NOT NULL, -- 0: the whole structure
    level          BIGINT NOT NULL, -- highest that is held back
    from_time      BIGINT NOT NULL, -- UTC ms, as all times
    to_time        BIGINT NOT NULL, -- excluded
    note           TEXT NOT NULL,
    recorded_at    BIGINT NOT NULL,
    recorded_by    BIGINT NOT NULL,
    ended_at       BIGINT NOT NULL, -- by somebody, before to_time; 0: not
    ended_by       BIGINT NOT NULL
);
CREATE INDEX silence_project ON silence (project_id, to_time);

-- The points of a silence; none: all.
CREATE TABLE silence_point (
    silence_id BIGINT NOT NULL REFERENCES silence (id) ON DELETE CASCADE,
    point_id   BIGINT NOT NULL,
    PRIMARY KEY (silence_id, point_id)
);

-- +goose Down
DROP TABLE silence_point;
DROP TABLE silence;
