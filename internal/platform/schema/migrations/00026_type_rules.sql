-- +goose Up
-- What a corporation says about all its devices of a type, other than the catalogue does.
CREATE TABLE device_type_rule (
    corporation_id BIGINT NOT NULL REFERENCES corporation (id),
    device_type TEXT NOT NULL,
    repeated_hours DOUBLE PRECISION NOT NULL, -- over which identical readings are a fault; 0: they are none
    PRIMARY KEY (corporation_id, device_type)
);

-- +goose Down
DROP TABLE device_type_rule;
