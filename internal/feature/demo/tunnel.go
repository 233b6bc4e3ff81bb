package demo

import (
	"math"

	"plumbline/internal/core/alarm"
	"plumbline/internal/core/definition"
	"plumbline/internal/site/device"
	"plumbline/internal/site/drawing"
	"plumbline/internal/site/point"
)

// No open record of a horizontal or a circular array exists, so both are simulated: a shield passes under a street and
// leaves a trough of Gauss's shape (Peck 1969), and the ring of the first tube becomes oval when the second tube passes.
const (
	streetArray = "ADM20260001"
	ringArray   = "ADM20260002"

	arraySteps = 248 // readings, every six hours
	arrayStep  = 6 * hour * 1000

	segmentLength  = 500.0 // mm, of both arrays
	streetSegments = 48
	troughCenter   = 13.0 // m from the near end
	troughWidth    = 4.4  // m, Peck's i
	troughDepth    = 17.5 // mm

	ringSegments = 36
)

// ringRadius is the radius of a ring of equal segments, mm.
var ringRadius = segmentLength / 2 / math.Sin(math.Pi/ringSegments)

// grown returns the share of a movement that has happened, 0 to 1: slow, fast while the shield passes, slow again.
func grown(step int, middle, length float64) float64 {
	return 1 / (1 + math.Exp(-(float64(step)-middle)/length))
}

// ripple returns a deterministic disturbance between −1 and 1.
func ripple(step, no int) float64 {
	return 0.6*math.Sin(float64(step)*0.61+float64(no)*2.3) + 0.4*math.Sin(float64(step)*1.93+float64(no)*0.7)
}

// arrayTemp is the temperature of a segment: a day's wave that the ground damps.
func arrayTemp(step, no int) float64 {
	return round(18.4+1.6*math.Sin(2*math.Pi*float64(step)/4)+0.3*ripple(step/4, no), 1)
}

// street simulates the tilt of the segments of the horizontal array, rounded to the resolution of the instrument.
func street() ([]Record, error) {
	settled := func(step, node int) float64 {
		off := (float64(node)*segmentLength/1000 - troughCenter) / troughWidth
		return -troughDepth * grown(step, 130, 22) * math.Exp(-off*off/2)
	}
	records := make([]Record, arraySteps)
	for step := range records {
		records[step].Time = int64(step) * arrayStep
		for no := 1; no <= streetSegments; no++ {
			laid := segmentLength * math.Sin((0.35*math.Sin(float64(no)*1.7)-0.04)*math.Pi/180)
			rise := laid + settled(step, no) - settled(step, no-1) + 0.03*ripple(step, no)
			records[step].Nodes = append(records[step].Nodes, Numbered{No: no, Values: map[string]float64{
				"angleX": round(math.Asin(rise/segmentLength)*180/math.Pi, 4), "temp": arrayTemp(step, no),
			}})
		}
	}
	return records, nil
}

// ring simulates the gravity components of the segments around the lining. Node 0 is at the invert, the numbers run
// counterclockwise.
func ring() ([]Record, error) {
	node := func(step, no int) (x, y float64) {
		angle := (-90 + 360/ringSegments*float64(no)) * math.Pi / 180
		oval := 4.6*grown(step, 90, 16)*math.Cos(2*angle+0.25) + 1.5*grown(step, 190, 9)*math.Cos(2*angle-0.9)
		radius := ringRadius + 6*math.Sin(3*angle) + oval + 0.04*ripple(step, no%ringSegments)
		return radius * math.Cos(angle), radius * math.Sin(angle)
	}
	records := make([]Record, arraySteps)
	for step := range records {
		records[step].Time = int64(step) * arrayStep
		for no := 1; no <= ringSegments; no++ {
			fromX, fromY := node(step, no-1)
			toX, toY := node(step, no)
			along := math.Atan2(toY-fromY, toX-fromX)
			records[step].Nodes = append(records[step].Nodes, Numbered{No: no, Values: map[string]float64{
				"ax": round(math.Sin(along), 5), "ay": round(math.Cos(along), 5), "temp": arrayTemp(step, no),
			}})
		}
	}
	return records, nil
}

// segmented returns the geometry of an array of equal segments.
func segmented(count int) *definition.Geometry {
	nodes := make([]definition.Node, count)
	for i := range nodes {
		nodes[i] = definition.Node{No: int32(i + 1), Used: true}
	}
	return &definition.Geometry{SegmentLen: segmentLength, Nodes: nodes}
}

func tunnelSite() site {
	temp := system("DIRECT", "temp", nil, map[string]string{"perNode": "true"})
	// The vertical and the horizontal diameter, the chords below and above it, and the two diagonals.
	chords := [][2]int32{{0, 18}, {9, 27}, {5, 31}, {13, 23}, {4, 22}, {14, 32}}
	// A key segment at the crown, two next to it and three standard ones; the joints are halfway between two nodes.
	segments := []definition.RingPart{
		{Name: "F", From: 75, To: 95},
		{Name: "L1", From: 95, To: 155},
		{Name: "B1", From: 155, To: 225},
		{Name: "B2", From: 225, To: 305},
		{Name: "B3", From: 305, To: 15},
		{Name: "L2", From: 15, To: 75},
	}
	station, tube := lining()
	scans, passage := scanner()
	return site{
		name: "青岭隧道进口段", address: "浙江省杭州市", lon: 120.16, lat: 30.27,
		remarks: "演示数据：水平阵列、环向阵列、隧道断面棱镜与断面扫描没有公开的实测记录，四个设备的读数均为模拟生成（设备名称已注明），沉降槽按 Peck 公式，衬砌按椭圆变形；地点为虚构",
		structures: []structure{
			{name: "地表", kind: "Tunnel", drawing: picture{name: "测点布置", kind: drawing.Plan}, items: []item{{name: "地表沉降", points: []measuringPoint{{
				name: "SAA-H1", measurement: "DBCJ", category: "ADM", from: streetArray, interval: 6 * hour,
				rules:       []definition.Rule{system("ARRAY_HORIZONTAL", "settlement", map[string]float64{"S0": 0, "SN": -0.4}, nil), temp},
				processor:   &definition.Processor{Mode: "horizontal", FixedEnd: "near"},
				engineering: &point.Engineering{Chainage: "K0+120"},
				thresholds: []alarm.Threshold{
					levels("settlement", alarm.Accumulated, 10, 15, 18, 22), confirmed(levels("settlement", alarm.Rate, 1, 2, 3, 4), 2),
				},
				planX: 0.35, planY: 0.5,
			}}}}},
			{name: "右线衬砌", kind: "Tunnel", drawing: picture{name: "测点布置", kind: drawing.Section}, items: []item{{name: "净空收敛", points: []measuringPoint{{
				name: "SL-R12", measurement: "StructuralDeformation", category: "ADM", from: ringArray, interval: 6 * hour,
				rules:     []definition.Rule{system("ARRAY_CIRCULAR", "", nil, nil), temp},
				processor: &definition.Processor{Mode: "circular", Ring: &definition.Ring{Radius: math.Round(ringRadius), Chords: chords, Segments: segments}},
				thresholds: []alarm.Threshold{
					levels("convergence", alarm.Accumulated, 5, 9, 13, 17), levels("radial", alarm.Accumulated, 4, 6, 8, 10),
				},
				planX: 0.5, planY: 0.5,
			}}}}},
			tube,
			passage,
		},
		units: []unit{
			station,
			scans,
			{
				name: "水平阵列（数据为模拟）", kind: device.Measuring, deviceType: "ADM", model: "ADM-H500", register: streetArray,
				geometry: segmented(streetSegments), record: street, history: 0.97,
			},
			{
				name: "环向阵列（数据为模拟）", kind: device.Measuring, deviceType: "ADM", model: "ADM-C500", register: ringArray,
				geometry: segmented(ringSegments), record: ring, history: 0.97,
			},
		},
	}
}
