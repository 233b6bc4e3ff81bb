-- +goose Up
-- How a session came to be: password, or sso for a sign-in at the organisation's provider.
ALTER TABLE session ADD COLUMN method TEXT NOT NULL DEFAULT 'password';
ALTER TABLE account ADD COLUMN second_factor BOOLEAN NOT NULL DEFAULT false;

CREATE TABLE second_factor (
    account_id BIGINT NOT NULL PRIMARY KEY REFERENCES account (id),
    secret TEXT NOT NULL, -- sealed, base64
    confirmed_at BIGINT NOT NULL, -- 0: shown, and not confirmed by a code yet
    last_step BIGINT NOT NULL -- of the last code taken: none is taken twice
);

CREATE TABLE recovery_code (
    account_id BIGINT NOT NULL REFERENCES account (id),
    code_hash TEXT NOT NULL,
    PRIMARY KEY (account_id, code_hash)
);

-- A password was right and the second factor is awaited.
CREATE TABLE sign_in_challenge (
    id BIGINT NOT NULL PRIMARY KEY,
    account_id BIGINT NOT NULL REFERENCES account (id),
    token_hash TEXT NOT NULL,
    remember BOOLEAN NOT NULL,
    expires_at BIGINT NOT NULL,
    tries BIGINT NOT NULL
);
CREATE UNIQUE INDEX sign_in_challenge_token ON sign_in_challenge (token_hash);
CREATE INDEX sign_in_challenge_account ON sign_in_challenge (account_id);
CREATE INDEX sign_in_challenge_expiry ON sign_in_challenge (expires_at);

CREATE TABLE api_key (
    id BIGINT NOT NULL PRIMARY KEY,
    corporation_id BIGINT NOT NULL,
    account_id BIGINT NOT NULL, -- the holder; 0: a service of the corporation
    project_id BIGINT NOT NULL, -- 0: not narrowed
    name TEXT NOT NULL,
    hint TEXT NOT NULL, -- how the key begins
    key_hash TEXT NOT NULL,
    permissions TEXT NOT NULL, -- "Area:Action,…"
    created_by BIGINT NOT NULL,
    created_at BIGINT NOT NULL,
    expires_at BIGINT NOT NULL,
    last_used_at BIGINT NOT NULL,
    last_ip TEXT NOT NULL,
    revoked_at BIGINT NOT NULL
);
CREATE UNIQUE INDEX api_key_hash ON api_key (key_hash);
CREATE INDEX api_key_corporation ON api_key (corporation_id);
CREATE INDEX api_key_account ON api_key (account_id);

-- Uploaded files; what they hold is in the blob store.
CREATE TABLE file (
    id BIGINT NOT NULL PRIMARY KEY,
    corporation_id BIGINT NOT NULL, -- 0: the platform's own
    account_id BIGINT NOT NULL,
    scope TEXT NOT NULL,
    blob TEXT NOT NULL,
    content_type TEXT NOT NULL,
    size BIGINT NOT NULL,
    created_at BIGINT NOT NULL,
    kept_at BIGINT NOT NULL -- when something last took it into use
);
CREATE INDEX file_kept ON file (kept_at);
CREATE UNIQUE INDEX file_blob ON file (blob);

-- Who an account is at the organisation's sign-in provider.
CREATE TABLE sso_link (
    issuer TEXT NOT NULL,
    subject TEXT NOT NULL,
    account_id BIGINT NOT NULL REFERENCES account (id),
    created_at BIGINT NOT NULL,
    PRIMARY KEY (issuer, subject)
);
CREATE INDEX sso_link_account ON sso_link (account_id);

-- Sign-ins under way at the provider.
CREATE TABLE sso_sign_in (
    id BIGINT NOT NULL PRIMARY KEY,
    state_hash TEXT NOT NULL,
    binding_hash TEXT NOT NULL, -- of what only the browser that began knows
    nonce TEXT NOT NULL,
    verifier TEXT NOT NULL,
    code_hash TEXT NOT NULL, -- once the provider has answered: of the code that opens the session
    account_id BIGINT NOT NULL,
    expires_at BIGINT NOT NULL
);
CREATE UNIQUE INDEX sso_sign_in_state ON sso_sign_in (state_hash);
CREATE INDEX sso_sign_in_code ON sso_sign_in (code_hash);
CREATE INDEX sso_sign_in_expiry ON sso_sign_in (expires_at);

-- +goose Down
DROP TABLE sso_sign_in;
DROP TABLE sso_link;
DROP TABLE file;
DROP TABLE api_key;
DROP TABLE sign_in_challenge;
DROP TABLE recovery_code;
DROP TABLE second_factor;
ALTER TABLE account DROP COLUMN second_factor;
ALTER TABLE session DROP COLUMN method;
