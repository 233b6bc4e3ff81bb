-- +goose Up
-- Replacements of the devices of measuring points, in their two steps. Bindings, and what each has
-- made of versions and corrections, are JSON.
CREATE TABLE replacement (
    id BIGINT PRIMARY KEY,
    corporation_id BIGINT NOT NULL,
    project_id BIGINT NOT NULL,
    point_id BIGINT NOT NULL,
    at_time BIGINT NOT NULL,
    from_time BIGINT NOT NULL,
    state TEXT NOT NULL,
    before_binding TEXT NOT NULL,
    after_binding TEXT NOT NULL,
    versions TEXT NOT NULL,
    corrections TEXT NOT NULL,
    carried_at BIGINT NOT NULL,
    note TEXT NOT NULL,
    recorded_at BIGINT NOT NULL,
    recorded_by BIGINT NOT NULL,
    migrated_at BIGINT NOT NULL,
    migrated_by BIGINT NOT NULL,
    undone_at BIGINT NOT NULL,
    undone_by BIGINT NOT NULL
);
CREATE INDEX replacement_point ON replacement (point_id);
