package auditdb

import (
	"context"
	"fmt"

	"plumbline/internal/platform/database"
)

// appendOnly are triggers that make the audit log append-only, even for the program: the database refuses to update,
// delete or replace an entry. The engines write triggers differently, so they are not part of the migrations.
var appendOnly = map[database.Dialect][]string{
	database.SQLite: {
		`CREATE TRIGGER IF NOT EXISTS oplog_keep_update BEFORE UPDATE ON oplog BEGIN SELECT RAISE(ABORT, 'the log of operations is append-only'); END`,
		`CREATE TRIGGER IF NOT EXISTS oplog_keep_delete BEFORE DELETE ON oplog BEGIN SELECT RAISE(ABORT, 'the log of operations is append-only'); END`,
		// REPLACE deletes without firing the trigger above.
		`CREATE TRIGGER IF NOT EXISTS oplog_keep_replace BEFORE INSERT ON oplog WHEN EXISTS (SELECT 1 FROM oplog WHERE id = NEW.id)
			BEGIN SELECT RAISE(ABORT, 'the log of operations is append-only'); END`,
	},
	database.Postgres: {
		`CREATE OR REPLACE FUNCTION oplog_keep() RETURNS trigger LANGUAGE plpgsql AS
			$$ BEGIN RAISE EXCEPTION 'the log of operations is append-only' USING ERRCODE = 'restrict_violation'; END $$`,
		`CREATE OR REPLACE TRIGGER oplog_keep_rows BEFORE UPDATE OR DELETE ON oplog FOR EACH ROW EXECUTE FUNCTION oplog_keep()`,
		`CREATE OR REPLACE TRIGGER oplog_keep_table BEFORE TRUNCATE ON oplog FOR EACH STATEMENT EXECUTE FUNCTION oplog_keep()`,
	},
}

// sealLog creates missing triggers. Nodes that start together do so one after another.
func (s *Store) sealLog(ctx context.Context) error {
	return s.DB.Write(ctx, func(tx *database.Tx) error {
		if s.DB.Dialect() == database.Postgres {
			var sealed bool
			err := tx.QueryRowContext(ctx,
				`SELECT COUNT(*) = 2 FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid JOIN pg_namespace n ON n.oid = c.relnamespace
				WHERE n.nspname = current_schema() AND c.relname = 'oplog' AND t.tgname IN ('oplog_keep_rows', 'oplog_keep_table')`).Scan(&sealed)
			if err != nil {
				return fmt.Errorf("read the seal of the operation log: %w", err)
			}
			if sealed {
				return nil
			}
			if _, err := tx.ExecContext(ctx, `LOCK TABLE oplog IN SHARE ROW EXCLUSIVE MODE`); err != nil {
				return fmt.Errorf("seal the operation log: %w", err)
			}
		}
		for _, statement := range appendOnly[s.DB.Dialect()] {
			if _, err := tx.ExecContext(ctx, statement); err != nil {
				return fmt.Errorf("seal the operation log: %w", err)
			}
		}
		return nil
	})
}
