package app

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"plumbline/internal/account/identity"
	"plumbline/internal/app/tables"
	"plumbline/internal/core/series/postgres"
	"plumbline/internal/feature/backup"
	"plumbline/internal/field/connection"
	"plumbline/internal/field/ingest"
	"plumbline/internal/platform/cluster"
	"plumbline/internal/platform/database"
	"plumbline/internal/platform/events"
)

// ResetPassword gives an account a new random password and ends its sessions.
func ResetPassword(ctx context.Context, config Config, name string) (password string, err error) {
	err = withAccounts(ctx, config, func(accounts *identity.Service) error {
		password, err = accounts.ResetPassword(ctx, name, "")
		return err
	})
	return password, err
}

// CreateOperator creates an operator of the platform, with a random password. It is only possible from the console of
// the machine.
func CreateOperator(ctx context.Context, config Config, name string) (password string, err error) {
	err = withAccounts(ctx, config, func(accounts *identity.Service) error {
		password, err = accounts.CreateOperator(ctx, name)
		return err
	})
	return password, err
}

// RemoveSecondFactor removes the second factor of an account whose owner has lost it, and ends its sessions.
func RemoveSecondFactor(ctx context.Context, config Config, name string) (password string, err error) {
	return "", withAccounts(ctx, config, func(accounts *identity.Service) error { return accounts.ResetSecondFactor(ctx, name) })
}

// withAccounts opens only the accounts of an installation, so that a server may run at the same time.
func withAccounts(ctx context.Context, config Config, do func(*identity.Service) error) (err error) {
	var data *database.DB
	if config.DatabaseURL != "" {
		data, err = openPostgres(ctx, config.DatabaseURL)
	} else {
		path := filepath.Join(config.Data, backup.DataFile)
		if _, err := os.Stat(path); err != nil {
			return fmt.Errorf("%s contains no installation: %w", config.Data, err)
		}
		data, err = database.OpenSQLite(ctx, path)
	}
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, data.Close()) }()
	signals := events.NewLocal()
	defer func() { err = errors.Join(err, signals.Close()) }()
	accounts, err := tables.Open(ctx, data, tables.Options{Bus: signals})
	if err != nil {
		return err
	}
	service := identity.New(accounts, nil)
	return do(service)
}

// Migrate creates or updates all tables of an installation on PostgreSQL.
func Migrate(ctx context.Context, url string) (err error) {
	data, err := openPostgres(ctx, url)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, data.Close()) }()
	store, err := tables.Open(ctx, data, tables.Options{})
	if err != nil {
		return err
	}
	if err := migrateFeatures(ctx, data, Config{}, store); err != nil {
		return err
	}
	if err := cluster.Migrate(ctx, data); err != nil {
		return err
	}
	if err := connection.Migrate(ctx, data); err != nil {
		return err
	}
	if _, err := postgres.Open(ctx, data); err != nil {
		return err
	}
	if err := ingest.Migrate(ctx, data); err != nil {
		return err
	}
	_, err = ingest.OpenJournal(ctx, data, cluster.Alone{})
	return err
}
