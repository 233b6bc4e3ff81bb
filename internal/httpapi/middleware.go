package httpapi

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"log/slog"
	"net/http"
	"runtime/debug"
	"strings"
	"time"

	"github.com/go-chi/chi/v5"

	"plumbline/internal/platform/errs"
	"plumbline/internal/platform/telemetry"
)

// withRequest gives every request an id and a language, and logs and counts it
// when it is done.
func (s *Kernel) withRequest(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		id := requestID(r)
		w.Header().Set("X-Request-Id", id)
		ctx := telemetry.WithRequestID(r.Context(), id)
		ctx = withLanguage(ctx, r.Header.Get("Accept-Language"))
		seen := &statusWriter{ResponseWriter: w, status: http.StatusOK}
		begun := time.Now()
		r = r.WithContext(ctx)
		next.ServeHTTP(seen, r)
		route := chi.RouteContext(r.Context()).RoutePattern()
		if route == "" || strings.HasSuffix(route, "*") || seen.status == http.StatusMethodNotAllowed {
			route = telemetry.NoRoute
		}
		took := time.Since(begun)
		if s.Metrics != nil {
			s.Metrics.Request(r.Method, route, seen.status, took)
		}
		level := slog.LevelDebug
		if seen.status >= http.StatusInternalServerError && seen.status != http.StatusServiceUnavailable { // "try later" is not a server error
			level = slog.LevelError
		}
		slog.LogAttrs(ctx, level, "request", slog.String("method", r.Method), slog.String("route", route),
			slog.Int("status", seen.status), slog.Duration("took", took), slog.String("address", addressOf(r)))
	})
}

// requestID returns the proxy's request id if it is well-formed, else a new one.
func requestID(r *http.Request) string {
	if given := r.Header.Get("X-Request-Id"); given != "" && len(given) <= 64 && !strings.ContainsFunc(given, func(c rune) bool {
		return (c < 'a' || c > 'z') && (c < 'A' || c > 'Z') && (c < '0' || c > '9') && c != '-'
	}) {
		return given
	}
	var raw [8]byte
	_, _ = rand.Read(raw[:]) // never fails
	return hex.EncodeToString(raw[:])
}

// withRecovery turns a panic into the unknown error, so that the process survives.
func withRecovery(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		defer func() {
			cause := recover()
			if cause == nil {
				return
			}
			if cause == http.ErrAbortHandler {
				panic(cause)
			}
			slog.ErrorContext(r.Context(), "request panicked", "panic", fmt.Sprint(cause), "stack", string(debug.Stack()))
			writeFault(w, r.Context(), errs.New(errs.Unknown))
		}()
		next.ServeHTTP(w, r)
	})
}

// writeFault writes an error response outside huma.
func writeFault(w http.ResponseWriter, ctx context.Context, err error) {
	e := EnvelopeOf(ctx, err)
	for name, values := range e.Headers {
		w.Header().Set(name, values[0])
	}
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(e.status)
	_ = json.NewEncoder(w).Encode(e) // the client is gone when this fails
}

// statusWriter records the status of a response.
type statusWriter struct {
	http.ResponseWriter
	status int
}

func (w *statusWriter) WriteHeader(status int) {
	w.status = status
	w.ResponseWriter.WriteHeader(status)
}

// Unwrap lets http.ResponseController reach flushing and deadlines.
func (w *statusWriter) Unwrap() http.ResponseWriter { return w.ResponseWriter }
