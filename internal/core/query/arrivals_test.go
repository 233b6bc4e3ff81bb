package query_test

import (
	"testing"
	"time"

	"plumbline/internal/core/definition"
	"plumbline/internal/core/query"
	"plumbline/internal/core/reading"
	"plumbline/internal/core/series"
)

// A device reports every half hour, 20 s late or early. One reading comes twice, one too late, and some are missing.
func TestArrivalsCountScheduledReadingsOnce(t *testing.T) {
	s := newSite(t)
	d := piezometer(21)
	d.Config.Collect = versions(definition.Collect{Mode: "UploadCollect", Interval: 1800})
	s.add(d)
	begin := start + 10*day
	columns := reading.Intern([]reading.Column{{Field: "freq"}})
	var raw []series.Put
	put := func(at, received int64) {
		raw = append(raw, series.Put{Series: s.points[21].At(at).Main, Time: at, Columns: columns, Values: []float64{2800}, Received: received})
	}
	for k := range int64(96) { // two days
		at := begin + 10*minute + k*30*minute + (k%3-1)*20_000
		switch {
		case k == 5 || k == 60:
			continue // missing
		case k == 7:
			put(at, at+8*day) // too late
			continue
		case k == 9:
			put(at+60_000, at+60_000) // again
		}
		put(at, at+6*day)
	}
	s.write(series.Batch{Raw: raw})
	got, err := s.read.Arrivals(t.Context(), query.ArrivalRequest{
		Device: s.points[21].Mains[0].Device, Created: start, Points: []int64{21, 99}, Start: begin, End: begin + 2*day, Zone: time.UTC,
	})
	if err != nil {
		t.Fatal(err)
	}
	if got.Expected != 96 || got.Received != 93 || got.Readings != 95 || got.Late != 1 || got.Interval != 30*minute {
		t.Errorf("arrivals %+v", got)
	}
	expected, received := int64(0), int64(0)
	for _, day := range got.Days {
		expected, received = expected+day.Expected, received+day.Received
	}
	if expected != 96 || received != 93 || len(got.Days) < 2 {
		t.Errorf("days %+v", got.Days)
	}
	fed, err := s.read.MainPoints(t.Context(), []int64{99, 21})
	if device := s.points[21].Mains[0].Device; err != nil || len(fed[device]) != 1 || fed[device][0] != 21 {
		t.Errorf("the device feeds %v, %v", fed, err)
	}
	// Nothing was due before the device was there: 50.5 h of the period were not.
	late, err := s.read.Arrivals(t.Context(), query.ArrivalRequest{
		Device: s.points[21].Mains[0].Device, Created: begin + 2*day, Points: []int64{21}, Start: begin - 50*hour, End: begin + 2*day, Zone: time.UTC,
	})
	if err != nil || late.Expected != 95 {
		t.Errorf("expected since the first reading: %+v, %v", late, err)
	}
}
