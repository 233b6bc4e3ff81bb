package httpapi

import (
	"bytes"
	"encoding/json"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"plumbline/internal/platform/errs"
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
