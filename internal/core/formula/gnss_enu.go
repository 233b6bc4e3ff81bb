package formula

import (
	"math"

	"plumbline/internal/core/reading"
)

var gnssFamily = family{
	SystemFormula: SystemFormula{
		Code: "GNSS_ENU", Label: label("GNSS站心坐标公式", "GNSS, local frame", "GNSS站心座標公式"),
		Text:    "[E N U] = R(φ, λ)·(X − X0);  x = N·cos α + E·sin α;  y = −N·sin α + E·cos α",
		Inputs:  append(needs("lat", "lon", "height"), takes("", "quality")),
		Outputs: append([]string{"lat", "lon", "height"}, trendFields[:]...),
		Settings: []FormulaSetting{
			numeric("scale", label("比例", "Scale", "比例"), "mm").or(1000).when("input", "enu"),
			numeric(trendWindow, label("趋势速率时段", "Window of the trend rate", "趨勢速率時段"), "d").atLeast(0.5).atMost(31).
				helped("时段内读数的最小二乘斜率，如7或30；留空则不计算", "Least-squares slope of the readings in it, such as 7 or 30; empty: no trend",
					"時段內讀數的最小平方斜率，如7或30；留空則不計算"),
			choice("input", inputLabel,
				pick("geodetic", "经纬度与高程", "Longitude, latitude, height", "經緯度與高程"),
				pick("enu", "东、北、天坐标", "East, north, up", "東、北、天座標")),
			choice("ellipsoid", label("椭球", "Ellipsoid", "橢球"),
				pick("CGCS2000", "CGCS2000", "CGCS2000", "CGCS2000"), pick("WGS84", "WGS84", "WGS84", "WGS84")).when("input", "geodetic"),
		},
		SuitsTypes: []string{"GNSS"},
	},
	source: "formulas.md sections 16 and 19",
	maths:  maths{outputs: gnssOutputs, compile: newGNSS},
}

// Solution states of a GNSS receiver (NMEA GGA).
const (
	solutionFixed = 4
	solutionFloat = 5
)

// gnss is formulas.md section 16: the displacement of an antenna in the local frame
// of its initial position.
//
// Observed are lat and lon (degrees) and height (m). Only fixed solutions count;
// float ones are stored as abnormal, single and differential ones have no result. A
// reading without the field quality counts as fixed.
//
// With option input "enu" the receiver's service has already computed this: it sends n,
// e, u, by default in m (parameter scale is mm per unit); these are observed, mm.
//
// With a window the trend of the position follows (gnssTrend).
type gnss struct {
	in        [3]slot
	quality   slot
	missing   [3]string
	scale     float64
	local     bool
	outs      [3]int
	rounding  [3]precision
	units     [3]string
	names     [3]string
	columns   []reading.Column // of the position
	trend     gnssTrend
	ellipsoid ellipsoid
	displacement
}

func gnssOutputs(rule *Rule, setting *Setting) ([]reading.Column, error) {
	columns := []reading.Column{{Field: "lat"}, {Field: "lon"}, {Field: "height"}}
	if rule.Options["input"] == "enu" {
		columns = []reading.Column{{Field: "n"}, {Field: "e"}, {Field: "u"}}
	}
	return append(columns, trendColumns(rule, setting)...), nil
}

func newGNSS(b *binder) (unit, error) {
	u := &gnss{local: b.option("input") == "enu", scale: b.number("scale"), columns: b.columns[:3], displacement: newDisplacement(b, true)}
	u.ellipsoid = cgcs2000
	if b.option("ellipsoid") == "WGS84" {
		u.ellipsoid = wgs84
	}
	for i, column := range u.columns {
		u.names[i] = column.Field
		u.in[i], u.missing[i], u.outs[i] = b.input("", column.Field, 0), MissingValue+column.Field, b.outs[i]
		u.rounding[i], u.units[i] = b.shown(column.Field)
	}
	u.quality = b.input("", "quality", 0)
	if len(b.columns) > len(u.columns) {
		u.trend = newGNSSTrend(b, u)
	}
	return u, nil
}

func (u *gnss) run(f frame) (flag reading.Flag, reason string) {
	switch q := f.at(u.quality); {
	case math.IsNaN(q) || q == solutionFixed:
	case q == solutionFloat:
		flag = reading.Abnormal
	default:
		return u.none(f, NotFixed)
	}
	for i := range u.in {
		v := f.at(u.in[i])
		if v-v != 0 {
			return u.none(f, u.missing[i])
		}
		if u.local {
			v *= u.scale
		}
		f.out[u.outs[i]] = v
	}
	u.trend.run(f)
	return flag, ""
}

func (u *gnss) store(out []float64) (lost bool) {
	for i, at := range u.outs {
		lost = u.rounding[i].store(out, at) || lost
	}
	return u.trend.rounding.store(out, u.trend.outs...) || lost
}

func (u *gnss) remembers(at int) (columns []int, span int64, own bool) {
	if u.trend.window == 0 {
		return nil, 0, false
	}
	u.trend.at = at
	return u.outs[:], u.trend.window, true
}

func (u *gnss) none(f frame, reason string) (reading.Flag, string) {
	for _, out := range u.outs {
		f.out[out] = reading.Missing
	}
	for _, out := range u.trend.outs {
		f.out[out] = reading.Missing
	}
	return 0, reason
}

func (u *gnss) endless() bool { return false }

func (u *gnss) concerns(reading.Column, int32) bool { return true }

func (u *gnss) changed() (base, derived []reading.Column) { return u.base, u.derived }

func (u *gnss) change(observed, initial, out []float64) {
	if u.local {
		u.set(out, observed[u.outs[0]]-initial[u.outs[0]], observed[u.outs[1]]-initial[u.outs[1]], observed[u.outs[2]]-initial[u.outs[2]])
		return
	}
	from := geodetic{initial[u.outs[0]], initial[u.outs[1]], initial[u.outs[2]]}
	to := geodetic{observed[u.outs[0]], observed[u.outs[1]], observed[u.outs[2]]}
	north, east, up := u.ellipsoid.movement(from, to)
	u.set(out, north*1000, east*1000, up*1000)
}

func (u *gnss) explainChange(column reading.Column) (string, []reading.Column) {
	const turned = "[E N U] = R(φ0, λ0)·(X − X0)"
	texts := map[string]string{"n": turned, "e": turned, "u": turned}
	if u.local {
		texts = map[string]string{"n": "ΔN", "e": "ΔE", "u": "ΔU"}
	}
	if !u.given {
		texts = map[string]string{"settlement": texts["u"]}
	}
	return u.displacement.explainChange(column.Field, u.columns, texts)
}

func (u *gnss) explain(f frame, out int) []Step {
	if step, ok := u.trend.explain(f, out); ok {
		if reading.IsMissing(step.Value) && step.Reason == "" {
			_, step.Reason = u.run(f)
		}
		return []Step{step}
	}
	for i, at := range u.outs {
		if at != out {
			continue
		}
		step := Step{
			Field: u.names[i], Key: "GNSS_ENU", Text: u.names[i], Value: f.out[out], Unit: u.units[i],
			Inputs: []Term{
				{Name: u.names[i], Kind: RawTerm, Value: value(f.at(u.in[i])), Unit: u.units[i]},
				{Name: "quality", Kind: RawTerm, Value: value(f.at(u.quality))},
			},
		}
		if u.local {
			step.Text = u.names[i] + "·scale"
			step.Inputs[0].Unit = ""
			step.Inputs = append(step.Inputs, Term{Name: "scale", Kind: CoefficientTerm, Value: u.scale})
		}
		if reading.IsMissing(step.Value) {
			_, step.Reason = u.run(f)
		}
		return []Step{step}
	}
	return nil
}

// geodetic is a position on an ellipsoid: degrees, degrees, m.
type geodetic struct{ lat, lon, height float64 }

// ellipsoid is a reference ellipsoid: semi-major axis in m and flattening.
type ellipsoid struct{ a, f float64 }

var (
	cgcs2000 = ellipsoid{6378137, 1 / 298.257222101}
	wgs84    = ellipsoid{6378137, 1 / 298.257223563}
)

// ecef returns earth-centered coordinates, m.
func (e ellipsoid) ecef(p geodetic) (x, y, z float64) {
	e2 := e.f * (2 - e.f)
	sinLat, cosLat := math.Sincos(p.lat * math.Pi / 180)
	sinLon, cosLon := math.Sincos(p.lon * math.Pi / 180)
	n := e.a / math.Sqrt(1-e2*sinLat*sinLat)
	return (n + p.height) * cosLat * cosLon, (n + p.height) * cosLat * sinLon, (n*(1-e2) + p.height) * sinLat
}

// movement returns the displacement in the local frame of the first position, m.
func (e ellipsoid) movement(from, to geodetic) (north, east, up float64) {
	x0, y0, z0 := e.ecef(from)
	x, y, z := e.ecef(to)
	dx, dy, dz := x-x0, y-y0, z-z0
	sinLat, cosLat := math.Sincos(from.lat * math.Pi / 180)
	sinLon, cosLon := math.Sincos(from.lon * math.Pi / 180)
	east = -sinLon*dx + cosLon*dy
	north = -sinLat*cosLon*dx - sinLat*sinLon*dy + cosLat*dz
	up = cosLat*cosLon*dx + cosLat*sinLon*dy + sinLat*dz
	return north, east, up
}
