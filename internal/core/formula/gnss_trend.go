package formula

import (
	"fmt"
	"slices"
	"sort"
	"time"

	"plumbline/internal/core/reading"
	"plumbline/internal/core/sample"
)

// trendWindow is the setting of how far back a trend reaches, days.
const trendWindow = "trendWindow"

// trendFields are the trend of a position to the north, to the east and up.
var trendFields = [3]string{"trendN", "trendE", "trendU"}

// mostTrend is about how many readings a trend is taken from; of more, every second, third… from the newest back.
const mostTrend = 5000

const day = float64(24 * time.Hour / time.Millisecond)

// gnssTrend is the trend rate of formulas.md section 19 of a position, mm/d: the slope of the line through the valid
// readings in (t − window, t] by least squares, of the present receiver. Single solutions scatter by more than a point moves in a day, so that a
// rate between two of them says little. There is no trend from fewer than three readings, or over less than half of the
// window. The zero value has no trend.
type gnssTrend struct {
	of       *gnss
	window   int64 // ms; 0: none
	outs     []int
	axes     []int // of the outs: 0 north, 1 east, 2 up
	rounding precision
	unit     string
	at       int // position of the position in the past
}

func trendColumns(rule *Rule, setting *Setting) (columns []reading.Column) {
	if rule.Params[trendWindow] == 0 {
		return nil
	}
	for _, field := range trendFields {
		if setting.has(field) {
			columns = append(columns, reading.Column{Field: field})
		}
	}
	return columns
}

func newGNSSTrend(b *binder, of *gnss) gnssTrend {
	t := gnssTrend{of: of, window: int64(b.number(trendWindow) * day), outs: b.outs[3:]}
	for _, column := range b.columns[3:] {
		t.axes = append(t.axes, slices.Index(trendFields[:], column.Field))
	}
	t.rounding, t.unit = b.shown(b.columns[3].Field)
	return t
}

// lines returns the lines along the axes, in mm and days since the reading; false: too few readings.
func (u *gnssTrend) lines(f frame) (lines [3]sample.Line, ok [3]bool) {
	for axis := range lines {
		lines[axis].Add(0, 0)
	}
	past := f.env.Past
	if past == nil || len(past.Times) < 2 {
		return lines, ok
	}
	now := [3]float64{f.out[u.of.outs[0]], f.out[u.of.outs[1]], f.out[u.of.outs[2]]}
	width := len(past.Values) / len(past.Times)
	first := sort.Search(len(past.Times), func(i int) bool { return past.Times[i] > f.env.Time-u.window })
	every := (len(past.Times)-first)/mostTrend + 1
	var oldest [3]int64
	for i := len(past.Times) - 1; i >= first; i -= every {
		moved := u.moved(now, [3]float64(past.Values[i*width+u.at:]))
		for axis, m := range moved {
			if m-m == 0 {
				oldest[axis] = past.Times[i]
				lines[axis].Add(float64(past.Times[i]-f.env.Time)/day, m)
			}
		}
	}
	for axis := range lines {
		ok[axis] = lines[axis].Count >= 3 && 2*(f.env.Time-oldest[axis]) >= u.window
	}
	return lines, ok
}

// moved returns how far north, east and up an earlier position is from that of the reading, mm; NaN without one.
func (u *gnssTrend) moved(now, earlier [3]float64) [3]float64 {
	if u.of.local {
		return [3]float64{earlier[0] - now[0], earlier[1] - now[1], earlier[2] - now[2]}
	}
	north, east, up := u.of.ellipsoid.movement(geodetic{now[0], now[1], now[2]}, geodetic{earlier[0], earlier[1], earlier[2]})
	return [3]float64{north * 1000, east * 1000, up * 1000}
}

func (u *gnssTrend) run(f frame) {
	if u.window == 0 {
		return
	}
	lines, ok := u.lines(f)
	for i, out := range u.outs {
		f.out[out] = reading.Missing
		if axis := u.axes[i]; ok[axis] {
			slope, _ := lines[axis].Fit()
			f.out[out] = value(slope)
		}
	}
}

func (u *gnssTrend) explain(f frame, out int) (step Step, ok bool) {
	i := slices.Index(u.outs, out)
	if i < 0 {
		return step, false
	}
	axis := u.axes[i]
	name := [3]string{"N", "E", "U"}[axis]
	step = Step{
		Field: trendFields[axis], Key: "GNSS_ENU", Value: f.out[out], Unit: u.unit,
		Text: fmt.Sprintf("%[1]s = [n·Σ(t·%[2]s) − Σt·Σ%[2]s]/[n·Σt² − (Σt)²]", trendFields[axis], name),
	}
	if reading.IsMissing(f.out[u.of.outs[0]]) {
		return step, true
	}
	lines, enough := u.lines(f)
	line := lines[axis]
	if !enough[axis] {
		step.Reason = TooSparse
	}
	step.Inputs = []Term{
		{Name: "n", Kind: PreviousTerm, Value: float64(line.Count)},
		{Name: "Σ(t·" + name + ")", Kind: PreviousTerm, Value: line.TY, Unit: "d·mm"},
		{Name: "Σt", Kind: PreviousTerm, Value: line.T, Unit: "d"},
		{Name: "Σ" + name, Kind: PreviousTerm, Value: line.Y, Unit: "mm"},
		{Name: "Σt²", Kind: PreviousTerm, Value: line.TT, Unit: "d²"},
	}
	return step, true
}
