package sqlkit

import (
	"database/sql"
	"errors"
	"strings"

	"github.com/jackc/pgx/v5/pgconn"
	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"

	"plumbline/internal/platform/errs"
	"plumbline/internal/platform/schema"
)

// Translate converts driver errors to errors for users: row not found, value already in use, or row still referenced.
func Translate(err error) error {
	if err == nil {
		return nil
	}
	if _, told := errs.As(err); told {
		return err
	}
	if errors.Is(err, sql.ErrNoRows) {
		return errs.Wrap(err, errs.NothingHere)
	}
	var lite *sqlite.Error
	if errors.As(err, &lite) {
		return translateSQLite(err, lite)
	}
	var pg *pgconn.PgError
	if errors.As(err, &pg) {
		return translatePostgres(err, pg)
	}
	return err
}

func translateSQLite(err error, lite *sqlite.Error) error {
	switch lite.Code() {
	case sqlite3.SQLITE_CONSTRAINT_UNIQUE, sqlite3.SQLITE_CONSTRAINT_PRIMARYKEY:
		for _, u := range schema.UniqueIndexes {
			if strings.Contains(lite.Error(), "failed: "+u.Columns+" ") || strings.HasSuffix(lite.Error(), "failed: "+u.Columns) {
				return errs.OnField(u.Field, u.Message)
			}
		}
		return errs.Wrap(err, errs.AlreadyThere)
	case sqlite3.SQLITE_CONSTRAINT_FOREIGNKEY:
		return errs.Wrap(err, errs.InUse)
	}
	return err
}

// PostgreSQL error codes (appendix A of its manual).
const (
	pgUniqueViolation     = "23505"
	pgForeignKeyViolation = "23503"
)

func translatePostgres(err error, pg *pgconn.PgError) error {
	switch pg.Code {
	case pgUniqueViolation:
		for _, u := range schema.UniqueIndexes {
			if pg.ConstraintName == u.Name {
				return errs.OnField(u.Field, u.Message)
			}
		}
		return errs.Wrap(err, errs.AlreadyThere)
	case pgForeignKeyViolation:
		return errs.Wrap(err, errs.InUse)
	}
	return err
}
