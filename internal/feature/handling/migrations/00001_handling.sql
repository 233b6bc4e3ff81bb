-- +goose Up
-- What people write about an alert besides their decision. Comments are never changed.
CREATE TABLE alert_comment (
    id         BIGINT PRIMARY KEY,
    alert_id   BIGINT NOT NULL REFERENCES alert (id) ON DELETE CASCADE,
    account_id BIGINT NOT NULL,
    text       TEXT NOT NULL,
    created_at BIGINT NOT NULL -- UTC ms
);
CREATE INDEX alert_comment_alert ON alert_comment (alert_id);

-- +goose Down
DROP TABLE alert_comment;
