package query_test

import (
	"math"
	"testing"

	"plumbline/internal/core/compiled"
	"plumbline/internal/core/query"
	"plumbline/internal/core/reading"
	"plumbline/internal/core/series"
	"plumbline/internal/platform/errs"
)

func TestManualRunIsComparedWithAnArray(t *testing.T) {
	const arrayID, hour = pointID + 1, int64(3_600_000)
	s := newSite(t)
	hole, chain := s.add(casing(pointID)), s.add(array(arrayID))
	result := func(p *compiled.Point, at int64, x float64) series.Put {
		observed := p.At(at).Program.Observed()
		values := make([]float64, observed.Len())
		for i, c := range observed.List {
			values[i] = 100                  // of the initial value
			if c.Field == "x" && p == hole { // whose toe, node 2, does not move
				values[i] += x * float64(2-c.Node)
			} else if c.Field == "x" {
				values[i] += x
			}
		}
		return series.Put{Series: series.ResultID(p.Definition.Point.ID), Time: at, Columns: observed, Values: values}
	}
	raw := reading.Intern([]reading.Column{{Field: "a0", Node: 1}, {Field: "a180", Node: 1}})
	run := func(at int64) series.Put {
		return series.Put{Series: hole.At(at).Main, Time: at, Columns: raw, Values: []float64{1254, -1238}}
	}
	first, second, third := start, start+10*day, start+20*day
	s.write(series.Batch{
		Raw: []series.Put{run(first), run(second), run(third)},
		Results: []series.Put{
			result(hole, first, 0), result(hole, second, 5), result(hole, third, 9),
			result(chain, first+hour, 0.5), result(chain, second-13*hour, 7), result(chain, second+2*hour, 4.5), result(chain, third+11*hour, 8),
			result(chain, third-2*hour, 7),
		},
	})
	for _, initial := range []series.Put{result(hole, first, 0), result(chain, first, 0)} {
		value := initialOf(initial)
		value.Formed = first
		s.initials = append(s.initials, value)
	}
	ask := query.ManualRequest{Point: arrayID, Manual: pointID, Field: "x", Start: start, End: start + 30*day, Run: second}
	compare := func(r query.ManualRequest) query.ManualCompare {
		t.Helper()
		found, err := s.read.ManualCompare(t.Context(), r)
		if err != nil {
			t.Fatal(err)
		}
		return found
	}
	got := compare(ask)
	if got.Run != second || got.Reading != second+2*hour || got.ZeroRun != first || got.ZeroReading != first+hour || got.Increments || len(got.Runs) != 3 {
		t.Fatalf("compared %+v", got)
	}
	// The casing is 1 m deep: only the first node of the array is within it.
	if p := got.Pairs[0]; p.Depth != 0.5 || p.Manual != 5 || p.Automatic != 4 || got.Statistics.Count != 1 || got.Statistics.Max != 1 {
		t.Errorf("the first node is %+v, of %+v", p, got.Statistics)
	}
	if p := got.Pairs[1]; !math.IsNaN(p.Manual) || p.Automatic != 4 {
		t.Errorf("below the casing %+v", p)
	}

	ask.Run, ask.Base, ask.SameToe = 0, second, true
	if got := compare(ask); got.Run != third || got.Reading != third-2*hour || got.ZeroRun != second || got.Pairs[0].Difference() != 0 || got.Pairs[0].Automatic != 2.5 {
		t.Errorf("the last run against the second: %+v", got)
	}
	// A younger initial value of the casing leaves the increments since then.
	s.initials[0].Formed = second
	ask.Base = 0
	if got := compare(ask); got.ZeroRun != second || !got.Increments {
		t.Errorf("with a younger initial value: %+v", got)
	}
	ask.Start, ask.End = start+25*day, start+30*day
	if got := compare(ask); got.Run != 0 || len(got.Runs) != 0 || got.Pairs != nil {
		t.Errorf("without a run: %+v", got)
	}
	ask.Manual = arrayID
	if _, err := s.read.ManualCompare(t.Context(), ask); !errs.Is(err, errs.CategoryMismatch) {
		t.Errorf("an array as the manual one: %v", err)
	}
}
