package demo

import (
	"math"

	"plumbline/internal/core/alarm"
	"plumbline/internal/site/point"
	"plumbline/internal/site/pointconfig"
)

// levelingRuns are the runs of the level over the settlement marks of the excavation, two days apart.
const levelingRuns = 15

// leveling returns the settlement marks behind the wall of the excavation. No open record of a leveling exists next to
// the strings, so it is simulated: the ground follows the excavation and calms down. A person types elevations.
func leveling() item {
	marks := item{name: "地表沉降（模拟）"}
	for i, mark := range []struct {
		name             string
		benchmark, final float64 // m, mm
	}{{"DB-01（模拟）", 5.4321, -14.6}, {"DB-02（模拟）", 5.3987, -9.2}} {
		p := measuringPoint{
			name: mark.name, measurement: "DBCJ", category: "Artificial", kind: point.Artificial, interval: 2 * day,
			thresholds: []alarm.Threshold{levels("settlement", alarm.Accumulated, 8, 12, 16, 20), levels("settlement", alarm.Rate, 1, 2, 3, 4)},
			manualNote: "演示模拟数据：电子水准仪，往返测",
			planX:      0.62 + 0.12*float64(i), planY: 0.2,
		}
		for run := range levelingRuns {
			settled := mark.final * (1 - math.Exp(-float64(max(run-2, 0))/4)) // the first three runs are the initial value
			p.manual = append(p.manual, pointconfig.Reading{
				Time:   int64(run-levelingRuns) * 2 * day * 1000,
				Values: map[string]float64{"elevation": round(mark.benchmark+(settled+0.15*ripple(run, i))/1000, 4)},
			})
		}
		marks.points = append(marks.points, p)
	}
	return marks
}
