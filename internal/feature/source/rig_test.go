package source_test

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"plumbline/internal/app"
	"plumbline/internal/core/series"
	"plumbline/internal/feature"
	"plumbline/internal/feature/source"
	"plumbline/internal/field/ingest"
	"plumbline/internal/platform/database"
	"plumbline/internal/testing/apptest"
)

// rig is a running server whose sources run when the test says so.
type rig struct {
	testing.TB
	*apptest.Server
	sources *source.Service
	resting atomic.Bool
	base    string // path of the project's sources
}

func start(t testing.TB, engine database.Dialect, folders ...string) *rig {
	t.Helper()
	s := apptest.Start(t, engine, apptest.Options{Config: func(c *app.Config) {
		c.AllowNet, c.WatchDir = "127.0.0.0/8", strings.Join(folders, ",")
	}})
	r := &rig{TB: t, Server: s, base: fmt.Sprintf("/api/projects/%d/data-sources", s.Project.ID)}
	r.sources = r.another(folders...)
	return r
}

// another returns the sources of another server on the same database.
func (r *rig) another(folders ...string) *source.Service {
	return source.New(feature.Host{
		Log: slog.New(slog.DiscardHandler), Tables: r.Store.Tables, Secrets: r.Secrets, Devices: r.Devices, Intake: r.Intake, Imports: r.Imports,
		Outbound: r.Outbound, Resting: r.resting.Load,
	}, folders)
}

// ask makes a call as the administrator and expects a status.
func (r *rig) ask(method, path string, body any, status int) map[string]any {
	r.Helper()
	text, ok := body.(string)
	if !ok && body != nil {
		data, err := json.Marshal(body)
		if err != nil {
			r.Fatal(err)
		}
		text = string(data)
	}
	got := r.Call(context.Background(), r.TB, "admin", method, r.base+path, text)
	if got.Code != status {
		r.Fatalf("%s %s: %d %s", method, path, got.Code, got.Body)
	}
	answer := map[string]any{}
	if err := json.Unmarshal(got.Body.Bytes(), &answer); err != nil {
		r.Fatal(err)
	}
	return answer
}

// create adds a source and returns its path below base.
func (r *rig) create(body any) string {
	r.Helper()
	return "/" + strconv.FormatFloat(r.ask("POST", "", body, 201)["id"].(float64), 'f', -1, 64)
}

// run runs the sources that are due and waits until their frames are stored.
func (r *rig) run() {
	r.Helper()
	if err := r.sources.RunDue(r.Context()); err != nil {
		r.Fatal(err)
	}
	if err := r.Intake.WaitAllStored(r.Context()); err != nil {
		r.Fatal(err)
	}
}

// again makes a source due and runs it.
func (r *rig) again(path string) map[string]any {
	r.Helper()
	r.ask("POST", path+"/run", `{}`, 200)
	r.run()
	return r.ask("GET", path, nil, 200)
}

// readings returns the readings of a channel of a device as text: time in s and values, in order of time.
func (r *rig) readings(device int64, channel int32) string {
	r.Helper()
	var list []string
	err := r.Series.Scan(r.Context(), series.RawID(device, channel), 0, 1<<52, nil, func(b *series.Block) error {
		for i, at := range b.Times {
			text := strconv.FormatInt(at/1000, 10)
			for c, column := range b.Columns.List {
				text += fmt.Sprintf(" %s=%g", column.Field, b.Values[c][i])
			}
			list = append(list, text)
		}
		return nil
	})
	if err != nil {
		r.Fatal(err)
	}
	return strings.Join(list, ", ")
}

const patience = 20 * time.Second

// journalEnd selects the newest frames.
var journalEnd = ingest.Entry{}
