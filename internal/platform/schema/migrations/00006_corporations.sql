-- +goose Up
ALTER TABLE corporation ADD COLUMN active BOOLEAN NOT NULL DEFAULT TRUE;
ALTER TABLE corporation ADD COLUMN allow_help_edits BOOLEAN NOT NULL DEFAULT FALSE;
ALTER TABLE corporation ADD COLUMN require_second_factor BOOLEAN NOT NULL DEFAULT FALSE;
UPDATE corporation SET domain_prefix = LOWER(domain_prefix); -- host names know no case

-- An account is suspended as long as its corporation is disabled.
ALTER TABLE account ADD COLUMN suspended BOOLEAN NOT NULL DEFAULT FALSE;

-- The corporation that an operator of the platform stands in to help; 0 for a sign-in.
ALTER TABLE session ADD COLUMN helping_corporation_id BIGINT NOT NULL DEFAULT 0;
CREATE INDEX session_helping ON session (helping_corporation_id, created_at) WHERE helping_corporation_id <> 0;

CREATE TABLE license ( -- one row: the registration code of a private deployment
    id BIGINT NOT NULL PRIMARY KEY,
    code TEXT NOT NULL,
    account_id BIGINT NOT NULL,
    entered_at BIGINT NOT NULL
);

-- +goose Down
DROP TABLE license;
DROP INDEX session_helping;
ALTER TABLE session DROP COLUMN helping_corporation_id;
ALTER TABLE account DROP COLUMN suspended;
ALTER TABLE corporation DROP COLUMN require_second_factor;
ALTER TABLE corporation DROP COLUMN allow_help_edits;
ALTER TABLE corporation DROP COLUMN active;
