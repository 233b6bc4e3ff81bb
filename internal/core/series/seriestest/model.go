package seriestest

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"

	"plumbline/internal/core/reading"
	"plumbline/internal/core/series"
)

// model is the expected content of a series store, in plain maps.
type model struct {
	rows      map[series.ID]map[int64]modelRow
	revisions map[series.ID][]series.Revision
}

type modelRow struct {
	received int64
	flag     reading.Flag
	values   map[reading.Column]uint64 // bits
}

func newModel() *model {
	return &model{rows: map[series.ID]map[int64]modelRow{}, revisions: map[series.ID][]series.Revision{}}
}

func (m *model) clone() *model {
	c := newModel()
	for id, list := range m.rows {
		c.rows[id] = map[int64]modelRow{}
		for t, r := range list {
			c.rows[id][t] = modelRow{r.received, r.flag, maps.Clone(r.values)}
		}
	}
	for id, list := range m.revisions {
		c.revisions[id] = slices.Clone(list)
	}
	return c
}

func (m *model) of(id series.ID) map[int64]modelRow {
	if m.rows[id] == nil {
		m.rows[id] = map[int64]modelRow{}
	}
	return m.rows[id]
}

// write applies a batch and returns the outcomes of its raw rows.
func (m *model) write(b series.Batch) []series.Outcome {
	outcomes := make([]series.Outcome, len(b.Raw))
	for i, p := range b.Raw {
		outcomes[i] = m.raw(p)
	}
	for _, p := range b.Results {
		m.of(p.Series)[p.Time] = rowOf(p, 0)
	}
	for _, r := range b.Replace {
		for t := range m.of(r.Series) {
			if t >= r.From && t <= r.To {
				delete(m.of(r.Series), t)
			}
		}
		for _, p := range r.Rows {
			m.of(p.Series)[p.Time] = rowOf(p, 0)
		}
	}
	return outcomes
}

func rowOf(p series.Put, received int64) modelRow {
	r := modelRow{received: received, flag: p.Flag, values: map[reading.Column]uint64{}}
	for c, column := range p.Columns.List {
		if !reading.IsMissing(p.Values[c]) {
			r.values[column] = math.Float64bits(p.Values[c])
		}
	}
	return r
}

func (m *model) raw(p series.Put) series.Outcome {
	received := (p.Received + 999) / 1000 * 1000
	old, known := m.of(p.Series)[p.Time]
	if !known {
		m.of(p.Series)[p.Time] = rowOf(p, received)
		return series.Stored
	}
	outcome := series.Duplicate
	for c, column := range p.Columns.List {
		if reading.IsMissing(p.Values[c]) {
			continue
		}
		v := math.Float64bits(p.Values[c])
		current, has := old.values[column]
		before, seen := old.received, false
		for _, r := range m.revisions[p.Series] {
			if r.Time == p.Time && r.Column == column {
				before = r.Replaced
				seen = seen || math.Float64bits(r.Value) == v
			}
		}
		switch {
		case !has:
			if received != old.received {
				m.revisions[p.Series] = append(m.revisions[p.Series], series.Revision{
					Time: p.Time, Column: column, Value: reading.Missing, Received: old.received, Replaced: received,
				})
			}
			old.values[column] = v
			if outcome == series.Duplicate {
				outcome = series.Merged
			}
		case current == v || seen:
		default:
			m.revisions[p.Series] = append(m.revisions[p.Series], series.Revision{
				Time: p.Time, Column: column, Value: math.Float64frombits(current), Received: before, Replaced: received,
			})
			old.values[column] = v
			outcome = series.Revised
		}
	}
	if outcome != series.Duplicate {
		old.flag |= p.Flag
		m.rows[p.Series][p.Time] = old
	}
	return outcome
}

// scan returns the rows of [from, to] as text, one per line, for readable differences.
func (m *model) scan(id series.ID, from, to int64, want []reading.Column) []string {
	var lines []string
	for _, t := range slices.Sorted(maps.Keys(m.rows[id])) {
		if t >= from && t <= to {
			r := m.rows[id][t]
			lines = append(lines, line(t, r.received, r.flag, r.values, want))
		}
	}
	return lines
}

func (m *model) before(id series.ID, t int64, n int, want []reading.Column) []string {
	if t == math.MinInt64 {
		return nil
	}
	lines := m.scan(id, math.MinInt64, t-1, want)
	return lines[max(0, len(lines)-n):]
}

func (m *model) latest(id series.ID) string {
	newest, found := int64(math.MinInt64), false
	for t, r := range m.rows[id] {
		if r.flag.Valid() && (!found || t > newest) {
			newest, found = t, true
		}
	}
	if !found {
		return "none"
	}
	r := m.rows[id][newest]
	return line(newest, 0, r.flag, r.values, nil)
}

func (m *model) revisionsOf(id series.ID, from, to int64) []string {
	var list []series.Revision
	for _, r := range m.revisions[id] {
		if r.Time >= from && r.Time <= to {
			list = append(list, r)
		}
	}
	return revisionLines(list)
}

// revisionLines sorts by time and column, and keeps the order of revisions of one value.
func revisionLines(list []series.Revision) []string {
	slices.SortStableFunc(list, func(a, b series.Revision) int {
		return cmp.Or(cmp.Compare(a.Time, b.Time), compareColumns(a.Column, b.Column))
	})
	var lines []string
	for _, r := range list {
		lines = append(lines, revisionLine(r))
	}
	return lines
}

func revisionLine(r series.Revision) string {
	return fmt.Sprintf("%d %s/%d %x came %d replaced %d", r.Time, r.Column.Field, r.Column.Node, math.Float64bits(r.Value), r.Received, r.Replaced)
}

func line(t, received int64, flag reading.Flag, values map[reading.Column]uint64, want []reading.Column) string {
	s := fmt.Sprintf("%d received %d flag %d", t, received, flag)
	for _, column := range slices.SortedFunc(maps.Keys(values), compareColumns) {
		if want == nil || slices.Contains(want, column) {
			s += fmt.Sprintf(" %s/%d=%x", column.Field, column.Node, values[column])
		}
	}
	return s
}

func compareColumns(a, b reading.Column) int {
	return cmp.Or(cmp.Compare(a.Node, b.Node), cmp.Compare(a.Field, b.Field))
}

// lines formats a block like the model's rows.
func lines(b *series.Block) []string {
	var out []string
	for i, t := range b.Times {
		values := map[reading.Column]uint64{}
		for c, column := range b.Columns.List {
			if v := b.Values[c][i]; !reading.IsMissing(v) {
				values[column] = math.Float64bits(v)
			}
		}
		received := int64(0)
		if len(b.Received) > 0 {
			received = b.Received[i]
		}
		out = append(out, line(t, received, b.Flags[i], values, nil))
	}
	return out
}

func latestLine(l series.Latest) string {
	if !l.Found {
		return "none"
	}
	values := map[reading.Column]uint64{}
	for c, column := range l.Columns.List {
		if v := l.Values[c]; !reading.IsMissing(v) {
			values[column] = math.Float64bits(v)
		}
	}
	return line(l.Time, 0, l.Flag, values, nil)
}
