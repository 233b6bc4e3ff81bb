-- +goose Up
-- Copies of the pictures that a person put on a document with the signature: blobs; empty: none.
ALTER TABLE document_signature ADD COLUMN picture TEXT NOT NULL DEFAULT '';
ALTER TABLE document_signature ADD COLUMN seal TEXT NOT NULL DEFAULT '';

-- +goose Down
ALTER TABLE document_signature DROP COLUMN picture;
ALTER TABLE document_signature DROP COLUMN seal;
