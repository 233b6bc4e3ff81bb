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
	levelUnit     = "HD20260002"
	levelInterval = 30 * minute
	levelReadings = 30 * 48
	// reluctant is the vessel that misses every reading divisible by its period, so that the line has skipped times.
	reluctant, reluctantPeriod = 4, 97
)

// vessels of the hydrostatic line: the level at installation and the settlement in the end, mm. The first one is the
// reference. The third runs below the range in which it works.
var vessels = [...]struct{ level, settlement float64 }{
	{52.4, 0}, {48.9, 1.1}, {10.9, 0.4}, {50.7, 4.3}, {55.1, 6.2}, {49.2, 2.6},
}

// levelLine returns the line of the house's foundation. No open data has the levels of such a line, so they are
// invented.
func levelLine() (unit, []measuringPoint) {
	line := unit{
		name: "静力水准采集仪（液位为演示生成）", kind: device.Collector, deviceType: "HDA2", model: "HDA2-16", register: levelUnit,
		channels: used(int32(len(vessels))), record: liquidLevels, history: 0.8,
	}
	var points []measuringPoint
	for i := range vessels {
		n := i + 1
		sn := fmt.Sprintf("HSL2026000%d", n)
		line.sensors = append(line.sensors, sensor{
			name: fmt.Sprintf("静力水准仪 %d", n), deviceType: "HSL", model: "HSL-200", sn: sn, channel: int32(n),
		})
		p := measuringPoint{
			name: fmt.Sprintf("JZ-0%d", n), measurement: "DBCJ", category: "HSL", from: sn, interval: levelInterval,
			rules:       []definition.Rule{system("HSL", "", nil, nil), direct("temp")},
			engineering: &point.Engineering{Chainage: fmt.Sprintf("K0+%03d", 5*i)},
			planX:       0.1 + 0.16*float64(i), planY: 0.93,
		}
		if i > 0 {
			p.reference = points[0].name
			p.thresholds = []alarm.Threshold{confirmed(levels("settlement", alarm.Accumulated, 5, 8, 12, 16), 2)}
		}
		points = append(points, p)
	}
	return line, points
}

// liquidLevels returns the levels of all vessels. A vessel that sinks has a higher level; evaporation and the warmth of
// the day change all levels alike.
func liquidLevels() ([]Record, error) {
	records := make([]Record, 0, levelReadings)
	for k := range levelReadings {
		days := float64(k) / 48
		wave := func(period, phase float64) float64 { return math.Sin(2*math.Pi*days/period + phase) }
		common := -0.06*days + 0.08*wave(1, 0.4) + 0.05*wave(6.3, 2)
		r := Record{Time: int64(k) * levelInterval * 1000, Values: map[string]float64{"voltage": 12.6}}
		for i, v := range vessels {
			if i == reluctant && k%reluctantPeriod == reluctantPeriod-1 {
				continue
			}
			phase := float64(i)
			sunk := v.settlement * (1 - math.Exp(-days/9)) / (1 - math.Exp(-30.0/9))
			r.Channels = append(r.Channels, Numbered{No: i + 1, Values: map[string]float64{
				"level": round(v.level+common+sunk+0.02*wave(0.31, phase)+0.015*wave(0.083, 2*phase), 2),
				"temp":  round(16+3.2*wave(1, -1.9)+0.4*phase+1.1*wave(8.7, 1), 1),
			}})
		}
		records = append(records, r)
	}
	return records, nil
}
