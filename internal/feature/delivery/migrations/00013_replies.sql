-- +goose Up
-- What people who are signed in answer about an alert, see package reply.
CREATE TABLE alert_reply (
    id         BIGINT PRIMARY KEY,
    alert_id   BIGINT NOT NULL REFERENCES alert (id) ON DELETE CASCADE,
    account_id BIGINT NOT NULL,
    answer     TEXT NOT NULL, -- seen, onMyWay
    created_at BIGINT NOT NULL -- UTC ms
);
CREATE UNIQUE INDEX alert_reply_key ON alert_reply (alert_id, account_id, answer);

-- +goose Down
DROP TABLE alert_reply;
