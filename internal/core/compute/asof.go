package compute

import (
	"context"
	"fmt"

	"plumbline/internal/core/compiled"
	"plumbline/internal/core/reading"
	"plumbline/internal/core/series"
	"plumbline/internal/platform/errs"
)

// AsOf folds a point's whole history up to a time (UTC ms) in memory, as it was known at the time known: with the
// versions, corrections and readings recorded by then and not yet superseded or withdrawn (design core.md section 2).
func (v *Previewer) AsOf(ctx context.Context, loader compiled.Loader, point, known, to int64) (*Computed, error) {
	return v.asOf(ctx, loader, point, known, to, map[int64]bool{}, map[int64]*Computed{})
}

// asked are the points whose sources are being folded, done the sources that are.
func (v *Previewer) asOf(
	ctx context.Context, loader compiled.Loader, point, asOf, to int64, asked map[int64]bool, done map[int64]*Computed,
) (*Computed, error) {
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
	from := &asOfRows{Store: series.ReadingsAsOf(v.Series, asOf), results: map[series.ID][]series.Put{}}
	for _, other := range p.DependsOn() {
		computed := done[other]
		if computed == nil {
			if computed, err = v.asOf(ctx, loader, other, asOf, compiled.Forever, asked, done); err != nil {
				return nil, err
			}
			done[other] = computed
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
