package demo

import (
	"math"

	"plumbline/internal/core/alarm"
	"plumbline/internal/core/definition"
	"plumbline/internal/site/device"
	"plumbline/internal/site/drawing"
)

// No open record of a temperature string exists, so the one in the pile cap is simulated: concrete 3.1 m thick that heats
// itself while it hardens, and cools at its surface.
const (
	concreteString = "DT20260001"
	concreteHours  = 21 * 24

	concreteLayer       = 0.1    // m between the layers of the calculation
	concreteLayers      = 31     // of the cap; the ground below warms with it
	concreteSteps       = 4      // an hour
	concreteDiffusivity = 0.0035 // m²/h
	concreteCover       = 0.12   // m of concrete that insulates like the formwork and the curing cover
	concretePlaced      = 17.0   // °C
	concreteRise        = 52.0   // °C without loss
	concreteHalf        = 0.028  // 1/h, how fast the heat is set free
)

// concreteLayersRead are the layers with a thermometer in their middle: 0.05 m below the surface and every 0.5 m.
var concreteLayersRead = [...]int{0, 5, 10, 15, 20, 25, 30}

// concrete returns hourly readings of the string: the heat equation in layers, from the pour on. Thermometers 2 and 6 send
// their power-on value first. Thermometer 5 loses contact for some hours.
func concrete() ([]Record, error) {
	layers := make([]float64, concreteLayers+11) // with a meter of ground
	for i := range layers {
		layers[i] = concretePlaced
	}
	next := make([]float64, len(layers))
	const dt = 1.0 / concreteSteps
	records := make([]Record, concreteHours)
	air := func(hours float64) float64 {
		return 16.5 + 5*math.Sin(2*math.Pi*(hours-8)/24) + 2*math.Sin(2*math.Pi*hours/150)
	}
	for hour := range records {
		for step := range concreteSteps {
			now := float64(hour) + float64(step)*dt
			for i, here := range layers {
				flow := 0.0
				if i == 0 {
					flow += (air(now) - here) * concreteLayer / (concreteCover + concreteLayer/2)
				} else {
					flow += layers[i-1] - here
				}
				if i < len(layers)-1 {
					flow += layers[i+1] - here
				}
				next[i] = here + concreteDiffusivity*dt/concreteLayer/concreteLayer*flow
				if i < concreteLayers {
					next[i] += concreteRise * concreteHalf * math.Exp(-concreteHalf*now) * dt
				}
			}
			layers, next = next, layers
		}
		record := Record{Time: int64(hour) * 3600_000}
		for i, layer := range concreteLayersRead {
			no := i + 1
			temp := math.Round(layers[layer]/0.0625) * 0.0625
			switch {
			case hour == 0 && (no == 2 || no == 6):
				temp = 85
			case no == 5 && hour >= 310 && hour < 322:
				temp = -127
			}
			record.Nodes = append(record.Nodes, Numbered{No: no, Values: map[string]float64{"temp": temp}})
		}
		records[hour] = record
	}
	return records, nil
}

// pileCap returns the string and the structure in which it is.
func pileCap() (unit, structure) {
	geometry := &definition.Geometry{SegmentLen: 500, MinDepth: -0.45}
	for i := range concreteLayersRead {
		geometry.Nodes = append(geometry.Nodes, definition.Node{No: int32(i + 1), Used: true})
	}
	return unit{
		name: "承台测温串（数据为模拟）", kind: device.Measuring, deviceType: "DT", model: "DT-16", register: concreteString,
		geometry: geometry, record: concrete, history: 0.97,
	}, structure{
		name: "3号墩承台", kind: "Bridge", drawing: picture{name: "测温剖面", kind: drawing.Section}, items: []item{{name: "混凝土温度", points: []measuringPoint{{
			name: "CW-01", measurement: "Temperature", category: "DT", from: concreteString, interval: hour,
			rules:      []definition.Rule{system("DIRECT", "temp", nil, map[string]string{"perNode": "true"})},
			thresholds: []alarm.Threshold{rising(levels("temp", alarm.Observed, 60, 65, 70, 75))},
			planX:      0.5, planY: 0.5,
		}}}},
	}
}
