package demo

import (
	"math"

	"plumbline/internal/core/alarm"
	"plumbline/internal/core/definition"
	"plumbline/internal/site/device"
	"plumbline/internal/site/point"
)

// No open record of a pipe surveyed with a gyroscope exists, so four surveys of a sewer along the wall of the excavation
// are simulated: it bends around the corner, settles in front of the pit and is pushed towards it.
const (
	pipeSonde     = "PAM20260001"
	sewerLength   = 100.0 // m
	sewerStep     = 0.5   // m between stations
	sewerPit      = 46.0  // m, where it settles most
	sewerReach    = 13.0  // m
	sewerSettled  = 18.6  // mm, there and in the end
	sewerPushed   = 9.4   // mm towards the pit
	sewerSurveyed = 95    // days from the first survey to the last
)

// sewerPam is how the sewer is surveyed: both shafts were measured with a total station.
func sewerPam() *definition.Pam {
	end := func(chainage float64) *definition.Station {
		at := sewerAt(chainage, 0)
		return &definition.Station{N: round(at[0], 4), E: round(at[1], 4), Z: round(at[2], 4)}
	}
	return &definition.Pam{
		Entry: end(0), Exit: end(sewerLength), Step: sewerStep, Length: sewerLength, Diameter: 600, MinRadius: 90, Direction: "forward",
	}
}

// sewerSurvey is one run of the sonde. The third was pulled from the exit.
type sewerSurvey struct {
	at, grown float64 // days since the first, share of the movement
	backward  bool
	heading   float64 // degrees, drift of the gyroscope
	pitch     float64
}

var sewerSurveys = [...]sewerSurvey{
	{at: 0, heading: 0.021, pitch: -0.007},
	{at: 31.1, grown: 0.22, heading: -0.014, pitch: 0.006},
	{at: 62.9, grown: 0.68, backward: true, heading: 0.019, pitch: 0.005},
	{at: sewerSurveyed, grown: 1, heading: 0.011, pitch: -0.009},
}

// sewerMoved returns how far the sewer has moved to the north, the east and up at a chainage, m. The pit lies to the south.
func sewerMoved(chainage, grown float64) [3]float64 {
	off := (chainage - sewerPit) / sewerReach
	moved := grown * math.Exp(-off*off/2) / 1000
	return [3]float64{-sewerPushed * moved, 0, -sewerSettled * moved}
}

// sewerBuilt returns the direction in which the sewer was built, as a unit vector. It bends around the corner of the wall.
func sewerBuilt(chainage float64) [3]float64 {
	heading := (74.3 - 18/(1+math.Exp(-(chainage-71)/9))) * math.Pi / 180
	pitch := (-0.17 + 0.04*math.Sin(chainage/7.5)) * math.Pi / 180
	return [3]float64{math.Cos(pitch) * math.Cos(heading), math.Cos(pitch) * math.Sin(heading), math.Sin(pitch)}
}

// sewerAt returns the position of the sewer, m, by summing its direction in steps of 1 cm.
func sewerAt(chainage, grown float64) [3]float64 {
	const step = 0.01
	at := [3]float64{3454120.5, 356870.2, -2.84}
	for i := range int(math.Round(chainage / step)) {
		for axis, d := range sewerBuilt((float64(i) + 0.5) * step) {
			at[axis] += d * step
		}
	}
	for axis, d := range sewerMoved(chainage, grown) {
		at[axis] += d
	}
	return at
}

// sewerRuns returns what the sonde read at every half meter, rounded to 0.001°.
func sewerRuns() ([]Record, error) {
	records := make([]Record, len(sewerSurveys))
	for i, s := range sewerSurveys {
		records[i].Time = int64(s.at * float64(day) * 1000)
		if s.backward {
			records[i].Values = map[string]float64{"direction": -1}
		}
		for no := 0; no <= int(sewerLength/sewerStep); no++ {
			chainage := float64(no) * sewerStep
			at, sign := chainage, 1.0
			if s.backward {
				at, sign = sewerLength-chainage, -1
			}
			const near = 0.01 // m
			before, behind, along := sewerMoved(at-near, s.grown), sewerMoved(at+near, s.grown), sewerBuilt(at)
			for axis := range along {
				along[axis] = sign * (along[axis] + (behind[axis]-before[axis])/(2*near))
			}
			north, east, up := along[0], along[1], along[2]
			heading := math.Atan2(east, north)*180/math.Pi + s.heading + 0.004*ripple(11*i, no)
			pitch := math.Atan2(up, math.Hypot(north, east))*180/math.Pi + s.pitch + 0.003*ripple(11*i+5, no)
			records[i].Nodes = append(records[i].Nodes, Numbered{No: no + 1, Values: map[string]float64{
				"chainage": chainage, "pitch": round(pitch, 3), "heading": round(math.Mod(heading+360, 360), 3), "roll": round(0.8*ripple(i, no), 3),
			}})
		}
	}
	return records, nil
}

// sewer returns the sonde and the pipe that it surveys.
func sewer() (unit, item) {
	return unit{
		name: "管道姿态测量仪（读数为模拟）", kind: device.Measuring, deviceType: "PAM", model: "PAM-1", register: pipeSonde,
		pam: sewerPam(), record: sewerRuns, history: 1, age: 3 * day * 1000,
	}, item{name: "周边管线", points: []measuringPoint{{
		name: "GX-01", measurement: "StructuralDeformation", category: "PAM", from: pipeSonde, interval: 30 * day, zeros: 1,
		rules:      []definition.Rule{system("PIPE_ATTITUDE", "", nil, nil)},
		thresholds: []alarm.Threshold{levels("z", alarm.Accumulated, 10, 20, 30, 40)},
		engineering: &point.Engineering{GroundLine: []point.GroundStation{
			{Chainage: 0, Elevation: 0.62},
			{Chainage: 24, Elevation: 0.71},
			{Chainage: 38, Elevation: 0.58},
			{Chainage: 55, Elevation: 0.49},
			{Chainage: 80, Elevation: 0.66},
			{Chainage: sewerLength, Elevation: 0.74},
		}},
		planX: 0.32, planY: 0.86,
	}}}
}
