package monitor

import (
	"context"
	"math"
	"slices"
	"sort"

	"plumbline/internal/alarm"
	"plumbline/internal/catalogue"
	"plumbline/internal/computation"
	"plumbline/internal/correction"
	"plumbline/internal/dated"
	"plumbline/internal/fault"
	"plumbline/internal/reading"
	"plumbline/internal/series"
)

// gapIntervals is after how many intervals without a reading a line must not go on
// (domain views.md section 0.3).
const gapIntervals = 3

// mostAbnormal bounds how many values that do not count a chart lists; the newest stay.
const mostAbnormal = 2000

// Query answers a chart of one value type of a point.
func (s *Service) Query(ctx context.Context, r Request) (Chart, error) {
	p, err := s.point(r.Point)
	if err != nil {
		return Chart{}, err
	}
	if len(r.ValueTypes) != 1 {
		return Chart{}, fault.OnField("valueType", fault.NotOneOf, "allowed", "raw, observed, accumulated, change, rate")
	}
	kind := r.ValueTypes[0]
	if kind == Raw {
		return s.rawChart(ctx, p, &r)
	}
	list, err := columns(p, &r, kind)
	if err != nil {
		return Chart{}, err
	}
	d := s.newDrawing(ctx, p, &r, series.ResultID(r.Point), list)
	if kind == Observed {
		err = d.drawStored(ctx)
	} else {
		err = d.drawDerived(ctx, kind)
	}
	if err != nil {
		return Chart{}, err
	}
	return d.chart(ctx, kind)
}

// drawing gathers a chart while rows pass.
type drawing struct {
	service *Service
	point   *computation.Point
	request *Request
	id      series.ID
	curves  []*curve
	wanted  []reading.Column

	stretch  *computation.Stretch
	count    int   // readings
	first    int64 // time of the first reading
	last     int64 // time of the last reading that counts
	next     int64 // the first moment that the option every lets pass
	gaps     []Span
	abnormal []AbnormalValue
}

func (s *Service) newDrawing(ctx context.Context, p *computation.Point, r *Request, id series.ID, list []Column) *drawing {
	limit := r.MaxPoints
	if limit <= 0 {
		limit = defaultPoints
	}
	limit = max(min(limit, mostNumbers/max(len(list), 1)), leastPoints)
	end := r.End
	if latest, err := s.series.Latest(ctx, []series.ID{id}); err == nil && len(latest) == 1 && latest[0].Found {
		end = min(end, latest[0].Time) // stretches of equal time should not lie where no reading is yet
	}
	d := &drawing{service: s, point: p, request: r, id: id}
	for _, column := range list {
		c := newCurve(column, limit, end)
		d.curves = append(d.curves, c)
		d.wanted = append(d.wanted, reading.Column{Field: column.Field, Node: column.Node})
	}
	return d
}

// pass tells whether the reading of a time belongs to the chart, and notes gaps.
func (d *drawing) pass(t int64, valid bool) bool {
	if d.stretch == nil || t < d.stretch.From || t >= d.stretch.Until {
		d.stretch = d.point.At(t)
		for _, c := range d.curves {
			c.gap = max(d.between(), gapIntervals*d.request.Every)
		}
	}
	if d.count++; d.count == 1 {
		d.first = t
	}
	if valid {
		if d.last != 0 && t-d.last > d.between() {
			d.gaps = append(d.gaps, Span{d.last, t})
		}
		d.last = t
	}
	if d.request.Every <= 0 {
		return true
	}
	if t < d.next {
		return false
	}
	if valid {
		d.next = t - (t-d.request.Start)%d.request.Every + d.request.Every
	}
	return true
}

// between is how long no reading may come before there is a gap: for ever where nothing
// feeds the point and people enter what they measured.
func (d *drawing) between() int64 {
	if d.stretch.Main == 0 {
		return math.MaxInt64
	}
	return gapIntervals * d.stretch.Interval
}

// take gives the value of a reading to a curve.
func (d *drawing) take(c *curve, t int64, flag reading.Flag, v float64) {
	switch {
	case v != v:
		c.miss(t)
	case flag.Valid():
		c.add(t, v)
	default:
		c.stats.Abnormal++
		c.miss(t)
		if d.request.IncludeAbnormal {
			if len(d.abnormal) >= 2*mostAbnormal {
				d.abnormal = append(d.abnormal[:0], d.abnormal[mostAbnormal:]...)
			}
			d.abnormal = append(d.abnormal, AbnormalValue{Field: c.column.Field, Node: c.column.Node, Time: t, Value: v, Flag: flag})
		}
	}
}

// drawStored draws what is stored as it is: column by column, without making rows.
func (d *drawing) drawStored(ctx context.Context) error {
	if len(d.curves) == 0 {
		return nil
	}
	var keep []bool
	return d.service.series.Scan(ctx, d.id, d.request.Start, d.request.End, d.wanted, func(b *series.Block) error {
		keep = keep[:0]
		for i, t := range b.Times {
			keep = append(keep, d.pass(t, b.Flags[i].Valid()))
		}
		for k, c := range d.curves {
			at := b.Columns.Index(d.wanted[k])
			if at < 0 {
				for i, t := range b.Times {
					if keep[i] {
						c.miss(t)
					}
				}
				continue
			}
			for i, v := range b.Values[at] {
				switch {
				case !keep[i]:
				case v == v && b.Flags[i].Valid():
					c.add(b.Times[i], v)
				default:
					d.take(c, b.Times[i], b.Flags[i], v)
				}
			}
		}
		return nil
	})
}

// drawDerived draws changes and rates, row by row.
func (d *drawing) drawDerived(ctx context.Context, kind ValueType) error {
	w, err := d.service.newWalker(ctx, d.point, []ValueType{kind})
	if err != nil {
		return err
	}
	if kind == Accumulated && d.request.Base <= 0 && d.point.Plain(d.request.Start, d.request.End, d.wanted) {
		return d.drawPlain(ctx, w.changes)
	}
	if kind == Accumulated && d.request.Base > 0 {
		if err := w.relativeTo(ctx, d.request.Base); err != nil {
			return err
		}
	}
	var at picks
	return w.walk(ctx, d.request.Start, d.request.End, func(r *row) error {
		if !d.pass(r.time, r.flag.Valid()) {
			return nil
		}
		values := r.values(kind)
		for k, i := range at.of(r.stretch, kind, d.wanted) {
			v := reading.Missing
			if i >= 0 && values != nil {
				v = values[i]
			}
			d.take(d.curves[k], r.time, r.flag, v)
		}
		return nil
	})
}

// drawPlain draws accumulated changes that are differences of single columns: column by
// column, as what is stored.
func (d *drawing) drawPlain(ctx context.Context, changes *computation.Changes) error {
	var keep []bool
	return d.service.series.Scan(ctx, d.id, d.request.Start, d.request.End, d.sources(), func(b *series.Block) error {
		for i := 0; i < len(b.Times); {
			t := b.Times[i]
			columns := changes.Columns(t)
			until := changes.Until(t)
			j := i + sort.Search(len(b.Times)-i, func(k int) bool { return b.Times[i+k] >= until })
			if columns == nil { // nothing is computed there
				i = j
				continue
			}
			keep = keep[:0]
			for k := i; k < j; k++ {
				keep = append(keep, d.pass(b.Times[k], b.Flags[k].Valid()))
			}
			for k, c := range d.curves {
				observed, of := -1, func(float64) float64 { return reading.Missing }
				if at := columns.Index(d.wanted[k]); at >= 0 {
					source, difference, _ := changes.Plain(t, at)
					observed, of = b.Columns.Index(d.point.At(t).Program.Observed().List[source]), difference
				}
				for n := i; n < j; n++ {
					if !keep[n-i] {
						continue
					}
					v := reading.Missing
					if observed >= 0 {
						v = of(b.Values[observed][n])
					}
					d.take(c, b.Times[n], b.Flags[n], v)
				}
			}
			i = j
		}
		return nil
	})
}

// sources are the observed columns that plain changes are differences of.
func (d *drawing) sources() []reading.Column {
	list := []reading.Column{}
	stretches(d.point, d.request.Start, d.request.End, func(s *computation.Stretch) {
		if s.Program == nil {
			return
		}
		for _, column := range d.wanted {
			if at := s.Program.Changed().Index(column); at >= 0 {
				if source, _, ok := s.Program.Plain(at); ok && !slices.Contains(list, s.Program.Observed().List[source]) {
					list = append(list, s.Program.Observed().List[source])
				}
			}
		}
	})
	return list
}

// picks finds columns in the vectors of a program; it remembers the last program.
type picks struct {
	columns *reading.Columns
	at      []int
}

func (p *picks) of(s *computation.Stretch, kind ValueType, wanted []reading.Column) []int {
	columns := layout(s, kind)
	if columns != p.columns || len(p.at) != len(wanted) {
		p.columns, p.at = columns, p.at[:0]
		for _, c := range wanted {
			p.at = append(p.at, columns.Index(c))
		}
	}
	return p.at
}

func (d *drawing) chart(ctx context.Context, kind ValueType) (Chart, error) {
	r := d.request
	begun := r.Start
	if d.count > 0 { // what was before the first reading of all is not missing
		older := false
		err := d.service.series.Before(ctx, d.id, d.first, 1, []reading.Column{}, func(b *series.Block) error {
			older = older || len(b.Times) > 0
			return nil
		})
		if err != nil {
			return Chart{}, err
		}
		if !older {
			begun = max(begun, d.first)
		}
	}
	c := Chart{
		Start: r.Start, End: r.End, TimeZone: zoneName(d.point), Gaps: d.gaps, Abnormal: d.abnormal,
		Marks: marks(d.point, r.Start, r.End), Completeness: completeness(d.point, begun, min(r.End, d.service.now().UnixMilli()), d.count),
	}
	if extra := len(c.Abnormal) - mostAbnormal; extra > 0 {
		c.Abnormal = c.Abnormal[extra:]
	}
	for _, curve := range d.curves {
		c.Series = append(c.Series, curve.finish())
	}
	if thresholds, ok := d.point.Definition.Thresholds.At(r.End); ok {
		for _, t := range thresholds.Value.List {
			if t.Enable && string(t.ValueType) == string(kind) && slices.ContainsFunc(d.wanted, func(c reading.Column) bool { return c.Field == t.Field }) {
				c.Thresholds = append(c.Thresholds, t)
			}
		}
	}
	return c, nil
}

func zoneName(p *computation.Point) string {
	if p.Definition.ProjectZone != "" {
		return p.Definition.ProjectZone
	}
	return catalogue.DefaultTimeZone
}

// completeness is readings there are over readings expected in the part of a range
// in which the point was bound and collected; NaN when none were expected.
func completeness(p *computation.Point, start, end int64, count int) float64 {
	expected := 0.0
	if end < start {
		return math.NaN()
	}
	stretches(p, start, end, func(s *computation.Stretch) {
		if _, collected := p.Definition.Config.Collect.At(max(s.From, start)); !collected || s.Main == 0 || s.Program == nil {
			return
		}
		expected += float64(min(s.Until-1, end)-max(s.From, start)) / float64(s.Interval)
	})
	if expected < 1 {
		return math.NaN()
	}
	return min(float64(count)/math.Floor(expected), 1)
}

// The kinds of marks.
const (
	markCorrection   = "correction"
	markInitial      = "initial"
	markDevice       = "device"
	markFormula      = "formula"
	markCoefficients = "coefficients"
)

// marks lists what happened to a point in a range, in the order of time.
func marks(p *computation.Point, start, end int64) []Mark {
	var list []Mark
	for i := range p.Definition.Corrections {
		c := &p.Definition.Corrections[i]
		until := int64(0)
		if c.Kind == correction.Withdraw {
			until = c.To
		}
		if c.Stands() && c.From <= end && max(c.From, until) >= start {
			list = append(list, Mark{Time: c.From, Until: until, Kind: markCorrection, ID: c.ID, Note: c.Note})
		}
	}
	d := &p.Definition
	list = appendMarks(list, markInitial, p.Initials(), start, end, true)
	list = appendMarks(list, markDevice, d.Config.Binding, start, end, false)
	list = appendMarks(list, markFormula, d.Config.Formula, start, end, false)
	for _, used := range d.Devices {
		list = appendMarks(list, markCoefficients, used.Config.Coefficients, start, end, false)
	}
	slices.SortFunc(list, func(a, b Mark) int {
		switch {
		case a.Time != b.Time:
			return int(min(max(a.Time-b.Time, -1), 1))
		}
		return int(min(max(a.ID-b.ID, -1), 1))
	})
	return list
}

// appendMarks adds the versions of an aspect that begin in a range. The first
// version of most aspects is the beginning, not an event.
func appendMarks[T any](list []Mark, kind string, timeline dated.Timeline[T], start, end int64, first bool) []Mark {
	for i, v := range timeline.Versions() {
		if (i > 0 || first) && v.ValidFrom >= start && v.ValidFrom <= end {
			list = append(list, Mark{Time: v.ValidFrom, Kind: kind, ID: v.ID, Note: v.Note})
		}
	}
	return list
}

// limitOf is the magnitude that a threshold's level begins at, 0 where it has none.
func limitOf(t *alarm.Threshold) float64 {
	for _, level := range []*float64{t.Red, t.Orange, t.Yellow, t.Blue} {
		if level != nil {
			return *level
		}
	}
	return 0
}
