package demo

import (
	"fmt"
	"math"

	"plumbline/internal/core/alarm"
	"plumbline/internal/core/definition"
	"plumbline/internal/site/device"
	"plumbline/internal/site/point"
)

const (
	strutUnit     = "HD30260002"
	strutInterval = 30 * minute
	strutReadings = 20 * 48
	strutModulus  = 2.06e5 // MPa
	// cutGauge has no readings for a part of the record, so that the force is the mean of the other three.
	cutGauge         = 3
	cutFrom, cutPast = 610, 640
)

// gaugeStrains are the strains of the gauges of the strut in the end, µε, tension positive (formulas.md section 24).
var gaugeStrains = [...]float64{-412.6, -398.1, -405.3, -420.8}

// strut returns a steel strut of the excavation: four strain gauges around its section, and the point that computes its
// axial force from them. No open data has the gauges of a strut, so their readings are simulated.
func strut() (unit, item) {
	logger := unit{
		name: "钢支撑采集仪（应变为模拟）", kind: device.Collector, deviceType: "HDA3", model: "HDA3-32", register: strutUnit,
		channels: used(int32(len(gaugeStrains))), record: strutStrains, history: 0.9,
	}
	force := measuringPoint{
		name: "ZC-01", measurement: "AxialForce", category: "Composite", kind: point.Composite, interval: strutInterval,
		thresholds: []alarm.Threshold{rising(levels("force", alarm.Observed, 2800, 3000, 3300, 3600))}, planX: 0.5, planY: 0.45,
	}
	gauges := map[string]string{"section": "tube"}
	var points []measuringPoint
	for i := range gaugeStrains {
		n := i + 1
		sn := fmt.Sprintf("STR2026010%d", n)
		logger.sensors = append(logger.sensors, sensor{
			name: fmt.Sprintf("表面应变计 %d（模拟）", n), deviceType: "STRAIN", model: "STR-VW", sn: sn, channel: int32(n),
		})
		name := fmt.Sprintf("ZC-01-%d", n)
		points = append(points, measuringPoint{
			name: name, measurement: "ZCYL", category: "STRAIN", from: sn, interval: strutInterval,
			rules:      []definition.Rule{direct("strain"), custom("stress", "strain*0.206"), direct("temp")},
			thresholds: []alarm.Threshold{levels("stress", alarm.Observed, 120, 140, 160, 180)},
			planX:      0.44 + 0.04*float64(i), planY: 0.5,
		})
		force.subPoints = append(force.subPoints, name)
		gauges[fmt.Sprintf("gauge%d", n)] = roleOf(i)
	}
	tube := map[string]float64{"E": strutModulus, "diameter": 609, "wall": 16}
	for _, field := range []string{"force", "stress", "strain"} {
		force.rules = append(force.rules, system("AXIAL_STEEL", field, tube, gauges))
	}
	return logger, item{name: "支撑轴力", points: append(points, force)}
}

// roleOf returns the role of a composite point's i-th sub-point. The first one sets the times.
func roleOf(i int) string {
	if i == 0 {
		return "main"
	}
	return fmt.Sprintf("sub%d", i+1)
}

// strutStrains returns the strains of a strut that is jacked, takes the load of two steps of excavation, and is bent a
// little by the warmth of the day.
func strutStrains() ([]Record, error) {
	records := make([]Record, strutReadings)
	for k := range records {
		days := float64(k) / 48
		step := func(at, length float64) float64 { return 1 / (1 + math.Exp(-(days-at)/length)) }
		loaded := 0.42 + 0.33*step(5.5, 0.5) + 0.25*step(13, 0.7)
		warm := math.Sin(2*math.Pi*days - 1.9)
		records[k] = Record{Time: int64(k) * strutInterval * 1000, Values: map[string]float64{"voltage": 12.5}}
		for i, end := range gaugeStrains {
			if i+1 == cutGauge && k >= cutFrom && k < cutPast {
				continue
			}
			bent := 9 * math.Cos(math.Pi/2*float64(i)) * warm
			records[k].Channels = append(records[k].Channels, Numbered{No: i + 1, Values: map[string]float64{
				"strain": round(end*loaded-6*warm+bent+0.8*ripple(k, i), 1), "temp": round(21+5*warm+0.4*float64(i), 1),
			}})
		}
	}
	return records, nil
}
