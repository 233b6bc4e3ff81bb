package demo

import (
	"math"
	"time"

	"plumbline/internal/core/definition"
)

// weatherOf returns plausible readings of a weather station for each logger reading. Only the air temperature is
// measured. No open data of the place has humidity and wind, so they are invented: drier when warmer, windier by day.
func weatherOf() ([]Record, error) {
	slide, err := landslide()
	if err != nil {
		return nil, err
	}
	var records []Record
	for _, r := range slide {
		temperature, ok := airOf(r)
		if !ok {
			continue
		}
		hours := float64(r.Time) / float64(time.Hour/time.Millisecond)
		wave := func(period, phase float64) float64 { return math.Sin(2*math.Pi*hours/period + phase) }
		speed := math.Abs(1.8 + 1.1*wave(24, -1.6) + 0.7*wave(7.3, 0) + 0.4*wave(1.7, 1))
		records = append(records, Record{Time: r.Time, Values: map[string]float64{
			"airTemp":   round(temperature, 1),
			"humidity":  round(min(98, max(35, 88-2.4*(temperature-6)+5*wave(31, 0))), 1),
			"windSpeed": round(speed, 1),
			"windMax":   round(speed*1.6+0.3, 1),
			"windDir":   math.Mod(round(225+70*wave(41, 0)+25*wave(5.9, 2), 0)+360, 360),
		}})
	}
	return records, nil
}

// airOf returns the air temperature by the calibration of the logger's thermistor.
func airOf(r Record) (float64, bool) {
	for _, c := range r.Channels {
		if res, ok := c.Values["res"]; ok && c.No == channelBarometer && res > 0 {
			return 410.43 - 39.17*math.Log(res), true
		}
	}
	return 0, false
}

// slopeWeather is the point of the weather station.
func slopeWeather() measuringPoint {
	return measuringPoint{
		name: "QX-02", measurement: "Environment", category: "WeatherStation", from: slopeStation, interval: 15 * minute, noInitial: true,
		rules: []definition.Rule{direct("airTemp"), direct("humidity"), direct("windSpeed"), direct("windDir"), direct("windMax")},
		planX: 0.82, planY: 0.7,
	}
}
