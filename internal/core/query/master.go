package query

import (
	"context"
	"math"
	"slices"
	"sort"

	"plumbline/internal/core/catalog"
	"plumbline/internal/core/compiled"
	"plumbline/internal/core/reading"
	"plumbline/internal/platform/errs"
)

// Slave is a value that a composite point is computed from: a column of one of its sub-points.
type Slave struct {
	Point    int64
	Role     string // in the formula
	Column   Column
	Interval int64 // ms between its readings
	// Within is the time in ms between a reading of the composite point and the nearest one of the slave within which
	// the formula uses it.
	Within int64
}

// Master is a composite point as series for a chart.
type Master struct {
	Slaves    []Slave
	Tolerance int64 // ms: one interval of the slowest
	Chart     Chart // of the composite point
	Charts    []Chart
	// Partial are the readings that lack a slave, of the first series of the chart: at most one for each of MaxPoints
	// parts of the range. Partials is the number of all.
	Partial  []Extreme
	Partials int
}

// Joined is the value of a slave at a reading of its composite point.
type Joined struct {
	Time  int64   // of the slave's reading; 0: none within the tolerance
	Value float64 // NaN if it has none
	Used  bool    // the formula used it
}

// MasterRow is a reading of a composite point and of its slaves, in their order.
type MasterRow struct {
	Row
	Slaves []Joined
}

// MasterTable is one page of readings of a composite point with those of its slaves.
type MasterTable struct {
	Slaves    []Slave
	Tolerance int64
	Columns   []Column // of the composite point
	Rows      []MasterRow
	Total     int
}

// Master returns a composite point and its slaves as series of one value type.
func (s *Service) Master(ctx context.Context, r Request) (Master, error) {
	p, slaves, tolerance, err := s.slaves(ctx, &r)
	if err != nil {
		return Master{}, err
	}
	m := Master{Slaves: slaves, Tolerance: tolerance}
	if m.Chart, err = s.Query(ctx, r); err != nil {
		return Master{}, err
	}
	for _, slave := range slaves {
		chart, err := s.Query(ctx, slaveRequest(&r, slave))
		if _, refused := errs.As(err); refused { // the slave no longer computes the field
			chart, err = Chart{Start: r.Start, End: r.End}, nil
		}
		if err != nil {
			return Master{}, err
		}
		m.Charts = append(m.Charts, chart)
	}
	if len(m.Chart.Series) == 0 {
		return m, nil
	}
	first := m.Chart.Series[0].Column
	parts := int64(r.MaxPoints)
	if parts == 0 {
		parts = defaultPoints
	}
	part := max(1, (r.End-r.Start)/parts)
	last := int64(-1)
	err = s.visit(ctx, p, r, reading.Column{Field: first.Field, Node: first.Node}, func(at int64, flag reading.Flag, v float64) {
		if flag&reading.Partial == 0 || !flag.Valid() || math.IsNaN(v) {
			return
		}
		m.Partials++
		if now := (at - r.Start) / part; now != last {
			m.Partial, last = append(m.Partial, Extreme{Time: at, Value: v}), now
		}
	})
	return m, err
}

// MasterTable returns one page of readings of a composite point, newest first if down, each with the nearest readings
// of the slaves within one interval of the slowest.
func (s *Service) MasterTable(ctx context.Context, r Request, page, size int, down bool) (MasterTable, error) {
	_, slaves, tolerance, err := s.slaves(ctx, &r)
	if err != nil {
		return MasterTable{}, err
	}
	table, err := s.Table(ctx, r, page, size, down)
	if err != nil {
		return MasterTable{}, err
	}
	m := MasterTable{Slaves: slaves, Tolerance: tolerance, Columns: table.Columns, Total: table.Total}
	for _, row := range table.Rows {
		m.Rows = append(m.Rows, MasterRow{Row: row, Slaves: make([]Joined, len(slaves))})
	}
	if len(m.Rows) == 0 {
		return m, nil
	}
	first, last := m.Rows[0].Time, m.Rows[len(m.Rows)-1].Time
	around := r
	around.Start, around.End = min(first, last)-tolerance, max(first, last)+tolerance
	for i, slave := range slaves {
		p, err := s.point(ctx, slave.Point)
		if err != nil {
			return MasterTable{}, err
		}
		var times []int64
		var values []float64
		err = s.visit(ctx, p, slaveRequest(&around, slave), reading.Column{Field: slave.Column.Field, Node: slave.Column.Node},
			func(at int64, flag reading.Flag, v float64) {
				if flag.Judged() && !math.IsNaN(v) {
					times, values = append(times, at), append(values, v)
				}
			})
		if err != nil {
			return MasterTable{}, err
		}
		for k := range m.Rows {
			m.Rows[k].Slaves[i] = joined(times, values, m.Rows[k].Time, tolerance, slave.Within)
		}
	}
	return m, nil
}

// joined returns the reading nearest to a time, the earlier of two equally near ones as in the fold.
func joined(times []int64, values []float64, at, tolerance, within int64) Joined {
	next := sort.Search(len(times), func(i int) bool { return times[i] >= at })
	best, distance := -1, tolerance
	for _, k := range [...]int{next - 1, next} {
		if k < 0 || k >= len(times) {
			continue
		}
		if d := max(at-times[k], times[k]-at); d <= distance && (best < 0 || d < distance) {
			best, distance = k, d
		}
	}
	if best < 0 {
		return Joined{Value: reading.Missing}
	}
	return Joined{Time: times[best], Value: values[best], Used: distance <= within}
}

// visit calls take with one value of each result of a request's range.
func (s *Service) visit(ctx context.Context, p *compiled.Point, r Request, c reading.Column, take func(at int64, flag reading.Flag, v float64)) error {
	kind := r.ValueTypes[0]
	w, err := s.newWalker(ctx, p, []ValueType{kind})
	if err != nil {
		return err
	}
	if kind == Accumulated && r.Base > 0 {
		if err := w.relativeTo(ctx, r.Base); err != nil {
			return err
		}
	}
	return w.walk(ctx, r.Start, r.End, func(row *row) error {
		take(row.time, row.flag, pick(layout(row.segment, kind), row.values(kind), c))
		return nil
	})
}

// slaveRequest requests a slave's values like those of its composite point. A reading removed from a slave is no
// reading of the composite point, so that only the chart of the composite point shows invalid ones.
func slaveRequest(r *Request, slave Slave) Request {
	one := *r
	one.Point, one.Fields, one.Nodes, one.IncludeAbnormal = slave.Point, []string{slave.Column.Field}, nil, false
	if slave.Column.Node > 0 {
		one.Nodes = []int32{slave.Column.Node}
	}
	return one
}

// slaves returns a composite point, what its formula reads of sub-points at the end of the range, and one interval of
// the slowest. A sub-point that the formula does not read is listed with the main field of its measurement.
func (s *Service) slaves(ctx context.Context, r *Request) (*compiled.Point, []Slave, int64, error) {
	p, err := s.point(ctx, r.Point)
	switch {
	case err != nil:
		return nil, nil, 0, err
	case p.Definition.Point.Kind != catalog.CompositePoint:
		return nil, nil, 0, errs.OnField("masterId", errs.CategoryMismatch)
	case len(r.ValueTypes) != 1 || r.ValueTypes[0] == Raw:
		return nil, nil, 0, errs.OnField("valueType", errs.NotOneOf, "allowed", "observed, accumulated, change, rate")
	}
	segment := p.At(r.End)
	var list []Slave
	add := func(point int64, role string, c reading.Column, within int64) {
		if !slices.ContainsFunc(list, func(s Slave) bool { return s.Point == point && s.Column.Field == c.Field && s.Column.Node == c.Node }) {
			list = append(list, Slave{Point: point, Role: role, Column: Column{Field: c.Field, Node: c.Node}, Within: within})
		}
	}
	if segment.Program != nil {
		for i, wanted := range segment.Program.Inputs() {
			in := segment.Inputs[i]
			id := segment.Main
			if in.Feed >= 0 {
				id = segment.Feeds[in.Feed]
			} else if in.Feed != compiled.OfMain {
				continue
			}
			if id != 0 && !id.IsRaw() {
				add(id.Point(), wanted.Role, in.Column, in.Within)
			}
		}
	}
	if binding, ok := p.Definition.Config.Binding.At(r.End); ok {
		for _, source := range binding.Value.Sources {
			if source.PointID != 0 && !slices.ContainsFunc(list, func(s Slave) bool { return s.Point == source.PointID }) {
				add(source.PointID, source.Role, reading.Column{Field: source.Field}, segment.Interval)
			}
		}
	}
	tolerance, err := s.complete(ctx, r, list)
	list = slices.DeleteFunc(list, func(s Slave) bool { return s.Interval == 0 })
	return p, list, max(tolerance, segment.Interval), err
}

// complete adds how the values of slaves are displayed and their intervals, and returns the longest. The interval of a
// sub-point that does not exist stays 0.
func (s *Service) complete(ctx context.Context, r *Request, list []Slave) (slowest int64, err error) {
	ids := make([]int64, len(list))
	for i := range list {
		ids[i] = list[i].Point
	}
	find, err := s.directory.FindAll(ctx, ids)
	if err != nil {
		return 0, err
	}
	for i := range list {
		p, ok := find(list[i].Point)
		if !ok {
			continue
		}
		c := reading.Column{Field: list[i].Column.Field, Node: list[i].Column.Node}
		if c.Field == "" {
			m, _ := catalog.MeasurementOf(p.Definition.Point.Measurement)
			c.Field = m.Main
		}
		list[i].Column = ShownOf(p, c, r.ValueTypes[0], r.End)
		list[i].Interval = p.At(r.End).Interval
		slowest = max(slowest, list[i].Interval)
	}
	return slowest, nil
}
