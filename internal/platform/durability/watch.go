package durability

import (
	"context"
	"log/slog"
	"sync"
	"time"

	"plumbline/internal/platform/clock"
	"plumbline/internal/platform/database"
)

// Every is how often a server asks the database again.
const Every = time.Minute

// Watched is the promise with its history since the start of this server.
type Watched struct {
	Promise
	At      int64 // UTC ms at which it was read
	Highest int   // machines at best since the start
	Fell    int64 // UTC ms at which it was noticed that there are fewer; 0: as many as at best
}

// Watch follows the promise of a database. It is safe for concurrent use.
type Watch struct {
	db      *database.DB
	log     *slog.Logger
	suspend func(why error) // stops acknowledging; nil resumes

	mu  sync.Mutex
	now Watched
}

// New reads the promise for the first time. It returns ErrOff if the database promises nothing. suspend stops the
// acknowledging of readings while it does, and resumes it with nil.
func New(ctx context.Context, db *database.DB, suspend func(why error), log *slog.Logger) (*Watch, error) {
	w := &Watch{db: db, log: log, suspend: suspend}
	p, err := Of(ctx, db)
	if err != nil {
		return nil, err
	}
	if p.Level == Off {
		return nil, ErrOff
	}
	w.now = Watched{Promise: p, At: clock.Now().UnixMilli(), Highest: p.Machines}
	log.Info("what is acknowledged is on disk", "machines", p.Machines, "synchronous_commit", p.Level, "replicas", p.Wanted)
	w.warn(Watched{})
	return w, nil
}

// Now returns the promise as last read.
func (w *Watch) Now() Watched {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.now
}

// Run reads the promise at each tick until ctx ends.
func (w *Watch) Run(ctx context.Context, tick <-chan time.Time) {
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick:
		}
		if err := w.Look(ctx); err != nil && ctx.Err() == nil {
			w.log.Warn("it is not known on how many machines acknowledged readings are", "error", err)
		}
	}
}

// Look reads the promise now.
func (w *Watch) Look(ctx context.Context) error {
	p, err := Of(ctx, w.db)
	if err != nil {
		return err
	}
	w.mu.Lock()
	before := w.now
	w.now = Watched{Promise: p, At: clock.Now().UnixMilli(), Highest: max(before.Highest, p.Machines), Fell: before.Fell}
	switch {
	case p.Machines >= w.now.Highest:
		w.now.Fell = 0
	case w.now.Fell == 0 || p.Machines < before.Machines:
		w.now.Fell = w.now.At
	}
	w.mu.Unlock()
	w.warn(before)
	return nil
}

// warn says what has changed for the worse or the better.
func (w *Watch) warn(before Watched) {
	now := w.Now()
	switch {
	case now.Level == Off && before.Level != Off:
		w.log.Error("nothing is acknowledged any more", "reason", ErrOff)
		w.suspend(ErrOff)
	case now.Level != Off && before.Level == Off:
		w.log.Info("readings are acknowledged again", "synchronous_commit", now.Level)
		w.suspend(nil)
	}
	if now.Machines < before.Machines && now.Level != Off {
		w.log.Warn("acknowledged readings are on fewer machines", "machines", now.Machines, "before", before.Machines,
			"synchronous_commit", now.Level, "missing replicas", now.Missing)
	}
	if now.Machines > before.Machines && before.Machines > 0 && before.Level != Off {
		w.log.Info("acknowledged readings are on more machines", "machines", now.Machines, "before", before.Machines)
	}
	if !now.Flushed && before.At == 0 {
		w.log.Warn("fsync of the database is off: a power failure loses what is acknowledged")
	}
	if now.Hidden && !before.Hidden {
		w.log.Warn("the database does not show its replicas to this user: grant it pg_monitor")
	}
}
