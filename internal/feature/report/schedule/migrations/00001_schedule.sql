-- +goose Up
-- When the reports of a project begin and end.
CREATE TABLE report_calendar (
    project_id     BIGINT PRIMARY KEY REFERENCES project (id) ON DELETE CASCADE,
    corporation_id BIGINT NOT NULL,
    settings       TEXT NOT NULL, -- JSON
    number_prefix  TEXT NOT NULL, -- of the numbers of issued reports
    updated_at     BIGINT NOT NULL -- UTC ms, as all times
);

-- Reports that are made by the calendar.
CREATE TABLE report_schedule (
    id             BIGINT PRIMARY KEY,
    corporation_id BIGINT NOT NULL,
    project_id     BIGINT NOT NULL REFERENCES project (id) ON DELETE CASCADE,
    account_id     BIGINT NOT NULL, -- who saved it last: the reports are made with the rights of this account
    name           TEXT NOT NULL,
    enabled        BOOLEAN NOT NULL,
    settings       TEXT NOT NULL, -- JSON
    since          BIGINT NOT NULL, -- when it was made or last resumed: it makes no reports of periods that ended before
    created_at     BIGINT NOT NULL,
    changed_at     BIGINT NOT NULL
);
CREATE INDEX report_schedule_project ON report_schedule (project_id, name);

-- What became of the periods of a schedule: one row for each period, which the first server writes together with its report.
CREATE TABLE report_run (
    id             BIGINT PRIMARY KEY,
    schedule_id    BIGINT NOT NULL REFERENCES report_schedule (id) ON DELETE CASCADE,
    corporation_id BIGINT NOT NULL,
    project_id     BIGINT NOT NULL,
    number         BIGINT NOT NULL, -- of the period, from the first day of monitoring
    start_at       BIGINT NOT NULL,
    end_at         BIGINT NOT NULL,
    state          TEXT NOT NULL, -- making, waiting, issued, failed, removed
    reason         TEXT NOT NULL, -- of failed: JSON of a message
    document_id    BIGINT NOT NULL, -- 0: none was begun
    skipped        BIGINT NOT NULL, -- periods before it whose reports were never made
    late           BIGINT NOT NULL, -- points whose data were missing when it was made
    created_at     BIGINT NOT NULL,
    changed_at     BIGINT NOT NULL
);
CREATE UNIQUE INDEX report_run_period ON report_run (schedule_id, end_at);
CREATE INDEX report_run_project ON report_run (project_id, created_at);
CREATE INDEX report_run_state ON report_run (state);

-- The mails about reports: written with what they are about, sent by any server.
CREATE TABLE report_mail (
    id            BIGINT PRIMARY KEY,
    run_id        BIGINT NOT NULL REFERENCES report_run (id) ON DELETE CASCADE,
    about         TEXT NOT NULL, -- waiting: for signatures; issued
    account_id    BIGINT NOT NULL, -- 0: a free address
    address       TEXT NOT NULL,
    state         TEXT NOT NULL, -- pending, claimed, sent, failed, unknown
    reason        TEXT NOT NULL,
    linked        BOOLEAN NOT NULL, -- links were sent, because the files were too large to attach
    attempts      BIGINT NOT NULL, -- also the fence of a claim
    unsure        BIGINT NOT NULL, -- attempts whose outcome is unknown
    claimed_until BIGINT NOT NULL,
    due_at        BIGINT NOT NULL,
    created_at    BIGINT NOT NULL,
    ended_at      BIGINT NOT NULL
);
CREATE UNIQUE INDEX report_mail_recipient ON report_mail (run_id, about, address);
CREATE INDEX report_mail_due ON report_mail (state, due_at);

-- +goose Down
DROP TABLE report_mail;
DROP TABLE report_run;
DROP TABLE report_schedule;
DROP TABLE report_calendar;
