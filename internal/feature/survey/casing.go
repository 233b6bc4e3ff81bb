package survey

import (
	"math"
	"slices"

	"plumbline/internal/core/formula"
	"plumbline/internal/core/query"
	"plumbline/internal/platform/errs"
)

const (
	// depthTolerance is how far the depth in a file may be from that of a station, m: a mark on the cable is read by eye.
	depthTolerance = 0.05
	// farthestDigit is the largest reading of a probe, digits.
	farthestDigit = 99_999
)

// casingWords are short because the headings of probes are.
var casingWords = map[string][]string{
	"depth": {"depth", "深度", "level"}, "a0": {"a0", "a+", "a 0"}, "a180": {"a180", "a-", "a 180", "a−"},
	"b0": {"b0", "b+", "b 0"}, "b180": {"b180", "b-", "b 180", "b−"},
}

// casings are the surveys of an inclinometer probe in a casing with stations, in digits of the probe.
func casings(stations []query.SurveyNode) *kind {
	limits := map[string][2]float64{"depth": {-100, 1000}}
	for _, field := range formula.ProbeFields {
		limits[field] = [2]float64{-farthestDigit, farthestDigit}
	}
	return &kind{
		fields: append([]string{"depth"}, formula.ProbeFields[:]...), usual: 5, words: casingWords, limits: limits, gaps: true,
		lacks: func(has func(...string) bool) *errs.Message {
			if !has("depth", "a0", "a180") {
				return errs.ColumnsOfCasing
			}
			return nil
		},
		accept: func(before [][]float64, next []float64) (int32, *Problem) {
			at := nearest(stations, next[0])
			switch {
			case math.Abs(stations[at].Depth-next[0]) > depthTolerance:
				return 0, &Problem{Field: "depth", Message: errs.NoStation, Args: errs.Args{"near": stations[at].Depth}}
			case slices.ContainsFunc(before, func(one []float64) bool { return nearest(stations, one[0]) == at }):
				return 0, &Problem{Field: "depth", Message: errs.Duplicate}
			case math.IsNaN(next[1]) && math.IsNaN(next[2]):
				return 0, &Problem{Field: "a0", Message: errs.Empty}
			}
			return stations[at].No, nil
		},
	}
}

// nearest returns the index of the station next to a depth.
func nearest(stations []query.SurveyNode, depth float64) int {
	best := 0
	for i := range stations {
		if math.Abs(stations[i].Depth-depth) < math.Abs(stations[best].Depth-depth) {
			best = i
		}
	}
	return best
}

// read returns the stations as a survey has them, from the collar down.
func (t *Table) read() []query.SurveyNode {
	list := make([]query.SurveyNode, len(t.Stations))
	for i, station := range t.Stations {
		list[i] = query.SurveyNode{No: t.Nodes[i], Depth: station[0]}
		copy(list[i].Values[:], station[1:])
	}
	slices.SortFunc(list, func(a, b query.SurveyNode) int { return int(a.No - b.No) })
	return list
}
