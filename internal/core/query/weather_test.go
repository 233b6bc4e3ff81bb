package query_test

import (
	"testing"

	"plumbline/internal/core/definition"
	"plumbline/internal/core/query"
	"plumbline/internal/core/reading"
)

// telling is a point of a station or gauge whose formula passes the fields through.
func telling(id int64, measurement string, fields ...string) definition.Definition {
	d := piezometer(id)
	d.Point.Measurement, d.Point.Category = measurement, "WeatherStation"
	rules := []definition.Rule{}
	for _, field := range fields {
		rules = append(rules, definition.Rule{
			ComputedField: field, FormulaType: definition.SystemFormula, SysFormula: "DIRECT", Options: map[string]string{"field": field},
		})
	}
	d.Config.Formula = versions(definition.Formula{Rules: rules})
	return d
}

func said(t int64, field string, v float64, flag ...reading.Flag) message {
	m := message{t: t, values: map[string]float64{field: v}}
	for _, f := range flag {
		m.flag |= f
	}
	return m
}

func (s *site) weather(ids ...int64) map[string]query.WeatherValue {
	s.t.Helper()
	list, err := s.read.Weather(s.t.Context(), ids)
	if err != nil {
		s.t.Fatal(err)
	}
	byField := map[string]query.WeatherValue{}
	for _, v := range list {
		byField[v.Field] = v
	}
	return byField
}

func TestWeatherUsesNewestOfEachElement(t *testing.T) {
	s := newSite(t)
	s.add(telling(21, "Environment", "airTemp", "windSpeed", "windDir"))
	s.add(telling(22, "Environment", "airTemp", "humidity"))
	s.add(piezometer(pointID))
	s.store(21, said(s.now-3*minute, "airTemp", 11), said(s.now-2*minute, "windSpeed", 4.2), said(s.now-minute, "windDir", 225))
	s.store(22, said(s.now-5*day, "humidity", 61), said(s.now-4*minute, "airTemp", 12), said(s.now-minute, "airTemp", 70, reading.Abnormal))
	got := s.weather(21, 22, pointID, 999)
	if got["airTemp"].Value != 11 || got["airTemp"].Point != 21 || got["airTemp"].Unit != "°C" || got["airTemp"].Interval != interval {
		t.Errorf("temperature: %+v", got["airTemp"])
	}
	if got["windSpeed"].Value != 4.2 || got["windDir"].Value != 225 || got["windDir"].Time != s.now-minute {
		t.Errorf("wind: %+v %+v", got["windSpeed"], got["windDir"])
	}
	if _, told := got["humidity"]; told {
		t.Error("humidity of five days ago is returned although the station has newer rows")
	}
	if _, told := got["rain24h"]; told || len(got) != 3 {
		t.Errorf("an unmeasured element is returned: %+v", got)
	}
	if none := s.weather(pointID); len(none) != 0 {
		t.Errorf("a project without a station has weather: %+v", none)
	}
}

func TestSilentStationKeepsLastValues(t *testing.T) {
	s := newSite(t)
	s.add(telling(21, "Environment", "airTemp"))
	s.add(telling(31, "Rainfall", "rain"))
	s.store(21, said(s.now-3*day, "airTemp", 9))
	s.store(31, said(s.now-3*day, "rain", 5))
	got := s.weather(21, 31)
	if got["airTemp"].Value != 9 || got["airTemp"].Time != s.now-3*day {
		t.Errorf("%+v", got)
	}
	if _, told := got["rain24h"]; told {
		t.Errorf("a gauge without a reading in the last day reports no rain: %+v", got)
	}
}

func TestRainOfWettestGauge(t *testing.T) {
	s := newSite(t)
	zone := 8 * hour
	today := (s.now+zone)/day*day - zone // midnight in Shanghai
	s.add(telling(31, "Rainfall", "rain"))
	s.add(telling(32, "Rainfall", "rain"))
	s.add(telling(33, "Rainfall", "rain24h"))
	s.store(31, said(s.now-day-minute, "rain", 100), said(today-minute, "rain", 7), said(today, "rain", 2),
		said(today+minute, "rain", 1), said(today+2*minute, "rain", 50, reading.Abnormal))
	s.store(32, said(today+minute, "rain", 3))
	s.store(33, said(today+minute, "rain24h", 4))
	got := s.weather(31, 32, 33)
	// Rain reported at midnight fell before it.
	if got["rain24h"].Value != 10 || got["rainDay"].Value != 1 || got["rain24h"].Point != 31 || got["rain24h"].Time != today+minute {
		t.Errorf("%+v", got)
	}
	if alone := s.weather(33); alone["rain24h"].Value != 4 || len(alone) != 1 {
		t.Errorf("a gauge that reports the sum itself: %+v", alone)
	}
}
