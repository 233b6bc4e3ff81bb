package compute

import (
	"cmp"
	"context"
	"math"
	"slices"

	"plumbline/internal/core/alarm"
	"plumbline/internal/core/compiled"
	"plumbline/internal/core/correction"
	"plumbline/internal/core/reading"
	"plumbline/internal/core/series"
)

// newestCompared is the number of newest results that a preview compares for each point.
const newestCompared = 5

// Compared is a result as stored and as it would become.
type Compared struct {
	Time   int64 // UTC ms
	Values []ComparedValue
}

// ComparedValue is a value that would change. A missing value, or one that does not count, is reading.Missing.
type ComparedValue struct {
	Column        reading.Column
	ValueType     alarm.ValueType // observed or accumulated
	Before, After float64
}

// comparison compares the results folded with a draft with the stored ones.
type comparison struct {
	computed      *Computed
	before, after *compiled.Changes
	initials      []compiled.InitialValue // the computed ones that are not stored
	// shifted reports whether accumulated changes may differ although the results do not.
	shifted bool
}

// comparison prepares the comparison of results after lower. unformed is the start of an initial value that was not
// complete at lower.
func (v *Previewer) comparison(ctx context.Context, computed *Computed, lower, unformed int64) (*comparison, error) {
	p := computed.Point
	stored, err := v.Store.InitialValues(ctx, []int64{p.Definition.Point.ID})
	if err != nil {
		return nil, err
	}
	known, ok, err := v.Directory.Find(ctx, p.Definition.Point.ID)
	if err != nil {
		return nil, err
	}
	if !ok {
		known = p // created in the meantime: no other version exists
	}
	var would []compiled.InitialValue
	for _, initial := range stored {
		if initial.From < min(lower+1, unformed) {
			would = append(would, initial)
		}
	}
	would = append(would, computed.Initials...)
	slices.SortStableFunc(would, func(a, b compiled.InitialValue) int { return compareTimes(a.From, b.From) })
	return &comparison{
		computed: computed, before: compiled.NewChanges(known, stored), after: compiled.NewChanges(p, would),
		initials: slices.DeleteFunc(slices.Clone(computed.Initials), func(value compiled.InitialValue) bool {
			return slices.ContainsFunc(stored, func(s compiled.InitialValue) bool { return sameInitial(s, value) })
		}),
		shifted: !slices.EqualFunc(stored, would, sameInitial) || !slices.EqualFunc(known.Shifts, p.Shifts, sameCorrection) ||
			!slices.EqualFunc(known.TopShifts, p.TopShifts, sameCorrection),
	}, nil
}

func sameInitial(a, b compiled.InitialValue) bool {
	return a.From == b.From && a.Version == b.Version && a.Columns == b.Columns && slices.EqualFunc(a.Values, b.Values, sameNumber)
}

func sameCorrection(a, b correction.Correction) bool { return a.ID == b.ID }

func sameNumber(a, b float64) bool { return math.Float64bits(a) == math.Float64bits(b) }

// changed reports whether an unchanged result would get a different accumulated change.
func (c *comparison) changed(b *series.Block, i int, row *series.Put) bool {
	if !c.shifted || !row.Flag.Valid() {
		return false
	}
	columns, before := c.before.AccumulatedOf(row.Time, rowOf(b, i), b.Columns)
	others, after := c.after.AccumulatedOf(row.Time, row.Values, row.Columns)
	return columns != others || !slices.EqualFunc(before, after, sameNumber)
}

func rowOf(b *series.Block, i int) []float64 {
	values := make([]float64, len(b.Values))
	for c := range b.Values {
		values[c] = b.Values[c][i]
	}
	return values
}

// compareStored counts the results after lower that would change.
func (v *Previewer) compareStored(ctx context.Context, c *comparison, lower int64, preview *Preview) error {
	rows, at := c.computed.Rows, 0
	differs := func(t int64) {
		preview.Results++
		if preview.First == 0 {
			preview.First = t
		}
		preview.Last = max(preview.Last, t)
	}
	id := series.ResultID(c.computed.Point.Definition.Point.ID)
	var same sameRow
	// A reading held when the draft begins may be settled differently. Between it and the draft nothing is recomputed.
	for ; len(rows) > 0 && rows[0].Time <= lower; rows = rows[1:] {
		as := false
		err := v.Series.Scan(ctx, id, rows[0].Time, rows[0].Time, nil, func(b *series.Block) error {
			as = len(b.Times) > 0 && same.as(b, 0, &rows[0])
			return nil
		})
		if err != nil {
			return err
		}
		if !as {
			differs(rows[0].Time)
		}
	}
	from := lower
	if lower != compiled.Beginning {
		from++
	}
	err := v.Series.Scan(ctx, id, from, compiled.Forever, nil, func(b *series.Block) error {
		for i, t := range b.Times {
			for ; at < len(rows) && rows[at].Time < t; at++ {
				differs(rows[at].Time)
			}
			switch {
			case at == len(rows) || rows[at].Time > t:
				differs(t)
			default:
				if !same.as(b, i, &rows[at]) {
					differs(t)
				} else if c.changed(b, i, &rows[at]) {
					preview.Changes++
					if preview.Moved[0] == 0 {
						preview.Moved[0] = t
					}
					preview.Moved[1] = t
				}
				at++
			}
		}
		return nil
	})
	for ; at < len(rows); at++ {
		differs(rows[at].Time)
	}
	return err
}

// compareNewest compares the newest results after lower, value by value.
func (v *Previewer) compareNewest(ctx context.Context, c *comparison, lower int64) ([]Compared, error) {
	type pair struct{ before, after map[comparedKey]float64 }
	found := map[int64]*pair{}
	at := func(t int64) *pair {
		if found[t] == nil {
			found[t] = &pair{map[comparedKey]float64{}, map[comparedKey]float64{}}
		}
		return found[t]
	}
	for _, row := range c.computed.Rows[max(0, len(c.computed.Rows)-newestCompared):] {
		if row.Time > lower {
			collect(at(row.Time).after, c.after, row.Time, row.Flag, row.Values, row.Columns)
		}
	}
	err := v.Series.Before(ctx, series.ResultID(c.computed.Point.Definition.Point.ID), compiled.Forever, newestCompared, nil, func(b *series.Block) error {
		for i, t := range b.Times {
			if t > lower {
				collect(at(t).before, c.before, t, b.Flags[i], rowOf(b, i), b.Columns)
			}
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	times := make([]int64, 0, len(found))
	for t := range found {
		times = append(times, t)
	}
	slices.SortFunc(times, func(a, b int64) int { return compareTimes(b, a) })
	var list []Compared
	for _, t := range times[:min(len(times), newestCompared)] {
		list = append(list, Compared{Time: t, Values: differing(found[t].before, found[t].after)})
	}
	return list, nil
}

type comparedKey struct {
	column reading.Column
	kind   alarm.ValueType
}

// collect adds the valid values of a result.
func collect(to map[comparedKey]float64, changes *compiled.Changes, t int64, flag reading.Flag, values []float64, columns *reading.Columns) {
	if !flag.Valid() {
		return
	}
	put := func(columns *reading.Columns, values []float64, kind alarm.ValueType) {
		for i, v := range values {
			if !reading.IsMissing(v) {
				to[comparedKey{columns.List[i], kind}] = v
			}
		}
	}
	put(columns, values, alarm.Observed)
	changed, amounts := changes.AccumulatedOf(t, values, columns)
	put(changed, amounts, alarm.Accumulated)
}

// differing lists the values that differ, by field, node and kind.
func differing(before, after map[comparedKey]float64) []ComparedValue {
	var list []ComparedValue
	add := func(key comparedKey, was, would float64) {
		list = append(list, ComparedValue{Column: key.column, ValueType: key.kind, Before: was, After: would})
	}
	for key, was := range before {
		if would, ok := after[key]; !ok {
			add(key, was, reading.Missing)
		} else if would != was {
			add(key, was, would)
		}
	}
	for key, would := range after {
		if _, ok := before[key]; !ok {
			add(key, reading.Missing, would)
		}
	}
	slices.SortFunc(list, func(a, b ComparedValue) int {
		return cmp.Or(cmp.Compare(a.Column.Field, b.Column.Field), cmp.Compare(a.Column.Node, b.Column.Node), cmp.Compare(b.ValueType, a.ValueType))
	})
	return list
}
