-- +goose Up
CREATE TABLE view_preset (
    id             BIGINT PRIMARY KEY,
    corporation_id BIGINT NOT NULL REFERENCES corporation (id),
    account_id     BIGINT NOT NULL REFERENCES account (id) ON DELETE CASCADE, -- who saved it
    view           TEXT NOT NULL,
    device_type    TEXT NOT NULL,
    name           TEXT NOT NULL,
    query          TEXT NOT NULL,
    shared         BOOLEAN NOT NULL, -- with everybody who sees a project of the corporation
    created_at     BIGINT NOT NULL,  -- UTC ms
    updated_at     BIGINT NOT NULL
);
CREATE INDEX view_preset_view ON view_preset (corporation_id, view, device_type);
CREATE INDEX view_preset_account ON view_preset (account_id);

-- +goose Down
DROP TABLE view_preset;
