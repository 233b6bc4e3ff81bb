package demo

import (
	"math"

	"plumbline/internal/core/alarm"
	"plumbline/internal/core/definition"
	"plumbline/internal/site/device"
)

// No open record of a tracker on a moored pontoon exists, so one is simulated: it swings at its mooring, a storm drags its
// anchor downstream, a boat tows it to the landing stage and later to a new mooring.
const (
	pontoonTracker  = "TDM20260001"
	pontoonInterval = 10 * minute
	pontoonFixes    = 20 * 144
	pontoonLat      = 31.01885
	pontoonLon      = 110.42615
	pontoonFence    = 60 // m
)

// pontoonLegs are the places of the mooring, m east and north of the first one, by day. Between two it moves evenly.
var pontoonLegs = [...]struct{ day, east, north float64 }{
	{0, 0, 0}, {9.2, 0, 0}, {9.75, 96, -34}, {12.4, 96, -34}, {12.47, -118, 142}, {13.6, -118, 142}, {13.66, 24, -18}, {20, 24, -18},
}

// pontoonFailed are the fixes that a failing battery lost.
var pontoonFailed = [2]int{780, 834}

// moored returns where the pontoon is at a fix, m east and north of the first mooring, without the noise of the receiver.
func moored(k int) (east, north float64) {
	days := float64(k) / 144
	for i := 1; i < len(pontoonLegs); i++ {
		from, to := pontoonLegs[i-1], pontoonLegs[i]
		if days <= to.day {
			share := (days - from.day) / (to.day - from.day)
			east, north = from.east+(to.east-from.east)*share, from.north+(to.north-from.north)*share
			break
		}
	}
	swing := 2.4 * math.Sin(2*math.Pi*days/1.7)
	return east + swing*math.Sin(2*math.Pi*days*1.3), north + 0.6*swing*math.Cos(2*math.Pi*days*1.1)
}

// pontoon simulates the fixes at the resolution of the receiver. Under the bridge of the landing stage some are poor.
func pontoon() ([]Record, error) {
	perLat := math.Pi / 180 * 6371008.8
	perLon := perLat * math.Cos(pontoonLat*math.Pi/180)
	records := make([]Record, 0, pontoonFixes)
	for k := range pontoonFixes {
		if k >= pontoonFailed[0] && k < pontoonFailed[1] {
			continue
		}
		east, north := moored(k)
		before, below := moored(k - 1)
		speed := math.Hypot(east-before, north-below) / float64(pontoonInterval)
		hdop, off := 0.9+0.3*math.Abs(ripple(k, 5)), 0.7
		if k%83 == 41 {
			hdop, off = 6.4+math.Abs(ripple(k, 6)), 34
		}
		records = append(records, Record{Time: int64(k) * pontoonInterval * 1000, Values: map[string]float64{
			"lat": round(pontoonLat+(north+off*ripple(k, 1))/perLat, 7), "lon": round(pontoonLon+(east+off*ripple(k, 2))/perLon, 7),
			"height": round(171.4-0.03*float64(k)/144+0.4*ripple(k, 3), 2), "speed": round(speed, 2),
			"heading": round(math.Mod(math.Atan2(east-before, north-below)*180/math.Pi+360, 360), 1), "hdop": round(hdop, 1),
			"sats": math.Round(14 + 3*ripple(k, 7)), "battery": round(12.6-0.5*math.Sin(2*math.Pi*float64(k)/144), 2),
		}})
	}
	return records, nil
}

// pontoonPoint returns the tracker, and the item with its point.
func pontoonPoint() (unit, item) {
	tracker := unit{
		name: "浮台轨迹监测仪（定位为模拟）", kind: device.Measuring, deviceType: "TDM", model: "TDM-1", register: pontoonTracker,
		record: pontoon, history: 0.97,
	}
	return tracker, item{name: "库区浮台", points: []measuringPoint{{
		name: "FT-01", measurement: "Track", category: "TDM", from: pontoonTracker, interval: pontoonInterval,
		rules:      []definition.Rule{system("TRAJECTORY", "", nil, nil), direct("speed"), direct("heading"), direct("battery")},
		processor:  &definition.Processor{Fence: &definition.Fence{Lat: pontoonLat, Lon: pontoonLon, Reach: pontoonFence}},
		thresholds: []alarm.Threshold{confirmed(levels("moved", alarm.Accumulated, 20, 60, 100, 150), 3)},
		lon:        pontoonLon, lat: pontoonLat, planX: 0.965, planY: 0.76,
	}}}
}
