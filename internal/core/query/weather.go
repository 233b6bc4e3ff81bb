package query

import (
	"context"
	"maps"
	"math"
	"slices"
	"time"

	"plumbline/internal/core/catalog"
	"plumbline/internal/core/compiled"
	"plumbline/internal/core/reading"
	"plumbline/internal/core/series"
)

// The weather measurements (domain measurements.md).
const (
	environment = "Environment"
	rainfall    = "Rainfall"
)

// weatherElements are the elements of a station in display order.
var weatherElements = []string{"airTemp", "humidity", "airPressure", "windSpeed", "windDir", "windMax"}

// MaxStations is the maximum number of stations and gauges per query.
const MaxStations = 200

// WeatherValue is the newest value of one weather element.
type WeatherValue struct {
	Field    string // airTemp, humidity, airPressure, windSpeed, windDir, windMax, rainDay, rain24h
	Value    float64
	Unit     string
	Decimals int
	Time     int64 // UTC ms of the reading, or of the gauge's newest
	Interval int64 // ms, expected between readings; 0: unknown
	Point    int64
}

// station is a weather point with its values of the last day.
type station struct {
	point    *compiled.Point
	midnight int64                   // UTC ms, of its project's zone
	newest   map[string]WeatherValue // by field
	rainDay  float64                 // mm since midnight, summed
	rain24h  float64                 // mm in 24 hours, summed
	rainAt   int64                   // UTC ms of the newest reading with rain; 0: none
}

// IsWeather reports whether a measurement is a weather measurement.
func IsWeather(measurement string) bool { return measurement == environment || measurement == rainfall }

// Weather returns the newest value of each element that the points measure, and the rain since midnight in the
// project's zone and in the last 24 hours, from the gauge with the most. Elements without a value are left out, as is
// rain without a reading in the last day.
func (s *Service) Weather(ctx context.Context, points []int64) ([]WeatherValue, error) {
	find, err := s.directory.FindAll(ctx, points)
	if err != nil {
		return nil, err
	}
	now := s.now()
	stations := map[int64]*station{}
	var ids []series.ID
	for _, id := range points {
		p, ok := find(id)
		if !ok || !IsWeather(p.Definition.Point.Measurement) || len(ids) == MaxStations {
			continue
		}
		stations[id] = &station{point: p, midnight: midnight(now, zoneName(p)), newest: map[string]WeatherValue{}}
		ids = append(ids, series.ResultID(id))
	}
	if len(ids) == 0 {
		return []WeatherValue{}, nil
	}
	slices.Sort(ids)
	err = s.series.ScanMany(ctx, ids, now.Add(-24*time.Hour).UnixMilli()+1, now.UnixMilli(), weatherColumns(), func(id series.ID, b *series.Block) error {
		stations[id.Point()].read(b)
		return nil
	})
	if err != nil {
		return nil, err
	}
	rows, err := s.series.Latest(ctx, ids)
	if err != nil {
		return nil, err
	}
	for i := range rows {
		if rows[i].Found {
			stations[ids[i].Point()].readOld(&rows[i])
		}
	}
	return weatherOf(stations), nil
}

func midnight(now time.Time, zone string) int64 {
	in, err := time.LoadLocation(zone)
	if err != nil {
		in = time.UTC
	}
	now = now.In(in)
	return time.Date(now.Year(), now.Month(), now.Day(), 0, 0, 0, 0, in).UnixMilli()
}

func weatherColumns() []reading.Column {
	columns := []reading.Column{{Field: "rain"}, {Field: "rainDay"}, {Field: "rain24h"}}
	for _, field := range weatherElements {
		columns = append(columns, reading.Column{Field: field})
	}
	return columns
}

// read adds rows of the last day. A reading has the rain since the previous one.
func (w *station) read(b *series.Block) {
	for c, column := range b.Columns.List {
		for i, v := range b.Values[c] {
			if math.IsNaN(v) || !b.Flags[i].Valid() {
				continue
			}
			t := b.Times[i]
			if column.Field != "rain" {
				w.put(column.Field, t, v)
				continue
			}
			w.rain24h += v
			if t > w.midnight {
				w.rainDay += v
			}
			w.rainAt = max(w.rainAt, t)
		}
	}
}

// readOld takes missing elements from the newest row.
func (w *station) readOld(row *series.Latest) {
	for _, field := range weatherElements {
		at := row.Columns.Index(reading.Column{Field: field})
		if _, known := w.newest[field]; !known && at >= 0 && !math.IsNaN(row.Values[at]) {
			w.put(field, row.Time, row.Values[at])
		}
	}
}

func (w *station) put(field string, t int64, v float64) {
	d := &w.point.Definition
	shown := catalog.Shown(d.Point.Measurement, field)
	one := WeatherValue{Field: field, Value: v, Unit: shown.Unit, Decimals: shown.Decimals, Time: t, Point: d.Point.ID}
	if collect, ok := d.Config.Collect.At(t); ok {
		one.Interval = max(collect.Value.Interval, 0) * 1000
	}
	w.newest[field] = one
}

// addUp sets the sums if the gauge does not send them.
func (w *station) addUp() {
	if w.rainAt == 0 {
		return
	}
	for field, sum := range map[string]float64{"rainDay": w.rainDay, "rain24h": w.rain24h} {
		if _, told := w.newest[field]; !told {
			w.put(field, w.rainAt, sum)
		}
	}
}

// weatherOf returns the newest value of each element, and the rain of the wettest gauge.
func weatherOf(stations map[int64]*station) []WeatherValue {
	newest := map[string]WeatherValue{}
	var wettest *station
	for _, id := range slices.Sorted(maps.Keys(stations)) {
		w := stations[id]
		w.addUp()
		for _, field := range weatherElements {
			if one, ok := w.newest[field]; ok && one.Time > newest[field].Time {
				newest[field] = one
			}
		}
		if one, ok := w.newest["rain24h"]; ok && (wettest == nil || one.Value > wettest.newest["rain24h"].Value) {
			wettest = w
		}
	}
	list := []WeatherValue{}
	for _, field := range weatherElements {
		if one, ok := newest[field]; ok {
			list = append(list, one)
		}
	}
	if wettest != nil {
		for _, field := range []string{"rainDay", "rain24h"} {
			if one, ok := wettest.newest[field]; ok {
				list = append(list, one)
			}
		}
	}
	return list
}
