package formula

import (
	"math"

	"plumbline/internal/core/reading"
)

// chainTop is the point surveyed at the collar of a chain that is fixed there: its movement since the initial value is
// added to every node (formulas.md section 10 step 4, devices.md 3.4 topShiftSource).
//
// Its position as read is stored with the shape in two hidden columns; a third says which fields they are. If the
// fields differ from those of the initial value, there is no movement, and the nodes have no result.
type chainTop struct {
	role  string
	pairs [len(topPairs)][2]slot
	outs  []int // kind, first, second; nil: no source
	mark  rotation
	axis  rotation // azimuth of the source's x and y axes
}

// topPairs are the fields of a source's position; the first pair that it has is used.
var topPairs = [...][2]string{{"northing", "easting"}, {"lat", "lon"}, {"n", "e"}, {"x", "y"}}

const (
	topKind   = "topKind" // index in topPairs
	topFirst  = "topFirst"
	topSecond = "topSecond"
)

// Hidden reports whether an observed column is stored only as input of a computation, and is no value of the point.
func Hidden(field string) bool {
	switch field {
	case HeldField, topKind, topFirst, topSecond, zeroA, zeroB, RunField:
		return true
	}
	return false
}

// fixedAtTop reports whether a chain is fixed at its collar.
func fixedAtTop(s *Setting) (bool, error) {
	switch s.FixedEnd {
	case "", "bottom", "far":
		return false, nil
	case "top", "near":
		return true, nil
	}
	return false, illegal(BadOption, "fixedEnd", 0)
}

// surveyedTop returns the source of a chain fixed at the collar, or "".
func surveyedTop(s *Setting) string {
	if s.FixedEnd == "top" || s.FixedEnd == "near" {
		return s.TopSource
	}
	return ""
}

func topColumns(s *Setting) []reading.Column {
	if surveyedTop(s) == "" {
		return nil
	}
	return []reading.Column{{Field: topKind}, {Field: topFirst}, {Field: topSecond}}
}

func newChainTop(b *binder, outs []int) chainTop {
	t := chainTop{role: surveyedTop(b.setting), outs: outs, mark: turn(-b.setting.MarkAngle), axis: turn(b.setting.AxisAzimuth)}
	if len(outs) == 0 {
		return t
	}
	for i, pair := range topPairs {
		for k, field := range pair {
			t.pairs[i][k] = b.input(t.role, field, 0)
		}
	}
	return t
}

// run stores the position of the source; reason says why there is none.
func (t *chainTop) run(f frame) (reason string) {
	if len(t.outs) == 0 {
		return ""
	}
	for kind, pair := range t.pairs {
		first, second := f.at(pair[0]), f.at(pair[1])
		if first-first == 0 && second-second == 0 {
			f.out[t.outs[0]], f.out[t.outs[1]], f.out[t.outs[2]] = float64(kind), first, second
			return ""
		}
	}
	for _, at := range t.outs {
		f.out[at] = reading.Missing
	}
	return MissingValue + t.role
}

// moved returns the movement of the collar along A and B, mm: zero without a source, NaN if unknown.
func (t *chainTop) moved(observed, initial []float64) (a, b float64) {
	if len(t.outs) == 0 {
		return 0, 0
	}
	kind, first, second := observed[t.outs[0]], observed[t.outs[1]], observed[t.outs[2]]
	first0, second0 := initial[t.outs[1]], initial[t.outs[2]]
	if kind != initial[t.outs[0]] || kind-kind != 0 {
		return math.NaN(), math.NaN()
	}
	north, east := first-first0, second-second0
	switch int(kind) {
	case 0:
		north, east = north*1000, east*1000
	case 1:
		north, east, _ = cgcs2000.movement(geodetic{lat: first0, lon: second0}, geodetic{lat: first, lon: second})
		north, east = north*1000, east*1000
	case 3:
		north, east = t.axis.apply(north, east)
	}
	return t.mark.apply(north, east)
}

// from returns the columns from which the movement of the collar is computed.
func (t *chainTop) from() []reading.Column {
	if len(t.outs) == 0 {
		return nil
	}
	return []reading.Column{{Field: topFirst}, {Field: topSecond}}
}

func (t *chainTop) explain(f frame, column reading.Column, out int) []Step {
	step := Step{Field: column.Field, Key: "INCLINO_CHAIN", Text: column.Field, Value: f.out[out]}
	if kind := f.out[t.outs[0]]; !math.IsNaN(kind) && column.Field != topKind {
		i := 0
		if column.Field == topSecond {
			i = 1
		}
		step.Text = topPairs[int(kind)][i]
		step.Inputs = []Term{{Name: step.Text, Kind: PointTerm, Value: f.out[out], Role: t.role}}
	}
	if reading.IsMissing(step.Value) {
		step.Reason = MissingValue + t.role
	}
	return []Step{step}
}
