// Package telemetry is what an operator sees of the program: structured logs with
// request ids, figures for Prometheus, health and readiness.
package telemetry

import (
	"context"
	"io"
	"log/slog"
)

type requestIDKey struct{}

// WithRequestID puts the id of a request into the context; log lines carry it.
func WithRequestID(ctx context.Context, id string) context.Context {
	return context.WithValue(ctx, requestIDKey{}, id)
}

// RequestID is the id of the request behind a context, "" outside of requests.
func RequestID(ctx context.Context) string {
	id, _ := ctx.Value(requestIDKey{}).(string)
	return id
}

// The formats of the log.
const (
	Text = "text"
	JSON = "json"
)

// NewLogger writes to out in a format (Text or JSON), from a level on.
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
