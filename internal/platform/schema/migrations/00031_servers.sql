-- +goose Up
-- The server that runs a job. When it dies, its jobs are due at once.
ALTER TABLE job ADD COLUMN server BIGINT NOT NULL DEFAULT 0;

-- Points whose results cannot be computed or stored at the moment, as their server last saw them.
CREATE TABLE failing_point (
    point_id BIGINT NOT NULL PRIMARY KEY,
    server   BIGINT NOT NULL,
    since    BIGINT NOT NULL, -- UTC ms, as next_at
    attempts BIGINT NOT NULL,
    next_at  BIGINT NOT NULL
);

-- What a server asks of all others, and what each of them answers. Both are deleted within a minute.
CREATE TABLE question (
    id       BIGINT NOT NULL PRIMARY KEY,
    server   BIGINT NOT NULL,
    topic    TEXT NOT NULL,
    args     TEXT NOT NULL, -- JSON
    asked_at BIGINT NOT NULL -- UTC ms
);
CREATE TABLE answer (
    question_id BIGINT NOT NULL,
    server      BIGINT NOT NULL,
    data        TEXT NOT NULL, -- JSON; empty: the server does not know the topic
    PRIMARY KEY (question_id, server)
);

-- +goose Down
DROP TABLE answer;
DROP TABLE question;
DROP TABLE failing_point;
ALTER TABLE job DROP COLUMN server;
