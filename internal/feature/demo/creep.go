package demo

import (
	"math"

	"plumbline/internal/core/alarm"
	"plumbline/internal/core/definition"
	"plumbline/internal/site/device"
)

// No open record of a failing slope may be passed on, so the crack at its crest is simulated: creep that accelerates as
// Voight's equation with α = 2 describes it, c − a·ln(tf − t). The record ends before the failure.
const (
	crestGauge    = "CRK20260001"
	crestInterval = 2 * hour
	crestReadings = 22 * 12
	crestFails    = 23.2 // days from the first reading
	crestRate     = 30.0 // a, mm
)

// crest returns the gauge across the crack at the crest of the slope, and its point.
func crest() (unit, measuringPoint) {
	gauge := unit{
		name: "后缘裂缝计（加速蠕变为模拟）", kind: device.Measuring, deviceType: "Crack", model: "CRK-1", register: crestGauge,
		record: crestOpening, history: 0.9,
	}
	return gauge, measuringPoint{
		name: "HY-01", measurement: "Crack", category: "Crack", from: crestGauge, interval: crestInterval,
		rules: []definition.Rule{custom("width", "disp")},
		thresholds: []alarm.Threshold{
			rising(levels("width", alarm.Accumulated, 20, 40, 80, 120)), rising(levels("width", alarm.Rate, 3, 6, 12, 24)),
		},
		planX: 0.12, planY: 0.15,
	}
}

// crestOpening simulates the opening, rounded to the resolution of 0.01 mm.
func crestOpening() ([]Record, error) {
	records := make([]Record, crestReadings)
	for k := range records {
		days := float64(int64(k)*crestInterval) / float64(day)
		opened := 4 - crestRate*math.Log(1-days/crestFails) + 0.35*(ripple(k, 3)+ripple(7*k, 4))
		records[k] = Record{Time: int64(k) * crestInterval * 1000, Values: map[string]float64{
			"disp": round(opened, 2), "temp": round(11+3*math.Sin(2*math.Pi*(days-0.35))+0.4*ripple(k, 5), 1),
		}}
	}
	return records, nil
}
