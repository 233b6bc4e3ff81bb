package store

import (
	"database/sql"
	"errors"
	"strings"

	"github.com/jackc/pgx/v5/pgconn"
	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"

	"plumbline/internal/platform/fault"
)

// unique names the unique indexes that people can run into: the index (PostgreSQL
// tells it), its columns (SQLite tells them), and what is told.
var unique = []struct {
	index, columns, field string
	message               *fault.Message
}{
	{"corporation_name", "corporation.name", "name", fault.NameUsed},
	{"corporation_domain", "corporation.domain_prefix", "domainPrefix", fault.NameUsed},
	{"account_name", "account.name", "name", fault.NameUsed},
	{"account_email_verified", "account.email", "email", fault.AddressUsed},
	{"account_mobile_verified", "account.mobile", "mobile", fault.AddressUsed},
	{"role_name", "role.corporation_id, role.project_id, role.name", "name", fault.NameUsed},
	{"user_group_name", "user_group.corporation_id, user_group.name", "name", fault.NameUsed},
	{"project_name", "project.corporation_id, project.name", "name", fault.NameUsed},
	{"structure_name", "structure.project_id, structure.parent_id, structure.name", "name", fault.NameUsed},
	{"device_sn_code", "device.sn_code", "sncode", fault.SerialUsed},
	{"device_model_code", "device_model.corporation_id, device_model.code", "code", fault.ModelCodeUsed},
	{"device_file_name", "device_file.device_id, device_file.name", "file", fault.NameUsed},
	{"device_register", "device.register", "register", fault.RegisterUsed},
	{"plan_name", "plan.structure_id, plan.name", "name", fault.NameUsed},
	{"point_name", "point.project_id, point.name", "name", fault.NameUsed},
}

// translate turns what a driver says into what people are told: a row that is not
// there, a value that is taken, a row that is still referred to.
func translate(err error) error {
	if err == nil {
		return nil
	}
	if _, told := fault.As(err); told {
		return err
	}
	if errors.Is(err, sql.ErrNoRows) {
		return fault.Wrap(err, fault.NothingHere)
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
		for _, u := range unique {
			if strings.Contains(lite.Error(), "failed: "+u.columns+" ") || strings.HasSuffix(lite.Error(), "failed: "+u.columns) {
				return fault.OnField(u.field, u.message)
			}
		}
		return fault.Wrap(err, fault.AlreadyThere)
	case sqlite3.SQLITE_CONSTRAINT_FOREIGNKEY:
		return fault.Wrap(err, fault.InUse)
	}
	return err
}

// The codes of PostgreSQL, appendix A of its manual.
const (
	pgUniqueViolation     = "23505"
	pgForeignKeyViolation = "23503"
)

func translatePostgres(err error, pg *pgconn.PgError) error {
	switch pg.Code {
	case pgUniqueViolation:
		for _, u := range unique {
			if pg.ConstraintName == u.index {
				return fault.OnField(u.field, u.message)
			}
		}
		return fault.Wrap(err, fault.AlreadyThere)
	case pgForeignKeyViolation:
		return fault.Wrap(err, fault.InUse)
	}
	return err
}
