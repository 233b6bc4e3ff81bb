// Package feature defines what a feature adds to the server: tables, API calls and jobs. Each feature has its own
// folder below this one; internal/app/features.go lists them, one per line.
package feature

import (
	"context"
	"io/fs"
	"log/slog"
	"time"

	"plumbline/internal/account/corporation"
	"plumbline/internal/account/identity"
	"plumbline/internal/account/user"
	"plumbline/internal/account/verification"
	"plumbline/internal/core/alarm"
	"plumbline/internal/core/asknown"
	"plumbline/internal/core/compute"
	"plumbline/internal/core/query"
	"plumbline/internal/field/command"
	"plumbline/internal/field/ingest"
	"plumbline/internal/field/ingest/files"
	"plumbline/internal/httpapi"
	"plumbline/internal/httpapi/fieldapi"
	"plumbline/internal/platform/blob"
	"plumbline/internal/platform/events"
	"plumbline/internal/platform/jobs"
	"plumbline/internal/platform/mail"
	"plumbline/internal/platform/outbound"
	"plumbline/internal/platform/secrets"
	"plumbline/internal/platform/sms"
	"plumbline/internal/platform/sqlkit"
	"plumbline/internal/platform/upload"
	"plumbline/internal/site/device"
	"plumbline/internal/site/drawing"
	"plumbline/internal/site/point"
	"plumbline/internal/site/project"
)

// Feature is a self-contained part of the product.
type Feature struct {
	// Name is the name of its folder. The table <name>_version stores the version of its migrations.
	Name string
	// Migrations has a folder migrations of goose files with SQL for both SQLite and PostgreSQL; nil: no tables.
	Migrations fs.FS
	// New creates the parts. It must not read data, because the API document is generated from a Host without
	// services.
	New func(Host) (Parts, error)
}

// Parts are the calls and jobs of a feature in a running server.
type Parts struct {
	// Calls registers API calls; nil: none.
	Calls func(*httpapi.Kernel) error
	// Jobs are the kinds of jobs that the feature handles.
	Jobs []Job
	// Run works until ctx ends, on every server; nil: nothing to do.
	Run func(ctx context.Context)
	// Forget deletes old data; it runs once a day. nil: nothing to delete.
	Forget func(context.Context) error
	// HasBlob reports whether the feature uses a blob; nil: it has none.
	HasBlob func(ctx context.Context, key string) (bool, error)
}

// Job is a kind of job and its handler.
type Job struct {
	Kind  string
	Run   jobs.Handler
	Every time.Duration // 0: only when enqueued
	Most  int           // that a server runs at once; 0: as many as there are workers
}

// Host provides the server's services to features.
type Host struct {
	Log     *slog.Logger
	Folder  string // data folder of the installation
	Tables  *sqlkit.Tables
	Bus     events.Bus
	Secrets *secrets.Vault
	Blobs   blob.Store

	Identity     *identity.Service
	Corporations *corporation.Service
	Users        *user.Service
	Codes        *verification.Service
	Projects     *project.Service
	Drawings     *drawing.Service
	Points       *point.Service
	Devices      *device.Service
	Alerts       *alarm.Service
	Notifier     alarm.Notifier              // of changed alerts
	CatchUp      func(context.Context) error // makes the configuration in memory current
	Read         *query.Service
	AsKnown      *asknown.Service
	Previewer    *compute.Previewer
	Uploads      *upload.Service
	Jobs         *jobs.Service

	Commands *command.Service
	Intake   *ingest.Service
	Imports  *files.Service
	Trials   fieldapi.Trials
	Outbound *outbound.Dialler
	Mail     *mail.Sender // nil: mail is not configured
	SMS      sms.Provider // nil: text messages are not configured

	PublicURL string // of the installation, such as https://monitor.example.com; empty: unknown

	// Resting reports whether other servers do the work of this one, because an operator drains it.
	Resting func() bool
}
