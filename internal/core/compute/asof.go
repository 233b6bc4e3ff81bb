package compute

import (
	"context"
	"fmt"
	"slices"

	"plumbline/internal/core/compiled"
	"plumbline/internal/core/reading"
	"plumbline/internal/core/series"
	"plumbline/internal/platform/errs"
)

// AsOf folds a point's whole history up to a time (UTC ms) in memory, as it was known at the time known: with the
// versions, corrections and readings recorded by then and not yet superseded or withdrawn (design core.md section 2).
func (v *Previewer) AsOf(ctx context.Context, loader compiled.Loader, point, known, to int64) (*Computed, error) {
	return v.asOf(ctx, loader, point, known, to, map[int64]bool{})
}

func (v *Previewer) asOf(ctx context.Context, loader compiled.Loader, point, asOf, to int64, asked map[int64]bool) (*Computed, error) {
	if asked[point] {
		return nil, fmt.Errorf("point %d depends on itself", point)
	}
	asked[point] = true
	defer delete(asked, point)
	found, err := loader.DefinitionsKnown(ctx, []int64{point}, asOf)
	switch {
	case err != nil:
		return nil, err
	case len(found) == 0:
		return nil, errs.New(errs.NothingHere)
	}
	p := compiled.Compile(found[0])
	from := &asOfRows{Store: ReadingsAsOf(v.Series, asOf), results: map[series.ID][]series.Put{}}
	for _, other := range p.DependsOn() {
		computed, err := v.asOf(ctx, loader, other, asOf, compiled.Forever, asked)
		if err != nil {
			return nil, err
		}
		from.results[series.ResultID(other)] = computed.Rows
	}
	return foldInMemory(ctx, p, newState(len(p.Keys)), from, nil, to)
}

// asOfRows reads raw readings and the results of other points as known at a time.
type asOfRows struct {
	series.Store
	results map[series.ID][]series.Put
}

func (k *asOfRows) Scan(ctx context.Context, id series.ID, from, to int64, want []reading.Column, visit func(*series.Block) error) error {
	if list, ok := k.results[id]; ok {
		return series.VisitRows(list, from, to, want, visit)
	}
	return k.Store.Scan(ctx, id, from, to, want, visit)
}

// ReadingsAsOf returns a store that reads raw readings by Scan, Before and Revisions as known at a time (UTC ms): later arrivals are
// left out, and values revised later have their old value. Other reads are those of the given store.
func ReadingsAsOf(store series.Store, known int64) series.Store {
	return &readingsAsOf{Store: store, known: known}
}

type readingsAsOf struct {
	series.Store
	known int64
}

type cell struct {
	time   int64
	column reading.Column
}

func (k *readingsAsOf) Scan(ctx context.Context, id series.ID, from, to int64, want []reading.Column, visit func(*series.Block) error) error {
	if !id.IsRaw() {
		return k.Store.Scan(ctx, id, from, to, want, visit)
	}
	was, err := k.revised(ctx, id, from, to)
	if err != nil {
		return err
	}
	return k.Store.Scan(ctx, id, from, to, want, func(b *series.Block) error {
		if b = k.then(b, was); len(b.Times) > 0 {
			return visit(b)
		}
		return nil
	})
}

// Before reads more rows than wanted until enough of them were known.
func (k *readingsAsOf) Before(ctx context.Context, id series.ID, t int64, n int, want []reading.Column, visit func(*series.Block) error) error {
	if !id.IsRaw() {
		return k.Store.Before(ctx, id, t, n, want, visit)
	}
	for size := n; ; size *= 4 {
		var pieces []*series.Block
		read, known, oldest := 0, 0, t
		err := k.Store.Before(ctx, id, t, size, want, func(b *series.Block) error {
			read, oldest = read+len(b.Times), b.Times[0]
			then := k.then(b, nil)
			known += len(then.Times)
			pieces = append(pieces, then)
			return nil
		})
		if err != nil {
			return err
		}
		if known < n && read == size {
			continue
		}
		was, err := k.revised(ctx, id, oldest, t-1)
		if err != nil {
			return err
		}
		for _, b := range pieces {
			if b = k.then(b, was); len(b.Times) > n {
				b = newest(b, n)
			}
			if n -= len(b.Times); len(b.Times) > 0 {
				if err := visit(b); err != nil {
					return err
				}
			}
		}
		return nil
	}
}

// Revisions leaves out the values that were still current.
func (k *readingsAsOf) Revisions(ctx context.Context, id series.ID, from, to int64) ([]series.Revision, error) {
	list, err := k.Store.Revisions(ctx, id, from, to)
	return slices.DeleteFunc(list, func(r series.Revision) bool { return r.Replaced > k.known }), err
}

// revised returns the values of [from, to] that were current and have been replaced since.
func (k *readingsAsOf) revised(ctx context.Context, id series.ID, from, to int64) (map[cell]series.Revision, error) {
	revisions, err := k.Store.Revisions(ctx, id, from, to)
	if err != nil {
		return nil, err
	}
	was := map[cell]series.Revision{}
	for _, r := range revisions {
		c := cell{r.Time, r.Column}
		if first, seen := was[c]; r.Replaced > k.known && (!seen || r.Replaced < first.Replaced) {
			was[c] = r
		}
	}
	return was, nil
}

// then returns a copy of a block without what was not known.
func (k *readingsAsOf) then(b *series.Block, was map[cell]series.Revision) *series.Block {
	kept := &series.Block{Columns: b.Columns, Values: make([][]float64, len(b.Values))}
	for i, t := range b.Times {
		if b.Received[i] > k.known {
			continue
		}
		kept.Times = append(kept.Times, t)
		kept.Received = append(kept.Received, b.Received[i])
		kept.Flags = append(kept.Flags, b.Flags[i])
		for c, column := range b.Columns.List {
			value := b.Values[c][i]
			if r, revised := was[cell{t, column}]; revised {
				value = r.Value
			}
			kept.Values[c] = append(kept.Values[c], value)
		}
	}
	return kept
}

// newest returns the last n rows of a block.
func newest(b *series.Block, n int) *series.Block {
	first := len(b.Times) - n
	kept := &series.Block{Columns: b.Columns, Times: b.Times[first:], Received: b.Received[first:], Flags: b.Flags[first:]}
	for _, values := range b.Values {
		kept.Values = append(kept.Values, values[first:])
	}
	return kept
}
