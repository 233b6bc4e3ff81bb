-- +goose Up
-- Documents of the contingency plans of projects, in their order.
CREATE TABLE contingency_document (
    project_id BIGINT NOT NULL REFERENCES project (id) ON DELETE CASCADE,
    place      BIGINT NOT NULL, -- from 0
    path       TEXT NOT NULL, -- of an upload
    name       TEXT NOT NULL, -- under which it is saved
    PRIMARY KEY (project_id, place)
);
CREATE INDEX contingency_document_path ON contingency_document (path);

-- +goose Down
DROP TABLE contingency_document;
