package app

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"plumbline/internal/platform/database"
)

const (
	tryEvery     = time.Second
	sayAwayEvery = time.Minute
)

// errLost ends a server that can no longer be said to be the one of its database.
var errLost = errors.New("the connection that holds the database for this server is gone")

// outage waits for PostgreSQL. It says once that the database is away, and then once a minute for how long;
// the front says that it is back.
type outage struct {
	log   *slog.Logger
	front *front
	said  time.Time
	tries int
}

// mayPass reports whether what ended the server will pass: the database is away, or, once this server has
// worked, another one holds it for now. At the first start everything else is for a person to settle.
func (o *outage) mayPass(err error) bool {
	if o.front.config.DatabaseURL == "" || err == nil {
		return false
	}
	return database.Away(err) || errors.Is(err, errLost) || o.front.greeted && errors.Is(err, errInstanceLocked)
}

// before waits before the next try; its error is that of ctx.
func (o *outage) before(ctx context.Context, cause error) error {
	if err := o.front.open(); err != nil { // who asks is answered while we wait
		return err
	}
	now := time.Now()
	since, began := o.front.isAway(now)
	switch {
	case began:
		o.said, o.tries = now, 0
		o.log.Error("the database is away: readings are refused until it is back", "cause", cause.Error())
	case now.Sub(o.said) >= sayAwayEvery:
		o.said = now
		o.log.Error("the database is still away", "since", since.Round(time.Second), "tries", o.tries, "cause", cause.Error())
	}
	o.tries++
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(tryEvery):
		return nil
	}
}
