package query

import (
	"context"
	"math"
	"slices"

	"plumbline/internal/core/catalog"
	"plumbline/internal/core/compiled"
	"plumbline/internal/core/reading"
	"plumbline/internal/platform/errs"
)

// MostSectionDays is the longest range of a section (domain views.md section 13).
const MostSectionDays = 366

// SectionRequest selects the values of prisms, or of pairs of prisms, of monitored sections.
type SectionRequest struct {
	Field      string  // convergence, chord, offset or settlement
	Candidates []int64 // points that compute the field
	Charted    func(id int64) bool
	Kind       ValueType
	Start, End int64 // UTC ms, ends included
	Base       int64 // accumulated: relative to the result at this time; 0: to the initial value
	Abnormal   bool  // also invalid values
	MaxPoints  int   // per series; 0 means 2,400
	Times      []int64
}

// SectionMember is a point that computes the field of a section.
type SectionMember struct {
	Point    int64
	Interval int64     // ms between its readings
	Prisms   []int64   // points with the coordinates that it is computed from, in the order of the formula
	Chart    *Chart    // nil if not charted
	At       []Extreme // its reading nearest to each of the times within one interval; Time 0: none
}

// Prism is where a prism was last seen, m; NaN where not known.
type Prism struct {
	Point                        int64
	Time                         int64 // 0: no coordinates yet
	Northing, Easting, Elevation float64
}

// Section is the values of the members of sections, and the prisms of the charted ones.
type Section struct {
	Members []SectionMember
	Prisms  []Prism
}

// Sectioned returns those of the points that compute a field of sections at a time, in their order.
func (s *Service) Sectioned(ctx context.Context, ids []int64, field string, at int64) ([]int64, error) {
	find, err := s.directory.FindAll(ctx, ids)
	if err != nil {
		return nil, err
	}
	list := make([]int64, 0, len(ids))
	for _, id := range ids {
		if p, ok := find(id); ok && sectioned(p, at, field) {
			list = append(list, id)
		}
	}
	return list, nil
}

// Section returns the members of sections, with charts of those asked for.
func (s *Service) Section(ctx context.Context, r SectionRequest) (Section, error) {
	if r.End-r.Start > MostSectionDays*dayMS {
		return Section{}, errs.OnField("start", errs.SpanTooLong, "days", MostSectionDays)
	}
	if len(r.Times) > 0 && slices.Max(r.Times)-slices.Min(r.Times) > MostSectionDays*dayMS {
		return Section{}, errs.OnField("times", errs.SpanTooLong, "days", MostSectionDays)
	}
	find, err := s.directory.FindAll(ctx, r.Candidates)
	if err != nil {
		return Section{}, err
	}
	var section Section
	for _, id := range r.Candidates {
		p, ok := find(id)
		if !ok {
			continue
		}
		segment := p.At(r.End)
		m := SectionMember{Point: id, Interval: segment.Interval, Prisms: prismsOf(p, segment)}
		if m.At, err = s.nearest(ctx, p, &r, segment.Interval); err != nil {
			return Section{}, err
		}
		if r.Charted(id) {
			chart, err := s.Query(ctx, r.of(id))
			if err != nil {
				return Section{}, err
			}
			if chart.Marks, err = s.withMarks(ctx, chart.Marks, m.Prisms, &r); err != nil {
				return Section{}, err
			}
			m.Chart = &chart
			for _, prism := range m.Prisms {
				if !slices.ContainsFunc(section.Prisms, func(p Prism) bool { return p.Point == prism }) {
					section.Prisms = append(section.Prisms, Prism{Point: prism})
				}
			}
		}
		section.Members = append(section.Members, m)
	}
	for i := range section.Prisms {
		if err := s.place(ctx, &section.Prisms[i], r.End); err != nil {
			return Section{}, err
		}
	}
	return section, nil
}

// of requests the field of one member.
func (r *SectionRequest) of(id int64) Request {
	return Request{
		Point: id, Fields: []string{r.Field}, ValueTypes: []ValueType{r.Kind}, Start: r.Start, End: r.End, Base: r.Base,
		IncludeAbnormal: r.Abnormal, MaxPoints: r.MaxPoints,
	}
}

// sectioned reports whether a point computes the field of a section at a time.
func sectioned(p *compiled.Point, at int64, field string) bool {
	d := &p.Definition.Point
	return slices.Contains(catalog.Viewed{
		Category: d.Category, Kind: string(d.Kind), Measurement: d.Measurement, Fields: computedFields(p.At(at)),
	}.SectionFields(), field)
}

// prismsOf returns the points with the coordinates of which a member computes its field; itself if they are its own.
func prismsOf(p *compiled.Point, segment *compiled.Segment) []int64 {
	var list []int64
	for i, wanted := range segment.Program.Inputs() {
		in := segment.Inputs[i]
		id := segment.Main
		if in.Feed >= 0 {
			id = segment.Feeds[in.Feed]
		}
		if wanted.Field == "northing" && id != 0 && !id.IsRaw() && !slices.Contains(list, id.Point()) {
			list = append(list, id.Point())
		}
	}
	if len(list) == 0 && slices.Contains(segment.Program.Observed().List, reading.Column{Field: "northing"}) {
		list = append(list, p.Definition.Point.ID)
	}
	return list
}

// nearest returns the valid reading of a member nearest to each of the times within one interval.
func (s *Service) nearest(ctx context.Context, p *compiled.Point, r *SectionRequest, interval int64) ([]Extreme, error) {
	if len(r.Times) == 0 {
		return nil, nil
	}
	w, err := s.newWalker(ctx, p, []ValueType{r.Kind})
	if err != nil {
		return nil, err
	}
	if r.Kind == Accumulated && r.Base > 0 {
		if err := w.relativeTo(ctx, r.Base); err != nil {
			return nil, err
		}
	}
	var times []int64
	var values []float64
	for _, window := range windowsAround(r.Times, interval) {
		err := w.walk(ctx, window.From, window.To, func(row *row) error {
			v := pick(layout(row.segment, r.Kind), row.values(r.Kind), reading.Column{Field: r.Field})
			if row.flag.Valid() && !math.IsNaN(v) {
				times, values = append(times, row.time), append(values, v)
			}
			return nil
		})
		if err != nil {
			return nil, err
		}
	}
	at := make([]Extreme, len(r.Times))
	for i, t := range r.Times {
		found := joined(times, values, t, interval, interval)
		at[i] = Extreme{Time: found.Time, Value: found.Value}
	}
	return at, nil
}

// windowsAround returns the ranges within a distance of times, rising and without overlaps.
func windowsAround(times []int64, distance int64) []Span {
	sorted := slices.Clone(times)
	slices.Sort(sorted)
	var list []Span
	for _, t := range sorted {
		if n := len(list); n > 0 && t-distance <= list[n-1].To {
			list[n-1].To = t + distance
		} else {
			list = append(list, Span{t - distance, t + distance})
		}
	}
	return list
}

// withMarks adds the changed formulas of prisms, such as a new set-up of the instrument, to the marks of a member.
func (s *Service) withMarks(ctx context.Context, own []Mark, prisms []int64, r *SectionRequest) ([]Mark, error) {
	for _, id := range prisms {
		p, ok, err := s.directory.Find(ctx, id)
		if err != nil {
			return nil, err
		}
		if !ok {
			continue
		}
		for _, mark := range appendMarks(nil, markFormula, p.Definition.Config.Formula, r.Start, r.End, false) {
			if !slices.ContainsFunc(own, func(m Mark) bool { return m.Time == mark.Time && m.Kind == mark.Kind }) {
				own = append(own, mark)
			}
		}
	}
	slices.SortStableFunc(own, func(a, b Mark) int { return int(min(max(a.Time-b.Time, -1), 1)) })
	return own, nil
}

// place finds the last coordinates of a prism until a time.
func (s *Service) place(ctx context.Context, prism *Prism, until int64) error {
	none := reading.Missing
	prism.Northing, prism.Easting, prism.Elevation = none, none, none
	rows, err := s.ObservedBefore(ctx, prism.Point, until+1, 1)
	if err != nil || len(rows) == 0 {
		return err
	}
	value := func(field string) float64 {
		if v, ok := rows[0].Values[reading.Column{Field: field}]; ok {
			return v
		}
		return none
	}
	prism.Time = rows[0].Time
	prism.Northing, prism.Easting, prism.Elevation = value("northing"), value("easting"), value("elevation")
	return nil
}
