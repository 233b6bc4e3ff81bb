package api_test

import (
	"context"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"

	"plumbline/internal/account/identity"
	"plumbline/internal/api"
	"plumbline/internal/core/alarm"
	"plumbline/internal/core/computation"
	"plumbline/internal/core/definition"
	"plumbline/internal/core/monitor"
	"plumbline/internal/field/command"
	"plumbline/internal/field/firmware"
	"plumbline/internal/field/intake"
	"plumbline/internal/field/intake/files"
	"plumbline/internal/field/transport/httpin"
	"plumbline/internal/platform/blob"
	"plumbline/internal/platform/database"
	"plumbline/internal/platform/jobs"
	"plumbline/internal/site/configuration"
	"plumbline/internal/testkit/fixture"
)

// house is the API over the real store, with people who may different things.
type house struct {
	*fixture.Site
	t          *testing.T
	inlet      *intake.Service
	devices    *intake.Directory
	dispatcher *command.Dispatcher
	schedule   command.Schedule
	commander  *command.Service
	post       *fixture.PostOffice
	handler    http.Handler
	tokens     map[string]string
	ids        map[string]int64 // what {names} in paths and bodies stand for
}

// noCurve is of points that have no results: what a replacement carries over is told in package app.
type noCurve struct{}

func (noCurve) Handover(context.Context, int64, int64, definition.Binding) (configuration.Handover, error) {
	return configuration.Handover{}, nil
}

// newHouse opens the house; change is what this test wants otherwise.
func newHouse(t *testing.T, change ...func(*api.Config)) *house {
	t.Helper()
	ctx := context.Background()
	site := fixture.OpenSite(t, database.SQLite)
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	directory, err := computation.NewDirectory(ctx, site.Store)
	must(err)
	devices, err := intake.NewDirectory(ctx, site.Store)
	must(err)
	log := slog.New(slog.DiscardHandler)
	worker := computation.NewWorker(computation.Parts{
		DB: site.DB, Series: site.Series, Store: site.Store, Alarms: site.Store, Directory: directory, Bus: site.Signals, Log: log,
	})
	folding, stop := context.WithCancel(ctx)
	var running sync.WaitGroup
	running.Go(func() { _ = worker.Run(folding) }) // ends with folding
	frames, err := database.OpenSQLite(ctx, filepath.Join(t.TempDir(), "frames.db"))
	must(err)
	clocks := command.NewClocks()
	inlet, err := intake.Open(ctx, intake.Config{
		Data: site.DB, Journal: frames, Directory: devices, Series: site.Series, Feeds: directory, Stage2: worker, Seen: site.Store, Answers: site.Store, Clocks: clocks, Log: log,
	})
	must(err)
	t.Cleanup(func() {
		must(inlet.Close(ctx))
		stop()
		running.Wait()
		must(frames.Close())
	})
	dispatcher := command.NewDispatcher(site.Store, devices, site.Signals, inlet.NoteSent, log)
	commands := command.New(site.Store, devices, dispatcher)
	running.Go(func() { clocks.Run(folding, commands, log) })
	post := site.WithMail(t)
	config := api.Config{
		Version: "test", Identity: site.Identity, Verification: site.Verification, Corporations: site.Corporations, People: site.People, Projects: site.Projects, Plans: site.Plans, Points: site.Points, Map: aMap(t),
		Devices: site.Devices, Actions: site.Actions, Corrections: site.Corrections, Configuration: configuration.New(site.Store, site.Points, site.Corrections, noCurve{}), Alerts: alarm.NewService(site.Store), Notifications: site.Notifications, Operations: site.Operations,
		Stats: site.Stats, Topology: site.Topology, Uploads: site.Uploads, Jobs: jobs.NewService(site.Store, nil, 1, nil), Bus: site.Signals,
		Monitor:  monitor.New(monitor.Config{Series: site.Series, Directory: directory, Initials: site.Store, Levels: site.Store}),
		Ailments: worker.Ailments, Imports: files.NewService(site.Store, inlet, blob.NewDirectory(t.TempDir()), site.Series),
		Frames: inlet, Ingest: httpin.New(inlet, dispatcher, api.Refuse),
		Trials: worker, Commands: commands, Firmware: firmware.New(site.Store, blob.NewDirectory(t.TempDir()), site.Vault, site.Devices, commands),
		Vault:   site.Vault,
		Doors:   func() api.Doors { return api.Doors{MQTTPort: 1884} },
		Storage: func(context.Context) (api.Storage, error) { return api.Storage{FreeBytes: 1}, nil },
		Unlogged: func(operation string) {
			t.Errorf("%s changed something and left no entry in the log of operations", operation)
		},
	}
	for _, c := range change {
		c(&config)
	}
	door, err := api.New(config)
	must(err)
	t.Cleanup(door.Close)
	h := &house{
		Site: site, t: t, inlet: inlet, devices: devices, dispatcher: dispatcher, schedule: directory, commander: commands, post: post, handler: door, tokens: map[string]string{},
		ids: map[string]int64{
			"ours": site.Corporation.ID, "theirs": site.Other.ID, "project": site.Project.ID, "structure": site.Structure.ID, "item": site.Item.ID,
			"point": site.Crack.ID, "level": site.Level.ID, "logger": site.Collector.ID, "gauge": site.Gauge.ID,
			"owner": site.Owner.ID, "member": site.Member.ID, "outsider": site.Outsider.ID,
		},
	}
	return h
}

// token is the session of one of the people. Who is not signed in comes in now: passwords are slow by design, and
// a test needs few of the eight.
func (h *house) token(who string) string {
	h.t.Helper()
	if h.tokens[who] == "" {
		signedIn, err := h.Identity.SignIn(context.Background(), identity.SignIn{Name: who, Password: fixture.Password})
		if err != nil {
			h.t.Fatalf("%s signs in: %v", who, err)
		}
		h.tokens[who] = signedIn.Token
	}
	return h.tokens[who]
}

// path fills {names} by ids.
func (h *house) path(text string) string {
	for name, id := range h.ids {
		text = strings.ReplaceAll(text, "{"+name+"}", strconv.FormatInt(id, 10))
	}
	return text
}

// requestKey marks the context of a request, apart from what the product does by itself.
type requestKey struct{}

func isRequest(ctx context.Context) bool { return ctx.Value(requestKey{}) != nil }

// call makes a request as one of the people; "" is nobody.
func (h *house) call(who, method, path, body string) *httptest.ResponseRecorder {
	r := httptest.NewRequest(method, path, strings.NewReader(body))
	r = r.WithContext(context.WithValue(r.Context(), requestKey{}, true))
	r.Header.Set("Accept-Language", "en")
	if body != "" {
		r.Header.Set("Content-Type", "application/json")
	}
	if who != "" {
		r.Header.Set("Authorization", "Bearer "+h.token(who))
	}
	w := httptest.NewRecorder()
	h.handler.ServeHTTP(w, r)
	return w
}
