package app

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"

	"plumbline/internal/account/corporation"
	"plumbline/internal/account/identity"
	"plumbline/internal/account/license"
	"plumbline/internal/account/user"
	"plumbline/internal/account/verification"
	"plumbline/internal/app/tables"
	"plumbline/internal/core/correction"
	"plumbline/internal/core/series"
	"plumbline/internal/core/series/postgres"
	"plumbline/internal/core/series/sqlite"
	"plumbline/internal/feature/backup"
	"plumbline/internal/field/ingest"
	"plumbline/internal/platform/access"
	"plumbline/internal/platform/audit"
	"plumbline/internal/platform/blob"
	"plumbline/internal/platform/cluster"
	"plumbline/internal/platform/database"
	"plumbline/internal/platform/events"
	"plumbline/internal/platform/mail"
	"plumbline/internal/platform/paging"
	"plumbline/internal/platform/secrets"
	"plumbline/internal/platform/sms"
	"plumbline/internal/platform/upload"
	"plumbline/internal/site/bulk"
	"plumbline/internal/site/device"
	"plumbline/internal/site/drawing"
	"plumbline/internal/site/point"
	"plumbline/internal/site/project"
	"plumbline/internal/site/stats"
	"plumbline/internal/site/topology"
)

// Installation is the data of a folder or database with its services, without listeners and background work.
type Installation struct {
	Config Config
	Log    *slog.Logger

	DB      *database.DB
	Frames  *database.DB // of the frame journal; equal to DB on PostgreSQL
	Bus     events.Bus
	signals *events.Postgres // the bus on PostgreSQL; nil in the embedded shape
	Series  series.Store
	Store   *tables.Store
	Secrets *secrets.Vault

	Identity     *identity.Service
	Verification *verification.Service
	Mail         *mail.Sender // nil: mail is not configured
	SMS          sms.Provider // nil: text messages are not configured
	Corporations *corporation.Service
	Users        *user.Service
	Projects     *project.Service
	Drawings     *drawing.Service
	Points       *point.Service
	Devices      *device.Service
	Bulk         *bulk.Service
	Corrections  *correction.Service
	Audit        *audit.Service
	Stats        *stats.Service
	Topology     *topology.Service
	License      *license.Service // nil unless the deployment is private
	Uploads      *upload.Service
	Blobs        blob.Store
}

// Open opens an installation, creating and migrating its tables.
func Open(ctx context.Context, config Config, log *slog.Logger) (*Installation, error) {
	if err := os.MkdirAll(config.Data, 0o750); err != nil {
		return nil, fmt.Errorf("make the data folder: %w", err)
	}
	in := &Installation{Config: config, Log: log}
	if err := in.open(ctx); err != nil {
		return nil, errors.Join(err, in.Close())
	}
	return in, nil
}

func (in *Installation) open(ctx context.Context) (err error) {
	if err := in.openDatabases(ctx); err != nil {
		return err
	}
	if err := tables.Migrate(ctx, in.DB); err != nil {
		return err
	}
	if in.Secrets, err = openKey(ctx, in.DB, in.Config); err != nil {
		return err
	}
	in.Store, err = tables.New(ctx, in.DB, tables.Options{Bus: in.Bus, Series: in.Series, Secrets: in.Secrets})
	if err != nil {
		return err
	}
	if err := migrateFeatures(ctx, in.DB, in.Config, in.Store); err != nil {
		return err
	}
	in.Identity = identity.New(in.Store, in.Secrets)
	if in.Verification, err = in.verification(); err != nil {
		return err
	}
	in.Corporations = corporation.New(in.Store)
	in.Users = user.New(in.Store, in.Identity)
	in.Projects = project.New(in.Store)
	in.Drawings = drawing.New(in.Store)
	in.Points = point.NewService(in.Store)
	in.Devices = device.New(in.Store, in.Secrets)
	in.Devices.SetProtocols(ingest.CheckLink)
	if in.Config.Manufacturer != "" {
		in.Devices.SetManufacturer(in.Config.Manufacturer)
	}
	in.Bulk = bulk.New(in.Store, in.Devices, in.Points)
	in.Corrections = correction.New(in.Store)
	in.Audit = audit.New(in.Store)
	in.Stats = stats.New(in.Store)
	in.Topology = topology.New(in.Store)
	if in.Blobs, err = in.openBlobs(ctx); err != nil {
		return err
	}
	in.Uploads = upload.New(in.Store, in.Blobs, in.Secrets)
	if in.Config.Private {
		fingerprint, err := fingerprintOf(in.Config.Data, in.DB, in.Secrets)
		if err != nil {
			return err
		}
		in.License = license.New(in.Store, []byte(in.Config.LicenseKey), fingerprint)
	}
	return nil
}

func (in *Installation) openDatabases(ctx context.Context) (err error) {
	if url := in.Config.DatabaseURL; url != "" {
		if in.DB, err = openPostgres(ctx, url); err != nil {
			return err
		}
		if in.Config.Connections > 0 {
			in.DB.SetConnections(in.Config.Connections)
		}
		in.Frames = in.DB
		bus, err := events.NewPostgres(ctx, url, in.Log)
		if err != nil {
			return err
		}
		in.Bus, in.signals = bus, bus
		in.Series, err = postgres.Open(ctx, in.DB)
		return err
	}
	if in.DB, err = database.OpenSQLite(ctx, filepath.Join(in.Config.Data, backup.DataFile)); err != nil {
		return err
	}
	if in.Frames, err = database.OpenSQLite(ctx, filepath.Join(in.Config.Data, backup.FramesFile)); err != nil {
		return err
	}
	if err := pair(ctx, in.DB, in.Frames, in.Config.NewJournal); err != nil {
		return err
	}
	in.Bus = events.NewLocal()
	in.Series, err = sqlite.Open(ctx, in.DB)
	return err
}

// openPostgres opens a database that this version may change.
func openPostgres(ctx context.Context, url string) (*database.DB, error) {
	db, err := database.OpenPostgres(ctx, url)
	if err != nil {
		return nil, err
	}
	if err := cluster.Admit(ctx, db); err != nil {
		return nil, errors.Join(err, db.Close())
	}
	return db, nil
}

// Close closes what Open opened.
func (in *Installation) Close() error {
	var errs []error
	if in.Bus != nil {
		errs = append(errs, in.Bus.Close())
	}
	if in.Frames != nil && in.Frames != in.DB {
		errs = append(errs, in.Frames.Close())
	}
	if in.DB != nil {
		errs = append(errs, in.DB.Close())
	}
	return errors.Join(errs...)
}

// enforceLicense applies the limits of the license to additions.
func (in *Installation) enforceLicense() {
	if in.License != nil {
		in.Points.SetLimit(in.License.AddPoints)
		in.Projects.SetLimit(in.License.AddPoints)
		in.Devices.SetLimit(in.License.AddDevices)
	}
}

// fingerprintOf returns what licenses are made for: the data folder or, on PostgreSQL, the key that all servers have.
func fingerprintOf(data string, db *database.DB, key *secrets.Vault) (license.Fingerprint, error) {
	if db.Dialect() == database.Postgres {
		return license.FingerprintOfDatabase(key.Fingerprint()), nil
	}
	return license.FingerprintOf(data)
}

// Fingerprint returns the fingerprint of an existing installation.
func Fingerprint(ctx context.Context, data, url string) (f license.Fingerprint, err error) {
	if url == "" {
		return license.FingerprintOf(data)
	}
	db, err := database.OpenPostgres(ctx, url)
	if err != nil {
		return f, err
	}
	defer db.Close()
	var known string
	var started bool
	if err = db.Reader().QueryRowContext(ctx, "SELECT to_regclass('installation_key') IS NOT NULL").Scan(&started); err == nil && started {
		known, err = keyFingerprint(ctx, db)
	}
	if err == nil && known == "" {
		err = errors.New("the database has no installation yet: start the server once")
	}
	return license.FingerprintOfDatabase(known), err
}

// onlyCorporation returns the corporation of a private deployment: the first.
func (in *Installation) onlyCorporation(ctx context.Context) (int64, error) {
	page, err := in.Corporations.List(ctx, access.Scope{All: true}, corporation.Filter{Query: paging.Query{Sort: "createdAt", Page: 1, Size: 1}})
	if err != nil {
		return 0, err
	}
	if len(page.List) == 0 {
		return 0, errors.New("the installation has no corporation")
	}
	return page.List[0].ID, nil
}

// FirstStart creates the first corporation and its administrator in an empty installation; made is false if there is
// one. Of servers that start at once, one makes them.
func (in *Installation) FirstStart(ctx context.Context) (corporationID int64, password string, made bool, err error) {
	err = in.DB.Alone(ctx, database.FirstStartLock, func() error {
		corporationID, password, made, err = in.firstStart(ctx)
		return err
	})
	return corporationID, password, made, err
}

func (in *Installation) firstStart(ctx context.Context) (corporationID int64, password string, made bool, err error) {
	any, err := in.Store.AnyAccount(ctx)
	if err != nil || any {
		return 0, "", false, err
	}
	first := corporation.Corporation{Name: "准绳"} // how it looks is the product's own, in each language, until somebody says otherwise
	if err := in.Corporations.Create(ctx, program("first start"), &first); err != nil {
		return 0, "", false, fmt.Errorf("make the first corporation: %w", err)
	}
	password, made, err = in.Identity.FirstAdministrator(ctx, first.ID, in.Config.AdminPassword)
	return first.ID, password, made, err
}
