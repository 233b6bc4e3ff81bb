package sqlkit

import (
	"context"
	"fmt"

	"plumbline/internal/platform/database"
)

// turn is work that is done by one at a time over all nodes: the channel keeps it so in
// this process, the advisory lock of PostgreSQL among processes.
type turn struct {
	taken chan struct{}
	lock  int64
	what  string
}

// Advisory locks are numbers that all of the product's processes know.
func configuring() turn { return turn{make(chan struct{}, 1), 0x706c756d, "change configuration"} } // "plum"

func growing() turn { return turn{make(chan struct{}, 1), 0x706c756e, "add what a licence counts"} }

// Exclusively runs a check of configuration and the write that rests on it, one at a
// time over all nodes: what the check has found still holds when the write commits.
// do uses the store as always; it must not call Exclusively.
func (s *Tables) Exclusively(ctx context.Context, do func() error) error {
	return s.inTurn(ctx, s.configuring, do)
}

// Growing runs the count of what a licence limits and the write that adds to it, one
// at a time over all nodes. A caller that needs both calls it inside of Exclusively, never around it.
func (s *Tables) Growing(ctx context.Context, do func() error) error {
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
		return do() // one process has the file
	}
	tx, err := s.DB.Reader().BeginTx(ctx, nil)
	if err != nil {
		return fmt.Errorf("%s: %w", t.what, err)
	}
	defer tx.Rollback() // ends the lock; nothing was written here
	if _, err := tx.ExecContext(ctx, "SELECT pg_advisory_xact_lock($1)", t.lock); err != nil {
		return fmt.Errorf("%s: %w", t.what, err)
	}
	return do()
}
