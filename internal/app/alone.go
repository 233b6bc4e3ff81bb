package app

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"path/filepath"
	"time"
)

// errNotAlone is the answer to a second server. Folds, newest rows and caches live in
// the memory of the one that works: two would each miss what the other writes.
var errNotAlone = errors.New("another Plumbline server works on this database: stop it first")

const (
	lockFile = "server.lock"
	// serverLock is the advisory lock of the one server of a PostgreSQL database.
	serverLock = 0x506c756d62 // "Plumb"
	// givenUpWithin is how long a server that was killed may still hold its connection.
	givenUpWithin = 5 * time.Second
	lookEvery     = 2 * time.Second
	answerWithin  = 5 * time.Second
)

// alone makes this the one server of the database until release. lost gets an error
// when that can no longer be said; the server must stop then.
func (in *Installation) alone(ctx context.Context) (lost <-chan error, release func() error, err error) {
	if in.Config.DatabaseURL == "" {
		release, err = lockFolder(filepath.Join(in.Config.Data, lockFile))
		return nil, release, err
	}
	conn, err := in.Data.Reader().Conn(ctx)
	if err != nil {
		return nil, nil, fmt.Errorf("lock the database: %w", err)
	}
	if err := lockPostgres(ctx, conn); err != nil {
		return nil, nil, errors.Join(err, conn.Close())
	}
	watching, end := context.WithCancel(context.WithoutCancel(ctx))
	gone, done := make(chan error, 1), make(chan struct{})
	go func() {
		defer close(done)
		look := time.NewTicker(lookEvery)
		defer look.Stop()
		for {
			select {
			case <-watching.Done():
				return
			case <-look.C:
			}
			asking, stop := context.WithTimeout(watching, answerWithin)
			_, err := conn.ExecContext(asking, "SELECT 1")
			stop()
			if err != nil && watching.Err() == nil {
				gone <- fmt.Errorf("the connection that holds the database for this server is gone: %w", err)
				return
			}
		}
	}()
	return gone, func() error {
		end()
		<-done
		_, err := conn.ExecContext(context.Background(), "SELECT pg_advisory_unlock($1)", int64(serverLock))
		return errors.Join(err, conn.Close())
	}, nil
}

func lockPostgres(ctx context.Context, conn *sql.Conn) error {
	deadline := time.Now().Add(givenUpWithin)
	for {
		var held bool
		if err := conn.QueryRowContext(ctx, "SELECT pg_try_advisory_lock($1)", int64(serverLock)).Scan(&held); err != nil {
			return fmt.Errorf("lock the database: %w", err)
		}
		if held {
			return nil
		}
		if time.Now().After(deadline) {
			return errNotAlone
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(200 * time.Millisecond):
		}
	}
}
