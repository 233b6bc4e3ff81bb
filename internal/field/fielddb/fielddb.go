// Package fielddb stores what concerns devices in the field: their states, commands, firmware, imports and uploaded
// files.
//
// Every query of a tenant's data takes an access.Scope. Rows outside it give errs.NothingHere, as if they did not
// exist.
package fielddb

import (
	"context"

	"plumbline/internal/core/foldb"
	"plumbline/internal/platform/audit/auditdb"
	"plumbline/internal/platform/secrets"
	"plumbline/internal/platform/sqlkit"
	"plumbline/internal/site/sitedb"
)

// Store implements the store interfaces of the field packages.
type Store struct {
	*sqlkit.Tables
	fold  *foldb.Store
	site  *sitedb.Store
	vault *secrets.Vault
}

// New returns the tables of the field; v decrypts the secrets of devices for intake.
func New(t *sqlkit.Tables, fold *foldb.Store, site *sitedb.Store, v *secrets.Vault) *Store {
	return &Store{Tables: t, fold: fold, site: site, vault: v}
}

type change struct {
	auditdb.Logged
	store     *Store
	announced map[int64][]int64 // project: devices whose commands changed
}

func (s *Store) write(ctx context.Context, do func(*change) error) error {
	return s.Tables.Write(ctx, func(tx *sqlkit.Transaction) error { return do(&change{Logged: auditdb.WithLog(tx), store: s}) })
}
