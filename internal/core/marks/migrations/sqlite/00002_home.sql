-- +goose Up
-- server: whoever folds the points; 0: not known yet, or the only server. handed: its stage 1 wrote the row and passes
-- the readings on in memory.
ALTER TABLE dirty_mark ADD COLUMN server BIGINT NOT NULL DEFAULT 0;
ALTER TABLE dirty_mark ADD COLUMN handed BOOLEAN NOT NULL DEFAULT FALSE;
ALTER TABLE dirty_mark ADD COLUMN cause TEXT NOT NULL DEFAULT '';
