package store

import (
	"context"
	"sync/atomic"

	"github.com/uptrace/bun"
)

// Queries counts the queries that a store makes from now on; tests hold calls against
// it. It is called before the store is used.
func (s *Store) Queries() *atomic.Int64 {
	counter := &queryCounter{}
	s.bun = s.bun.WithQueryHook(counter)
	return &counter.n
}

type queryCounter struct{ n atomic.Int64 }

func (c *queryCounter) BeforeQuery(ctx context.Context, _ *bun.QueryEvent) context.Context {
	c.n.Add(1)
	return ctx
}

func (*queryCounter) AfterQuery(context.Context, *bun.QueryEvent) {}
