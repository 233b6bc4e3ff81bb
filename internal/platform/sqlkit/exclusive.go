package sqlkit

import (
	"context"

	"plumbline/internal/platform/exclusion"
)

// Exclusively runs a check of the configuration and the write that depends on it, without other changes of the same
// corporations in between. do must pass on its context, and not call Exclusively.
func (s *Tables) Exclusively(ctx context.Context, of exclusion.Owners, do func(ctx context.Context) error) error {
	return s.Turns.Run(ctx, of, do)
}

// beforeCommit is a check that Write runs last.
type beforeCommit func(ctx context.Context, tx *Transaction) error

type beforeCommitKey struct{}

// BeforeCommit makes transactions of Write with the returned context run a check before they commit.
func BeforeCommit(ctx context.Context, check func(ctx context.Context, tx *Transaction) error) context.Context {
	return context.WithValue(ctx, beforeCommitKey{}, beforeCommit(check))
}

// checked runs the check of BeforeCommit.
func (c *Transaction) checked(ctx context.Context) error {
	if check, ok := ctx.Value(beforeCommitKey{}).(beforeCommit); ok {
		return check(ctx, c)
	}
	return nil
}
