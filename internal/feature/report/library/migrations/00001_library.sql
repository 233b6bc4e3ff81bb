-- +goose Up
-- The report templates of projects. Each upload is a version, which stays for the reports that were made with it.
CREATE TABLE report_template (
    id             BIGINT PRIMARY KEY,
    corporation_id BIGINT NOT NULL,
    project_id     BIGINT NOT NULL REFERENCES project (id) ON DELETE CASCADE,
    name           TEXT NOT NULL,
    format         TEXT NOT NULL, -- xlsx, docx
    version        BIGINT NOT NULL, -- the newest
    deleted_at     BIGINT NOT NULL, -- UTC ms, as all times; 0: not deleted
    created_at     BIGINT NOT NULL
);
CREATE INDEX report_template_project ON report_template (project_id);

CREATE TABLE report_template_file (
    id          BIGINT PRIMARY KEY,
    template_id BIGINT NOT NULL REFERENCES report_template (id) ON DELETE CASCADE,
    version     BIGINT NOT NULL, -- from 1
    account_id  BIGINT NOT NULL,
    blob        TEXT NOT NULL,
    size        BIGINT NOT NULL, -- bytes
    sha256      TEXT NOT NULL,
    unknown     BIGINT NOT NULL, -- placeholders that reports leave as they are
    created_at  BIGINT NOT NULL
);
CREATE UNIQUE INDEX report_template_file_version ON report_template_file (template_id, version);
CREATE INDEX report_template_file_blob ON report_template_file (blob);

-- +goose Down
DROP TABLE report_template_file;
DROP TABLE report_template;
