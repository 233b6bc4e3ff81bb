package demo

import (
	"math"

	"plumbline/internal/core/alarm"
	"plumbline/internal/core/definition"
	"plumbline/internal/site/device"
	"plumbline/internal/site/drawing"
)

// No open record of a section that a rotating rangefinder scans exists, so one is simulated: a road tunnel with straight
// walls whose crown settles and whose walls close in while the face moves on.
const (
	scannerDevice = "PDM20260001"

	scanStep   = 5.0 // degrees
	scanPoints = 72
	scanWidth  = 6200.0 // mm
	scanHeight = 6600.0
	scanStands = 2600.0 // mm above the floor

	parkedFrom, parkedEnd   = 150, 156 // steps in which a vehicle hides part of the left wall
	parkedFirst, parkedLast = 36, 40   // points that it hides
)

// horseshoe returns the distance from the scanner to the outline in a direction, mm.
func horseshoe(degrees float64) float64 {
	sin, cos := math.Sincos(degrees * math.Pi / 180)
	half, walls := scanWidth/2, scanHeight-scanWidth/2-scanStands // the arch begins so far above the scanner
	nearest := math.Inf(1)
	if cos != 0 {
		if d := half / math.Abs(cos); d*sin <= walls {
			nearest = min(nearest, d)
		}
	}
	if sin < 0 {
		nearest = min(nearest, -scanStands/sin)
	}
	// The arch: |d·(cos, sin) − (0, walls)| = half.
	if root := walls*walls*sin*sin - walls*walls + half*half; root >= 0 {
		if d := walls*sin + math.Sqrt(root); d > 0 && d*sin >= walls {
			nearest = min(nearest, d)
		}
	}
	return nearest
}

// scans simulates what the scanner sends: angle, distance in m to 0.1 mm, and its tilt.
func scans() ([]Record, error) {
	records := make([]Record, arraySteps)
	for step := range records {
		records[step].Time = int64(step) * arrayStep
		tilt := 0.02*grown(step, 120, 30) + 0.003*ripple(step, 3)
		records[step].Values = map[string]float64{"tilt": round(tilt, 3)}
		share := grown(step, 80, 18) + 0.35*grown(step, 180, 8)
		for no := 1; no <= scanPoints; no++ {
			if step == 201 && no > 10 && no <= 18 {
				continue // a dusty cycle: the crown is not seen
			}
			angle := scanStep*float64(no-1) + 0.004*ripple(step, no)
			sin, cos := math.Sincos((angle + tilt) * math.Pi / 180)
			moved := -7.5*share*max(sin, 0) - 4.8*share*cos*cos + 1.1*share*min(sin, 0) + 0.25*ripple(step, no)
			dist := horseshoe(angle+tilt) + moved
			if step >= parkedFrom && step < parkedEnd && no >= parkedFirst && no <= parkedLast {
				dist = 1450 + 20*float64(no-parkedFirst)
			}
			records[step].Nodes = append(records[step].Nodes, Numbered{No: no, Values: map[string]float64{
				"angle": round(math.Mod(angle+360, 360), 3), "dist": round(dist/1000, 4),
			}})
		}
	}
	return records, nil
}

// scanner returns the scanner and the structure with its section.
func scanner() (unit, structure) {
	device := unit{
		name: "断面扫描仪（数据为模拟）", kind: device.Measuring, deviceType: "PDM", model: "PDM-360", register: scannerDevice,
		record: scans, history: 0.97,
	}
	ring := &definition.Ring{
		Shape: definition.Horseshoe, Width: scanWidth, Height: scanHeight, Clearance: 250,
		// The width at the springing and at the scanner, the height, and the two diagonals.
		Chords: [][2]int32{{1, 37}, {4, 34}, {19, 55}, {10, 46}, {28, 64}},
	}
	return device, structure{name: "联络通道", kind: "Tunnel", drawing: picture{name: "测点布置", kind: drawing.Section}, items: []item{{
		name: "断面扫描 K0+205", points: []measuringPoint{{
			name: "DS-01", measurement: "StructuralDeformation", category: "PDM", from: scannerDevice, interval: 6 * hour,
			rules:     []definition.Rule{system("PROFILE_POLAR", "", map[string]float64{"angleStep": scanStep}, map[string]string{"instrument": "stands"})},
			processor: &definition.Processor{Ring: ring},
			thresholds: []alarm.Threshold{
				levels("convergence", alarm.Accumulated, 8, 12, 15, 20), levels("radial", alarm.Accumulated, 6, 9, 12, 15),
			},
			planX: 0.5, planY: 0.5,
		}},
	}}}
}
