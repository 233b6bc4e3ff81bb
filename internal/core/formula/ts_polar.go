package formula

import (
	"math"
	"slices"
	"strconv"

	"plumbline/internal/core/reading"
	"plumbline/internal/platform/i18n"
)

var polarFamily = family{
	SystemFormula: SystemFormula{
		Code: "TS_POLAR", Label: label("全站仪极坐标公式", "Total station, polar", "全測站極座標公式"),
		Text: "N = N0 + HD·cos az;  E = E0 + HD·sin az;  Z = Z0 + hi + ΔH − ht",
		Inputs: append(needs("hz", "v", "sd"), takes("", "face"), takes("", "temp"), takes("", "pressure"), takes("", "humidity"),
			takes("backsight1", "hz")),
		Outputs: []string{"northing", "easting", "elevation"},
		Settings: slices.Concat(
			[]FormulaSetting{
				ofPolar("N0", label("测站北坐标", "Station northing", "測站北座標"), "m").orDevice().required(),
				ofPolar("E0", label("测站东坐标", "Station easting", "測站東座標"), "m").orDevice().required(),
				ofPolar("Z0", label("测站高程", "Station elevation", "測站高程"), "m").orDevice().required(),
				ofPolar("hi", label("仪器高", "Instrument height", "儀器高"), "m").or(0),
				ofPolar("ht", label("目标高", "Target height", "目標高"), "m").or(0),
				ofPolar("C", label("棱镜常数", "Prism constant", "稜鏡常數"), "m").or(0),
				ofPolar("orientation", label("定向角", "Orientation", "定向角"), "°").orDevice(),
			},
			backsightSettings(),
			[]FormulaSetting{
				ofAir("t", label("气温", "Air temperature", "氣溫"), "°C").or(20),
				ofAir("p", label("气压", "Air pressure", "氣壓"), "hPa").or(1013.25),
				ofAir("h", label("相对湿度", "Relative humidity", "相對濕度"), "%").or(60),
				ofPolar("orientTol", label("定向限差", "Orientation tolerance", "定向限差"), "″").or(5),
				numeric("faceTol", label("盘左盘右最大间隔", "Max interval between faces", "正倒鏡最大間隔"), "s").
					or(600).atLeast(0.001).when("faces", "2"),
				choice("input", inputLabel,
					pick("polar", "角度与距离", "Angles and distance", "角度與距離"), pick("coordinates", "坐标", "Coordinates", "座標")),
				choice("faces", label("测回盘位", "Faces per observation", "觀測鏡位"), pick("1", "1", "1", "1"), pick("2", "2", "2", "2")).
					when("input", "polar"),
				source("atmosphere", label("气象来源", "Weather source", "氣象來源")).when("ppmApplied", "false"),
				boolean("ppmApplied", label("仪器已做气象改正", "Instrument applies atmospheric correction", "儀器已做氣象改正")).when("input", "polar"),
			},
		),
		SuitsTypes: []string{"Station"},
	},
	source: "formulas.md section 17",
	maths:  maths{outputs: polarOutputs, compile: newPolar},
}

// ofPolar is a number that applies unless the instrument's software computes coordinates.
func ofPolar(name string, label i18n.Label, unit string) FormulaSetting {
	return numeric(name, label, unit).when("input", "polar")
}

// ofAir is a number that applies unless the instrument corrects for the atmosphere.
func ofAir(name string, label i18n.Label, unit string) FormulaSetting {
	return numeric(name, label, unit).when("ppmApplied", "false")
}

// backsightSettings are the coordinates of the backsights; each appears once the previous one is set.
func backsightSettings() []FormulaSetting {
	var list []FormulaSetting
	for i := range maxBacksights {
		no := strconv.Itoa(i + 1)
		north := ofPolar("bsN"+no, label("后视"+no+"北坐标", "Backsight "+no+" northing", "後視"+no+"北座標"), "m").orDevice()
		east := ofPolar("bsE"+no, label("后视"+no+"东坐标", "Backsight "+no+" easting", "後視"+no+"東座標"), "m").orDevice()
		if i > 0 {
			north, east = north.when("bsN"+strconv.Itoa(i)), east.when("bsN"+strconv.Itoa(i))
		}
		list = append(list, north, east)
	}
	return list
}

// Constants of formulas.md section 17.
const (
	refraction  = 0.13
	earthRadius = 6371000.0 // m
	arcsec      = math.Pi / 180 / 3600
	// backsightOffset is the lateral error of a backsight that is accepted, m, even if its angle exceeds the
	// tolerance.
	backsightOffset = 0.002
	maxBacksights   = 8
)

// polar is TS_POLAR of formulas.md section 17: a prism's coordinates from one polar
// reading hz, v (degrees) and sd (m).
//
// Observed are northing, easting, elevation, m, and with two or more backsights the
// residual of each, arc seconds, by number. The station is the parameters N0, E0, Z0,
// hi; the target ht and C. The orientation is the parameter orientation, or comes
// from the sources backsight1, backsight2, … of the binding (field hz) with the
// coordinates bsN1, bsE1, …; an epoch with a residual over orientTol (and over 2 mm at
// the distance) has no result. Air temperature, pressure and humidity are the fields
// temp, pressure, humidity of the source that option atmosphere names (the main one
// by default), else the parameters t, p, h.
//
// A reading in face II (field face is 2, or else v is over 180) is converted to
// face I. With option faces "2" a reading and the one of the other face after it, at
// most faceTol seconds apart, are one observation, free of collimation c and index i,
// which are observed too, arc seconds; backsights are corrected for the same c. A face
// without the other is a result with the flag partial.
//
// With option input "coordinates" the surveying software has done all of that: the
// fields n, e, z are the coordinates, m.
type polar struct {
	hz, v, sd, face       slot
	other                 [3]slot // hz, v, sd of the other face; nowhere with one face
	within                int64   // ms between the faces of a pair; 0: each reading is a result
	errors                [2]int  // observed columns collimation and index, with two faces
	n0, e0, z0, hi, ht, c float64
	omega                 float64
	sights                []backsight
	tolerance             float64 // arc seconds
	air                   [3]slot
	airGiven              [3]float64
	applied, solved       bool
	outs                  [3]int
	residuals             []int
	rounding              [3]precision
	unit                  string
	roundResidual         precision
	displacement
}

type backsight struct {
	hz, face slot
	azimuth  float64 // degrees, from the station
	distance float64 // m
	missing  string
}

func polarOutputs(rule *Rule, _ *Setting) ([]reading.Column, error) {
	columns := []reading.Column{{Field: "northing"}, {Field: "easting"}, {Field: "elevation"}}
	if n := countBacksights(rule); n >= 2 && rule.Options["input"] != "coordinates" {
		for i := range n {
			columns = append(columns, reading.Column{Field: "residual", Node: int32(i + 1)})
		}
	}
	if hasFaces(rule) {
		columns = append(columns, reading.Column{Field: "collimation"}, reading.Column{Field: "index"})
	}
	return columns, nil
}

func hasFaces(rule *Rule) bool {
	return rule.Options["faces"] == "2" && rule.Options["input"] != "coordinates"
}

func countBacksights(rule *Rule) int {
	n := 0
	for n < maxBacksights {
		if _, ok := rule.Params["bsN"+strconv.Itoa(n+1)]; !ok {
			break
		}
		n++
	}
	return n
}

func newPolar(b *binder) (unit, error) {
	u := &polar{displacement: newDisplacement(b, false), solved: b.option("input") == "coordinates"}
	u.applied = b.option("ppmApplied") == "true"
	atmosphere := b.option("atmosphere")
	b.reach(atmosphere)
	for i := range u.outs {
		u.outs[i] = b.outs[i]
		u.rounding[i], u.unit = b.shown(b.columns[i].Field)
	}
	u.residuals = b.outs[3:]
	u.roundResidual, _ = b.shown("residual")
	for i := range u.other {
		u.other[i] = nowhere
	}
	if u.solved {
		u.hz, u.v, u.sd = b.input("", "n", 0), b.input("", "e", 0), b.input("", "z", 0)
		return u, nil
	}
	u.hz, u.v, u.sd, u.face = b.input("", "hz", 0), b.input("", "v", 0), b.input("", "sd", 0), b.input("", "face", 0)
	if hasFaces(b.rule) {
		n := len(u.residuals) - 2
		u.errors = [2]int(u.residuals[n:])
		u.residuals = u.residuals[:n]
		u.other = [3]slot{b.input(OtherFace, "hz", 0), b.input(OtherFace, "v", 0), b.input(OtherFace, "sd", 0)}
		u.within = int64(b.number("faceTol") * 1000)
	}
	u.n0, u.e0, u.z0 = b.number("N0"), b.number("E0"), b.number("Z0")
	u.hi, u.ht, u.c = b.number("hi"), b.number("ht"), b.number("C")
	u.tolerance = b.number("orientTol")
	if !u.applied {
		u.air = [3]slot{b.input(atmosphere, "temp", 0), b.input(atmosphere, "pressure", 0), b.input(atmosphere, "humidity", 0)}
		u.airGiven = [3]float64{b.number("t"), b.number("p"), b.number("h")}
	}
	n := countBacksights(b.rule)
	if n == 0 {
		u.omega = b.number("orientation")
	}
	for i := range n {
		number := strconv.Itoa(i + 1)
		dn, de := b.number("bsN"+number)-u.n0, b.number("bsE"+number)-u.e0
		u.sights = append(u.sights, backsight{
			hz: b.input("backsight"+number, "hz", 0), face: b.input("backsight"+number, "face", 0), azimuth: clockwise(math.Atan2(de, dn) * 180 / math.Pi),
			distance: math.Hypot(dn, de), missing: MissingValue + "backsight" + number + ".hz",
		})
	}
	return u, nil
}

func (u *polar) run(f frame) (reading.Flag, string) {
	for _, out := range u.residuals {
		f.out[out] = reading.Missing
	}
	if u.within > 0 {
		f.out[u.errors[0]], f.out[u.errors[1]] = reading.Missing, reading.Missing
	}
	a, b, c := f.at(u.hz), f.at(u.v), f.at(u.sd)
	if a-a != 0 || b-b != 0 || c-c != 0 {
		return u.none(f, MissingValue+u.lacking(a, b))
	}
	if u.solved {
		u.put(f, a, b, c)
		return 0, ""
	}
	sight := u.sight(f)
	omega, reason := u.orient(f, sight.collimation)
	if reason != "" {
		return u.none(f, reason)
	}
	distance := u.distance(f, sight.distance)
	sinZ, cosZ := math.Sincos(sight.zenith * math.Pi / 180)
	horizontal := distance * sinZ
	rise := distance*cosZ + (1-refraction)/(2*earthRadius)*horizontal*horizontal
	sinA, cosA := math.Sincos((omega + sight.hz) * math.Pi / 180)
	u.put(f, u.n0+horizontal*cosA, u.e0+horizontal*sinA, u.z0+u.hi+rise-u.ht)
	if u.within == 0 {
		return 0, ""
	}
	if !sight.both {
		return reading.Partial, ""
	}
	f.out[u.errors[0]], f.out[u.errors[1]] = sight.collimation*3600, sight.index*3600
	return 0, ""
}

func (u *polar) store(out []float64) bool {
	lost := u.roundResidual.store(out, u.residuals...)
	if u.within != 0 {
		lost = u.roundResidual.store(out, u.errors[:]...) || lost
	}
	for i, p := range u.rounding {
		lost = p.store(out, u.outs[i]) || lost
	}
	return lost
}

func (u *polar) none(f frame, reason string) (reading.Flag, string) {
	for _, out := range u.outs {
		f.out[out] = reading.Missing
	}
	return 0, reason
}

func (u *polar) lacking(a, b float64) string {
	names := [3]string{"hz", "v", "sd"}
	if u.solved {
		names = [3]string{"n", "e", "z"}
	}
	switch {
	case a-a != 0:
		return names[0]
	case b-b != 0:
		return names[1]
	}
	return names[2]
}

func (u *polar) put(f frame, n, e, z float64) {
	f.out[u.outs[0]], f.out[u.outs[1]], f.out[u.outs[2]] = n, e, z
}

// distance computes D = SD·(1 + ppm·10⁻⁶) + C, m.
func (u *polar) distance(f frame, sd float64) float64 {
	if u.applied {
		return sd + u.c
	}
	t, p, h := u.weather(f)
	return sd*(1+AtmosphericPPM(t, p, h)*1e-6) + u.c
}

func (u *polar) weather(f frame) (t, p, h float64) {
	var air [3]float64
	for i, at := range u.air {
		if air[i] = f.at(at); air[i]-air[i] != 0 {
			air[i] = u.airGiven[i]
		}
	}
	return air[0], air[1], air[2]
}

// orient returns the vector mean of the orientations from the backsights with readings, corrected for a collimation
// error, degrees.
func (u *polar) orient(f frame, collimation float64) (float64, string) {
	if len(u.sights) == 0 {
		return u.omega, ""
	}
	var sin, cos float64
	reason := ""
	for i := range u.sights {
		s := &u.sights[i]
		hz := s.direction(f, collimation)
		if hz-hz != 0 {
			if reason == "" {
				reason = s.missing
			}
			continue
		}
		sinO, cosO := math.Sincos((s.azimuth - hz) * math.Pi / 180)
		sin, cos = sin+sinO, cos+cosO
	}
	if sin == 0 && cos == 0 {
		return 0, reason
	}
	omega := math.Atan2(sin, cos) * 180 / math.Pi
	bad := false
	for i, out := range u.residuals {
		s := &u.sights[i]
		hz := s.direction(f, collimation)
		if hz-hz != 0 {
			continue
		}
		residual := math.Mod(s.azimuth-hz-omega, 360)
		residual = math.Mod(residual+540, 360) - 180
		residual *= 3600
		f.out[out] = residual
		bad = bad || math.Abs(residual) > u.tolerance && math.Abs(residual)*arcsec*s.distance > backsightOffset
	}
	if bad {
		return 0, BadOrientation
	}
	return clockwise(omega), ""
}

func (u *polar) endless() bool { return false }

func (u *polar) concerns(reading.Column, int32) bool { return true }

func (u *polar) changed() (base, derived []reading.Column) { return u.base, u.derived }

func (u *polar) change(observed, initial, out []float64) {
	dn, de, dz := observed[u.outs[0]]-initial[u.outs[0]], observed[u.outs[1]]-initial[u.outs[1]], observed[u.outs[2]]-initial[u.outs[2]]
	u.set(out, dn*1000, de*1000, dz*1000)
}

// AtmosphericPPM returns the atmospheric correction of a distance, mm/km, from temperature (°C), pressure (hPa) and
// relative humidity (%); formulas.md section 17.
func AtmosphericPPM(t, p, h float64) float64 {
	const alpha = 1 / 273.15
	x := 7.5*t/(237.3+t) + 0.7857
	return 286.338 - (0.29535*p/(1+alpha*t) - 4.126e-4*h/(1+alpha*t)*math.Pow(10, x))
}
