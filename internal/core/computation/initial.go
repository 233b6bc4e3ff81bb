package computation

import (
	"cmp"
	"context"
	"slices"

	"plumbline/internal/core/definition"
	"plumbline/internal/core/reading"
	"plumbline/internal/core/series"
)

// beginInitial starts a version of the initial value: typed values hold at once,
// others are formed from readings, those before included where the version says so.
func (f *fold) beginInitial(version, from int64, how *definition.Initial) {
	columns := f.stretch.Program.Observed()
	i := &f.state.initial
	n := columns.Len()
	*i = forming{version: version, from: from, sum: make([]float64, n), numbers: make([]float64, n)}
	switch how.Mode {
	case initialManual:
		i.value = typedInitial(how, columns)
		f.formed()
	case initialAuto:
		if how.Time != 0 && how.Time < from {
			f.past.own = f.rows
			rows, err := f.past.after(how.Time, from-1, initialCount(how))
			f.err = cmp.Or(f.err, err)
			f.addInitial(rows, initialCount(how))
		}
	}
	f.useInitial()
}

// The modes of an initial value (domain devices.md 3.2).
const (
	initialAuto    = "auto"
	initialCurrent = "current"
	initialManual  = "manual"
)

const defaultInitialCount = 3

func initialCount(how *definition.Initial) int {
	if how.Count <= 0 {
		return defaultInitialCount
	}
	return how.Count
}

func typedInitial(how *definition.Initial, columns *reading.Columns) []float64 {
	values := make([]float64, columns.Len())
	for i, column := range columns.List {
		values[i] = reading.Missing
		if v, ok := how.Values[column.Field]; ok && column.Node == 0 {
			values[i] = v
		}
		for _, node := range how.Nodes {
			if v, ok := node.Values[column.Field]; ok && node.No == column.Node {
				values[i] = v
			}
		}
	}
	return values
}

// formInitial lets a reading that counts take part in the initial value.
func (f *fold) formInitial(t int64, values []float64) {
	version, ok := f.p.initials.At(t)
	if !ok || version.ID != f.state.initial.version {
		return
	}
	how := &version.Value
	row := []pastRow{{time: t, columns: f.state.columns, values: values}}
	switch {
	case how.Mode == initialAuto && t >= how.Time:
		f.addInitial(row, initialCount(how))
	case how.Mode == initialCurrent && t > max(how.Time, version.ValidFrom):
		if f.state.initial.count == 0 {
			f.lookBack(how, version.ValidFrom)
		}
		if !f.state.initial.formed {
			f.addInitial(row, initialCount(how)) // nothing was there: the first that come
		}
	}
}

// lookBack takes the last readings before the time of a current initial value, of those that
// the same sources gave.
func (f *fold) lookBack(how *definition.Initial, validFrom int64) {
	f.past.own = f.rows
	end := how.Time
	if end == 0 {
		end = validFrom
	}
	rows, err := f.past.before(f.p.fedSince(f.state.time), end, initialCount(how))
	f.err = cmp.Or(f.err, err)
	if len(rows) > 0 {
		f.addInitial(rows, len(rows))
	}
}

func (f *fold) addInitial(rows []pastRow, count int) {
	i, columns := &f.state.initial, f.stretch.Program.Observed()
	for _, row := range rows {
		values := row.values
		if row.columns != columns {
			values = remap(nil, values, row.columns, columns)
		}
		for k, v := range values {
			if v == v {
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

// endForming makes the initial value of the readings that have come, be they fewer than
// were asked for: what feeds the point next has another zero. Without any it goes on.
func (f *fold) endForming() {
	i := &f.state.initial
	if i.formed || i.count == 0 {
		return
	}
	i.value = make([]float64, len(i.sum))
	for k := range i.value {
		i.value[k] = roundTo(i.sum[k]/i.numbers[k], f.stretch.observedPrecision[k])
	}
	f.formed()
}

// fedAlike tells whether the same sources feed the point at two times.
func (p *Point) fedAlike(a, b int64) bool {
	first, _ := p.Definition.Config.Binding.At(a)
	second, _ := p.Definition.Config.Binding.At(b)
	return slices.Equal(first.Value.Sources, second.Value.Sources)
}

// fedSince is the time from which the sources of a time have fed the point.
func (p *Point) fedSince(t int64) int64 {
	versions := p.Definition.Config.Binding.Versions()
	for i := len(versions) - 1; i >= 0; i-- {
		if from := versions[i].ValidFrom; from <= t && (i == 0 || !p.fedAlike(from-1, t)) {
			return from
		}
	}
	return beginning
}

// standing is the initial value of a time as the results up to then would form it, were
// they all: none while there is no result.
func (p *Point) standing(past *past, t int64) ([]InitialValue, error) {
	version, ok := p.initials.At(t)
	stretch := p.stretch(t)
	if !ok || stretch.Program == nil {
		return nil, nil
	}
	f := newFold(past.ctx, p, newState(len(p.keys)), past.store, forever, &scratch{})
	f.stretch = stretch
	f.arrange()
	f.beginInitial(version.ID, version.ValidFrom, &version.Value)
	how := &version.Value
	from := max(how.Time, version.ValidFrom)
	if how.Mode == initialCurrent {
		from++
	}
	if !f.state.initial.formed && f.err == nil {
		var rows []pastRow
		rows, f.err = past.after(from, t, initialCount(how))
		f.addInitial(rows, initialCount(how))
		f.endForming()
	}
	return f.initials, f.err
}

// formed lets an initial value hold from now on.
func (f *fold) formed() {
	i := &f.state.initial
	i.formed, i.sum, i.numbers = true, nil, nil
	f.initials = append(f.initials, InitialValue{
		Point: f.p.Definition.Point.ID, From: i.from, Version: i.version, Formed: i.last, Count: int(i.count),
		Columns: f.stretch.Program.Observed(), Values: i.value,
	})
	f.useInitial()
}

// waiting is the initial value that still waits for readings; nil: none does.
func (f *fold) waiting() *Forming {
	i := &f.state.initial
	version, ok := f.p.initials.At(f.state.time)
	if !ok || i.formed || version.ID != i.version {
		return nil
	}
	return &Forming{From: i.from, Count: int(i.count), Needed: initialCount(&version.Value)}
}

// expect forms the initial value of a draft that no reading has reached yet from stored results,
// and returns the one that still waits for readings.
func (p *Point) expect(ctx context.Context, store series.Store, computed *Computed, t int64) ([]InitialValue, *Forming, error) {
	version, ok := p.initials.At(t)
	stretch := p.stretch(t)
	if !ok || version.ID != definition.DraftID || version.ID == computed.Begun || stretch.Program == nil {
		return nil, computed.Forming, nil
	}
	f := newFold(ctx, p, newState(len(p.keys)), store, forever, &scratch{})
	f.state.time, f.stretch = t, stretch
	f.arrange()
	f.beginInitial(version.ID, version.ValidFrom, &version.Value)
	if version.Value.Mode == initialCurrent && f.err == nil {
		f.lookBack(&version.Value, version.ValidFrom)
	}
	return f.initials, f.waiting(), f.err
}
