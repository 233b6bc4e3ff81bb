-- +goose Up
-- Who took care of an alert, and since when. The latest row counts, and is also in the alert.
CREATE TABLE alert_assignment (
    id          BIGINT PRIMARY KEY,
    alert_id    BIGINT NOT NULL REFERENCES alert (id) ON DELETE CASCADE,
    account_id  BIGINT NOT NULL, -- 0: released
    assigned_by BIGINT NOT NULL, -- account
    created_at  BIGINT NOT NULL  -- UTC ms
);
CREATE INDEX alert_assignment_alert ON alert_assignment (alert_id);

-- +goose Down
DROP TABLE alert_assignment;
