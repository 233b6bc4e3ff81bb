package audit

import (
	"context"
	"sync/atomic"
)

type notedKey struct{}

// Watch gives a context in which the entries of the log are counted: the caller that ran a
// change can see whether it left one.
func Watch(ctx context.Context) (context.Context, *atomic.Int64) {
	n := new(atomic.Int64)
	return context.WithValue(ctx, notedKey{}, n), n
}

// Note counts an entry in a watched context.
func Note(ctx context.Context) {
	if n, watched := ctx.Value(notedKey{}).(*atomic.Int64); watched {
		n.Add(1)
	}
}
