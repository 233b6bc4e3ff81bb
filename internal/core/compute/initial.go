package compute

import (
	"cmp"
	"context"
	"math"

	"plumbline/internal/core/compiled"
	"plumbline/internal/core/definition"
	"plumbline/internal/core/series"
)

// beginInitial starts a version of the initial value. Manual values take effect at once; others are formed from
// readings, including earlier ones if the version says so.
func (f *fold) beginInitial(version, from int64, how *definition.Initial) {
	columns := f.segment.Program.Observed()
	i := &f.state.initial
	n := columns.Len()
	*i = forming{version: version, from: from, sum: make([]float64, n), numbers: make([]float64, n)}
	switch how.Mode {
	case compiled.InitialManual:
		i.value = compiled.ManualInitial(how, columns)
		f.formed()
	case compiled.InitialAuto:
		if how.Time != 0 && how.Time < from {
			f.lookback.own = f.rows
			rows, err := f.lookback.after(how.Time, from-1, compiled.InitialCount(how))
			f.err = cmp.Or(f.err, err)
			f.addInitial(rows, compiled.InitialCount(how))
		}
	}
	f.useInitial()
}

// formInitial adds a valid reading to the initial value.
func (f *fold) formInitial(t int64, values []float64) {
	version, ok := f.p.Initials().At(t)
	if !ok || version.ID != f.state.initial.version {
		return
	}
	how := &version.Value
	row := []lookbackRow{{time: t, columns: f.state.columns, values: values}}
	switch {
	case how.Mode == compiled.InitialAuto && t >= how.Time:
		f.addInitial(row, compiled.InitialCount(how))
	case how.Mode == compiled.InitialCurrent && t > max(how.Time, version.ValidFrom):
		if f.state.initial.count == 0 {
			f.lookBack(how, version.ValidFrom)
		}
		if !f.state.initial.formed {
			f.addInitial(row, compiled.InitialCount(how)) // no earlier readings: use the first ones to come
		}
	}
}

// lookBack takes the last readings from the same sources before the time of a "current" initial value.
func (f *fold) lookBack(how *definition.Initial, validFrom int64) {
	f.lookback.own = f.rows
	end := how.Time
	if end == 0 {
		end = validFrom
	}
	rows, err := f.lookback.before(f.p.SourcesSince(f.state.time), end, compiled.InitialCount(how))
	f.err = cmp.Or(f.err, err)
	if len(rows) > 0 {
		f.addInitial(rows, len(rows))
	}
}

func (f *fold) addInitial(rows []lookbackRow, count int) {
	i, columns := &f.state.initial, f.segment.Program.Observed()
	for _, row := range rows {
		values := row.values
		if row.columns != columns {
			values = compiled.Remap(nil, values, row.columns, columns)
		}
		for k, v := range values {
			if !math.IsNaN(v) {
				i.sum[k] += v
				i.numbers[k]++
			}
		}
		i.count++
		i.last = row.time
		if int(i.count) >= count {
			f.endForming()
			return
		}
	}
}

// endForming forms the initial value from the readings so far, even if there are too few, because the next source has
// another zero. Without any reading it keeps waiting.
func (f *fold) endForming() {
	i := &f.state.initial
	if i.formed || i.count == 0 {
		return
	}
	i.value = make([]float64, len(i.sum))
	for k := range i.value {
		i.value[k] = compiled.RoundTo(i.sum[k]/i.numbers[k], f.segment.ObservedPrecision[k])
	}
	f.formed()
}

// valuesAt returns the initial value at t as the results up to then would form it; none if there is no result.
func valuesAt(p *compiled.Point, past *lookback, t int64) ([]compiled.InitialValue, error) {
	version, ok := p.Initials().At(t)
	segment := p.At(t)
	if !ok || segment.Program == nil {
		return nil, nil
	}
	f := newFold(past.ctx, p, newState(len(p.Keys)), past.store, compiled.Forever, &scratch{})
	f.segment = segment
	f.arrange()
	f.beginInitial(version.ID, version.ValidFrom, &version.Value)
	how := &version.Value
	from := max(how.Time, version.ValidFrom)
	if how.Mode == compiled.InitialCurrent {
		from++
	}
	if !f.state.initial.formed && f.err == nil {
		var rows []lookbackRow
		rows, f.err = past.after(from, t, compiled.InitialCount(how))
		f.addInitial(rows, compiled.InitialCount(how))
		f.endForming()
	}
	return f.initials, f.err
}

// formed puts an initial value into effect.
func (f *fold) formed() {
	i := &f.state.initial
	i.formed, i.sum, i.numbers = true, nil, nil
	f.initials = append(f.initials, compiled.InitialValue{
		Point: f.p.Definition.Point.ID, From: i.from, Version: i.version, Formed: i.last, Count: int(i.count),
		Columns: f.segment.Program.Observed(), Values: i.value,
	})
	f.useInitial()
}

// waiting returns the initial value that still waits for readings, or nil.
func (f *fold) waiting() *Forming {
	i := &f.state.initial
	version, ok := f.p.Initials().At(f.state.time)
	if !ok || i.formed || version.ID != i.version {
		return nil
	}
	return &Forming{From: i.from, Count: int(i.count), Needed: compiled.InitialCount(&version.Value)}
}

// expect forms the initial value of a draft that no reading has reached yet, from stored results. It returns the one
// that still waits for readings.
func expect(ctx context.Context, p *compiled.Point, store series.Store, computed *Computed, t int64) ([]compiled.InitialValue, *Forming, error) {
	version, ok := p.Initials().At(t)
	segment := p.At(t)
	if !ok || version.ID != definition.DraftID || version.ID == computed.Begun || segment.Program == nil {
		return nil, computed.Forming, nil
	}
	f := newFold(ctx, p, newState(len(p.Keys)), store, compiled.Forever, &scratch{})
	f.state.time, f.segment = t, segment
	f.arrange()
	f.beginInitial(version.ID, version.ValidFrom, &version.Value)
	if version.Value.Mode == compiled.InitialCurrent && f.err == nil {
		f.lookBack(&version.Value, version.ValidFrom)
	}
	return f.initials, f.waiting(), f.err
}
