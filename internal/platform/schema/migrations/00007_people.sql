-- +goose Up
-- A membership may end on a date; an account that is removed stays as a pseudonym.
ALTER TABLE project_member ADD COLUMN until BIGINT NOT NULL DEFAULT 0; -- UTC ms, 0: for good
ALTER TABLE account ADD COLUMN removed_at BIGINT NOT NULL DEFAULT 0;
CREATE INDEX account_corporation_name ON account (corporation_id, name);
CREATE INDEX account_role_role ON account_role (role_id);
CREATE INDEX group_role_role ON group_role (role_id);
CREATE INDEX member_role_role ON member_role (role_id);
CREATE INDEX session_account_use ON session (account_id, last_used_at);

-- +goose Down
DROP INDEX session_account_use;
DROP INDEX member_role_role;
DROP INDEX group_role_role;
DROP INDEX account_role_role;
DROP INDEX account_corporation_name;
ALTER TABLE account DROP COLUMN removed_at;
ALTER TABLE project_member DROP COLUMN until;
