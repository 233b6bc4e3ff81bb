-- +goose Up
-- Who takes care of an alert.
ALTER TABLE alert ADD COLUMN assignee_id BIGINT NOT NULL DEFAULT 0; -- account; 0: nobody
CREATE INDEX alert_assignee ON alert (assignee_id) WHERE assignee_id <> 0;

-- For one account only.
ALTER TABLE notification ADD COLUMN account_id BIGINT NOT NULL DEFAULT 0; -- 0: for everyone who may see the project

-- +goose Down
ALTER TABLE notification DROP COLUMN account_id;
DROP INDEX alert_assignee;
ALTER TABLE alert DROP COLUMN assignee_id;
