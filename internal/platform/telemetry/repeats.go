package telemetry

import (
	"context"
	"log/slog"
	"sync"
	"time"

	"plumbline/internal/platform/database"
)

// repeatEvery is the interval of repeated log lines about an unreachable database.
const repeatEvery = time.Minute

// withoutRepeats logs a message about an unreachable database once, and then once a minute with the number of skipped
// lines. Thousands of retrying devices would add nothing new.
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
	if record.Level >= slog.LevelWarn && databaseAway(record) {
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

func databaseAway(record slog.Record) (away bool) {
	record.Attrs(func(a slog.Attr) bool {
		err, isError := a.Value.Any().(error)
		away = isError && database.Away(err)
		return !away
	})
	return away
}

// add counts a line. write reports whether to write it; left is the number of lines skipped before it.
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
