package blob

import (
	"context"
	"errors"
	"sync/atomic"
	"time"

	"golang.org/x/sync/errgroup"
)

// copiesAtOnce hides the response times of a server.
const copiesAtOnce = 8

// Copy copies all blobs that are missing in another store. It may be repeated after a failure and while blobs are added:
// a blob never changes, so one that is there is complete.
func Copy(ctx context.Context, from, to Store) (copied, there int, err error) {
	have := map[string]bool{}
	if err := to.Walk(ctx, func(key string, _ time.Time) error { have[key] = true; return nil }); err != nil {
		return 0, 0, err
	}
	var done atomic.Int64
	copies, ctx := errgroup.WithContext(ctx)
	copies.SetLimit(copiesAtOnce)
	err = from.Walk(ctx, func(key string, _ time.Time) error {
		if have[key] {
			there++
			return nil
		}
		copies.Go(func() error {
			err := copyOne(ctx, from, to, key)
			switch {
			case errors.Is(err, ErrMissing): // deleted meanwhile
				return nil
			case err == nil:
				done.Add(1)
			}
			return err
		})
		return ctx.Err()
	})
	if failed := copies.Wait(); failed != nil { // the cause of the end of ctx
		err = failed
	}
	return int(done.Load()), there, err
}

func copyOne(ctx context.Context, from, to Store, key string) error {
	r, err := from.Open(ctx, key)
	if err != nil {
		return err
	}
	return errors.Join(to.Put(ctx, key, r), r.Close())
}
