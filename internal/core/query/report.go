package query

import (
	"context"
	"math"
	"slices"

	"plumbline/internal/core/alarm"
	"plumbline/internal/core/catalog"
	"plumbline/internal/core/compiled"
	"plumbline/internal/core/reading"
	"plumbline/internal/core/series"
	"plumbline/internal/platform/errs"
)

// MostReported is the maximum number of points in a report.
const MostReported = 500

// A report at a time uses the last valid reading in a window before it: three collection intervals, within these
// limits (domain measurements.md 0.4).
const (
	shortestWindow = 6 * 3600_000
	longestWindow  = dayMS
)

// ReportRequest selects the rows of a monitoring report. Times are UTC ms.
type ReportRequest struct {
	Points   []int64
	Time     int64
	Previous int64    // 0: a day before the reading of this time
	Base     int64    // changes since the result at this time; 0: since the initial value
	Fields   []string // empty: the main field, or the three components of a position
	Step     float64  // m: rows at these depths, linear between the nodes of an array; 0: rows of its nodes
}

// Report is the rows of a monitoring report (domain measurements.md 0.3), in the order of the requested points.
type Report struct {
	Points []ReportPoint
	Rows   []ReportRow
	Maxima []ReportMaxima // of each field, in the order of the rows
}

// ReportPoint is a point of a report. A point that does not exist has Project 0 and no rows.
type ReportPoint struct {
	ID, Corporation, Project int64
	Structure, Item          int64
	Name, Measurement        string
	Zone                     string // IANA name
	Time, Previous           int64  // UTC ms of the two readings; 0: none in the window
	Device                   int64  // the main one; 0: none
	InitialFrom              int64  // UTC ms from which the initial value at Time counts; 0: none
	Count                    int    // valid readings of an array since its initial value, up to Time
	Thresholds               []alarm.Threshold
}

// ReportRow is one field of a point, or of one node of an array. Values that are missing are NaN.
type ReportRow struct {
	Point        int    // in Points
	Column       Column // of Initial, Previous and Value: observed, or accumulated for fields without observed values
	Changed      Column // of Change and Accumulated
	Initial      float64
	Previous     float64
	Value        float64
	Change       float64
	Accumulated  float64
	Rate         float64     // of Change, per day
	Level        alarm.Level // the highest of the three value types; NotJudged without thresholds or without a reading
	Interpolated bool        // between two nodes

	judged judgedValues
}

// judgedValues are what thresholds judge: changes since the initial value, and the rate of a day.
type judgedValues struct {
	observed, accumulated, rate float64
	nodes                       [2]int32 // the nodes that the values are of; the same twice unless interpolated
}

// Report returns the rows of points at two times.
func (s *Service) Report(ctx context.Context, r ReportRequest) (Report, error) {
	if len(r.Points) > MostReported {
		return Report{}, errs.New(errs.TooManyPoints, "max", MostReported)
	}
	find, err := s.directory.FindAll(ctx, r.Points)
	if err != nil {
		return Report{}, err
	}
	initials, err := s.initials.InitialValues(ctx, r.Points)
	if err != nil {
		return Report{}, err
	}
	byPoint := map[int64][]compiled.InitialValue{}
	for _, v := range initials {
		byPoint[v.Point] = append(byPoint[v.Point], v)
	}
	made := Report{Points: make([]ReportPoint, len(r.Points)), Rows: []ReportRow{}}
	for i, id := range r.Points {
		made.Points[i].ID = id
		p, ok := find(id)
		if !ok {
			continue
		}
		one := reporter{service: s, request: &r, point: p, initials: byPoint[id], shown: &made.Points[i]}
		rows, err := one.rows(ctx)
		if err != nil {
			return Report{}, err
		}
		for k := range rows {
			rows[k].Point = i
		}
		made.Rows = append(made.Rows, rows...)
	}
	made.Maxima = maximaOf(made.Rows)
	return made, nil
}

// reporter makes the rows of one point.
type reporter struct {
	service  *Service
	request  *ReportRequest
	point    *compiled.Point
	initials []compiled.InitialValue
	shown    *ReportPoint
	changes  *compiled.Changes
}

func (b *reporter) id() series.ID { return series.ResultID(b.shown.ID) }

func (b *reporter) rows(ctx context.Context) ([]ReportRow, error) {
	d := &b.point.Definition
	*b.shown = ReportPoint{
		ID: d.Point.ID, Corporation: d.Point.CorporationID, Project: d.Point.ProjectID, Structure: d.Point.StructureID, Item: d.Point.ItemID,
		Name: d.Point.Name, Measurement: d.Point.Measurement, Zone: zoneName(b.point),
	}
	b.changes = compiled.NewChanges(b.point, b.initials)
	at := b.request.Time
	now, found, err := b.reading(ctx, at)
	if err != nil {
		return nil, err
	}
	var past pastRow
	if found {
		at = now.time
		if past, err = b.previous(ctx, at); err != nil {
			return nil, err
		}
		b.shown.Time, b.shown.Previous = at, past.time
	}
	if initial, ok := b.changes.Initial(at); ok {
		b.shown.InitialFrom = max(initial.From, initial.Formed)
	}
	if binding, ok := d.Config.Binding.At(at); ok && len(binding.Value.Sources) > 0 {
		b.shown.Device = binding.Value.Sources[0].DeviceID
	}
	if thresholds, ok := d.Thresholds.At(at); ok {
		b.shown.Thresholds = slices.DeleteFunc(slices.Clone(thresholds.Value.List), func(t alarm.Threshold) bool { return !t.Enable })
	}
	segment := b.point.At(at)
	rows, err := b.blank(segment, at)
	if err != nil || !found || segment.Program == nil {
		return rows, err
	}
	if err := b.fill(ctx, rows, segment, &now, &past); err != nil {
		return nil, err
	}
	if b.request.Step > 0 {
		rows = atSteps(rows, b.request.Step)
	}
	for i := range rows {
		rows[i].judge(b.shown.Thresholds)
	}
	if len(segment.Nodes) > 0 {
		b.shown.Count, err = b.count(ctx, at)
	}
	return rows, err
}

// reading returns the last valid reading in the window before a time.
func (b *reporter) reading(ctx context.Context, t int64) (pastRow, bool, error) {
	found, ok, err := b.service.before(ctx, b.id(), t+1)
	return found, ok && found.time > t-b.window(t), err
}

func (b *reporter) window(t int64) int64 {
	collect, ok := b.point.Definition.Config.Collect.At(t)
	if !ok || collect.Value.Interval <= 0 {
		return longestWindow // read by hand
	}
	return min(max(3*collect.Value.Interval*1000, shortestWindow), longestWindow)
}

// previous returns the reading to compare with; its time is 0 if there is none.
func (b *reporter) previous(ctx context.Context, t int64) (pastRow, error) {
	asked := b.request.Previous
	if asked == 0 {
		_, asked = b.point.RateWindow(t)
	}
	found, ok, err := b.reading(ctx, min(asked, t-1))
	if err != nil || !ok {
		return pastRow{}, err
	}
	return found, nil
}

// blank returns the rows of the point without values.
func (b *reporter) blank(segment *compiled.Segment, t int64) ([]ReportRow, error) {
	fields := b.request.Fields
	if len(fields) == 0 {
		fields = reportedFields(b.point, segment)
	}
	r := Request{Fields: fields, Start: t, End: t}
	missing := math.NaN()
	var rows []ReportRow
	add := func(c Column) {
		name := reading.Column{Field: c.Field, Node: c.Node}
		changed := ShownOf(b.point, name, Accumulated, t)
		changed.Depth = c.Depth
		rows = append(rows, ReportRow{
			Column: c, Changed: changed, Initial: missing, Previous: missing, Value: missing, Change: missing, Accumulated: missing, Rate: missing,
			Level: alarm.NotJudged, judged: judgedValues{missing, missing, missing, [2]int32{c.Node, c.Node}},
		})
	}
	for _, field := range fields {
		kind := Accumulated
		if catalog.Shown(b.shown.Measurement, field).Has(catalog.Observed) {
			kind = Observed
		}
		list, err := columns(b.point, &r, kind)
		if err != nil {
			return nil, err
		}
		own := slices.DeleteFunc(list, func(c Column) bool { return c.Field != field })
		if len(own) == 0 { // the row of a point stays in the report
			own = []Column{ShownOf(b.point, reading.Column{Field: field}, kind, t)}
		}
		for _, c := range own {
			add(c)
		}
	}
	return rows, nil
}

// reportedFields returns the fields of a report that names none.
func reportedFields(p *compiled.Point, segment *compiled.Segment) []string {
	measurement := p.Definition.Point.Measurement
	if measurement == "SurfaceDisplacement" {
		computed := computedFields(segment)
		for _, components := range [...][]string{{"n", "e", "u"}, {"x", "y", "z"}} {
			if !slices.ContainsFunc(components, func(name string) bool { _, ok := computed[name]; return !ok }) {
				return components
			}
		}
	}
	field, _ := mainOf(measurement, segment)
	return []string{field}
}

// fill sets the values of rows.
func (b *reporter) fill(ctx context.Context, rows []ReportRow, segment *compiled.Segment, now, past *pastRow) error {
	program := segment.Program
	observed := arranged(now.values, now.columns, program.Observed())
	vector := func() []float64 { return make([]float64, program.Changed().Len()) }

	stored := vector()
	if !b.changes.Accumulated(now.time, observed, stored) {
		stored = nil
	}
	daily, err := b.service.rateAt(ctx, b.point, b.changes, now.time, observed, vector())
	if err != nil {
		return err
	}
	initial, err := b.base(ctx)
	if err != nil {
		return err
	}
	accumulated := stored
	if initial.columns != nil {
		accumulated = vector()
		b.changes.Between(now.time, observed, initial.time, initial.values, initial.columns, accumulated)
	} else if value, ok := b.changes.Initial(now.time); ok {
		initial = pastRow{columns: value.Columns, values: value.Values}
	}
	var change, before, rate []float64
	if past.time > 0 {
		change, rate = vector(), vector()
		b.changes.Between(now.time, observed, past.time, past.values, past.columns, change)
		b.changes.RateOf(change, now.time-past.time, rate)
		if accumulated != nil {
			before = vector()
			b.changes.Difference(accumulated, change, before)
		}
	}
	for i := range rows {
		row := &rows[i]
		name := reading.Column{Field: row.Column.Field, Node: row.Column.Node}
		changed := func(values []float64) float64 { return pick(program.Changed(), values, name) }
		row.judged.observed, row.judged.accumulated, row.judged.rate = pick(program.Observed(), observed, name), changed(stored), changed(daily)
		if initial.columns != nil {
			row.Initial = pick(initial.columns, initial.values, name)
		}
		if row.Column.ValueType == Observed {
			row.Value = row.judged.observed
			if past.columns != nil {
				row.Previous = pick(past.columns, past.values, name)
			}
		} else {
			row.Value, row.Previous = changed(accumulated), changed(before)
		}
		if catalog.Shown(b.shown.Measurement, name.Field).Has(catalog.Accumulated) {
			row.Change, row.Accumulated, row.Rate = changed(change), changed(accumulated), changed(rate)
		}
	}
	return nil
}

// base returns the result from which changes count; without columns it is the initial value.
func (b *reporter) base(ctx context.Context) (pastRow, error) {
	if b.request.Base == 0 {
		return pastRow{}, nil
	}
	found, _, err := b.service.before(ctx, b.id(), b.request.Base+1)
	return found, err
}

// count returns the number of valid readings since the initial value, up to a time.
func (b *reporter) count(ctx context.Context, t int64) (n int, err error) {
	from := int64(1)
	if initial, ok := b.changes.Initial(t); ok {
		from = max(initial.From, from)
	}
	err = b.service.series.Scan(ctx, b.id(), from, t, []reading.Column{}, func(block *series.Block) error {
		for _, flag := range block.Flags {
			if flag.Valid() {
				n++
			}
		}
		return nil
	})
	return n, err
}
