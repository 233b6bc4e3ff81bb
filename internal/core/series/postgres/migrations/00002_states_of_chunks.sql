-- +goose Up
-- series_state is written only together with chunks: sealed_to is the end of the last chunk, last the newest valid row
-- of the chunks. A last after sealed_to is of the version before, which kept the newest of all rows.
-- hot_rows and hot_bytes are only for servers of the version before; a later version drops them.
ALTER TABLE series_state ALTER COLUMN hot_rows SET DEFAULT 0;
ALTER TABLE series_state ALTER COLUMN hot_bytes SET DEFAULT 0;

-- True if the row cannot be the latest. Rows of the version before have false, whatever their flag.
ALTER TABLE series_hot ADD COLUMN invalid BOOLEAN NOT NULL DEFAULT false;

-- Chunks have about 3 KB: whole in their row they need no rows and index entries in the TOAST table.
ALTER TABLE series_chunk SET (toast_tuple_target = 8160);
