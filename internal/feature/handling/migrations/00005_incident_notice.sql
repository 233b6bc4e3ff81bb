-- +goose Up
-- What owners of incidents have heard, so that they hear it once: a row for each change of incident_owner that names
-- somebody.
CREATE TABLE incident_notice (
    change_id    BIGINT PRIMARY KEY,
    project_id   BIGINT NOT NULL,
    structure_id BIGINT NOT NULL,
    level        INTEGER NOT NULL,         -- the highest that the owner has heard of
    ended_at     BIGINT NOT NULL DEFAULT 0 -- UTC ms at which the end was found, and nothing more is announced; 0: not
);
CREATE INDEX incident_notice_open ON incident_notice (structure_id) WHERE ended_at = 0;
CREATE INDEX incident_owner_change ON incident_owner (change_id);

-- Owners of incidents that are open have seen their level.
INSERT INTO incident_notice (change_id, project_id, structure_id, level)
SELECT io.change_id, MIN(al.project_id), MIN(al.structure_id), MAX(al.level)
FROM incident_owner AS io JOIN alert AS al ON al.id = io.alert_id
WHERE io.account_id <> 0 AND al.withdrawn_at = 0
GROUP BY io.change_id
HAVING MIN(al.ended) = 0;

-- +goose Down
DROP INDEX incident_owner_change;
DROP TABLE incident_notice;
