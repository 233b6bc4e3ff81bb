-- +goose Up
-- Names of accounts are compared without regard to case. The index is not unique: older versions allowed names that
-- differ in case alone, and both accounts go on.
CREATE INDEX account_name_folded ON account (LOWER(name));

-- +goose Down
DROP INDEX account_name_folded;
