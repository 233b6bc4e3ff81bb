package audit

import (
	"context"
	"sync/atomic"
)

type notedKey struct{}

// Watch returns a context that counts the log entries written with it. The caller of a change can then check whether
// it was logged.
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
