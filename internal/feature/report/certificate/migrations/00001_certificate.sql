-- +goose Up
-- The certificate with which the issued reports of a corporation are signed, and its key.
CREATE TABLE signing_certificate (
    corporation_id BIGINT PRIMARY KEY,
    sealed         BYTEA NOT NULL, -- certificates and private key
    subject        TEXT NOT NULL, -- whose it is
    issuer         TEXT NOT NULL,
    serial         TEXT NOT NULL, -- hexadecimal
    sha256         TEXT NOT NULL, -- of the certificate, hexadecimal
    algorithm      TEXT NOT NULL, -- RSA 2048, ECDSA P-256, …
    begins_at      BIGINT NOT NULL, -- UTC ms, as all times
    ends_at        BIGINT NOT NULL,
    noticed        BIGINT NOT NULL, -- administrators have heard: 1: that it ends soon, 2: that it has ended
    account_id     BIGINT NOT NULL, -- who stored it
    changed_at     BIGINT NOT NULL
);

-- +goose Down
DROP TABLE signing_certificate;
