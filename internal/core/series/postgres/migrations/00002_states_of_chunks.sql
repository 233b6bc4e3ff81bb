-- +goose Up
-- series_state is written only together with chunks: sealed_to is the end of the last chunk, last the newest valid row
-- of the chunks. A last after sealed_to is of the version before, which kept the newest of all rows.
ALTER TABLE series_state DROP COLUMN hot_rows;
ALTER TABLE series_state DROP COLUMN hot_bytes;

-- True if the row cannot be the latest. Rows of the version before have false, whatever their flag.
ALTER TABLE series_hot ADD COLUMN invalid BOOLEAN NOT NULL DEFAULT false;

-- Chunks have about 3 KB: whole in their row they need no rows and index entries in the TOAST table.
ALTER TABLE series_chunk SET (toast_tuple_target = 8160);
