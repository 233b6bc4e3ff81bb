-- +goose Up
-- Who takes care of an incident. A change is kept with every alert that the incident had then, so that it stays when late data
-- join or split incidents; of several the newest counts.
CREATE TABLE incident_owner (
    alert_id   BIGINT NOT NULL REFERENCES alert (id) ON DELETE CASCADE,
    change_id  BIGINT NOT NULL,
    account_id BIGINT NOT NULL, -- 0: released
    set_by     BIGINT NOT NULL, -- account
    set_at     BIGINT NOT NULL, -- UTC ms
    PRIMARY KEY (alert_id, change_id)
);

-- +goose Down
DROP TABLE incident_owner;
