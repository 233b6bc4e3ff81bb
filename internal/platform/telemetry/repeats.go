package telemetry

import (
	"context"
	"log/slog"
	"sync"
	"time"

	"plumbline/internal/platform/database"
)

// repeatEvery is how often a line is written that says each time that the database is away.
const repeatEvery = time.Minute

// withoutRepeats writes a line about a database that is away once, and then once a minute with the
// number of those left out: thousands of devices that try again say nothing new.
type withoutRepeats struct {
	slog.Handler
	said *repeats
}

type repeats struct {
	mu   sync.Mutex
	last map[string]*repeated // by message
}

type repeated struct {
	at   time.Time
	left int
}

func (h withoutRepeats) Handle(ctx context.Context, record slog.Record) error {
	if record.Level >= slog.LevelWarn && saysAway(record) {
		left, write := h.said.add(record.Message, record.Time)
		if !write {
			return nil
		}
		if left > 0 {
			record.AddAttrs(slog.Int("repeated", left))
		}
	}
	return h.Handler.Handle(ctx, record)
}

func (h withoutRepeats) WithAttrs(attrs []slog.Attr) slog.Handler {
	return withoutRepeats{h.Handler.WithAttrs(attrs), h.said}
}

func (h withoutRepeats) WithGroup(name string) slog.Handler {
	return withoutRepeats{h.Handler.WithGroup(name), h.said}
}

func saysAway(record slog.Record) (away bool) {
	record.Attrs(func(a slog.Attr) bool {
		err, isError := a.Value.Any().(error)
		away = isError && database.Away(err)
		return !away
	})
	return away
}

// add counts a line; write reports whether it is written, with the number of those left out before it.
func (r *repeats) add(message string, at time.Time) (left int, write bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	last, known := r.last[message]
	if known && at.Sub(last.at) < repeatEvery {
		last.left++
		return 0, false
	}
	if known {
		left = last.left
	}
	r.last[message] = &repeated{at: at}
	return left, true
}
