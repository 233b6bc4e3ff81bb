package formula

import (
	"math"

	"plumbline/internal/core/reading"
)

var trajectoryFamily = family{
	SystemFormula: SystemFormula{
		Code: "TRAJECTORY", Label: label("轨迹位移公式", "Trajectory", "軌跡位移公式"),
		Text:    "moved = 2R·asin √(sin²(Δφ/2) + cos φ0·cos φ·sin²(Δλ/2)),  R = 6371008.8 m",
		Inputs:  append(needs("lat", "lon"), takes("", "height"), takes("", "hdop")),
		Outputs: []string{"lat", "lon", "height"},
		Settings: []FormulaSetting{
			numeric("hdopLimit", label("HDOP上限", "Highest HDOP", "HDOP上限"), "").or(5).atLeast(0.5),
			numeric("speedLimit", label("两次定位间速度上限", "Highest speed between fixes", "兩次定位間速度上限"), "m/s").or(50).atLeast(0.1),
		},
		SuitsTypes: []string{"TDM"},
	},
	source: "formulas.md section 28, measurements.md section 2.6",
	maths:  maths{outputs: trajectoryOutputs, compile: newTrajectory},
}

// trajectory is formulas.md section 28: the horizontal distance of a tracker from its initial position, m, by the
// haversine on a sphere.
//
// Observed are lat and lon (degrees) and height (m), if sent. A fix with a large HDOP, or so far from the previous one
// that the tracker would have been too fast, has no result.
type trajectory struct {
	lat, lon, height, hdop slot
	hdopLimit, speedLimit  float64
	outs                   []int
	columns                []reading.Column
	rounding               [3]precision
	units                  [3]string
	derived                []reading.Column
	moved, dist            int
	distances              [2]precision
}

const sphereRadius = 6371008.8 // m, mean

func trajectoryOutputs(*Rule, *Setting) ([]reading.Column, error) {
	return []reading.Column{{Field: "lat"}, {Field: "lon"}, {Field: "height"}}, nil
}

var (
	movedColumn = reading.Column{Field: "moved"}
	distColumn  = reading.Column{Field: "dist"}
)

func newTrajectory(b *binder) (unit, error) {
	u := &trajectory{
		lat: b.input("", "lat", 0), lon: b.input("", "lon", 0), height: b.input("", "height", 0), hdop: b.input("", "hdop", 0),
		hdopLimit: b.number("hdopLimit"), speedLimit: b.number("speedLimit"), outs: b.outs, columns: b.columns, dist: -1,
	}
	for i, column := range b.columns {
		u.rounding[i], u.units[i] = b.shown(column.Field)
	}
	u.distances[0], _ = b.shown(movedColumn.Field)
	u.distances[1], _ = b.shown(distColumn.Field)
	if b.setting.has(distColumn.Field) {
		u.derived = []reading.Column{distColumn}
	}
	return u, nil
}

// haversine returns the distance of two positions in degrees, m.
func haversine(lat0, lon0, lat, lon float64) float64 {
	a, b := math.Sin((lat-lat0)*math.Pi/360), math.Sin((lon-lon0)*math.Pi/360)
	h := a*a + math.Cos(lat0*math.Pi/180)*math.Cos(lat*math.Pi/180)*b*b
	return 2 * sphereRadius * math.Asin(math.Sqrt(min(h, 1)))
}

func (u *trajectory) run(f frame) (reading.Flag, string) {
	lat, lon, hdop := f.at(u.lat), f.at(u.lon), f.at(u.hdop)
	switch {
	case lat-lat != 0:
		return u.none(f, MissingValue+"lat")
	case lon-lon != 0:
		return u.none(f, MissingValue+"lon")
	case hdop > u.hdopLimit:
		return u.none(f, PoorFix)
	}
	if before := f.env.Previous; before != nil && f.env.Elapsed > 0 {
		if haversine(before[u.outs[0]], before[u.outs[1]], lat, lon)/f.env.Elapsed > u.speedLimit {
			return u.none(f, TooFast)
		}
	}
	f.out[u.outs[0]], f.out[u.outs[1]], f.out[u.outs[2]] = lat, lon, value(f.at(u.height))
	return 0, ""
}

func (u *trajectory) none(f frame, reason string) (reading.Flag, string) {
	for _, out := range u.outs {
		f.out[out] = reading.Missing
	}
	return 0, reason
}

func (u *trajectory) store(out []float64) (lost bool) {
	for i, at := range u.outs {
		lost = u.rounding[i].store(out, at) || lost
	}
	return lost
}

// endless reports true: which fixes are dropped depends on the previous one that was not.
func (u *trajectory) endless() bool { return true }

func (u *trajectory) concerns(reading.Column, int32) bool { return true }

func (u *trajectory) changed() (base, derived []reading.Column) {
	return []reading.Column{movedColumn}, u.derived
}

func (u *trajectory) place(base, derived []int) {
	u.moved = base[0]
	if len(derived) > 0 {
		u.dist = derived[0]
	}
}

func (u *trajectory) change(observed, initial, out []float64) {
	out[u.moved] = u.distances[0].kept(haversine(initial[u.outs[0]], initial[u.outs[1]], observed[u.outs[0]], observed[u.outs[1]]))
}

func (u *trajectory) derive(changed []float64) {
	if u.dist >= 0 {
		changed[u.dist] = u.distances[1].kept(changed[u.moved])
	}
}

func (u *trajectory) explainChange(column reading.Column) (string, []reading.Column) {
	if column == distColumn {
		return "dist = moved", []reading.Column{movedColumn}
	}
	return "moved = 2R·asin √(sin²(Δφ/2) + cos φ0·cos φ·sin²(Δλ/2))", u.columns[:2]
}

func (u *trajectory) explain(f frame, out int) []Step {
	for i, at := range u.outs {
		if at != out {
			continue
		}
		from := [...]slot{u.lat, u.lon, u.height}[i]
		step := Step{
			Field: u.columns[i].Field, Key: "TRAJECTORY", Text: u.columns[i].Field, Value: f.out[out], Unit: u.units[i],
			Inputs: []Term{
				{Name: u.columns[i].Field, Kind: RawTerm, Value: value(f.at(from)), Unit: u.units[i]},
				{Name: "hdop", Kind: RawTerm, Value: value(f.at(u.hdop))},
			},
		}
		if reading.IsMissing(step.Value) {
			_, step.Reason = u.run(f)
		}
		return []Step{step}
	}
	return nil
}
