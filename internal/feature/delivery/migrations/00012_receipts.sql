-- +goose Up
-- Whether phones got text messages that the provider has accepted, see package receipt.
ALTER TABLE alert_attempt ADD COLUMN reference TEXT NOT NULL DEFAULT ''; -- by which the provider knows the message
ALTER TABLE alert_attempt ADD COLUMN receipt TEXT NOT NULL DEFAULT ''; -- delivered, undelivered, none; empty: none yet, or not of this channel
ALTER TABLE alert_attempt ADD COLUMN receipt_code TEXT NOT NULL DEFAULT ''; -- of the provider
ALTER TABLE alert_attempt ADD COLUMN receipt_text TEXT NOT NULL DEFAULT ''; -- of the provider, or why there is none
ALTER TABLE alert_attempt ADD COLUMN receipt_at BIGINT NOT NULL DEFAULT 0; -- UTC ms, of the network if it says so
ALTER TABLE alert_attempt ADD COLUMN ask_at BIGINT NOT NULL DEFAULT 0; -- when the provider is asked for the receipt; 0: it is not
ALTER TABLE alert_attempt ADD COLUMN asked BIGINT NOT NULL DEFAULT 0; -- how often it was
CREATE INDEX alert_attempt_ask ON alert_attempt (ask_at) WHERE ask_at <> 0;
CREATE INDEX alert_attempt_reference ON alert_attempt (reference) WHERE reference <> '';

-- +goose Down
DROP INDEX alert_attempt_reference;
DROP INDEX alert_attempt_ask;
UPDATE alert_message SET reason = 'refused' WHERE reason = 'undelivered';
ALTER TABLE alert_attempt DROP COLUMN asked;
ALTER TABLE alert_attempt DROP COLUMN ask_at;
ALTER TABLE alert_attempt DROP COLUMN receipt_at;
ALTER TABLE alert_attempt DROP COLUMN receipt_text;
ALTER TABLE alert_attempt DROP COLUMN receipt_code;
ALTER TABLE alert_attempt DROP COLUMN receipt;
ALTER TABLE alert_attempt DROP COLUMN reference;
