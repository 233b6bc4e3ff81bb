-- +goose Up
-- What a person puts on reports: the picture of a signature and a seal. The pictures are blobs. Reports have copies.
CREATE TABLE signing_picture (
    id             BIGINT PRIMARY KEY,
    corporation_id BIGINT NOT NULL, -- 0: the platform
    account_id     BIGINT NOT NULL,
    kind           TEXT NOT NULL, -- signature, seal
    blob           TEXT NOT NULL,
    sha256         TEXT NOT NULL,
    changed_at     BIGINT NOT NULL -- UTC ms
);
CREATE UNIQUE INDEX signing_picture_kind ON signing_picture (account_id, kind);
CREATE INDEX signing_picture_blob ON signing_picture (blob);

-- +goose Down
DROP TABLE signing_picture;
