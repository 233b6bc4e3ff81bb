-- +goose Up
-- One SQL subset for SQLite and PostgreSQL. Times are UTC ms, JSON is TEXT, ids come
-- from id_block. SQLite keeps blobs in BYTEA columns as they are.
CREATE TABLE id_block (
    name TEXT NOT NULL PRIMARY KEY,
    next BIGINT NOT NULL
);
INSERT INTO id_block (name, next) VALUES ('id', 1001); -- below: rows that migrations make

CREATE TABLE corporation (
    id BIGINT NOT NULL PRIMARY KEY,
    name TEXT NOT NULL,
    title TEXT NOT NULL,
    domain_prefix TEXT NOT NULL,
    logo TEXT NOT NULL,
    favicon TEXT NOT NULL,
    copyright TEXT NOT NULL,
    platform_name TEXT NOT NULL,
    address TEXT NOT NULL,
    slogan TEXT NOT NULL,
    login_background TEXT NOT NULL,
    remarks TEXT NOT NULL,
    time_zone TEXT NOT NULL,
    document_disabled BOOLEAN NOT NULL,
    active_data_process BOOLEAN NOT NULL,
    active_alert_grading BOOLEAN NOT NULL,
    active_nsbd_info_table BOOLEAN NOT NULL,
    created_at BIGINT NOT NULL
);
CREATE UNIQUE INDEX corporation_name ON corporation (name);
CREATE UNIQUE INDEX corporation_domain ON corporation (domain_prefix) WHERE domain_prefix <> '';

CREATE TABLE account (
    id BIGINT NOT NULL PRIMARY KEY,
    corporation_id BIGINT NOT NULL,
    name TEXT NOT NULL,
    display_name TEXT NOT NULL,
    type TEXT NOT NULL,
    theme TEXT NOT NULL,
    language TEXT NOT NULL,
    mobile TEXT NOT NULL,
    email TEXT NOT NULL,
    avatar TEXT NOT NULL,
    active BOOLEAN NOT NULL,
    simple_password BOOLEAN NOT NULL,
    password_hash TEXT NOT NULL,
    created_at BIGINT NOT NULL
);
CREATE UNIQUE INDEX account_name ON account (name);
CREATE INDEX account_corporation ON account (corporation_id);

CREATE TABLE session (
    id BIGINT NOT NULL PRIMARY KEY,
    account_id BIGINT NOT NULL REFERENCES account (id),
    token_hash TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    last_used_at BIGINT NOT NULL,
    expires_at BIGINT NOT NULL,
    remember BOOLEAN NOT NULL,
    ip TEXT NOT NULL,
    client TEXT NOT NULL,
    revoked_at BIGINT NOT NULL
);
CREATE UNIQUE INDEX session_token ON session (token_hash);
CREATE INDEX session_account ON session (account_id);
CREATE INDEX session_expiry ON session (expires_at);

CREATE TABLE sign_in_attempt (
    id BIGINT NOT NULL PRIMARY KEY,
    name TEXT NOT NULL,
    ip TEXT NOT NULL,
    at BIGINT NOT NULL
);
CREATE INDEX sign_in_attempt_name ON sign_in_attempt (name, at);
CREATE INDEX sign_in_attempt_ip ON sign_in_attempt (ip, at);
CREATE INDEX sign_in_attempt_at ON sign_in_attempt (at);

-- Roles: the four built-in ones belong to no corporation.
CREATE TABLE role (
    id BIGINT NOT NULL PRIMARY KEY,
    corporation_id BIGINT NOT NULL,
    project_id BIGINT NOT NULL, -- 0: not of one project only
    type TEXT NOT NULL,
    name TEXT NOT NULL,
    note TEXT NOT NULL
);
CREATE UNIQUE INDEX role_name ON role (corporation_id, project_id, name);
INSERT INTO role (id, corporation_id, project_id, type, name, note) VALUES
    (1, 0, 0, 'Owner', 'Owner', ''),
    (2, 0, 0, 'Manager', 'Manager', ''),
    (3, 0, 0, 'Member', 'Member', ''),
    (4, 0, 0, 'Guest', 'Guest', '');

CREATE TABLE role_permission ( -- of custom roles
    role_id BIGINT NOT NULL REFERENCES role (id),
    permission TEXT NOT NULL,
    PRIMARY KEY (role_id, permission)
);

CREATE TABLE account_role (
    account_id BIGINT NOT NULL REFERENCES account (id),
    role_id BIGINT NOT NULL REFERENCES role (id),
    PRIMARY KEY (account_id, role_id)
);

CREATE TABLE user_group (
    id BIGINT NOT NULL PRIMARY KEY,
    corporation_id BIGINT NOT NULL REFERENCES corporation (id),
    name TEXT NOT NULL,
    note TEXT NOT NULL
);
CREATE UNIQUE INDEX user_group_name ON user_group (corporation_id, name);

CREATE TABLE group_account (
    group_id BIGINT NOT NULL REFERENCES user_group (id),
    account_id BIGINT NOT NULL REFERENCES account (id),
    PRIMARY KEY (group_id, account_id)
);
CREATE INDEX group_account_account ON group_account (account_id);

CREATE TABLE group_role (
    group_id BIGINT NOT NULL REFERENCES user_group (id),
    role_id BIGINT NOT NULL REFERENCES role (id),
    PRIMARY KEY (group_id, role_id)
);

-- The log of operations: rows are added and never changed.
CREATE TABLE oplog (
    id BIGINT NOT NULL PRIMARY KEY,
    corporation_id BIGINT NOT NULL,
    project_id BIGINT NOT NULL,
    kind TEXT NOT NULL,
    thing_id BIGINT NOT NULL,
    action TEXT NOT NULL,
    account_id BIGINT NOT NULL,
    ip TEXT NOT NULL,
    client TEXT NOT NULL,
    content TEXT NOT NULL,
    before_json TEXT NOT NULL, -- '' where the thing did not exist
    after_json TEXT NOT NULL,
    at BIGINT NOT NULL
);
CREATE INDEX oplog_corporation ON oplog (corporation_id, at);
CREATE INDEX oplog_project ON oplog (project_id, at);
CREATE INDEX oplog_thing ON oplog (kind, thing_id);

-- +goose Down
DROP TABLE oplog;
DROP TABLE group_role;
DROP TABLE group_account;
DROP TABLE user_group;
DROP TABLE account_role;
DROP TABLE role_permission;
DROP TABLE role;
DROP TABLE sign_in_attempt;
DROP TABLE session;
DROP TABLE account;
DROP TABLE corporation;
DROP TABLE id_block;
