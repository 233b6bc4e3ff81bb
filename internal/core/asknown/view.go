package asknown

import (
	"context"
	"slices"

	"plumbline/internal/core/alarm"
	"plumbline/internal/core/compiled"
	"plumbline/internal/core/compute"
	"plumbline/internal/core/reading"
	"plumbline/internal/core/series"
	"plumbline/internal/platform/errs"
)

// view is what query.Service reads from: raw readings as known at a time from the store, results from histories. It
// serves one request.
type view struct {
	series.Store
	service *Service
	known   int64
	points  map[int64]*compiled.Point
	// histories are those that the request has used: it does not fold one twice, and uses at most MostPoints.
	histories map[int64]*compute.Computed
}

// history returns the history of a point as it was known.
func (v *view) history(ctx context.Context, id int64) (*compute.Computed, error) {
	if computed := v.histories[id]; computed != nil {
		return computed, nil
	}
	if len(v.histories) == MostPoints {
		return nil, errs.New(errs.TooManyPoints, "max", MostPoints)
	}
	computed, err := v.service.History(ctx, id, v.known)
	if err == nil {
		v.histories[id] = computed
	}
	return computed, err
}

// Find returns a point with the configuration that was known.
func (v *view) Find(ctx context.Context, id int64) (*compiled.Point, bool, error) {
	find, err := v.FindAll(ctx, []int64{id})
	if err != nil {
		return nil, false, err
	}
	p, ok := find(id)
	return p, ok, nil
}

// FindAll finds points with the configuration that was known.
func (v *view) FindAll(ctx context.Context, ids []int64) (func(id int64) (*compiled.Point, bool), error) {
	missing := slices.DeleteFunc(slices.Clone(ids), func(id int64) bool { return v.points[id] != nil })
	if len(missing) > 0 {
		definitions, err := v.service.loader.DefinitionsKnown(ctx, missing, v.known)
		if err != nil {
			return nil, err
		}
		for _, d := range definitions {
			v.points[d.Point.ID] = compiled.Compile(d)
		}
	}
	return func(id int64) (*compiled.Point, bool) {
		p := v.points[id]
		return p, p != nil
	}, nil
}

// InitialValues returns the initial values that had formed.
func (v *view) InitialValues(ctx context.Context, points []int64) ([]compiled.InitialValue, error) {
	var list []compiled.InitialValue
	for _, id := range points {
		computed, err := v.history(ctx, id)
		if err != nil {
			return nil, err
		}
		list = append(list, computed.Initials...)
	}
	return list, nil
}

// PointLevels returns the levels after the last reading that was known.
func (v *view) PointLevels(ctx context.Context, points []int64) ([]alarm.PointLevel, error) {
	var list []alarm.PointLevel
	for _, id := range points {
		computed, err := v.history(ctx, id)
		if err != nil {
			return nil, err
		}
		if len(computed.Rows) > 0 {
			list = append(list, computed.Level)
		}
	}
	return list, nil
}

func (v *view) rows(ctx context.Context, id series.ID) ([]series.Put, error) {
	computed, err := v.history(ctx, id.Point())
	if err != nil {
		return nil, err
	}
	return computed.Rows, nil
}

// Scan is series.Store.Scan.
func (v *view) Scan(ctx context.Context, id series.ID, from, to int64, want []reading.Column, visit func(*series.Block) error) error {
	if id.IsRaw() {
		return v.Store.Scan(ctx, id, from, to, want, visit)
	}
	rows, err := v.rows(ctx, id)
	if err != nil {
		return err
	}
	return series.VisitRows(rows[at(rows, from):], from, to, want, visit)
}

// ScanMany is series.Store.ScanMany.
func (v *view) ScanMany(ctx context.Context, ids []series.ID, from, to int64, want []reading.Column, visit func(series.ID, *series.Block) error) error {
	for _, id := range slices.Sorted(slices.Values(ids)) {
		if err := v.Scan(ctx, id, from, to, want, func(b *series.Block) error { return visit(id, b) }); err != nil {
			return err
		}
	}
	return nil
}

// Before is series.Store.Before.
func (v *view) Before(ctx context.Context, id series.ID, t int64, n int, want []reading.Column, visit func(*series.Block) error) error {
	if id.IsRaw() {
		return v.Store.Before(ctx, id, t, n, want, visit)
	}
	rows, err := v.rows(ctx, id)
	if err != nil {
		return err
	}
	end := at(rows, t)
	var pieces []*series.Block
	err = series.VisitRows(rows[max(0, end-n):end], compiled.Beginning, t, want, func(b *series.Block) error {
		pieces = append(pieces, b)
		return nil
	})
	for _, b := range slices.Backward(pieces) {
		if err == nil {
			err = visit(b)
		}
	}
	return err
}

// Latest is series.Store.Latest.
func (v *view) Latest(ctx context.Context, ids []series.ID) ([]series.Latest, error) {
	list := make([]series.Latest, len(ids))
	err := v.EachLatest(ctx, ids, func(i int, latest *series.Latest) { list[i] = *latest })
	return list, err
}

// EachLatest is series.Store.EachLatest.
func (v *view) EachLatest(ctx context.Context, ids []series.ID, visit func(i int, latest *series.Latest)) error {
	for i, id := range ids {
		latest := series.Latest{Series: id}
		for n := 100; ; n *= 10 {
			read := 0
			err := v.Before(ctx, id, compiled.Forever, n, nil, func(b *series.Block) error {
				read += len(b.Times)
				newestValid(b, &latest)
				return nil
			})
			if err != nil {
				return err
			}
			if latest.Found || read < n {
				break
			}
		}
		visit(i, &latest)
	}
	return nil
}

// newestValid fills in the newest valid row of a block, if none is found yet.
func newestValid(b *series.Block, latest *series.Latest) {
	for k := len(b.Times) - 1; k >= 0 && !latest.Found; k-- {
		if !b.Flags[k].Valid() {
			continue
		}
		*latest = series.Latest{Series: latest.Series, Found: true, Time: b.Times[k], Flag: b.Flags[k], Columns: b.Columns}
		for _, column := range b.Values {
			latest.Values = append(latest.Values, column[k])
		}
	}
}

// at returns the index of the first row at a time or later.
func at(rows []series.Put, t int64) int {
	i, _ := slices.BinarySearchFunc(rows, t, func(row series.Put, t int64) int {
		switch {
		case row.Time < t:
			return -1
		case row.Time > t:
			return 1
		}
		return 0
	})
	return i
}
