package sqlkit

import (
	"context"
	"sync/atomic"

	"github.com/uptrace/bun"
)

// Queries counts the queries of the store from now on, of all contexts or of those that of accepts. Tests use it to
// limit the queries of a call. Call it before the store is used.
func (s *Tables) Queries(of func(context.Context) bool) *atomic.Int64 {
	counter := &queryCounter{of: of}
	s.Bun = s.Bun.WithQueryHook(counter)
	return &counter.n
}

type queryCounter struct {
	of func(context.Context) bool // nil: all
	n  atomic.Int64
}

func (c *queryCounter) BeforeQuery(ctx context.Context, _ *bun.QueryEvent) context.Context {
	if c.of == nil || c.of(ctx) {
		c.n.Add(1)
	}
	return ctx
}

func (*queryCounter) AfterQuery(context.Context, *bun.QueryEvent) {}
