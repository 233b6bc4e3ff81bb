package api

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"reflect"
	"slices"
	"strings"
	"sync"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humachi"
	"github.com/go-chi/chi/v5"

	"plumbline/internal/account/corporation"
	"plumbline/internal/account/identity"
	"plumbline/internal/account/license"
	"plumbline/internal/account/people"
	"plumbline/internal/account/sso"
	"plumbline/internal/account/verification"
	"plumbline/internal/core/alarm"
	"plumbline/internal/core/computation"
	"plumbline/internal/core/correction"
	"plumbline/internal/core/dated"
	"plumbline/internal/core/monitor"
	"plumbline/internal/core/reading"
	"plumbline/internal/feature/basemap"
	"plumbline/internal/feature/notify"
	"plumbline/internal/field/command"
	"plumbline/internal/field/firmware"
	"plumbline/internal/field/intake/files"
	"plumbline/internal/platform/fault"
	"plumbline/internal/platform/jobs"
	"plumbline/internal/platform/oplog"
	"plumbline/internal/platform/signal"
	"plumbline/internal/platform/telemetry"
	"plumbline/internal/platform/upload"
	"plumbline/internal/platform/vault"
	"plumbline/internal/site/action"
	"plumbline/internal/site/configuration"
	"plumbline/internal/site/device"
	"plumbline/internal/site/plan"
	"plumbline/internal/site/point"
	"plumbline/internal/site/project"
	"plumbline/internal/site/stats"
	"plumbline/internal/site/topology"
)

// Config is what the API stands on.
type Config struct {
	Version           string
	PrivateDeployment bool

	Identity      *identity.Service
	Verification  *verification.Service
	Corporations  *corporation.Service
	People        *people.Service
	Projects      *project.Service
	Plans         *plan.Service
	Points        *point.Service
	Devices       *device.Service
	Actions       *action.Service
	Corrections   *correction.Service
	Configuration *configuration.Service
	Alerts        *alarm.Service
	Notifications *notify.Service
	Operations    *oplog.Service
	Stats         *stats.Service
	Topology      *topology.Service
	Uploads       *upload.Service
	Map           *basemap.Service // nil: no provider is configured
	SSO           *sso.Service     // nil: no provider is configured
	Jobs          *jobs.Service
	Monitor       Monitor
	Previews      Previews
	Ailments      func() []computation.Ailment // points whose results cannot be computed or stored
	Frames        Frames
	Trials        Trials
	Commands      *command.Service
	Firmware      *firmware.Service
	Imports       *files.Service
	Bus           signal.Bus
	License       *license.Service // of a private deployment; nil elsewhere
	Storage       func(context.Context) (Storage, error)
	Doors         func() Doors // asked when the doors are open
	Vault         *vault.Vault

	Ingest  http.Handler       // POST /ingest/v1/{register}; nil: not mounted
	Metrics *telemetry.Metrics // nil: requests are not counted

	Unlogged func(operation string) // called for a change that left no entry in the log of operations; nil: the log of the program
}

// Monitor is the read side, as the API needs it; package monitor has it.
type Monitor interface {
	Query(ctx context.Context, r monitor.Request) (monitor.Chart, error)
	// Table answers one page of readings, the newest first when down.
	Table(ctx context.Context, r monitor.Request, page, size int, down bool) (monitor.Table, error)
	// Times answers at most the newest limit times of results in a range, rising.
	Times(ctx context.Context, pointID, start, end int64, limit int) ([]int64, error)
	// Latest answers in the order of ids; points that do not exist have Project 0.
	Latest(ctx context.Context, ids []int64) ([]monitor.Latest, error)
	// AppendLatest is Latest that appends to a list, whose memory can so be used again.
	AppendLatest(ctx context.Context, list []monitor.Latest, ids []int64) ([]monitor.Latest, error)
	// RawBefore answers the last n readings of a channel, ObservedBefore the last n valid
	// observed values of a point, before a time, the newest first.
	RawBefore(ctx context.Context, device int64, channel int32, before int64, n int) ([]monitor.Reading, error)
	ObservedBefore(ctx context.Context, pointID, before int64, n int) ([]monitor.Reading, error)
	// Completeness answers in the order of ids how much of the last 24 hours came.
	Completeness(ctx context.Context, ids []int64) ([]monitor.Completeness, error)
	// Weather answers the newest value of each element that the points tell.
	Weather(ctx context.Context, points []int64) ([]monitor.WeatherValue, error)
	Explain(ctx context.Context, pointID int64, column monitor.Column, at int64) (monitor.Explanation, error)
	// LoneFace answers the time of a newest reading that waits for the other face; 0: none does.
	LoneFace(ctx context.Context, pointID int64) (int64, error)
	// Extent returns the time that the results of a point cover.
	Extent(ctx context.Context, pointID int64) (monitor.Extent, error)
	// Computed lists the fields that a point's formula computes now.
	Computed(pointID int64) []monitor.ComputedField
	// Pages lists the data views of points, the default one first.
	Pages(ids []int64) [][]string
	// Shiftable lists what corrections may be added to, and the depths of nodes, m.
	Shiftable(pointID int64) (columns []reading.Column, depths map[int32]float64)
	ExportCSV(ctx context.Context, w io.Writer, r monitor.Request, lang string) error
}

// Previews tell what a change would do before it is made.
type Previews interface {
	PointVersion(ctx context.Context, pointID, supersedes int64, draft dated.Draft) (Consequences, error)
	DeviceVersion(ctx context.Context, deviceID, supersedes int64, draft dated.Draft) (Consequences, error)
	Correction(ctx context.Context, c correction.Correction) (Consequences, error)
	// TakingBack is of a correction that stands.
	TakingBack(ctx context.Context, c correction.Correction) (Consequences, error)
	Plan(ctx context.Context, plan configuration.Plan) (Consequences, error)
	// Conversion is of a point as it would be, with the versions that begin with it.
	Conversion(ctx context.Context, converted point.Point, drafts []dated.Draft) (Consequences, error)
	// Changes are versions of points and devices that are recorded together; at least one.
	Changes(ctx context.Context, changes []action.Change) (Consequences, error)
	// Formula is what a formula makes of the newest readings of a point, in the order of time.
	Formula(ctx context.Context, pointID int64, value json.RawMessage, count int) ([]computation.Sample, error)
}

type server struct {
	Config
	huma    huma.API
	probes  *throttle
	places  *throttle // searches of the online map
	streams streamCount
	closing chan struct{}
	close   sync.Once
}

// API is the handler of /api, /ingest, with the streams that it holds open.
type API struct {
	http.Handler
	s *server
}

// Close ends the event streams, so that the server can shut down.
func (a *API) Close() { a.s.close.Do(func() { close(a.s.closing) }) }

// New makes the API.
func New(config Config) (*API, error) {
	s, router, err := build(config)
	if err != nil {
		return nil, err
	}
	return &API{Handler: router, s: s}, nil
}

func build(config Config) (*server, *chi.Mux, error) {
	probes, err := newThrottle()
	if err != nil {
		return nil, nil, err
	}
	places, err := newThrottle()
	if err != nil {
		return nil, nil, err
	}
	s := &server{Config: config, probes: probes, places: places, streams: streamCount{open: map[int64]int{}}, closing: make(chan struct{})}
	router := chi.NewMux()
	router.Use(s.withRequest, withCompression, withRecovery)
	router.NotFound(func(w http.ResponseWriter, r *http.Request) { writeFault(w, r.Context(), fault.New(fault.NothingHere)) })
	router.MethodNotAllowed(func(w http.ResponseWriter, r *http.Request) {
		writeFault(w, r.Context(), fault.New(fault.MethodNotAllowed))
	})
	if config.Ingest != nil {
		router.Method(http.MethodPost, "/ingest/v1/{register}", config.Ingest)
	}
	s.huma = humachi.New(router, description(config.Version))
	for _, calls := range []func(){
		s.sessions, s.mySessions, s.singleSignOn, s.secondFactor, s.apiKeys, s.uploads, s.avatars, s.signingUp, s.users, s.accounts, s.userGroups, s.roles, s.members, s.corporations, s.common, s.constants, s.projects, s.structures, s.plans, s.markers, s.onlineMap, s.deletions, s.gnss, s.updateRecords, s.tasks, s.points, s.unprotected, s.pointShown, s.deviceFields, s.manualData, s.thresholds, s.corrections, s.shiftImports, s.bulkVersions, s.gbThresholds, s.replacements, s.devices, s.deviceImports, s.actions, s.rotations, s.deviceConfigs, s.devicePoints, s.deviceLookups, s.deviceModels, s.deviceCare, s.refusals, s.frames, s.commands, s.collection, s.softwares, s.debug,
		s.imports, s.monitor, s.exports, s.alerts, s.notifications, s.operations, s.documents, s.stats, s.statLists, s.topology, s.jobs, s.recompute, s.events, s.system, s.license,
	} {
		calls()
	}
	s.describeAspects()
	s.describeIngest()
	s.describeFailures()
	document, err := s.huma.OpenAPI().MarshalJSON()
	if err != nil {
		return nil, nil, fmt.Errorf("encode the API's document: %w", err)
	}
	router.Get(prefix+"/openapi.json", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		_, _ = w.Write(document) // the client is gone when this fails
	})
	reference(router)
	return s, router, nil
}

// description is the head of the document. Nothing of huma's own is served.
func description(version string) huma.Config {
	format := huma.Format{Marshal: huma.DefaultJSONFormat.Marshal, Unmarshal: unmarshal}
	return huma.Config{
		OpenAPI: &huma.OpenAPI{
			OpenAPI: "3.1.0",
			Info: &huma.Info{
				Title: "Plumbline", Version: version,
				Description: "Monitoring of structures and ground. Times are Unix ms in UTC, ids decimal integers. Times that select data lie between 2000-01-01 and one year from now. A query parameter that a call does not have, or that is given twice, is refused (422); lists are separated by commas. A failure is {error, code, fields}; " +
					"code 8007 means that the session has expired. x-permission says what a call needs.",
			},
			Components: &huma.Components{
				Schemas:         huma.NewMapRegistry("#/components/schemas/", schemaName),
				SecuritySchemes: map[string]*huma.SecurityScheme{"bearer": {Type: "http", Scheme: "bearer"}},
			},
		},
		Formats:       map[string]huma.Format{"application/json": format, "json": format},
		DefaultFormat: "application/json",
	}
}

// unmarshal refuses the NUL character, which no name or note has and which the
// databases cannot keep.
func unmarshal(data []byte, v any) error {
	if err := huma.DefaultJSONFormat.Unmarshal(data, v); err != nil {
		return err
	}
	if parsed, ok := v.(*any); ok && holdsNUL(*parsed) { // huma parses into any first
		return errNUL
	}
	return nil
}

var errNUL = errors.New("a text holds the NUL character")

func holdsNUL(v any) bool {
	switch v := v.(type) {
	case string:
		return strings.ContainsRune(v, 0)
	case []any:
		return slices.ContainsFunc(v, holdsNUL)
	case map[string]any:
		for name, inner := range v {
			if strings.ContainsRune(name, 0) || holdsNUL(inner) {
				return true
			}
		}
	}
	return false
}

// schemaName puts the package before names of other packages, so that two of the
// same name can't meet.
func schemaName(t reflect.Type, hint string) string {
	name := huma.DefaultSchemaNamer(t, hint)
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	path := t.PkgPath()
	switch {
	case path == "" || t.Name() == "" || path == "plumbline/internal/api":
		return name
	case path == "plumbline/internal/core/definition" && ofDevices[t.Name()]:
		return "Device" + name
	case path == "plumbline/internal/core/definition":
		return "Point" + name
	}
	return capital(path[lastSlash(path)+1:]) + name
}

// ofDevices are the parts of a definition that belong to devices; the others belong to points.
var ofDevices = map[string]bool{
	"Coefficients": true, "Geometry": true, "Node": true, "Connection": true, "Channels": true, "Channel": true, "Excitation": true,
	"Ranges": true, "Range": true, "Basic": true, "Endpoint": true, "GDMAngle": true,
}

func lastSlash(path string) int {
	for i := len(path) - 1; i >= 0; i-- {
		if path[i] == '/' {
			return i
		}
	}
	return -1
}

func capital(s string) string { return string(s[0]&^0x20) + s[1:] }

func typeOf[T any]() reflect.Type { return reflect.TypeFor[T]() }
