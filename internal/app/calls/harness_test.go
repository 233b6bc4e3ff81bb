package calls_test

import (
	"context"
	"net/http/httptest"
	"strconv"
	"strings"
	"testing"

	"plumbline/internal/app"
	"plumbline/internal/app/calls"
	"plumbline/internal/httpapi/opsapi"
	"plumbline/internal/platform/database"
	"plumbline/internal/testing/apptest"
)

// harness is the API of a running server, with accounts of different permissions.
type harness struct {
	*apptest.Server
	t   *testing.T
	ids map[string]int64 // values of {names} in paths and bodies
}

// newHarness starts the harness; changes modify its configuration.
func newHarness(t *testing.T, changes ...func(*app.Config)) *harness {
	t.Helper()
	h := &harness{t: t}
	h.Server = apptest.Start(t, database.SQLite, apptest.Options{
		Config: func(c *app.Config) {
			c.Map = aMap(t)
			for _, change := range changes {
				change(c)
			}
		},
		Calls: func(c *calls.Config) {
			c.Endpoints = func() opsapi.Endpoints { return opsapi.Endpoints{MQTTPort: 1884} }
			c.Unlogged = func(operation string) {
				t.Errorf("%s changed something but logged no entry", operation)
			}
		},
	})
	h.ids = map[string]int64{
		"ours": h.Corporation.ID, "theirs": h.Other.ID, "project": h.Project.ID, "structure": h.Structure.ID, "item": h.Item.ID,
		"point": h.Crack.ID, "level": h.Level.ID, "logger": h.Collector.ID, "gauge": h.Gauge.ID,
		"owner": h.Owner.ID, "member": h.Member.ID, "outsider": h.Outsider.ID,
	}
	return h
}

func (h *harness) token(who string) string { return h.Token(h.t, who) }

// path replaces {names} by ids.
func (h *harness) path(text string) string {
	for name, id := range h.ids {
		text = strings.ReplaceAll(text, "{"+name+"}", strconv.FormatInt(id, 10))
	}
	return text
}

// requestKey marks the context of a request, to tell it from background work.
type requestKey struct{}

func isRequest(ctx context.Context) bool { return ctx.Value(requestKey{}) != nil }

// call makes a request as one of the accounts; "" means no session.
func (h *harness) call(who, method, path, body string) *httptest.ResponseRecorder {
	return h.Call(context.WithValue(h.t.Context(), requestKey{}, true), h.t, who, method, path, body)
}
