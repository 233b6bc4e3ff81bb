-- +goose Up
-- What the fold has said of each threshold, so that a point without a judgement can be told
-- from a normal one; NULL until the point is folded again. Checkpoints do not know it.
ALTER TABLE point_level ADD COLUMN standing BYTEA;
DELETE FROM checkpoint;

-- +goose Down
ALTER TABLE point_level DROP COLUMN standing;
DELETE FROM checkpoint;
