-- +goose Up
-- Pictures that people add to alerts, in the order of the ids.
CREATE TABLE alert_picture (
    id            BIGINT PRIMARY KEY,
    alert_id      BIGINT NOT NULL REFERENCES alert (id) ON DELETE CASCADE,
    transition_id BIGINT NOT NULL, -- the decision that it belongs to; 0: it belongs to a comment
    comment_id    BIGINT NOT NULL, -- 0: it belongs to a decision
    path          TEXT NOT NULL    -- of the file
);
CREATE INDEX alert_picture_alert ON alert_picture (alert_id);
CREATE INDEX alert_picture_path ON alert_picture (path);

-- +goose Down
DROP TABLE alert_picture;
