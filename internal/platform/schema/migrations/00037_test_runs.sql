-- +goose Up
-- Test runs of devices that were saved. The readings stay where they are: a run is a period.
CREATE TABLE test_run (
    id BIGINT NOT NULL PRIMARY KEY,
    corporation_id BIGINT NOT NULL REFERENCES corporation (id), -- of the device when the run was saved; another owner does not see it
    device_id BIGINT NOT NULL REFERENCES device (id) ON DELETE CASCADE,
    name TEXT NOT NULL,
    remark TEXT NOT NULL,
    begins BIGINT NOT NULL, -- UTC ms
    ends BIGINT NOT NULL, -- UTC ms
    account_id BIGINT NOT NULL,
    created_at BIGINT NOT NULL
);
CREATE INDEX test_run_device ON test_run (device_id, begins);
CREATE INDEX test_run_corporation ON test_run (corporation_id);

-- +goose Down
DROP TABLE test_run;
