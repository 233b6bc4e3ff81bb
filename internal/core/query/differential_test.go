package query_test

import (
	"math"
	"testing"

	"plumbline/internal/core/query"
)

// The worked number of formulas.md section 19, with rows that are not in the order of the line.
func TestDifferentialSettlement(t *testing.T) {
	row := func(point int, field string, accumulated float64) query.ReportRow {
		return query.ReportRow{Point: point, Column: query.Column{Field: field}, Accumulated: accumulated}
	}
	missing := math.NaN()
	rows := []query.ReportRow{
		row(0, "settlement", -12.37), row(1, "settlement", -4.81), row(1, "temp", 3),
		row(2, "settlement", missing), row(3, "settlement", -1), row(4, "settlement", -2), row(5, "settlement", -5),
	}
	got := query.Differentials(rows, []float64{118.2, 100, 130, 140, missing, 140})
	for i, want := range []float64{-0.4153846, missing, missing, missing, missing, missing, missing} {
		if one := got[i].Differential; math.Abs(one-want) > 1e-7 || math.IsNaN(one) != math.IsNaN(want) {
			t.Errorf("row %d: %v, want %v", i, one, want)
		}
	}
	if got[0].Chainage != 118.2 || !math.IsNaN(got[2].Chainage) || !math.IsNaN(got[5].Chainage) {
		t.Errorf("chainages %+v", got)
	}
}
