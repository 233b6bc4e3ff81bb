package e2e

import (
	"strings"
	"testing"
)

// Every kind of response has security headers: pages, their files, the API, its errors, downloads and missing paths.
func TestSecurityHeadersOfEveryResponse(t *testing.T) {
	w := newWorld(t)
	at := w.sides[ours]
	admin, nobody := w.person("admin"), w.person("nobody")
	t.Cleanup(func() {
		if figures := w.figures(); strings.Contains(figures, "BREW") || strings.Contains(figures, "none.js") {
			t.Error("the metrics contain a client's text")
		}
	})
	for _, c := range []struct {
		what string
		who  *actor
		request
		status int
	}{
		{what: "a page", who: nobody, request: request{method: "GET", path: "/projects/1"}, status: 200},
		{what: "a missing file", who: nobody, request: request{method: "GET", path: "/assets/none.js"}, status: 404},
		{what: "a wrong method", who: nobody, request: request{method: "POST", path: "/projects/1"}, status: 405},
		{what: "a response of the API", who: admin, request: request{method: "GET", path: "/api/projects"}, status: 200},
		{what: "a refusal", who: nobody, request: request{method: "GET", path: "/api/projects"}, status: 401},
		{what: "an unknown call", who: nobody, request: request{method: "GET", path: "/api/none"}, status: 404},
		{what: "a path with an empty part", who: admin, request: request{method: "GET", path: "/api//projects"}, status: 404},
		{what: "a path with ..", who: admin, request: request{method: "GET", path: "/api/x/../projects"}, status: 404},
		{what: "a wrong method of the API", who: admin, request: request{method: "DELETE", path: "/api/projects"}, status: 405},
		{what: "broken input", who: admin, request: request{method: "POST", path: "/api/projects", body: "{"}, status: 400},
		{what: "an event stream", who: admin, request: request{method: "GET", path: "/api/events"}, status: 200},
		{
			what: "a download", who: admin,
			request: request{method: "POST", path: "/api/monitor/export", body: at.fill(declared()["monitorExport"].Example)}, status: 200,
		},
		{what: "the reference", who: nobody, request: request{method: "GET", path: "/api/reference"}, status: 200},
		{what: "the document", who: nobody, request: request{method: "GET", path: "/api/openapi.json"}, status: 200},
		{what: "the devices' endpoint", who: nobody, request: request{method: "POST", path: "/ingest/v1/NONE", body: "{}"}, status: 401},
		{what: "health", who: nobody, request: request{method: "GET", path: "/healthz"}, status: 200},
		{what: "metrics, which have another port", who: nobody, request: request{method: "GET", path: "/metrics"}, status: 404},
		{what: "an unknown method", who: nobody, request: request{method: "BREW", path: "/api/projects"}, status: 405},
	} {
		c.header = map[string]string{"Origin": "https://elsewhere.example"}
		a := w.do(c.who, c.request)
		if a.status != c.status {
			t.Errorf("%s: %d %.200s", c.what, a.status, a.body)
		}
		for name, want := range map[string]string{
			"X-Content-Type-Options": "nosniff", "X-Frame-Options": "DENY", "Referrer-Policy": "same-origin",
			"Cross-Origin-Opener-Policy": "same-origin", "Cross-Origin-Resource-Policy": "same-origin",
		} {
			if got := a.head.Get(name); got != want {
				t.Errorf("%s: %s %q, want %q", c.what, name, got, want)
			}
		}
		policy := a.head.Get("Content-Security-Policy")
		if !strings.Contains(policy, "default-src") || !strings.Contains(policy, "frame-ancestors 'none'") ||
			strings.Contains(policy, "unsafe-inline") || strings.Contains(policy, "'unsafe-eval'") {
			t.Errorf("%s: policy %q", c.what, policy)
		}
		if a.head.Get("Permissions-Policy") == "" {
			t.Errorf("%s: no Permissions-Policy", c.what)
		}
		if got := a.head.Get("Cache-Control"); a.status == 200 && got != "no-store" && got != "no-cache" {
			t.Errorf("%s may be cached: %q", c.what, got)
		}
		for name := range a.head {
			if strings.HasPrefix(name, "Access-Control-") {
				t.Errorf("%s: %s allows other origins", c.what, name)
			}
		}
		if got := a.head.Get("Set-Cookie"); got != "" {
			t.Errorf("%s sets a cookie: %s", c.what, got)
		}
		if got := a.head.Get("Strict-Transport-Security"); got != "" {
			t.Errorf("%s sends HSTS without TLS", c.what)
		}
	}
}

// Scripts of other origins get no access. Preflights get no permission, so such scripts cannot even send changes.
func TestOtherOriginsAreRefused(t *testing.T) {
	w := newWorld(t)
	for _, op := range w.operations() {
		a := w.do(w.person("nobody"), request{
			method: "OPTIONS", path: strings.NewReplacer("{", "", "}", "").Replace(op.path),
			header: map[string]string{
				"Origin": "https://elsewhere.example", "Access-Control-Request-Method": op.method, "Access-Control-Request-Headers": "authorization",
			},
		})
		if a.status < 400 || a.head.Get("Access-Control-Allow-Origin") != "" {
			t.Errorf("%s: a preflight returned %d %v", op.path, a.status, a.head)
		}
	}
}
