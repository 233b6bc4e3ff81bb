package demo

import (
	"fmt"
	"math"

	"plumbline/internal/core/alarm"
	"plumbline/internal/core/definition"
	"plumbline/internal/site/device"
	"plumbline/internal/site/drawing"
	"plumbline/internal/site/point"
)

// No open record of prisms in the sections of a tunnel exists, so three sections are simulated: the second tube passes
// one after the other.
const (
	liningStation = "STN20260003"
	liningRadius  = 2.75 // m, of the prisms
	liningLevel   = 12.4 // m, of the center
	firstChainage = 140  // m, of the first section
	betweenThem   = 20   // m

	hiddenPrism           = 9 // a parked train hides it for some cycles
	hiddenFrom, hiddenEnd = 150, 158
)

// liningAxis is the reference line of the tunnel: start and end, north and east, m.
var liningAxis = map[string]float64{"Ns": 1000, "Es": 2000, "Ne": 1096, "Ee": 2028}

// liningPrisms are the prisms of a section: degrees from the right springing, counterclockwise.
var liningPrisms = [...]struct {
	name  string
	angle float64
}{{"A", 90}, {"B", 155}, {"C", 25}, {"D", 200}, {"E", 340}}

// liningSections are the stages at which the second tube passes the sections, in steps.
var liningSections = [...]float64{70, 100, 130}

// liningCycles simulates the coordinates that the surveying software sends, rounded to 0.1 mm.
func liningCycles() ([]Record, error) {
	dn, de := liningAxis["Ne"]-liningAxis["Ns"], liningAxis["Ee"]-liningAxis["Es"]
	length := math.Hypot(dn, de)
	records := make([]Record, arraySteps)
	for step := range records {
		records[step].Time = int64(step) * arrayStep
		for s, passed := range liningSections {
			along := float64(firstChainage + s*betweenThem)
			share := grown(step, passed, 14) * (1 - 0.15*float64(s))
			for i, prism := range liningPrisms {
				no := s*len(liningPrisms) + i + 1
				if no == hiddenPrism && step >= hiddenFrom && step < hiddenEnd {
					continue
				}
				angle := prism.angle * math.Pi / 180
				radius := liningRadius + 0.0042*share*math.Cos(2*angle) + 0.00025*ripple(step, no)
				right := radius*math.Cos(angle) + 0.0019*share + 0.0002*ripple(step+7, no)
				up := radius*math.Sin(angle) - 0.0031*share + 0.0002*ripple(step+19, no)
				records[step].Channels = append(records[step].Channels, Numbered{No: no, Values: map[string]float64{
					"n": round(liningAxis["Ns"]+(along*dn-right*de)/length, 4), "e": round(liningAxis["Es"]+(along*de+right*dn)/length, 4),
					"z": round(liningLevel+up, 4),
				}})
			}
		}
	}
	return records, nil
}

// lining returns the total station of the left tube, and the structure with its sections.
func lining() (unit, structure) {
	station := unit{
		name: "左线全站仪（数据为模拟）", kind: device.Measuring, deviceType: "Station", model: "STN-LEICA", register: liningStation,
		record: liningCycles, history: 0.97,
	}
	tube := structure{name: "左线衬砌", kind: "Tunnel", drawing: picture{name: "测点布置", kind: drawing.Section}}
	for s := range liningSections {
		meters := firstChainage + s*betweenThem
		section := item{name: fmt.Sprintf("断面 K0+%d", meters)}
		where := &point.Engineering{Chainage: fmt.Sprintf("K0+%d", meters)}
		named := func(name string) string { return fmt.Sprintf("DM%d-%s", s+1, name) }
		for i, prism := range liningPrisms {
			section.points = append(section.points, measuringPoint{
				name: named(prism.name), measurement: "StructuralDeformation", category: "Station", from: liningStation,
				channel: int32(s*len(liningPrisms) + i + 1), interval: 6 * hour, engineering: where,
				rules: []definition.Rule{
					system("TS_POLAR", "", nil, map[string]string{"input": "coordinates"}),
					system("STATION_SECTION", "offset", liningAxis, nil), system("STATION_SECTION", "settlement", nil, nil),
				},
				thresholds: []alarm.Threshold{levels("settlement", alarm.Accumulated, 5, 8, 10, 15), levels("offset", alarm.Accumulated, 5, 8, 10, 15)},
				planX:      0.5 + 0.14*math.Cos(prism.angle*math.Pi/180), planY: 0.2 + 0.3*float64(s) - 0.12*math.Sin(prism.angle*math.Pi/180),
			})
		}
		for i, pair := range [][2]string{{"B", "C"}, {"D", "E"}} {
			ends := map[string]string{"prism": roleOf(0), "other": roleOf(1)}
			section.points = append(section.points, measuringPoint{
				name: named(pair[0] + pair[1]), measurement: "StructuralDeformation", category: "Composite", kind: point.Composite,
				interval: 6 * hour, engineering: where, subPoints: []string{named(pair[0]), named(pair[1])},
				rules: []definition.Rule{
					system("STATION_SECTION", "convergence", nil, ends), system("STATION_SECTION", "chord", nil, ends),
				},
				thresholds: []alarm.Threshold{levels("convergence", alarm.Accumulated, 4, 7, 10, 14), levels("convergence", alarm.Rate, 1, 2, 3, 4)},
				planX:      0.5, planY: 0.2 + 0.3*float64(s) - 0.04 + 0.08*float64(i),
			})
		}
		tube.items = append(tube.items, section)
	}
	return station, tube
}
