// Package telemetry provides structured logs with request ids, Prometheus metrics, and health and readiness checks.
package telemetry

import (
	"context"
	"io"
	"log/slog"
)

type requestIDKey struct{}

// WithRequestID adds a request id to the context for its log lines.
func WithRequestID(ctx context.Context, id string) context.Context {
	return context.WithValue(ctx, requestIDKey{}, id)
}

// RequestID returns the request id of a context, or "" outside of requests.
func RequestID(ctx context.Context) string {
	id, _ := ctx.Value(requestIDKey{}).(string)
	return id
}

// Log formats.
const (
	Text = "text"
	JSON = "json"
)

// NewLogger returns a logger that writes to out in a format (Text or JSON) from a level up.
func NewLogger(out io.Writer, format string, level slog.Level) *slog.Logger {
	options := &slog.HandlerOptions{Level: level}
	var handler slog.Handler = slog.NewTextHandler(out, options)
	if format == JSON {
		handler = slog.NewJSONHandler(out, options)
	}
	return slog.New(withoutRepeats{withRequest{handler}, &repeats{last: map[string]*repeated{}}})
}

// withRequest adds the request id of the context to each line.
type withRequest struct{ slog.Handler }

func (h withRequest) Handle(ctx context.Context, record slog.Record) error {
	if id := RequestID(ctx); id != "" {
		record.AddAttrs(slog.String("request", id))
	}
	return h.Handler.Handle(ctx, record)
}

func (h withRequest) WithAttrs(attrs []slog.Attr) slog.Handler {
	return withRequest{h.Handler.WithAttrs(attrs)}
}

func (h withRequest) WithGroup(name string) slog.Handler {
	return withRequest{h.Handler.WithGroup(name)}
}
