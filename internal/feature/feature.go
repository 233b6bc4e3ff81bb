// Package feature defines what a feature brings to the server: tables, calls and jobs. Each feature is one
// folder below this one; internal/app/features.go lists them, one a line.
package feature

import (
	"context"
	"io/fs"
	"log/slog"
	"time"

	"plumbline/internal/account/corporation"
	"plumbline/internal/account/user"
	"plumbline/internal/core/alarm"
	"plumbline/internal/core/query"
	"plumbline/internal/httpapi"
	"plumbline/internal/platform/blob"
	"plumbline/internal/platform/events"
	"plumbline/internal/platform/jobs"
	"plumbline/internal/platform/secrets"
	"plumbline/internal/platform/sqlkit"
	"plumbline/internal/platform/upload"
	"plumbline/internal/site/device"
	"plumbline/internal/site/point"
	"plumbline/internal/site/project"
)

// Feature is a part of the product that lives in its own folder.
type Feature struct {
	// Name is that of its folder. Its migrations are counted in the table <name>_version.
	Name string
	// Migrations are goose files in SQL that SQLite and PostgreSQL both accept; nil: no tables.
	Migrations fs.FS
	// New makes the parts. It reads nothing: the API's document is made from a Host without services.
	New func(Host) (Parts, error)
}

// Parts are what a feature does while the server runs.
type Parts struct {
	// Calls registers its calls; nil: none.
	Calls func(*httpapi.Kernel) error
	// Jobs are the kinds of jobs that it works on.
	Jobs []Job
	// Forget deletes what has outlived its time; it runs once a day. nil: nothing does.
	Forget func(context.Context) error
}

// Job is a kind of job and what it does.
type Job struct {
	Kind  string
	Run   jobs.Handler
	Every time.Duration // 0: only when somebody enqueues it
}

// Host is what the server offers its features.
type Host struct {
	Log    *slog.Logger
	Folder string // of the installation's data
	Tables *sqlkit.Tables
	Bus    events.Bus
	Vault  *secrets.Vault
	Blobs  blob.Store

	Corporations *corporation.Service
	Users        *user.Service
	Projects     *project.Service
	Points       *point.Service
	Devices      *device.Service
	Alerts       *alarm.Service
	Read         *query.Service
	Uploads      *upload.Service
	Jobs         *jobs.Service
}
