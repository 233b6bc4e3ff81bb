-- +goose Up
-- The keys of the installation, one row. Browsers are bound to them.
CREATE TABLE push_key (
    id      BIGINT PRIMARY KEY, -- 1
    sealed  BYTEA NOT NULL, -- the private key
    made_at BIGINT NOT NULL -- UTC ms, as all times
);

-- Browsers in which people get messages.
CREATE TABLE push_browser (
    id             BIGINT PRIMARY KEY,
    corporation_id BIGINT NOT NULL,
    account_id     BIGINT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
    name           TEXT NOT NULL,
    enabled        BOOLEAN NOT NULL,
    host           TEXT NOT NULL, -- of the push service
    digest         TEXT NOT NULL, -- SHA-256 of the address, hexadecimal: who has the address can send
    sealed         BYTEA NOT NULL, -- address, key and secret of the browser, JSON
    created_at     BIGINT NOT NULL,
    used_at        BIGINT NOT NULL, -- a push service took a message; 0: never
    asked_at       BIGINT NOT NULL, -- of the last attempt; 0: never
    outcome        TEXT NOT NULL, -- of the last attempt: sent, failed, unknown
    answer         TEXT NOT NULL
);
CREATE UNIQUE INDEX push_browser_digest ON push_browser (digest);
CREATE INDEX push_browser_account ON push_browser (account_id);

-- +goose Down
DROP TABLE push_browser;
DROP TABLE push_key;
