package query

import (
	"cmp"
	"math"
	"slices"
)

// lineField is the field whose differences between neighbors a report of a line has.
const lineField = "settlement"

// AlongLine is where the point of a row of a report is on its line, and how its settlement differs from that of the neighbor
// before. Missing values are NaN.
type AlongLine struct {
	Chainage     float64 // m
	Differential float64 // ‰
}

// Differentials computes the differential settlement between neighbors along a line, (S − S_before) / distance (domain
// formulas.md section 19). chainages are those of the points, m; NaN: not known.
func Differentials(rows []ReportRow, chainages []float64) []AlongLine {
	made := make([]AlongLine, len(rows))
	var line []int // rows of settlement with a chainage
	for i := range rows {
		made[i] = AlongLine{math.NaN(), math.NaN()}
		if rows[i].Column.Field == lineField && rows[i].Column.Node == 0 {
			if made[i].Chainage = chainages[rows[i].Point]; !math.IsNaN(made[i].Chainage) {
				line = append(line, i)
			}
		}
	}
	slices.SortStableFunc(line, func(a, b int) int { return cmp.Compare(made[a].Chainage, made[b].Chainage) })
	for k := 1; k < len(line); k++ {
		here, before := line[k], line[k-1]
		if distance := made[here].Chainage - made[before].Chainage; distance > 0 {
			made[here].Differential = (rows[here].Accumulated - rows[before].Accumulated) / distance
		}
	}
	return made
}
