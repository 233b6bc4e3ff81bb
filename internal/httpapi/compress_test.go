package httpapi

import (
	"bytes"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
)

func TestCompression(t *testing.T) {
	long := strings.Repeat(`{"value":12.5},`, 1000)
	for _, c := range []struct{ name, accept, kind, body, encoding string }{
		{"zstd is preferred", "gzip, deflate, br, zstd", "application/json", long, "zstd"},
		{"gzip", "gzip", "application/json", long, "gzip"},
		{"weight 0", "gzip;q=0", "application/json", long, ""},
		{"nothing accepted", "", "application/json", long, ""},
		{"short", "gzip", "application/json", "{}", ""},
		{"csv", "gzip", "text/csv; charset=utf-8", long, "gzip"},
		{"event stream", "gzip", "text/event-stream", long, ""},
		{"picture", "gzip", "image/png", long, ""},
		{"empty", "gzip", "application/json", "", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			h := WithCompression(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
				w.Header().Set("Content-Type", c.kind)
				w.WriteHeader(http.StatusCreated)
				for piece := range strings.SplitAfterSeq(c.body, "},") {
					_, _ = io.WriteString(w, piece)
				}
			}))
			r := httptest.NewRequest(http.MethodGet, "/", nil)
			r.Header.Set("Accept-Encoding", c.accept)
			w := httptest.NewRecorder()
			h.ServeHTTP(w, r)
			if w.Code != http.StatusCreated || w.Header().Get("Content-Encoding") != c.encoding || w.Header().Get("Vary") != "Accept-Encoding" {
				t.Errorf("%d, %v", w.Code, w.Header())
			}
			if got := unpack(t, w.Body, c.encoding); got != c.body {
				t.Errorf("%d bytes, want %d", len(got), len(c.body))
			}
		})
	}
}

func unpack(t *testing.T, body *bytes.Buffer, encoding string) string {
	t.Helper()
	var r io.Reader = body
	switch encoding {
	case "gzip":
		z, err := gzip.NewReader(body)
		if err != nil {
			t.Fatal(err)
		}
		r = z
	case "zstd":
		z, err := zstd.NewReader(body)
		if err != nil {
			t.Fatal(err)
		}
		defer z.Close()
		r = z
	}
	data, err := io.ReadAll(r)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

func TestPanicBecomesUnknownError(t *testing.T) {
	s := &Kernel{}
	h := s.withRequest(WithCompression(withRecovery(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { panic("secret") }))))
	w := call(h, "GET", "/", "", "Accept-Encoding", "gzip")
	if e := envelopeIn(t, w); w.Code != 500 || e.Code != 0 || strings.Contains(w.Body.String(), "secret") {
		t.Errorf("%d %s", w.Code, w.Body)
	}
}
