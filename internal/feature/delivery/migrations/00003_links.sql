-- +goose Up
-- What recipients answer by the link in a message, without a session.
CREATE TABLE alert_answer (
    id         BIGINT PRIMARY KEY,
    message_id BIGINT NOT NULL REFERENCES alert_message (id) ON DELETE CASCADE,
    answer     TEXT NOT NULL, -- seen, onMyWay
    client     TEXT NOT NULL, -- network address
    created_at BIGINT NOT NULL -- UTC ms
);
CREATE UNIQUE INDEX alert_answer_key ON alert_answer (message_id, answer);

-- +goose Down
DROP TABLE alert_answer;
