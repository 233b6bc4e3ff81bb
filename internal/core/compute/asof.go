package compute

import (
	"context"
	"fmt"

	"plumbline/internal/core/compiled"
	"plumbline/internal/core/reading"
	"plumbline/internal/core/series"
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
	d, err := loader.DefinitionKnown(ctx, point, asOf)
	if err != nil {
		return nil, err
	}
	p := compiled.Compile(d)
	from := &asOfRows{Store: v.Series, asOf: asOf, results: map[series.ID][]series.Put{}}
	for _, other := range p.DependsOn() {
		computed, err := v.asOf(ctx, loader, other, asOf, compiled.Forever, asked)
		if err != nil {
			return nil, err
		}
		from.results[series.ResultID(other)] = computed.Rows
	}
	return foldInMemory(ctx, p, newState(len(p.Keys)), from, nil, to)
}

// asOfRows reads raw readings as known at a time: later arrivals are left out, and values revised later have their old
// value.
type asOfRows struct {
	series.Store
	asOf    int64
	results map[series.ID][]series.Put
}

type cell struct {
	time   int64
	column reading.Column
}

func (k *asOfRows) Scan(ctx context.Context, id series.ID, from, to int64, want []reading.Column, visit func(*series.Block) error) error {
	if list, ok := k.results[id]; ok {
		return scanRows(list, from, to, want, visit)
	}
	revisions, err := k.Revisions(ctx, id, from, to)
	if err != nil {
		return err
	}
	was := map[cell]series.Revision{}
	for _, r := range revisions {
		c := cell{r.Time, r.Column}
		if first, seen := was[c]; r.Replaced > k.asOf && (!seen || r.Replaced < first.Replaced) {
			was[c] = r
		}
	}
	return k.Store.Scan(ctx, id, from, to, want, func(b *series.Block) error {
		kept := &series.Block{Columns: b.Columns, Values: make([][]float64, len(b.Values))}
		for i, t := range b.Times {
			if b.Received[i] > k.asOf {
				continue
			}
			kept.Times = append(kept.Times, t)
			kept.Flags = append(kept.Flags, b.Flags[i])
			for c, column := range b.Columns.List {
				value := b.Values[c][i]
				if r, revised := was[cell{t, column}]; revised {
					value = r.Value
				}
				kept.Values[c] = append(kept.Values[c], value)
			}
		}
		if len(kept.Times) == 0 {
			return nil
		}
		return visit(kept)
	})
}
