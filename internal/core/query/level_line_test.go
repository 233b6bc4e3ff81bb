package query_test

import (
	"math"
	"testing"

	"plumbline/internal/core/definition"
	"plumbline/internal/core/query"
	"plumbline/internal/core/reading"
	"plumbline/internal/core/series"
	"plumbline/internal/platform/errs"
)

// vessel is a point of a hydrostatic line; reference 0: the reference itself.
func vessel(id, reference int64) definition.Definition {
	d := piezometer(id)
	d.Point.Measurement, d.Point.Category = "DBCJ", "HSL"
	d.Config.Formula = versions(definition.Formula{Rules: []definition.Rule{{FormulaType: definition.SystemFormula, SysFormula: "HSL"}}})
	d.Config.Processor = versions(definition.Processor{RefPoint: reference})
	return d
}

// settled stores a result of a vessel: settlement observed, and level.
func (s *site) settled(id, t int64, settlement, level float64, flag ...reading.Flag) {
	s.t.Helper()
	columns := s.points[id].At(t).Program.Observed()
	put := series.Put{Series: series.ResultID(id), Time: t, Columns: columns, Values: []float64{settlement, level}}
	for _, f := range flag {
		put.Flag |= f
	}
	s.write(series.Batch{Results: []series.Put{put}})
}

func line(t *testing.T) *site {
	s := newSite(t)
	for _, d := range []definition.Definition{vessel(41, 0), vessel(42, 41), vessel(43, 41), vessel(51, 0), vessel(44, 41)} {
		s.add(d)
	}
	s.add(piezometer(pointID))
	return s
}

// The worked numbers of formulas.md section 15: observed minus initial.
func TestLineOfHydrostaticLevel(t *testing.T) {
	s := line(t)
	initials := map[int64]float64{41: 50.214, 42: 48.867, 43: 52.031}
	now := map[int64]float64{41: 50.596, 42: 50.112, 43: 52.377}
	begun := s.now - day
	for _, id := range []int64{41, 42, 43} {
		s.initial(id, -(initials[id] - initials[41]), initials[id])
		s.settled(id, begun+id*1000, -(now[id] - now[41]), now[id])
		s.settled(id, begun+hour+id*1000, -(now[id] - now[41]), now[id])
	}
	s.settled(51, begun, 0, 60)                           // another line
	s.settled(43, begun+2*hour, 0, 60, reading.Withdrawn) // does not count
	s.settled(41, begun+2*hour, 0, 50)                    // alone
	s.settled(42, begun+2*hour+6*minute, 0, 50)           // too late
	request := query.LineRequest{Point: 43, Candidates: []int64{42, 41, 43, 51, 44, pointID, 999}, Kind: query.Accumulated, Start: begun - hour, End: s.now}
	got, err := s.read.LevelLine(t.Context(), request)
	if err != nil {
		t.Fatal(err)
	}
	if len(got.Vessels) != 4 || got.Vessels[0].Point != 42 || !got.Vessels[1].Reference || got.Vessels[3].Readings != 0 {
		t.Fatalf("vessels %+v", got.Vessels)
	}
	if len(got.Readings) != 2 || got.Skipped != 2 || got.Tolerance != 5*minute {
		t.Fatalf("%d readings, %d skipped, tolerance %d", len(got.Readings), got.Skipped, got.Tolerance)
	}
	first := got.Readings[0]
	for i, want := range []float64{-0.863, 0, 0.036} {
		if math.Abs(first.Settlement[i]-want) > 5e-4 {
			t.Errorf("settlement of vessel %d is %v, want %v", i, first.Settlement[i], want)
		}
	}
	if first.Time != begun+41_000 || first.Level[2] != 52.377 || !math.IsNaN(first.Level[3]) || !math.IsNaN(first.Temp[0]) {
		t.Errorf("first reading %+v", first)
	}
}

func TestLineRefusesOtherPointsAndLongRanges(t *testing.T) {
	s := line(t)
	for _, c := range []struct {
		point, days int64
		field       string
	}{{pointID, 1, "measuringPointId"}, {41, 367, "start"}} {
		_, err := s.read.LevelLine(t.Context(), query.LineRequest{Point: c.point, Kind: query.Observed, Start: s.now - c.days*day, End: s.now})
		if f, ok := errs.As(err); !ok || len(f.Fields) != 1 || f.Fields[0].Name != c.field {
			t.Errorf("%+v: %v", c, err)
		}
	}
}

func TestLineOfShorterTolerance(t *testing.T) {
	s := newSite(t)
	for id, reference := range map[int64]int64{41: 0, 42: 41} {
		d := vessel(id, reference)
		d.Config.Processor = versions(definition.Processor{RefPoint: reference, SyncTolerance: 60})
		s.add(d)
	}
	begun := s.now - day
	s.settled(41, begun, 0, 50)
	s.settled(42, begun+2*minute, 0, 50)
	got, err := s.read.LevelLine(t.Context(),
		query.LineRequest{Point: 41, Candidates: []int64{41, 42}, Kind: query.Observed, Start: begun - hour, End: s.now})
	if err != nil || got.Tolerance != minute || len(got.Readings) != 0 || got.Skipped != 2 {
		t.Errorf("%+v, %v", got, err)
	}
}
