package survey

import "plumbline/internal/platform/errs"

// farthest is the largest coordinate, m.
const farthest = 1e8

// pipes are the surveys of a pipeline attitude meter; the ranges are those of the raw fields (domain devices.md appendix A).
var pipes = kind{
	fields: []string{"chainage", "pitch", "heading", "roll", "northing", "easting", "elevation"},
	usual:  4,
	words: map[string][]string{
		"chainage": {"chainage", "distance", "station", "里程", "距离", "距離"}, "pitch": {"pitch", "俯仰", "倾角", "傾角"},
		"heading": {"heading", "azimuth", "bearing", "航向", "方位"}, "roll": {"roll", "横滚", "橫滾", "滚转"},
		"northing": {"north", "n", "北", "x"}, "easting": {"east", "e", "东", "東", "y"}, "elevation": {"elev", "level", "z", "高程"},
	},
	limits: map[string][2]float64{
		"chainage": {0, 5000}, "pitch": {-90, 90}, "heading": {0, 360}, "roll": {-180, 180},
		"northing": {-farthest, farthest}, "easting": {-farthest, farthest}, "elevation": {-farthest, farthest},
	},
	lacks: func(has func(...string) bool) *errs.Message {
		if !has("chainage") || !has("pitch", "heading") && !has("northing", "easting", "elevation") {
			return errs.ColumnsOfPipe
		}
		return nil
	},
	accept: func(before [][]float64, next []float64) (int32, *Problem) {
		if n := len(before); n > 0 && next[0] <= before[n-1][0] {
			return 0, &Problem{Field: "chainage", Message: errs.ChainageRises}
		}
		return int32(len(before) + 1), nil
	},
}
