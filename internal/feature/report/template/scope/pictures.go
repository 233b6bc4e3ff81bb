package scope

import (
	"context"

	"plumbline/internal/feature/report/content"
	"plumbline/internal/feature/report/template/finding"
	"plumbline/internal/feature/report/template/placeholder"
)

// Each returns a scope for each picture of charts and plans, which stand in a row or paragraph each.
func (s *Scope) Each(m *placeholder.Mark) []*Scope {
	var list []*Scope
	switch m.Word.Name {
	case placeholder.Charts:
		for _, c := range s.curves(m) {
			one := *s
			one.curve = c
			list = append(list, &one)
		}
	case placeholder.Plans:
		for _, p := range s.plans(m) {
			one := *s
			one.plan = p
			list = append(list, &one)
		}
	}
	return list
}

// curves are those that a mark selects, in the order of the report.
func (s *Scope) curves(m *placeholder.Mark) []*content.Curve {
	var list []*content.Curve
	for i := range s.report.Curves {
		c := &s.report.Curves[i]
		if m.View != "" && c.View != m.View || !finding.Fits(m.Filters["quantity"], c.Quantity) {
			continue
		}
		if s.hole != nil && (c.PointID != s.hole.PointID || c.Quantity != s.hole.Quantity && c.View == content.Profile) {
			continue
		}
		if s.draws(m, c) {
			list = append(list, c)
		}
	}
	return list
}

// draws reports whether the point of a curve is selected. A curve whose point has no row is known by its name only.
func (s *Scope) draws(m *placeholder.Mark, c *content.Curve) bool {
	want := wantOf(m)
	for _, measurement := range s.measurements() {
		for i := range measurement.Rows {
			if r := &measurement.Rows[i]; r.PointID == c.PointID {
				return want.Fits(c.Point, r.Structure, measurement)
			}
		}
		for i := range measurement.Holes {
			if h := &measurement.Holes[i]; h.PointID == c.PointID {
				return want.Fits(c.Point, h.Structure, measurement)
			}
		}
	}
	return s.measurement == nil && len(want.Measurements) == 0 && len(want.Structures) == 0 && finding.Fits(want.Points, c.Point)
}

func (s *Scope) plans(m *placeholder.Mark) []*content.Plan {
	var list []*content.Plan
	for i := range s.report.Plans {
		if p := &s.report.Plans[i]; finding.Fits(m.Points, p.Name) {
			list = append(list, p)
		}
	}
	return list
}

// Image draws the picture of a mark. It returns nil if the report has none: Nothing says so, but for a signature, whose place stays
// empty for a pen.
func (s *Scope) Image(ctx context.Context, m *placeholder.Mark, size Size, draw Drawer) ([]byte, error) {
	switch m.Word.Name {
	case placeholder.Chart, placeholder.Charts:
		c := s.curve
		if list := s.curves(m); c == nil && len(list) > 0 {
			c = list[0]
		}
		if c == nil {
			return nil, nil
		}
		return draw.Curve(ctx, c, size)
	case placeholder.Plan, placeholder.Plans:
		p := s.plan
		if list := s.plans(m); p == nil && len(list) > 0 {
			p = list[0]
		}
		if p == nil {
			return nil, nil
		}
		return draw.Plan(ctx, p, size)
	}
	for i := range s.report.Signatures {
		g := &s.report.Signatures[i]
		if len(m.Points) == 1 && g.Role == placeholder.RoleOf(m.Points[0]) && g.Time != 0 && g.Drawn() {
			return draw.Signature(ctx, g, size)
		}
	}
	return nil, nil
}

// Wants adds what a placeholder needs to the wants of a template. Inside are the marks of the lists and blocks around it.
func Wants(to *finding.Wants, m *placeholder.Mark, w *placeholder.Word, inside []*placeholder.Mark) {
	want := wantOf(m)
	for _, outer := range inside {
		o := wantOf(outer)
		if outer.Word.Name == placeholder.Measurements {
			o.Measurements, o.Points = append(o.Measurements, o.Points...), nil
		}
		want.Points = either(want.Points, o.Points)
		want.Measurements = either(want.Measurements, o.Measurements)
		want.Structures = either(want.Structures, o.Structures)
		want.Quantities = either(want.Quantities, o.Quantities)
		want.Arrays = want.Arrays || outer.Word.Name == placeholder.Holes
	}
	switch w.Name {
	case placeholder.Chart, placeholder.Charts:
		to.Curves = append(to.Curves, want)
	case placeholder.Plan, placeholder.Plans:
		names := m.Points
		if len(names) == 0 {
			names = []string{"*"}
		}
		to.Plans = append(to.Plans, names...)
	}
}

// either returns the inner patterns, or those around them if there are none.
func either(inner, outer []string) []string {
	if len(inner) > 0 {
		return inner
	}
	return outer
}
