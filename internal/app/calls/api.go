// Package calls combines the calls of all areas and features.
package calls

import (
	"context"
	"net/http"

	"plumbline/internal/account/corporation"
	"plumbline/internal/account/identity"
	"plumbline/internal/account/license"
	"plumbline/internal/account/sso"
	"plumbline/internal/account/user"
	"plumbline/internal/account/verification"
	"plumbline/internal/core/alarm"
	"plumbline/internal/core/compute"
	"plumbline/internal/core/correction"
	"plumbline/internal/feature"
	"plumbline/internal/field/command"
	"plumbline/internal/field/connection"
	"plumbline/internal/field/firmware"
	"plumbline/internal/field/ingest/files"
	"plumbline/internal/field/testrun"
	"plumbline/internal/httpapi"
	"plumbline/internal/httpapi/accountapi"
	"plumbline/internal/httpapi/analysisapi"
	"plumbline/internal/httpapi/dataapi"
	"plumbline/internal/httpapi/fieldapi"
	"plumbline/internal/httpapi/opsapi"
	"plumbline/internal/httpapi/resolve"
	"plumbline/internal/httpapi/siteapi"
	"plumbline/internal/httpapi/statapi"
	"plumbline/internal/platform/audit"
	"plumbline/internal/platform/events"
	"plumbline/internal/platform/jobs"
	"plumbline/internal/platform/secrets"
	"plumbline/internal/platform/servers"
	"plumbline/internal/platform/telemetry"
	"plumbline/internal/platform/upload"
	"plumbline/internal/site/bulk"
	"plumbline/internal/site/device"
	"plumbline/internal/site/drawing"
	"plumbline/internal/site/point"
	"plumbline/internal/site/pointconfig"
	"plumbline/internal/site/preview"
	"plumbline/internal/site/project"
	"plumbline/internal/site/stats"
	"plumbline/internal/site/topology"
)

// Config is the dependencies of the API.
type Config struct {
	Version           string
	PrivateDeployment bool

	Identity      *identity.Service
	Verification  *verification.Service
	Corporations  *corporation.Service
	Users         *user.Service
	Projects      *project.Service
	Drawings      *drawing.Service
	Points        *point.Service
	Devices       *device.Service
	Bulk          *bulk.Service
	Corrections   *correction.Service
	Configuration *pointconfig.Service
	Alerts        *alarm.Service
	Audit         *audit.Service
	Stats         *stats.Service
	Topology      *topology.Service
	Uploads       *upload.Service
	SSO           *sso.Service // nil if no provider is configured
	Jobs          *jobs.Service
	Monitor       dataapi.Monitor
	AsKnown       dataapi.AsKnown
	Previews      *preview.Service
	Failures      func(context.Context) ([]compute.Failure, error) // points whose results cannot be computed or stored
	Frames        fieldapi.Frames
	Everywhere    fieldapi.Everywhere
	Lines         *connection.Lines
	Trials        fieldapi.Trials
	Commands      *command.Service
	Cycles        fieldapi.Cycles
	Firmware      *firmware.Service
	Imports       *files.Service
	TestRuns      *testrun.Service
	Bus           events.Bus
	License       *license.Service // nil unless the deployment is private
	Storage       func(context.Context) (opsapi.Storage, error)
	Endpoints     func() opsapi.Endpoints // called once the listeners are open
	Servers       *servers.Service
	Secrets       *secrets.Vault
	Features      []feature.Parts

	Ingest  http.Handler       // POST /ingest/v1/{register}; nil: not mounted
	Metrics *telemetry.Metrics // nil: requests are not counted

	Unlogged func(operation string) // called for a change without an audit entry; nil: log it
}

// API handles /api and /ingest.
type API struct {
	http.Handler
	kernel *httpapi.Kernel
}

// Operations returns the declared calls.
func (a *API) Operations() []httpapi.Operation { return a.kernel.Declared() }

// Close ends the event streams, so that the server can shut down.
func (a *API) Close() { a.kernel.Close() }

// New returns the API.
func New(config Config) (*API, error) {
	k, err := httpapi.New(httpapi.Settings{
		Version: config.Version, PrivateDeployment: config.PrivateDeployment, Identity: config.Identity, Audit: config.Audit,
		Metrics: config.Metrics, Ingest: config.Ingest, Unlogged: config.Unlogged,
	}, resolve.New(resolve.Services{
		Identity: config.Identity, Corporations: config.Corporations, Users: config.Users, Projects: config.Projects, Points: config.Points,
		Devices: config.Devices, Alerts: config.Alerts,
	}))
	if err != nil {
		return nil, err
	}
	accountapi.Register(k, accountapi.Services{
		Verification: config.Verification, Corporations: config.Corporations, Users: config.Users,
		Uploads: config.Uploads, SSO: config.SSO, License: config.License,
	})
	siteapi.Register(k, siteapi.Services{
		Projects: config.Projects, Drawings: config.Drawings, Points: config.Points, Devices: config.Devices, Bulk: config.Bulk,
		Configuration: config.Configuration, Stats: config.Stats, Topology: config.Topology, Uploads: config.Uploads, Monitor: config.Monitor,
		Previews: config.Previews, Failures: config.Failures, Commands: config.Commands,
	})
	fieldapi.Register(k, fieldapi.Services{
		Corporations: config.Corporations, Points: config.Points, Devices: config.Devices, Jobs: config.Jobs, Frames: config.Frames,
		Everywhere: config.Everywhere, Lines: config.Lines,
		Trials: config.Trials, Commands: config.Commands, Cycles: config.Cycles, Firmware: config.Firmware, Imports: config.Imports,
		TestRuns: config.TestRuns,
	})
	data := dataapi.Services{
		Uploads:  config.Uploads,
		Projects: config.Projects, Points: config.Points, Devices: config.Devices, Corrections: config.Corrections, Configuration: config.Configuration,
		Alerts: config.Alerts, Stats: config.Stats, Jobs: config.Jobs, Monitor: config.Monitor, AsKnown: config.AsKnown,
		Previews: config.Previews, Failures: config.Failures,
		Bus: config.Bus, Secrets: config.Secrets,
	}
	dataapi.Register(k, data)
	analysisapi.Register(k, analysisapi.Services{Points: config.Points, Monitor: config.Monitor, AsKnown: config.AsKnown})
	statapi.Register(k, data)
	opsapi.Register(k, opsapi.Services{
		Uploads: config.Uploads, Jobs: config.Jobs, Storage: config.Storage, Endpoints: config.Endpoints, Servers: config.Servers,
	})
	for _, parts := range config.Features {
		if parts.Calls == nil {
			continue
		}
		if err := parts.Calls(k); err != nil {
			return nil, err
		}
	}
	return &API{Handler: k.Handler(), kernel: k}, nil
}

// Document returns the API's document (OpenAPI 3.1) as YAML.
func (a *API) Document() ([]byte, error) { return a.kernel.Document() }
