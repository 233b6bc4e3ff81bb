package telemetry

import (
	"context"
	"log/slog"
	"net/http"
	"time"
)

// Check tests whether a part of the server works. The error is logged, never shown.
type Check struct {
	Name string
	Run  func(context.Context) error
}

const checkLimit = 5 * time.Second

// Healthz returns 200 while the process is alive.
func Healthz() http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { answer(w, http.StatusOK, "ok") })
}

// Readyz returns 200 if every check passes, otherwise 503. Failures appear only in the log, because the port is
// public.
func Readyz(checks ...Check) http.Handler {
	return readiness(checks, func(string) string { return "not ready" })
}

// ReadyzInDetail is Readyz with the name of the failing check in the response, for the operations port.
func ReadyzInDetail(checks ...Check) http.Handler {
	return readiness(checks, func(check string) string { return check })
}

func readiness(checks []Check, says func(check string) string) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		ctx, cancel := context.WithTimeout(r.Context(), checkLimit)
		defer cancel()
		for _, check := range checks {
			if err := check.Run(ctx); err != nil {
				slog.WarnContext(ctx, "not ready", "check", check.Name, "error", err)
				answer(w, http.StatusServiceUnavailable, says(check.Name))
				return
			}
		}
		answer(w, http.StatusOK, "ok")
	})
}

func answer(w http.ResponseWriter, status int, text string) {
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(status)
	_, _ = w.Write([]byte(text + "\n")) // fails only if the client has disconnected
}
