-- +goose Up
-- The certificate that signed a PDF: its subject and its SHA-256, hexadecimal; empty: none.
ALTER TABLE document_file ADD COLUMN signed_by TEXT NOT NULL DEFAULT '';
ALTER TABLE document_file ADD COLUMN certificate TEXT NOT NULL DEFAULT '';

-- +goose Down
ALTER TABLE document_file DROP COLUMN signed_by;
ALTER TABLE document_file DROP COLUMN certificate;
