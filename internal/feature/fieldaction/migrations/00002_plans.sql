-- +goose Up
-- grade: that of the emergency plan behind an action or hold; 0: a rule, whose id is in rule_id.
ALTER TABLE field_action ADD COLUMN grade BIGINT NOT NULL DEFAULT 0;
ALTER TABLE field_hold ADD COLUMN grade BIGINT NOT NULL DEFAULT 0;
-- seconds: the interval that the plan asked for.
ALTER TABLE field_hold ADD COLUMN seconds BIGINT NOT NULL DEFAULT 0;

-- +goose Down
ALTER TABLE field_hold DROP COLUMN seconds;
ALTER TABLE field_hold DROP COLUMN grade;
ALTER TABLE field_action DROP COLUMN grade;
