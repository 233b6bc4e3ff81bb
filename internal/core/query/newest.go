package query

import (
	"context"
	"slices"
	"sync"
)

// newestLists are reusable lists of EachNewest: one of MostLatest points takes 2 MB.
var newestLists = sync.Pool{New: func() any { return new([]Latest) }}

// EachNewest calls visit with the newest value and judgement of points, in order, for any number of points. It checks
// no permission.
func EachNewest(ctx context.Context, from Newest, ids []int64, visit func(i int, l *Latest)) error {
	list := newestLists.Get().(*[]Latest)
	defer newestLists.Put(list)
	at := 0
	for piece := range slices.Chunk(ids, MostLatest) {
		latest, err := from.AppendLatest(ctx, (*list)[:0], piece)
		if err != nil {
			return err
		}
		*list = latest
		for i := range latest {
			visit(at, &latest[i])
			at++
		}
	}
	return nil
}
