package webui

import (
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"testing"
	"testing/fstest"
)

func dist() fstest.MapFS {
	text := func(s string) *fstest.MapFile { return &fstest.MapFile{Data: []byte(s), Mode: 0o644} }
	return fstest.MapFS{
		"index.html":           text(`<meta property="csp-nonce" nonce="__CSP_NONCE__"><script nonce="__CSP_NONCE__">`),
		"placeholder.html":     text("none"),
		"favicon.svg":          text("<svg/>"),
		"assets/main-1a.js":    text("plain"),
		"assets/main-1a.js.br": text("brotli"),
		"assets/main-1a.js.gz": text("gzip"),
		"assets/land.json":     text("{}"),
		".vite/manifest.json":  text("{}"),
	}
}

func TestServing(t *testing.T) {
	handler, err := serve(dist())
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		method, path, accept string
		status               int
		body, kind, cache    string
		encoding             string
	}{
		{"GET", "/assets/main-1a.js", "gzip, br", 200, "brotli", "text/javascript; charset=utf-8", immutable, "br"},
		{"GET", "/assets/main-1a.js", "gzip, br;q=0", 200, "gzip", "text/javascript; charset=utf-8", immutable, "gzip"},
		{"GET", "/assets/main-1a.js", "", 200, "plain", "text/javascript; charset=utf-8", immutable, ""},
		{"HEAD", "/assets/main-1a.js", "", 200, "", "text/javascript; charset=utf-8", immutable, ""},
		{"GET", "/assets/land.json", "br", 200, "{}", "application/json", immutable, ""},
		{"GET", "/favicon.svg", "", 200, "<svg/>", "image/svg+xml", shortly, ""},
		{"GET", "/assets/gone.js", "", 404, "not found\n", "", "", ""},
		{"GET", "/old.js", "", 404, "not found\n", "", "", ""},
		{"GET", "/api/nothing", "", 404, "not found\n", "", "", ""},
		{"GET", "/.vite/manifest.json", "", 404, "not found\n", "", "", ""},
		{"GET", "/assets/../.vite/manifest.json", "", 404, "not found\n", "", "", ""},
		{"GET", "/assets/main-1a.js.br", "", 404, "not found\n", "", "", ""},
		{"POST", "/dashboard", "", 405, "method not allowed\n", "", "", ""},
	} {
		t.Run(c.method+" "+c.path+" "+c.accept, func(t *testing.T) {
			r := httptest.NewRequest(c.method, c.path, nil)
			r.Header.Set("Accept-Encoding", c.accept)
			w := httptest.NewRecorder()
			handler.ServeHTTP(w, r)
			if w.Code != c.status || w.Body.String() != c.body {
				t.Fatalf("got %d %q, want %d %q", w.Code, w.Body, c.status, c.body)
			}
			if c.kind != "" && w.Header().Get("Content-Type") != c.kind {
				t.Errorf("type %q, want %q", w.Header().Get("Content-Type"), c.kind)
			}
			if c.cache != "" && w.Header().Get("Cache-Control") != c.cache {
				t.Errorf("cache %q, want %q", w.Header().Get("Cache-Control"), c.cache)
			}
			if got := w.Header().Get("Content-Encoding"); got != c.encoding {
				t.Errorf("encoding %q, want %q", got, c.encoding)
			}
		})
	}
}

func TestEveryRouteServesThePageWithItsOwnNonce(t *testing.T) {
	handler, err := serve(dist())
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	nonceOf := regexp.MustCompile(`'nonce-([A-Za-z0-9+/=]{24})'`)
	for _, path := range []string{"/", "/dashboard", "/projects/1/monitor-new/structures/2/mps/3/hda-chart", "/index.html/x"} {
		w := httptest.NewRecorder()
		handler.ServeHTTP(w, httptest.NewRequest(http.MethodGet, path, nil))
		found := nonceOf.FindStringSubmatch(w.Header().Get("Content-Security-Policy"))
		if w.Code != 200 || found == nil {
			t.Fatalf("%s: %d, policy %q", path, w.Code, w.Header().Get("Content-Security-Policy"))
		}
		if seen[found[1]] || strings.Count(w.Body.String(), found[1]) != 2 || strings.Contains(w.Body.String(), nonceMark) {
			t.Errorf("%s: nonce %s in %s", path, found[1], w.Body)
		}
		seen[found[1]] = true
		if w.Header().Get("Cache-Control") != "no-store" {
			t.Errorf("%s is cached", path)
		}
	}
}

func TestPolicyAllowsNothingInline(t *testing.T) {
	for _, banned := range []string{"unsafe-inline", "'unsafe-eval'", "http:", "https:", "*"} {
		if strings.Contains(policy("N"), banned) {
			t.Errorf("the policy contains %s", banned)
		}
	}
}

func TestPageWithoutBuiltWeb(t *testing.T) {
	files := dist()
	delete(files, "index.html")
	handler, err := serve(files)
	if err != nil {
		t.Fatal(err)
	}
	w := httptest.NewRecorder()
	handler.ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/", nil))
	if w.Code != 200 || w.Body.String() != "none" {
		t.Errorf("got %d %q", w.Code, w.Body)
	}
	if _, err := New(); err != nil {
		t.Error(err)
	}
}
