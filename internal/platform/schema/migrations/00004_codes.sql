-- +goose Up
-- Addresses that open an account: one that was proven by a code belongs to one account.
ALTER TABLE account ADD COLUMN email_verified BOOLEAN NOT NULL DEFAULT FALSE;
ALTER TABLE account ADD COLUMN mobile_verified BOOLEAN NOT NULL DEFAULT FALSE;
ALTER TABLE account ADD COLUMN terms_version TEXT NOT NULL DEFAULT ''; -- '': an administrator made it
ALTER TABLE account ADD COLUMN terms_accepted_at BIGINT NOT NULL DEFAULT 0;
UPDATE account SET email = LOWER(email);
CREATE INDEX account_email ON account (email) WHERE email <> '';
CREATE INDEX account_mobile ON account (mobile) WHERE mobile <> '';
CREATE UNIQUE INDEX account_email_verified ON account (email) WHERE email_verified;
CREATE UNIQUE INDEX account_mobile_verified ON account (mobile) WHERE mobile_verified;

-- An attempt counts for what was typed, for the address it came from and for the
-- account that it was meant for, by whichever name.
ALTER TABLE sign_in_attempt ADD COLUMN account_id BIGINT NOT NULL DEFAULT 0;
CREATE INDEX sign_in_attempt_account ON sign_in_attempt (account_id, at) WHERE account_id <> 0;

-- Codes sent to an e-mail address or mobile; only a keyed hash of a code is kept.
CREATE TABLE verification_code (
    id BIGINT NOT NULL PRIMARY KEY,
    purpose TEXT NOT NULL,
    target TEXT NOT NULL,
    hash TEXT NOT NULL,
    ip TEXT NOT NULL,
    account_id BIGINT NOT NULL, -- whose it is; 0: not known
    tries BIGINT NOT NULL,
    created_at BIGINT NOT NULL,
    expires_at BIGINT NOT NULL,
    sent_at BIGINT NOT NULL, -- 0: still to be sent
    used_at BIGINT NOT NULL -- 0: not used
);
CREATE INDEX verification_code_target ON verification_code (target, created_at);
CREATE INDEX verification_code_ip ON verification_code (ip, created_at);
CREATE INDEX verification_code_account ON verification_code (account_id, created_at) WHERE account_id <> 0;
CREATE INDEX verification_code_created ON verification_code (created_at);

-- +goose Down
DROP TABLE verification_code;
DROP INDEX sign_in_attempt_account;
ALTER TABLE sign_in_attempt DROP COLUMN account_id;
DROP INDEX account_mobile_verified;
DROP INDEX account_email_verified;
DROP INDEX account_mobile;
DROP INDEX account_email;
ALTER TABLE account DROP COLUMN terms_accepted_at;
ALTER TABLE account DROP COLUMN terms_version;
ALTER TABLE account DROP COLUMN mobile_verified;
ALTER TABLE account DROP COLUMN email_verified;
