package scope

import (
	"time"

	"plumbline/internal/feature/report/content"
	"plumbline/internal/feature/report/template/finding"
	"plumbline/internal/feature/report/template/placeholder"
)

// Scope is where a placeholder stands: in the whole report, or inside a measurement, a hole or a row of it.
type Scope struct {
	report *content.Report
	zone   *time.Location
	inside []string // names of lists and blocks, the innermost last

	measurement *content.Measurement // nil: not inside one
	hole        *content.Hole
	curve       *content.Curve // of charts
	plan        *content.Plan  // of plans
	thing       any            // of a row: *content.Row, *content.Maximum, …
	number      int            // of the row, from 1
}

// New returns the scope of a whole report. A zone that is unknown is UTC.
func New(report *content.Report) *Scope {
	zone, err := time.LoadLocation(report.Project.Zone)
	if err != nil {
		zone = time.UTC
	}
	return &Scope{report: report, zone: zone}
}

// Inside returns the names of the lists and blocks, the innermost last.
func (s *Scope) Inside() []string { return s.inside }

// within returns a scope inside a list or block.
func (s *Scope) within(name string, number int) *Scope {
	inner := *s
	inner.inside = append(append([]string(nil), s.inside...), name)
	inner.number = number
	return &inner
}

// Items returns the scopes of the things of a list or block, in the order of the report.
func (s *Scope) Items(m *placeholder.Mark) []*Scope {
	var list []*Scope
	add := func(measurement *content.Measurement, hole *content.Hole, thing any) {
		one := s.within(m.Word.Name, len(list)+1)
		if measurement != nil {
			one.measurement = measurement
		}
		if hole != nil {
			one.hole = hole
		}
		one.thing = thing
		list = append(list, one)
	}
	switch m.Word.Name {
	case placeholder.Alarms:
		for i := range s.report.Alarms {
			if a := &s.report.Alarms[i]; finding.Fits(m.Points, a.Name) && fitsQuantity(m, a.Quantity) {
				add(nil, nil, a)
			}
		}
	case placeholder.Devices:
		for i := range s.report.Devices {
			if d := &s.report.Devices[i]; finding.Fits(m.Points, d.Name) {
				add(nil, nil, d)
			}
		}
	case placeholder.Stations:
		for i := range s.report.Weather {
			if w := &s.report.Weather[i]; finding.Fits(m.Points, w.Point) {
				add(nil, nil, w)
			}
		}
	default:
		for _, measurement := range s.measurements() {
			if m.Word.Name == placeholder.Measurements {
				if finding.Fits(m.Points, measurement.Code) || finding.Fits(m.Points, measurement.Name) {
					add(measurement, nil, nil)
				}
				continue
			}
			s.ofMeasurement(m, measurement, add)
		}
	}
	return list
}

// measurements are those of the scope.
func (s *Scope) measurements() []*content.Measurement {
	if s.measurement != nil {
		return []*content.Measurement{s.measurement}
	}
	list := make([]*content.Measurement, len(s.report.Measurements))
	for i := range list {
		list[i] = &s.report.Measurements[i]
	}
	return list
}

func (s *Scope) ofMeasurement(m *placeholder.Mark, measurement *content.Measurement, add func(*content.Measurement, *content.Hole, any)) {
	want := wantOf(m)
	switch m.Word.Name {
	case placeholder.Points:
		for i := range measurement.Rows {
			if r := &measurement.Rows[i]; want.Fits(r.Point, r.Structure, measurement) && fitsQuantity(m, r.Quantity) {
				add(measurement, nil, r)
			}
		}
	case placeholder.Maxima:
		structures := structuresOf(measurement)
		for i := range measurement.Maxima {
			if x := &measurement.Maxima[i]; want.Fits(x.Point, structures[x.Point], measurement) && fitsQuantity(m, x.Quantity) {
				add(measurement, nil, x)
			}
		}
	case placeholder.Absent:
		structures := structuresOf(measurement)
		for i := range measurement.Missing {
			if x := &measurement.Missing[i]; want.Fits(x.Point, structures[x.Point], measurement) {
				add(measurement, nil, x)
			}
		}
	case placeholder.Holes, placeholder.Nodes:
		for i := range measurement.Holes {
			h := &measurement.Holes[i]
			if s.hole != nil && s.hole != h || !want.Fits(h.Point, h.Structure, measurement) || !fitsQuantity(m, h.Quantity) {
				continue
			}
			if m.Word.Name == placeholder.Holes {
				add(measurement, h, nil)
				continue
			}
			for n := range h.Rows {
				add(measurement, h, &h.Rows[n])
			}
		}
	}
}

// structuresOf returns the structures of points by name.
func structuresOf(m *content.Measurement) map[string]string {
	found := map[string]string{}
	for i := range m.Rows {
		found[m.Rows[i].Point] = m.Rows[i].Structure
	}
	return found
}

func fitsQuantity(m *placeholder.Mark, quantity string) bool {
	return finding.Fits(m.Filters["quantity"], quantity)
}

// wantOf returns the points that a list or picture selects.
func wantOf(m *placeholder.Mark) finding.Want {
	return finding.Want{
		Points: m.Points, Measurements: m.Filters["measurement"], Structures: m.Filters["structure"], Quantities: m.Filters["quantity"], View: m.View,
	}
}
