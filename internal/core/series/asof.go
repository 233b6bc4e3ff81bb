package series

import (
	"context"
	"slices"

	"plumbline/internal/core/reading"
)

// ReadingsAsOf returns a store that reads raw readings by Scan, Before and Revisions as known at a time (UTC ms): later arrivals are
// left out, and values revised later have their old value. Other reads are those of the given store.
func ReadingsAsOf(store Store, known int64) Store {
	return &readingsAsOf{Store: store, known: known}
}

type readingsAsOf struct {
	Store
	known int64
}

type cell struct {
	time   int64
	column reading.Column
}

func (k *readingsAsOf) Scan(ctx context.Context, id ID, from, to int64, want []reading.Column, visit func(*Block) error) error {
	if !id.IsRaw() {
		return k.Store.Scan(ctx, id, from, to, want, visit)
	}
	was, err := k.revised(ctx, id, from, to)
	if err != nil {
		return err
	}
	return k.Store.Scan(ctx, id, from, to, want, func(b *Block) error {
		if b = k.then(b, was); len(b.Times) > 0 {
			return visit(b)
		}
		return nil
	})
}

// Before reads more rows than wanted until enough of them were known.
func (k *readingsAsOf) Before(ctx context.Context, id ID, t int64, n int, want []reading.Column, visit func(*Block) error) error {
	if !id.IsRaw() {
		return k.Store.Before(ctx, id, t, n, want, visit)
	}
	for size := n; ; size *= 4 {
		var pieces []*Block
		read, known, oldest := 0, 0, t
		err := k.Store.Before(ctx, id, t, size, want, func(b *Block) error {
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
func (k *readingsAsOf) Revisions(ctx context.Context, id ID, from, to int64) ([]Revision, error) {
	list, err := k.Store.Revisions(ctx, id, from, to)
	return slices.DeleteFunc(list, func(r Revision) bool { return r.Replaced > k.known }), err
}

// revised returns the values of [from, to] that were current and have been replaced since.
func (k *readingsAsOf) revised(ctx context.Context, id ID, from, to int64) (map[cell]Revision, error) {
	revisions, err := k.Store.Revisions(ctx, id, from, to)
	if err != nil {
		return nil, err
	}
	was := map[cell]Revision{}
	for _, r := range revisions {
		c := cell{r.Time, r.Column}
		if first, seen := was[c]; r.Replaced > k.known && (!seen || r.Replaced < first.Replaced) {
			was[c] = r
		}
	}
	return was, nil
}

// then returns a copy of a block without what was not known.
func (k *readingsAsOf) then(b *Block, was map[cell]Revision) *Block {
	kept := &Block{Columns: b.Columns, Values: make([][]float64, len(b.Values))}
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
func newest(b *Block, n int) *Block {
	first := len(b.Times) - n
	kept := &Block{Columns: b.Columns, Times: b.Times[first:], Received: b.Received[first:], Flags: b.Flags[first:]}
	for _, values := range b.Values {
		kept.Values = append(kept.Values, values[first:])
	}
	return kept
}
