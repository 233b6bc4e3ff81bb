-- +goose Up
-- What the information table of the South-to-North Water Diversion says about a point beyond its configuration.
CREATE TABLE nsbd_point (
    point_id         BIGINT PRIMARY KEY REFERENCES point (id) ON DELETE CASCADE,
    design_number    TEXT NOT NULL,
    instrument_range TEXT NOT NULL,
    axis_offset      DOUBLE PRECISION, -- m; NULL: not known
    cable_length     DOUBLE PRECISION, -- m; NULL: not known
    installer        TEXT NOT NULL,
    remarks          TEXT NOT NULL
);

-- +goose Down
DROP TABLE nsbd_point;
