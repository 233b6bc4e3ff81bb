package app

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/jackc/pgx/v5"

	"plumbline/internal/platform/database"
)

// errInstanceLocked is returned while a server of a version before several servers works on the database, or another
// process on the data folder.
var errInstanceLocked = errors.New("a Plumbline server that works alone uses this database: stop it first")

const (
	lockFile = "server.lock"
	// serverLock is an advisory lock that all servers of a PostgreSQL database share. Versions before several servers
	// hold it exclusively.
	serverLock = 0x506c756d62 // "Plumb"
	// workLock is shared by every connection of such an earlier server. A new server waits until no connection shares
	// it: the last write of the earlier server is then over.
	workLock = serverLock + 1
	// givenUpWithin is how long a killed server may still hold its connections.
	givenUpWithin = 5 * time.Second
	lookEvery     = time.Second
	answerWithin  = 15 * time.Second
)

// lockInstance makes this the only server of the data folder or, on PostgreSQL, keeps servers out that work alone, until
// release. lost receives an error if the lock can no longer be confirmed; the server must then stop.
func lockInstance(ctx context.Context, config Config) (lost <-chan error, release func() error, err error) {
	if config.DatabaseURL == "" {
		if err := os.MkdirAll(config.Data, 0o750); err != nil {
			return nil, nil, fmt.Errorf("make the data folder: %w", err)
		}
		release, err = lockFolder(filepath.Join(config.Data, lockFile))
		return nil, release, err
	}
	conn, err := database.Connect(ctx, config.DatabaseURL)
	if err != nil {
		return nil, nil, fmt.Errorf("lock the database: %w", err)
	}
	if err := hold(ctx, conn); err != nil {
		return nil, nil, errors.Join(err, conn.Close(ctx))
	}
	watching, end := context.WithCancel(context.WithoutCancel(ctx))
	gone, done := make(chan error, 1), make(chan struct{})
	go func() {
		defer close(done)
		for watching.Err() == nil {
			if err := holds(watching, conn); err != nil && watching.Err() == nil {
				gone <- errors.Join(errLost, err)
				return
			}
		}
	}()
	return gone, func() error {
		end()
		<-done
		within, stop := context.WithTimeout(context.Background(), answerWithin)
		defer stop()
		return conn.Close(within) // which releases the lock
	}, nil
}

// holds waits for a while, and returns an error as soon as the connection with the lock breaks or the database accepts
// no writes.
func holds(ctx context.Context, conn *pgx.Conn) error {
	waiting, stop := context.WithTimeout(ctx, lookEvery)
	defer stop()
	if _, err := conn.WaitForNotification(waiting); err != nil && waiting.Err() == nil {
		return err
	}
	ctx, stop = context.WithTimeout(ctx, answerWithin)
	defer stop()
	var follows bool
	if err := conn.QueryRow(ctx, "SELECT pg_is_in_recovery()").Scan(&follows); err != nil {
		return err
	}
	if follows {
		return errors.New("the database is a read-only replica")
	}
	return nil
}

// hold takes the server lock on a connection, shared by several servers, once no connection of a server that works alone
// is left.
func hold(ctx context.Context, conn *pgx.Conn) error {
	if err := lockPostgres(ctx, conn, "SELECT pg_try_advisory_lock_shared($1)", serverLock); err != nil {
		return err
	}
	if err := lockPostgres(ctx, conn, "SELECT pg_try_advisory_lock($1)", workLock); err != nil {
		return err
	}
	if _, err := conn.Exec(ctx, "SELECT pg_advisory_unlock($1)", int64(workLock)); err != nil {
		return fmt.Errorf("lock the database: %w", err)
	}
	return nil
}

func lockPostgres(ctx context.Context, conn *pgx.Conn, try string, lock int64) error {
	deadline := time.Now().Add(givenUpWithin)
	for {
		var held bool
		if err := conn.QueryRow(ctx, try, lock).Scan(&held); err != nil {
			return fmt.Errorf("lock the database: %w", err)
		}
		if held {
			return nil
		}
		if time.Now().After(deadline) {
			return errInstanceLocked
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(200 * time.Millisecond):
		}
	}
}
