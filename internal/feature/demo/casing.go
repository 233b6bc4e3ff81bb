package demo

import (
	"math"

	"plumbline/internal/core/alarm"
	"plumbline/internal/core/definition"
	"plumbline/internal/site/device"
	"plumbline/internal/site/point"
)

// No open record has the readings of a probe at every station, so the surveys of a casing behind the wall of the
// excavation are simulated: 20 m deep, toe in firm ground, pushed towards the pit while it is dug.
const (
	probe          = "RDM20260001"
	probeConstant  = 25000 // digits, formulas.md section 10
	casingStations = 40
	pitDepth       = 9.5  // m, where the wall bends most
	pitPush        = 17.4 // mm, there and in the end
	firmFrom       = 12.5 // m, below which the ground hardly moves
	casingBias     = -14  // digits, of one survey
)

// casingSurvey is one survey of the casing.
type casingSurvey struct {
	at       float64 // days since the first one
	stations int     // from the collar down
	grown    float64 // share of the movement
	zero     [2]float64
	noise    float64 // digits
	once     bool    // read in one direction only
	bias     float64 // digits: the zero offset of A moved between the two runs
}

// casingSurveys begin with two zero readings on one day. The fifth was read in haste, the sixth stopped at mud above the
// toe, the seventh lacks the second run because of a thunderstorm. In the eighth the probe had not yet the temperature of the
// hole in the first run, so that the collar seems to lean back by 11 mm.
var casingSurveys = [...]casingSurvey{
	{at: 0, stations: 40, zero: [2]float64{8, -13}, noise: 2},
	{at: 0.05, stations: 40, zero: [2]float64{8, -13}, noise: 2},
	{at: 14.03, stations: 40, grown: 0.06, zero: [2]float64{9, -13}, noise: 3},
	{at: 28.96, stations: 40, grown: 0.19, zero: [2]float64{7, -12}, noise: 2},
	{at: 43.05, stations: 40, grown: 0.41, zero: [2]float64{8, -14}, noise: 20},
	{at: 57.08, stations: 38, grown: 0.64, zero: [2]float64{10, -12}, noise: 3},
	{at: 71.06, stations: 40, grown: 0.81, zero: [2]float64{9, -12}, noise: 2, once: true},
	{at: 85.94, stations: 40, grown: 0.93, zero: [2]float64{9, -11}, noise: 3, bias: casingBias},
	{at: 100.04, stations: 40, grown: 1, zero: [2]float64{8, -12}, noise: 2},
}

// casingPushed returns how far the casing has moved at a depth, mm: towards the pit, and along the wall.
func casingPushed(depth, grown float64) [2]float64 {
	toe := casingStations * segmentLength / 1000
	off := (depth - pitDepth) / 4.2
	held := (1 - math.Pow(depth/toe, 6)) / (1 + math.Exp((depth-firmFrom)/0.6)) // the toe does not move
	pit := pitPush*math.Exp(-off*off/2) + 3.1*math.Exp(-depth/3)
	return [2]float64{grown * held * pit, grown * held * (0.9*math.Sin(depth/4) - 1.4*math.Exp(-depth/6))}
}

// surveys returns the readings of the probe, whole digits at every half meter, first as it is and then turned.
func surveys() ([]Record, error) {
	records := make([]Record, len(casingSurveys))
	for i, s := range casingSurveys {
		records[i].Time = int64(s.at * float64(day) * 1000)
		for no := 1; no <= s.stations; no++ {
			depth := float64(no) * segmentLength / 1000
			above, below := casingPushed(depth-segmentLength/1000, s.grown), casingPushed(depth, s.grown)
			drilled := [2]float64{4.1 + 1.9*math.Sin(depth/3.1), -2.6 + 1.2*math.Sin(depth/2.3+1)} // mm a station
			values := map[string]float64{}
			for axis, fields := range [2][2]string{{"a0", "a180"}, {"b0", "b180"}} {
				tilted := probeConstant * (drilled[axis] + above[axis] - below[axis]) / segmentLength
				drift := 2 * s.bias * float64(1-axis)
				values[fields[0]] = math.Round(s.zero[axis] + drift + tilted + s.noise*ripple(7*i+3*axis, no))
				if !s.once {
					values[fields[1]] = math.Round(s.zero[axis] - tilted + s.noise*ripple(7*i+3*axis+50, no))
				}
			}
			records[i].Nodes = append(records[i].Nodes, Numbered{No: no, Values: values})
		}
	}
	return records, nil
}

// casing returns the probe and the hole that it surveys.
func casing() (unit, item) {
	return unit{
		name: "移动式测斜仪（读数为模拟）", kind: device.Measuring, deviceType: "RDM", model: "RDM-1", register: probe,
		geometry: segmented(casingStations), record: surveys, history: 1, age: 4 * day * 1000,
	}, item{name: "人工测斜", points: []measuringPoint{{
		name: "CX-08", measurement: "DeepDisplacement", category: "RDM", from: probe, interval: 14 * day, zeros: 2,
		rules:      []definition.Rule{system("INCLINO_PROBE", "", nil, nil)},
		processor:  &definition.Processor{Mode: "vertical", FixedEnd: "bottom"},
		thresholds: []alarm.Threshold{levels("x", alarm.Accumulated, 20, 24, 28, 35)},
		// The casing follows a wall that was built at a slope of 1 : 125.
		engineering: &point.Engineering{DesignLine: []point.DesignStation{{OffsetA: 160, OffsetB: -90}, {Depth: casingStations * segmentLength / 1000}}},
		planX:       0.7, planY: 0.249,
	}}}
}
