package accountdb

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"plumbline/internal/account/license"
	"plumbline/internal/platform/audit"
	"plumbline/internal/platform/audit/auditdb"
	"plumbline/internal/platform/database"
	"plumbline/internal/platform/sqlkit"

	"github.com/uptrace/bun"
)

var _ license.Store = (*Store)(nil)

// admission is the lock for additions that a license counts, the same in all servers.
const admission = 0x706c756e // "plun"

// licenseRow is the id of the only row.
const licenseRow = 1

// Unscoped: the installation's own; its calls exist in private deployments only.
func (s *Store) LicenseCode(ctx context.Context) (code string, err error) {
	err = s.Bun.NewRaw("SELECT code FROM license WHERE id = ?", licenseRow).Scan(ctx, &code)
	if errors.Is(err, sql.ErrNoRows) {
		return "", nil
	}
	return code, err
}

// loggedTerms is the part of a license that the audit log keeps: never the code.
type loggedTerms struct {
	Until           string `json:"until"` // YYYY-MM-DD; empty: no end
	Points, Devices uint32
}

// Unscoped: the installation's own; its calls exist in private deployments only.
func (s *Store) SetLicenseCode(ctx context.Context, who audit.Actor, code string, terms license.Terms) error {
	return s.write(ctx, func(tx *change) error {
		_, err := tx.Exec(ctx, `INSERT INTO license (id, code, account_id, entered_at) VALUES (?, ?, ?, ?)
			ON CONFLICT (id) DO UPDATE SET code = excluded.code, account_id = excluded.account_id, entered_at = excluded.entered_at`,
			licenseRow, code, who.AccountID, tx.Now)
		if err != nil {
			return fmt.Errorf("keep the registration code: %w", err)
		}
		after := loggedTerms{Points: terms.Points, Devices: terms.Devices}
		if !terms.Until.IsZero() {
			after.Until = terms.Until.Format(time.DateOnly)
		}
		return tx.Log(ctx, who, auditdb.Entry{
			Kind: "license", Action: auditdb.Updated, ID: licenseRow, Corporation: who.CorporationID, After: after,
		})
	})
}

const countUsage = "SELECT (SELECT COUNT(*) FROM point WHERE project_id NOT IN " + sqlkit.DeletedProjects +
	") AS points, (SELECT COUNT(*) FROM device) AS devices"

// Unscoped: the installation's own; its calls exist in private deployments only.
func (s *Store) LicenseUsage(ctx context.Context) (license.Usage, error) {
	return usageOf(ctx, s.Bun.NewRaw(countUsage))
}

// Admit counts in the transaction that adds, under a lock until its commit.
//
// Unscoped: a license limits the installation, not a corporation.
func (s *Store) Admit(ctx context.Context, check func(license.Usage) error, add func(context.Context) error) error {
	return add(sqlkit.BeforeCommit(ctx, func(ctx context.Context, tx *sqlkit.Transaction) error {
		if s.DB.Dialect() == database.Postgres {
			if _, err := tx.ExecContext(ctx, "SELECT pg_advisory_xact_lock($1)", admission); err != nil {
				return fmt.Errorf("wait for other additions: %w", err)
			}
		}
		usage, err := usageOf(ctx, s.Bun.NewRaw(countUsage).Conn(tx))
		if err != nil {
			return err
		}
		return check(usage)
	}))
}

func usageOf(ctx context.Context, query *bun.RawQuery) (usage license.Usage, err error) {
	if err := query.Scan(ctx, &usage.Points, &usage.Devices); err != nil {
		return usage, fmt.Errorf("count points and devices: %w", err)
	}
	return usage, nil
}
