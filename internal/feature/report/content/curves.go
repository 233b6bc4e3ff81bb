package content

import (
	"cmp"
	"context"
	"slices"

	"plumbline/internal/core/alarm"
	"plumbline/internal/core/catalog"
	"plumbline/internal/core/query"
	"plumbline/internal/core/reading"
)

const (
	// MostCurves is the number of curves of a report at most.
	MostCurves = 300
	// mostSamples is the number of samples of a curve, at least one for each pixel of its print.
	mostSamples = 600
	day         = 24 * 3600_000 // ms
)

// history is how much of the past the curves of a report show at least: a day alone says nothing about a trend.
var history = map[Kind]int64{Day: 30 * day, Week: 90 * day, Month: 365 * day}

// shown is a curve that a layout shows.
type shown struct {
	point *chosen
	view  View
}

// readCurves reads the curves that a layout shows, each once. If they are too many, those of the highest levels are kept.
func (b *gathering) readCurves(ctx context.Context) error {
	list := b.wanted()
	most := min(MostCurves, b.request.Wants.Most)
	if b.request.Wants.Most == 0 {
		most = MostCurves
	}
	if len(list) > most {
		kept := slices.Clone(list)
		level := func(s shown) int { return b.found[s.point.ID].row.Level }
		slices.SortStableFunc(kept, func(x, y shown) int { return cmp.Compare(level(y), level(x)) })
		kept = kept[:most]
		b.report.MoreCurves = len(list) - most
		list = slices.DeleteFunc(list, func(s shown) bool { return !slices.Contains(kept, s) })
	}
	for _, one := range list {
		made, err := b.curve(ctx, one.point, b.found[one.point.ID], one.view)
		if err != nil {
			return err
		}
		if made != nil {
			b.report.Curves = append(b.report.Curves, *made)
		}
	}
	return nil
}

// wanted lists the curves that a layout shows, in the order of the points.
func (b *gathering) wanted() (list []shown) {
	for i := range b.points {
		p := &b.points[i]
		about := b.found[p.ID]
		if about == nil {
			continue
		}
		for _, w := range b.request.Wants.Curves {
			one := shown{p, w.View}
			if one.view == "" {
				one.view = Process
				if about.array {
					one.view = Profile
				}
			}
			measured, _ := catalog.MeasurementOf(p.Measurement)
			fits := w.Fits == nil || w.Fits(p.Name, p.Structure, p.Measurement, measured.Label.In(b.request.Language))
			if fits && (one.view == Process || about.array) && !slices.Contains(list[max(0, len(list)-2):], one) {
				list = append(list, one)
			}
		}
	}
	return list
}

// curve reads one curve; nil: there are no values.
func (b *gathering) curve(ctx context.Context, p *chosen, about *seen, view View) (*Curve, error) {
	changed := &about.row.Accumulated
	c := Curve{
		Point: p.Name, PointID: p.ID, View: view, Quantity: about.row.Quantity, Unit: changed.Unit, Decimals: changed.Decimals,
		Zone: b.report.Project.Zone, Language: b.request.Language, Level: about.row.Level, Start: b.request.From, End: b.request.To,
		Lines: []Line{}, Gaps: []Gap{}, Thresholds: []alarm.Threshold{},
	}
	if from := b.request.To - history[b.request.Kind]; history[b.request.Kind] > 0 {
		c.Start = min(c.Start, from)
	}
	asked := query.Request{
		Point: p.ID, Fields: []string{about.field}, ValueTypes: []query.ValueType{about.kind}, Start: c.Start, End: c.End, MaxPoints: mostSamples,
	}
	if view == Profile {
		asked.Start = c.End
	} else if about.array {
		asked.Nodes = []int32{about.node}
	}
	chart, err := b.reader().Query(ctx, asked)
	if err != nil {
		return nil, err
	}
	c.Thresholds = append(c.Thresholds, chart.Thresholds...)
	if view == Profile {
		b.shapes(&c, p)
		return kept(&c), nil
	}
	if len(chart.Series) == 0 {
		return nil, nil
	}
	s := &chart.Series[0]
	c.Unit, c.Decimals, c.Start = s.Column.Unit, s.Column.Decimals, max(chart.Start, chart.First)
	line := Line{X: make([]float64, len(s.Times)), Y: make([]*float64, len(s.Times))}
	for i, t := range s.Times {
		line.X[i] = float64(t)
		if v := s.Values[i]; reading.IsFinite(v) {
			line.Y[i] = &v
		}
	}
	c.Lines = append(c.Lines, line)
	for _, g := range chart.Gaps {
		c.Gaps = append(c.Gaps, Gap(g))
	}
	return kept(&c), nil
}

// shapes are the lines of an array: what the tables of its hole say, by depth.
func (b *gathering) shapes(c *Curve, p *chosen) {
	hole := b.profiles[p.ID]
	if hole == nil {
		return
	}
	now, before := Line{}, Line{}
	for i := range hole.Rows {
		r := &hole.Rows[i]
		if r.Depth.Value == nil || r.Accumulated.Value == nil {
			continue
		}
		now.X, now.Y, now.Time = append(now.X, *r.Depth.Value), append(now.Y, r.Accumulated.Value), r.Time
		if r.Change.Value != nil {
			last := *r.Accumulated.Value - *r.Change.Value
			before.X, before.Y, before.Time = append(before.X, *r.Depth.Value), append(before.Y, &last), r.PreviousTime
		}
	}
	c.Quantity, c.Unit, c.Decimals = hole.Quantity, hole.Rows[0].Accumulated.Unit, hole.Rows[0].Accumulated.Decimals
	for _, line := range []Line{before, now} {
		if len(line.X) > 0 {
			c.Lines = append(c.Lines, line)
		}
	}
}

// kept returns a curve that has values.
func kept(c *Curve) *Curve {
	if slices.ContainsFunc(c.Lines, func(l Line) bool { return slices.ContainsFunc(l.Y, func(v *float64) bool { return v != nil }) }) {
		return c
	}
	return nil
}
