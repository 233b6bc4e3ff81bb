-- +goose Up
-- The reports of projects that people check, sign and issue. What a report says is a blob of JSON, its files are blobs.
CREATE TABLE document (
    id             BIGINT PRIMARY KEY,
    corporation_id BIGINT NOT NULL,
    project_id     BIGINT NOT NULL REFERENCES project (id) ON DELETE CASCADE,
    account_id     BIGINT NOT NULL, -- who began it
    kind           TEXT NOT NULL,
    title          TEXT NOT NULL,
    language       TEXT NOT NULL,
    settings       TEXT NOT NULL, -- JSON
    state          TEXT NOT NULL, -- making, failed, draft, made, checked, issuing, issued
    reason         TEXT NOT NULL, -- of failed: JSON of a message; empty: see the job
    remark         TEXT NOT NULL, -- why it was returned
    number         TEXT NOT NULL, -- empty: not issued
    revision       BIGINT NOT NULL, -- 0: the first
    revises        BIGINT NOT NULL, -- the document that it takes the place of; 0: none
    revised        TEXT NOT NULL, -- why
    start_at       BIGINT NOT NULL, -- UTC ms, as all times
    end_at         BIGINT NOT NULL,
    known_at       BIGINT NOT NULL, -- 0: not gathered yet
    version        TEXT NOT NULL, -- of the product that gathered it
    content        TEXT NOT NULL, -- blob; empty: not gathered yet
    job_id         BIGINT NOT NULL,
    created_at     BIGINT NOT NULL,
    changed_at     BIGINT NOT NULL,
    issued_at      BIGINT NOT NULL -- 0: not issued
);
CREATE INDEX document_project ON document (project_id, created_at);
CREATE INDEX document_content ON document (content);
CREATE INDEX document_revises ON document (revises);

-- The files of a document. Those of an issued one never change.
CREATE TABLE document_file (
    id          BIGINT PRIMARY KEY,
    document_id BIGINT NOT NULL REFERENCES document (id) ON DELETE CASCADE,
    format      TEXT NOT NULL,
    blob        TEXT NOT NULL,
    size        BIGINT NOT NULL, -- bytes
    sha256      TEXT NOT NULL,
    created_at  BIGINT NOT NULL
);
CREATE UNIQUE INDEX document_file_format ON document_file (document_id, format);
CREATE INDEX document_file_blob ON document_file (blob);

-- Who signed a document. The name stays as it was.
CREATE TABLE document_signature (
    id          BIGINT PRIMARY KEY,
    document_id BIGINT NOT NULL REFERENCES document (id) ON DELETE CASCADE,
    role        TEXT NOT NULL, -- made, checked, approved
    account_id  BIGINT NOT NULL,
    name        TEXT NOT NULL,
    signed_at   BIGINT NOT NULL
);
CREATE UNIQUE INDEX document_signature_role ON document_signature (document_id, role);

-- +goose Down
DROP TABLE document_signature;
DROP TABLE document_file;
DROP TABLE document;
