-- +goose Up
-- The versions of notes. A version is never changed, only superseded, so that what was known at an earlier time stays known.
CREATE TABLE point_note (
    id            BIGINT PRIMARY KEY,
    note_id       BIGINT NOT NULL, -- id of the first version of the note
    point_id      BIGINT NOT NULL REFERENCES point (id) ON DELETE CASCADE,
    from_time     BIGINT NOT NULL, -- UTC ms, as all times
    to_time       BIGINT NOT NULL, -- inclusive
    text          TEXT NOT NULL,
    withdrawn     BOOLEAN NOT NULL,
    recorded_at   BIGINT NOT NULL,
    recorded_by   BIGINT NOT NULL,
    superseded_at BIGINT NOT NULL -- 0: the current version
);
CREATE INDEX point_note_point ON point_note (point_id, to_time);
CREATE INDEX point_note_note ON point_note (note_id);

-- +goose Down
DROP TABLE point_note;
