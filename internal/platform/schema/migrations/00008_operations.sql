-- +goose Up
-- Attempts that were refused stand in the log beside what was done.
ALTER TABLE oplog ADD COLUMN refused BIGINT NOT NULL DEFAULT 0; -- code of the refusal, 0: done
CREATE INDEX oplog_account ON oplog (account_id, at);
CREATE INDEX oplog_at ON oplog (at);

-- +goose Down
DROP INDEX oplog_at;
DROP INDEX oplog_account;
ALTER TABLE oplog DROP COLUMN refused;
