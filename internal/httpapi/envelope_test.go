package httpapi

import (
	"bytes"
	"encoding/json"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"plumbline/internal/platform/database"
	"plumbline/internal/platform/errs"
	"plumbline/internal/platform/sqlkit"
	"plumbline/internal/testing/pgtest"
)

func call(h http.Handler, method, path, body string, headers ...string) *httptest.ResponseRecorder {
	r := httptest.NewRequest(method, path, strings.NewReader(body))
	if body != "" {
		r.Header.Set("Content-Type", "application/json")
	}
	for i := 0; i+1 < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	return w
}

func envelopeIn(t *testing.T, w *httptest.ResponseRecorder) Envelope {
	t.Helper()
	var e Envelope
	if err := json.Unmarshal(w.Body.Bytes(), &e); err != nil {
		t.Fatalf("%d %s: %v", w.Code, w.Body, err)
	}
	if got := w.Header().Get("Content-Type"); got != "application/json" {
		t.Errorf("content type %q", got)
	}
	return e
}

// A slow body or an unreachable database returns "try later" and is not logged as a server error.
func TestTryLaterIsNotLoggedAsError(t *testing.T) {
	before := slog.Default()
	t.Cleanup(func() { slog.SetDefault(before) })
	for _, c := range []struct {
		message *errs.Message
		logged  bool
	}{{errs.TimedOut, false}, {errs.NotAvailable, false}, {errs.Unknown, true}} {
		var log bytes.Buffer
		slog.SetDefault(slog.New(slog.NewTextHandler(&log, nil)))
		h := (&Kernel{}).withRequest(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { writeFault(w, r.Context(), errs.New(c.message)) }))
		call(h, "POST", "/", "")
		if strings.Contains(log.String(), "level=ERROR") != c.logged {
			t.Errorf("%s: %s", c.message.Key, &log)
		}
	}
}

func TestStatusesOfKinds(t *testing.T) {
	for _, m := range errs.Catalog() {
		if status := statusOf(errs.New(m)); status < 400 || status > 599 || status == 500 && m.Kind != errs.Internal {
			t.Errorf("%d %s (%s): status %d", m.Code, m.Key, m.Kind, status)
		}
	}
}

// A query that PostgreSQL ends at its limit is not a mistake of the server: the client may ask for less, or again.
func TestQueryOverItsLimitSaysTryLater(t *testing.T) {
	db, err := database.OpenPostgres(t.Context(), pgtest.URL(t)+" statement_timeout=20")
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	h := (&Kernel{}).withRequest(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_, err := db.Reader().ExecContext(r.Context(), "SELECT pg_sleep(60)")
		writeFault(w, r.Context(), sqlkit.Translate(err))
	}))
	w := call(h, "GET", "/", "")
	if e := envelopeIn(t, w); w.Code != http.StatusServiceUnavailable || e.Code != errs.TimedOut.Code || w.Header().Get("Retry-After") == "" {
		t.Errorf("%d %+v %v", w.Code, e, w.Header())
	}
}
