-- +goose Up
-- Coordinates of points as integers, as those of projects and structures are.
ALTER TABLE point ADD COLUMN longitude_arc BIGINT;
ALTER TABLE point ADD COLUMN latitude_arc BIGINT;
UPDATE point SET longitude_arc = CAST(ROUND(longitude * 3600000000) AS BIGINT), latitude_arc = CAST(ROUND(latitude * 3600000000) AS BIGINT)
    WHERE longitude IS NOT NULL AND latitude IS NOT NULL;
ALTER TABLE point DROP COLUMN longitude;
ALTER TABLE point DROP COLUMN latitude;
ALTER TABLE point RENAME COLUMN longitude_arc TO longitude; -- millionths of an arc second
ALTER TABLE point RENAME COLUMN latitude_arc TO latitude;
CREATE INDEX point_longitude ON point (longitude);

-- Drawings of a structure or item, and where its points stand on them.
CREATE TABLE plan (
    id BIGINT NOT NULL PRIMARY KEY,
    corporation_id BIGINT NOT NULL,
    project_id BIGINT NOT NULL,
    structure_id BIGINT NOT NULL REFERENCES structure (id) ON DELETE CASCADE,
    name TEXT NOT NULL,
    kind TEXT NOT NULL, -- plan, elevation, section
    picture TEXT NOT NULL, -- '': a blank sheet
    real_width DOUBLE PRECISION, -- metres across the picture
    north DOUBLE PRECISION, -- degrees of north, clockwise from the top of the picture
    sort BIGINT NOT NULL,
    created_at BIGINT NOT NULL
);
CREATE UNIQUE INDEX plan_name ON plan (structure_id, name);
CREATE INDEX plan_project ON plan (project_id);

CREATE TABLE plan_mark (
    plan_id BIGINT NOT NULL REFERENCES plan (id) ON DELETE CASCADE,
    point_id BIGINT NOT NULL REFERENCES point (id) ON DELETE CASCADE,
    x DOUBLE PRECISION NOT NULL, -- shares of the picture from the left and the top
    y DOUBLE PRECISION NOT NULL,
    PRIMARY KEY (plan_id, point_id)
);
CREATE INDEX plan_mark_point ON plan_mark (point_id);

-- The one drawing that a structure had: its id is free among plans.
INSERT INTO plan (id, corporation_id, project_id, structure_id, name, kind, picture, sort, created_at)
    SELECT st.id, st.corporation_id, st.project_id, st.id, '平面图', 'plan', st.picture, st.id, st.created_at FROM structure AS st
    WHERE EXISTS (SELECT 1 FROM point AS p WHERE p.structure_id = st.id AND p.planx IS NOT NULL AND p.plany IS NOT NULL);
INSERT INTO plan_mark (plan_id, point_id, x, y)
    SELECT structure_id, id, planx, plany FROM point WHERE planx IS NOT NULL AND plany IS NOT NULL;
ALTER TABLE point DROP COLUMN planx;
ALTER TABLE point DROP COLUMN plany;
