package app

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"plumbline/internal/platform/cluster"
	"plumbline/internal/platform/database"
)

const (
	tryEvery     = time.Second
	sayAwayEvery = time.Minute
)

// errLost stops a server that may no longer keep servers out that work alone.
var errLost = errors.New("the connection with this server's database lock is gone")

// outage waits for PostgreSQL. It logs once that the database is unavailable, then once a minute for how long; front
// logs its return.
type outage struct {
	log   *slog.Logger
	front *front
	said  time.Time
	tries int
}

// mayPass reports whether the error that stopped the server is temporary: the database is unavailable, another server
// has taken over, or servers of an older version have not stopped yet. All other errors need a person.
func (o *outage) mayPass(err error) bool {
	if o.front.config.DatabaseURL == "" || err == nil {
		return false
	}
	return database.Away(err) || errors.Is(err, errLost) || errors.Is(err, cluster.ErrLost) || errors.Is(err, errInstanceLocked) ||
		errors.Is(err, cluster.ErrOlderServers)
}

// before waits before the next attempt; it returns the error of ctx.
func (o *outage) before(ctx context.Context, cause error) error {
	if err := o.front.open(); err != nil { // respond to requests while waiting
		return err
	}
	now := time.Now()
	since, began := o.front.isAway(now)
	switch {
	case began:
		o.said, o.tries = now, 0
		o.log.Error("the database is unreachable: readings are refused until it is back", "cause", cause.Error())
	case now.Sub(o.said) >= sayAwayEvery:
		o.said = now
		o.log.Error("the database is still unreachable", "since", since.Round(time.Second), "tries", o.tries, "cause", cause.Error())
	}
	o.tries++
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(tryEvery):
		return nil
	}
}
