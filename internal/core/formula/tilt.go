package formula

import (
	"math"

	"plumbline/internal/core/reading"
)

var tiltFamily = family{
	SystemFormula: SystemFormula{
		Code: "TILT", Label: label("倾斜公式", "Tilt", "傾斜公式"),
		Text:    "slope = 1000·tan θ;  top = 1000·H·(sin θ − sin θ0);  res = √(Δx² + Δy²);  azi = atan2(Δy, Δx) + α",
		Inputs:  append(needs("angleX"), takes("", "angleY")),
		Outputs: []string{"angleX", "angleY", "slopeX", "slopeY"},
		Settings: []FormulaSetting{
			coefficient("installHeight").atLeast(0), boolean("single", label("仅一个轴", "One axis only", "僅一個軸")),
		},
		SuitsTypes: []string{"IDM", "RionInclino", "GDM"},
	},
	source: "formulas.md section 27, devices.md section 5.12",
	maths:  maths{outputs: tiltOutputs, compile: newTilt},
}

// tilt is formulas.md section 27: angles of a tilt meter in degrees, the slopes of its axes in mm/m, and their change.
//
//	slope = 1000·tan θ              mm/m
//	top   = 1000·H·(sin θ − sin θ0)  mm, at the height H above the base
//	res   = √(ΔX² + ΔY²)            °
//	azi   = atan2(ΔY, ΔX) + azimuth of the X axis
//
// Without an installation height there is no displacement of the top. The azimuth of less than leastTilt is noise.
type tilt struct {
	angles  [2]slot
	outs    []int // angles, then slopes
	axes    int
	sloped  bool
	columns []reading.Column
	base    []reading.Column // columns, then tops
	bases   []int
	tops    bool
	height  float64
	axis    float64
	derived []reading.Column
	length  int // index of res in the change, −1 if absent
	azimuth int // of azi
	units   map[string]string

	angled, slopes, topped, lengths, azimuths precision
}

// leastTilt is the smallest tilt with a direction, degrees: the resolution of the instruments.
const leastTilt = 1e-4

var tiltAxes = [...]string{"X", "Y"}

func tiltColumns(rule *Rule, s *Setting, name string) (list []reading.Column) {
	axes := tiltAxes[:]
	if rule.Options["single"] == "true" {
		axes = axes[:1]
	}
	for _, axis := range axes {
		if name == "angle" || s.has(name+axis) {
			list = append(list, reading.Column{Field: name + axis})
		}
	}
	return list
}

func tiltOutputs(rule *Rule, s *Setting) ([]reading.Column, error) {
	return append(tiltColumns(rule, s, "angle"), tiltColumns(rule, s, "slope")...), nil
}

func newTilt(b *binder) (unit, error) {
	angles := tiltColumns(b.rule, b.setting, "angle")
	u := &tilt{
		outs: b.outs, axes: len(angles), columns: b.columns, base: b.columns, length: -1, azimuth: -1, axis: b.setting.AxisAzimuth,
		sloped: len(b.columns) > len(angles), units: map[string]string{},
	}
	for i, column := range angles {
		u.angles[i] = b.input("", column.Field, 0)
	}
	u.angled, u.units["angle"] = b.shown("angleX")
	u.slopes, u.units["slope"] = b.shown("slopeX")
	u.topped, _ = b.shown("topX")
	u.lengths, _ = b.shown("res")
	u.azimuths, _ = b.shown("azi")
	if height, given := b.given("installHeight"); given && height > 0 {
		tops := tiltColumns(b.rule, b.setting, "top")
		u.height, u.tops, u.base = height, len(tops) > 0, append(append([]reading.Column{}, b.columns...), tops...)
	}
	if u.axes < len(tiltAxes) {
		return u, b.failed
	}
	for _, name := range [...]string{"res", "azi"} {
		if b.setting.has(name) {
			u.derived = append(u.derived, reading.Column{Field: name})
		}
	}
	return u, b.failed
}

func (u *tilt) run(f frame) (flag reading.Flag, reason string) {
	for i := range u.axes {
		angle := f.at(u.angles[i])
		if angle-angle != 0 {
			angle = reading.Missing
			if reason == "" {
				reason = MissingValue + u.columns[i].Field
			}
			flag |= reading.Partial
		}
		f.out[u.outs[i]] = angle
		if u.sloped {
			f.out[u.outs[u.axes+i]] = value(1000 * math.Tan(angle*math.Pi/180))
		}
	}
	return flag, reason
}

func (u *tilt) store(out []float64) (lost bool) {
	lost = u.angled.store(out, u.outs[:u.axes]...)
	return u.slopes.store(out, u.outs[u.axes:]...) || lost
}

func (u *tilt) endless() bool { return false }

// concerns reports all: a tilt meter has no nodes.
func (u *tilt) concerns(reading.Column, int32) bool { return true }

func (u *tilt) changed() (base, derived []reading.Column) { return u.base, u.derived }

func (u *tilt) place(base, derived []int) {
	u.bases = base
	for i, column := range u.derived {
		if column.Field == "res" {
			u.length = derived[i]
		} else {
			u.azimuth = derived[i]
		}
	}
}

func (u *tilt) change(observed, initial, out []float64) {
	for i, at := range u.outs {
		p := u.angled
		if i >= u.axes {
			p = u.slopes
		}
		out[u.bases[i]] = p.difference(observed[at], initial[at])
	}
	if !u.tops {
		return
	}
	for i := range u.axes {
		now, before := observed[u.outs[i]]*math.Pi/180, initial[u.outs[i]]*math.Pi/180
		out[u.bases[len(u.outs)+i]] = u.topped.kept(1000 * u.height * (math.Sin(now) - math.Sin(before)))
	}
}

func (u *tilt) derive(changed []float64) {
	if u.axes < len(tiltAxes) {
		return
	}
	x, y := changed[u.bases[0]], changed[u.bases[1]]
	length := math.Hypot(x, y)
	if u.length >= 0 {
		changed[u.length] = u.lengths.kept(length)
	}
	if u.azimuth < 0 {
		return
	}
	if !(length >= leastTilt) {
		changed[u.azimuth] = reading.Missing
		return
	}
	changed[u.azimuth] = u.azimuths.kept(clockwise(math.Atan2(y, x)*180/math.Pi + u.axis))
}

func (u *tilt) explainChange(column reading.Column) (string, []reading.Column) {
	switch column.Field {
	case "res":
		return "√(Δx² + Δy²)", u.columns[:2]
	case "azi":
		return "atan2(Δy, Δx) + α", u.columns[:2]
	case "topX":
		return "top = 1000·H·(sin θ − sin θ_init)", u.columns[:1]
	case "topY":
		return "top = 1000·H·(sin θ − sin θ_init)", u.columns[1:2]
	}
	return subtraction, []reading.Column{column}
}

func (u *tilt) explain(f frame, out int) []Step {
	for i, at := range u.outs {
		if at != out {
			continue
		}
		axis := i % u.axes
		step := Step{
			Field: u.columns[i].Field, Key: "TILT", Text: "θ", Value: f.out[out], Unit: u.units["angle"],
			Inputs: []Term{{Name: u.columns[axis].Field, Kind: RawTerm, Value: value(f.at(u.angles[axis])), Unit: "°"}},
		}
		if i >= u.axes {
			step.Text, step.Unit = "slope = 1000·tan θ", u.units["slope"]
		}
		if reading.IsMissing(step.Value) {
			step.Reason = MissingValue + u.columns[axis].Field
		}
		return []Step{step}
	}
	return nil
}
