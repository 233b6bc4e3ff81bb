package demo

import (
	"math"

	"plumbline/internal/core/definition"
	"plumbline/internal/site/device"
)

// No open record has an array and a probe in one hole, so an array in the surveyed casing is simulated too. It was let
// down before the first survey, moves with the casing and differs from the probe by a few millimeters: its joints settle
// in the pipe, and it is turned a little against the grooves.
const (
	casingArray  = "ADM20260003"
	arrayBefore  = 18 * hour * 1000 // ms before the first survey
	arrayAfter   = 6 * day * 1000   // ms after the last one, which is 4 days old: two days are sent live
	arrayTurned  = 2.5              // degrees against the grooves
	arraySettled = 2.4              // mm, where the pipe bends most
)

// casingGrown returns the share of the movement at a time, ms after the first survey, between the surveys.
func casingGrown(at int64) float64 {
	days := float64(at) / float64(day) / 1000
	for i := 1; i < len(casingSurveys); i++ {
		from, to := casingSurveys[i-1], casingSurveys[i]
		if days <= to.at {
			return from.grown + (to.grown-from.grown)*max(0, days-from.at)/(to.at-from.at)
		}
	}
	return 1
}

// holeArray returns the readings of the array: the tilt of each segment along both of its axes.
func holeArray() ([]Record, error) {
	var records []Record
	last := int64(casingSurveys[len(casingSurveys)-1].at * float64(day) * 1000)
	sin, cos := math.Sincos(arrayTurned * math.Pi / 180)
	for at := int64(-arrayBefore); at <= last+arrayAfter; at += arrayStep {
		step, grown := len(records), casingGrown(at)
		place := func(depth float64) [2]float64 {
			moved := casingPushed(depth, grown)
			moved[0] += arraySettled * grown * math.Sin(depth*math.Pi/casingStations*2)
			return [2]float64{moved[0]*cos + moved[1]*sin, moved[1]*cos - moved[0]*sin}
		}
		record := Record{Time: at}
		for no := 1; no <= casingStations; no++ {
			depth := float64(no) * segmentLength / 1000
			above, below := place(depth-segmentLength/1000), place(depth)
			values := map[string]float64{"temp": arrayTemp(step, no)}
			for axis, field := range [2]string{"angleX", "angleY"} {
				laid := 3.2 + 1.1*math.Sin(depth/2.7+float64(axis)) // mm a segment
				tilted := laid + above[axis] - below[axis] + 0.02*ripple(step+60*axis, no)
				values[field] = round(math.Asin(tilted/segmentLength)*180/math.Pi, 4)
			}
			record.Nodes = append(record.Nodes, Numbered{No: no, Values: values})
		}
		records = append(records, record)
	}
	return records, nil
}

// arrayInCasing returns the array and its point, which stands next to that of the probe.
func arrayInCasing() (unit, measuringPoint) {
	return unit{
		name: "测斜孔内阵列（数据为模拟）", kind: device.Measuring, deviceType: "ADM", model: "ADM-V500", register: casingArray,
		geometry: segmented(casingStations), record: holeArray, history: 0.9825,
	}, measuringPoint{
		name: "CX-08A", measurement: "DeepDisplacement", category: "ADM", from: casingArray, interval: 6 * hour,
		rules:     []definition.Rule{system("INCLINO_CHAIN", "", nil, nil), system("DIRECT", "temp", nil, map[string]string{"perNode": "true"})},
		processor: &definition.Processor{Mode: "vertical", FixedEnd: "bottom"},
		planX:     0.72, planY: 0.29,
	}
}
