package sqlkit

import (
	"context"
	"sync/atomic"

	"github.com/uptrace/bun"
)

// Queries counts the queries that a store makes from now on, of all contexts or of those
// that are chosen; tests hold calls against it. It is called before the store is used.
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
