package content

import (
	"context"
	"slices"

	"plumbline/internal/core/alarm"
	"plumbline/internal/core/query"
	"plumbline/internal/core/reading"
)

const (
	// mostCurves is the number of curves of a report.
	mostCurves = 300
	// mostSamples is the number of samples of a curve, at least one for each pixel of its print.
	mostSamples = 600
	day         = 24 * 3600_000 // ms
)

// history is how much of the past the curves of a report show at least: a day alone says nothing about a trend.
var history = map[Kind]int64{Day: 30 * day, Week: 90 * day, Month: 365 * day}

// readCurves reads the curves that a layout shows, each once.
func (b *gathering) readCurves(ctx context.Context) error {
	type key struct {
		point int64
		view  View
	}
	known := map[key]bool{}
	for i := range b.points {
		p := &b.points[i]
		about := b.found[p.ID]
		if about == nil {
			continue
		}
		for _, w := range b.request.Wants.Curves {
			view := w.View
			if view == "" {
				view = Process
				if about.array {
					view = Profile
				}
			}
			if known[key{p.ID, view}] || !Matches(w.Pattern, p.Name) || view == Profile && !about.array || len(b.report.Curves) >= mostCurves {
				continue
			}
			known[key{p.ID, view}] = true
			made, err := b.curve(ctx, p, about, view)
			if err != nil {
				return err
			}
			if made != nil {
				b.report.Curves = append(b.report.Curves, *made)
			}
		}
	}
	return nil
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
	asked := query.Request{Point: p.ID, Fields: []string{about.field}, ValueTypes: []query.ValueType{about.kind}, Start: c.Start, End: c.End, MaxPoints: mostSamples}
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
