package sqlkit

import (
	"context"
	"fmt"

	"plumbline/internal/platform/database"
)

// turn is a mutex over all nodes: a channel within this process, and a PostgreSQL advisory lock between processes.
type turn struct {
	taken chan struct{}
	lock  int64
	what  string
}

// configuring returns the lock for configuration changes. All processes must use the same lock number.
func configuring() turn { return turn{make(chan struct{}, 1), 0x706c756d, "change configuration"} } // "plum"

func growing() turn { return turn{make(chan struct{}, 1), 0x706c756e, "add what a license counts"} }

// Exclusively runs a check of the configuration and the write that depends on it, one at a time over all nodes. The
// result of the check is therefore still valid at the commit. do uses the store normally and must not call
// Exclusively.
func (s *Tables) Exclusively(ctx context.Context, do func() error) error {
	return s.inTurn(ctx, s.configuring, do)
}

// CountAndAdd runs the count of a license limit and the write that adds to it, one at a time over all nodes. A caller that
// needs both locks calls it inside Exclusively, never the other way round.
func (s *Tables) CountAndAdd(ctx context.Context, do func() error) error {
	return s.inTurn(ctx, s.growing, do)
}

func (s *Tables) inTurn(ctx context.Context, t turn, do func() error) error {
	select {
	case t.taken <- struct{}{}:
	case <-ctx.Done():
		return ctx.Err()
	}
	defer func() { <-t.taken }()
	if s.DB.Dialect() != database.Postgres {
		return do() // SQLite: only this process uses the file
	}
	tx, err := s.DB.Reader().BeginTx(ctx, nil)
	if err != nil {
		return fmt.Errorf("%s: %w", t.what, err)
	}
	defer tx.Rollback() // releases the lock; nothing was written here
	// This transaction is idle while do runs in another one.
	if _, err := tx.ExecContext(ctx, "SET LOCAL idle_in_transaction_session_timeout = '1min'"); err != nil {
		return fmt.Errorf("%s: %w", t.what, err)
	}
	if _, err := tx.ExecContext(ctx, "SELECT pg_advisory_xact_lock($1)", t.lock); err != nil {
		return fmt.Errorf("%s: %w", t.what, err)
	}
	return do()
}
