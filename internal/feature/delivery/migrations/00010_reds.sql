-- +goose Up
-- Red alerts that recipients got lately about a structure.
CREATE INDEX alert_message_red ON alert_message (structure_id, peer, created_at) WHERE level = 4 AND claim > 0 AND carried_by = 0;

-- +goose Down
DROP INDEX alert_message_red;
