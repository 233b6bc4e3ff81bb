package demo

import (
	"math"

	"plumbline/internal/core/alarm"
	"plumbline/internal/core/definition"
	"plumbline/internal/site/device"
)

// No open record of a gateway's own tilt exists, so it is simulated: a pole in the sliding mass that leans downhill, warmed
// by the sun, and pushed a little by a storm.
const (
	slopeGateway     = "GDM20260001"
	gatewayInterval  = 30 * minute
	gatewayReadings  = 14 * 48
	gatewayStorm     = 9.0 // days
	gatewayStormSize = 0.11
)

// gatewayTilt is the tilt with which the pole was set up, degrees.
var gatewayTilt = definition.GDMAngle{X0: 0.412, Y0: -0.274, Z0: 89.505}

// gateway returns the gateway on a pole, and the item with the point of its tilt.
func gateway() (unit, item) {
	pole := unit{
		name: "监测网关立杆（倾角为模拟）", kind: device.Collector, deviceType: "GDM", model: "GDM-1", register: slopeGateway,
		tilt: &gatewayTilt, record: gatewayLean, history: 0.85,
	}
	return pole, item{name: "监测网关", points: []measuringPoint{{
		name: "WG-01", measurement: "Tilt", category: "GDM", from: slopeGateway, interval: gatewayInterval, noInitial: true,
		rules:      []definition.Rule{system("TILT", "", nil, nil), direct("angleZ")},
		thresholds: []alarm.Threshold{levels("res", alarm.Accumulated, 0.3, 0.5, 1, 2)}, planX: 0.7, planY: 0.62,
	}}}
}

// gatewayLean simulates the angles, rounded to the instrument's resolution of 0.001°.
func gatewayLean() ([]Record, error) {
	records := make([]Record, gatewayReadings)
	for k := range records {
		days := float64(k) / 48
		sun := math.Sin(2 * math.Pi * (days - 0.3))
		storm := gatewayStormSize / (1 + math.Exp(-(days-gatewayStorm)/0.25))
		x := gatewayTilt.X0 + 0.0045*days + storm + 0.006*sun + 0.0015*ripple(k, 1)
		y := gatewayTilt.Y0 - 0.0012*days - 0.3*storm + 0.004*sun + 0.0015*ripple(k, 2)
		records[k] = Record{Time: int64(k) * gatewayInterval * 1000, Values: map[string]float64{
			"angleX": round(x, 3), "angleY": round(y, 3), "angleZ": round(90-math.Hypot(x, y), 3), "voltage": round(12.4+0.3*sun, 2),
		}}
	}
	return records, nil
}
