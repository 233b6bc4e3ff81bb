package dataapi

import (
	"cmp"
	"context"
	"math"
	"slices"

	"plumbline/internal/core/query"
)

// lineField is the field whose differences between neighbors a report of a line has.
const lineField = "settlement"

// alongLine is where the point of a row is on its line, and how its settlement differs from that of the neighbor before.
// Missing values are NaN.
type alongLine struct {
	chainage     float64 // m
	differential float64 // ‰
}

// along returns the place and the differential settlement of each row; nil if the caller does not ask for them.
func (s *server) along(ctx context.Context, q *ReportQuery, report *query.Report) ([]alongLine, error) {
	if !q.Differential {
		return nil, nil
	}
	ids := make([]int64, len(report.Points))
	for i, p := range report.Points {
		ids[i] = p.ID
	}
	known, err := s.Points.EngineeringOf(ctx, ids, q.Time.Millis())
	if err != nil {
		return nil, err
	}
	chainages := make([]float64, len(ids))
	for i, id := range ids {
		chainages[i] = math.NaN()
		if meters, ok := known[id].Meters(); ok {
			chainages[i] = meters
		}
	}
	return differentials(report.Rows, chainages), nil
}

// differentials computes the differential settlement between neighbors along a line, (S − S_before) / distance (domain
// formulas.md section 19). chainages are those of the points, m.
func differentials(rows []query.ReportRow, chainages []float64) []alongLine {
	made := make([]alongLine, len(rows))
	var line []int // rows of settlement with a chainage
	for i := range rows {
		made[i] = alongLine{math.NaN(), math.NaN()}
		if rows[i].Column.Field == lineField && rows[i].Column.Node == 0 {
			if made[i].chainage = chainages[rows[i].Point]; !math.IsNaN(made[i].chainage) {
				line = append(line, i)
			}
		}
	}
	slices.SortStableFunc(line, func(a, b int) int { return cmp.Compare(made[a].chainage, made[b].chainage) })
	for k := 1; k < len(line); k++ {
		here, before := line[k], line[k-1]
		if distance := made[here].chainage - made[before].chainage; distance > 0 {
			made[here].differential = (rows[here].Accumulated - rows[before].Accumulated) / distance
		}
	}
	return made
}
