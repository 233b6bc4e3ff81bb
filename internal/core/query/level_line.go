package query

import (
	"cmp"
	"context"
	"math"
	"slices"

	"plumbline/internal/core/compiled"
	"plumbline/internal/core/definition"
	"plumbline/internal/core/reading"
	"plumbline/internal/platform/errs"
)

// hydrostatic is the category of the vessels of a hydrostatic level.
const hydrostatic = "HSL"

// MostLineDays is the longest range of the readings of a line (domain views.md section 13).
const MostLineDays = 366

// LineRequest selects readings of all vessels of a hydrostatic line.
type LineRequest struct {
	Point      int64   // a vessel of the line
	Candidates []int64 // points that may belong to it, in the order of the line
	Kind       ValueType
	Start, End int64 // UTC ms, ends included
	Base       int64 // accumulated: relative to the result at this time; 0: to the initial value
}

// Vessel is a point of a line.
type Vessel struct {
	Point     int64
	Reference bool
	Readings  int // valid ones in the range; a vessel without any is left out of the readings of the line
	Marks     []Mark
}

// LineReading is one reading of all vessels of a line, in their order. NaN where a vessel has no value.
type LineReading struct {
	Time                    int64 // of the reference, or else of the first vessel
	Settlement, Level, Temp []float64
}

// LevelLine is the readings of a line. A time counts only if every vessel was read within the tolerance.
type LevelLine struct {
	Tolerance int64 // ms, the longest of the vessels
	Vessels   []Vessel
	Readings  []LineReading // in time order
	Skipped   int           // times at which a vessel is missing
}

// gauged are the readings of one vessel, column by column.
type gauged struct {
	times                   []int64
	settlement, level, temp []float64
	next                    int
}

// Line is a hydrostatic line at a time: the vessels with the same reference point.
type Line struct {
	Reference int64   // a vessel
	Vessels   []int64 // in the order of the candidates
	Tolerance int64   // ms within which all vessels must be read, the longest of the vessels
}

// LineOf returns the line of a vessel at a time. Candidates are points that may belong to it.
func (s *Service) LineOf(ctx context.Context, point int64, candidates []int64, at int64) (line Line, err error) {
	p, err := s.point(ctx, point)
	if err != nil {
		return line, err
	}
	if p.Definition.Point.Category != hydrostatic {
		return line, errs.OnField("measuringPointId", errs.CategoryMismatch)
	}
	processor := func(of *definition.PointConfig) definition.Processor {
		found, _ := of.Processor.At(at)
		return found.Value
	}
	line.Reference = referenceOf(point, processor(&p.Definition.Config))
	find, err := s.directory.FindAll(ctx, candidates)
	if err != nil {
		return line, err
	}
	for _, id := range candidates {
		one, ok := find(id)
		if !ok || one.Definition.Point.Category != hydrostatic {
			continue
		}
		settings := processor(&one.Definition.Config)
		if referenceOf(id, settings) == line.Reference {
			line.Vessels = append(line.Vessels, id)
			line.Tolerance = max(line.Tolerance, 1000*cmp.Or(settings.SyncTolerance, definition.SyncTolerance))
		}
	}
	return line, nil
}

// LevelLine returns the line that a vessel belongs to at the end of the range, and its readings.
func (s *Service) LevelLine(ctx context.Context, r LineRequest) (LevelLine, error) {
	if r.End-r.Start > MostLineDays*dayMS {
		return LevelLine{}, errs.OnField("start", errs.SpanTooLong, "days", MostLineDays)
	}
	members, err := s.LineOf(ctx, r.Point, r.Candidates, r.End)
	if err != nil {
		return LevelLine{}, err
	}
	line := LevelLine{Tolerance: members.Tolerance}
	var read []*gauged
	for _, id := range members.Vessels {
		one, err := s.point(ctx, id)
		if err != nil {
			return line, err
		}
		g, err := s.gauge(ctx, one, r)
		if err != nil {
			return line, err
		}
		read = append(read, g)
		line.Vessels = append(line.Vessels, Vessel{
			Point: id, Reference: id == members.Reference, Readings: len(g.times), Marks: marks(one, r.Start, r.End),
		})
	}
	line.join(read, r)
	return line, nil
}

// referenceOf returns the reference point of a vessel: the vessel itself if it has none.
func referenceOf(id int64, p definition.Processor) int64 {
	if p.RefPoint != 0 {
		return p.RefPoint
	}
	return id
}

// gauge reads the valid readings of a vessel.
func (s *Service) gauge(ctx context.Context, p *compiled.Point, r LineRequest) (*gauged, error) {
	w, err := s.newWalker(ctx, p, []ValueType{r.Kind})
	if err != nil {
		return nil, err
	}
	if r.Kind == Accumulated && r.Base > 0 {
		if err := w.relativeTo(ctx, r.Base); err != nil {
			return nil, err
		}
	}
	g := &gauged{}
	settled, levels, temps := reading.Column{Field: "settlement"}, reading.Column{Field: "level"}, reading.Column{Field: "temp"}
	err = w.walk(ctx, r.Start, r.End, func(row *row) error {
		if !row.flag.Valid() {
			return nil
		}
		observed := layout(row.segment, Observed)
		level := pick(observed, row.observed, levels)
		if math.IsNaN(level) {
			return nil
		}
		g.times = append(g.times, row.time)
		g.level, g.temp = append(g.level, level), append(g.temp, pick(observed, row.observed, temps))
		g.settlement = append(g.settlement, pick(layout(row.segment, r.Kind), row.values(r.Kind), settled))
		return nil
	})
	return g, err
}

// join groups the readings of the vessels by time. A group begins with the earliest reading that is left, and takes
// the next one of each vessel within the tolerance.
func (l *LevelLine) join(read []*gauged, r LineRequest) {
	isRead := func(i int) bool { return len(read[i].times) > 0 }
	for {
		first := int64(math.MaxInt64)
		for _, g := range read {
			if g.next < len(g.times) {
				first = min(first, g.times[g.next])
			}
		}
		if first == math.MaxInt64 {
			return
		}
		n := len(read)
		one := LineReading{Time: first, Settlement: absent(n), Level: absent(n), Temp: absent(n)}
		complete := true
		for i, g := range read {
			if g.next >= len(g.times) || g.times[g.next]-first > l.Tolerance {
				complete = complete && !isRead(i)
				continue
			}
			if l.Vessels[i].Reference {
				one.Time = g.times[g.next]
			}
			one.Settlement[i], one.Level[i], one.Temp[i] = g.settlement[g.next], g.level[g.next], g.temp[g.next]
			g.next++
		}
		// At an end of the range the other readings of a group may be outside.
		cut := first-r.Start < l.Tolerance || r.End-first < l.Tolerance
		if complete {
			l.Readings = append(l.Readings, one)
		} else if !cut {
			l.Skipped++
		}
	}
}

func absent(n int) []float64 { return slices.Repeat([]float64{reading.Missing}, n) }
