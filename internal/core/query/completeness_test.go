package query_test

import (
	"math"
	"testing"

	"plumbline/internal/core/definition"
)

// collecting is a point with a collection interval (s) and rows at the given times.
func (s *site) collecting(id, seconds int64, times ...int64) {
	s.t.Helper()
	d := piezometer(id)
	d.Config.Collect = versions(definition.Collect{Mode: "UploadCollect", Interval: seconds})
	s.add(d)
	s.came(id, times...)
}

func (s *site) came(id int64, times ...int64) {
	s.t.Helper()
	messages := make([]message, len(times))
	for i, at := range times {
		messages[i] = level(at, 10)
	}
	s.store(id, messages...)
}

func TestCompletenessOfLastDay(t *testing.T) {
	s := newSite(t)
	present := s.now - s.now%hour
	s.now = present + 30*minute
	var halves []int64
	for h := range int64(24) {
		halves = append(halves, present-h*hour) // every other one, each hour
	}
	s.collecting(21, 1800, halves...)
	s.collecting(22, 6*3600, present-10*hour)
	s.collecting(23, 0, present)
	got, err := s.read.Completeness(t.Context(), []int64{21, 22, 23, 99})
	if err != nil {
		t.Fatal(err)
	}
	if !got[0].Known || got[0].Hours[0] != 0.5 || got[0].Hours[23] != 1 {
		t.Errorf("one of two readings an hour: %+v", got[0])
	}
	if hours := got[1].Hours; hours[11] != 0 || hours[12] != 1 || hours[17] != 1 || hours[18] != 0 {
		t.Errorf("every six hours, one came ten hours ago: %v", hours)
	}
	if got[2].Known || got[3].Known {
		t.Errorf("no interval, no point: %+v", got[2:])
	}

	// A new reading of the current hour is counted at the next call, earlier hours when the day is read again, and
	// hours that have left the window are dropped.
	s.now = present + 2*hour + 59*minute
	s.came(21, present+2*hour, present+2*hour+20*minute)
	got, err = s.read.Completeness(t.Context(), []int64{21})
	if err != nil {
		t.Fatal(err)
	}
	if hours := got[0].Hours; hours[23] != 1 || hours[22] != 0 || hours[21] != 0.5 || hours[0] != 0.5 {
		t.Errorf("two hours later: %v", hours)
	}
	if share := got[0].Share(); share < 0.45 || share > 0.55 {
		t.Errorf("share of the day: %v", share)
	}
}

func TestNothingIsDueBeforeAPointExists(t *testing.T) {
	s := newSite(t)
	present := s.now - s.now%hour
	s.now = present + 30*minute
	made := func(id, seconds, created int64, times ...int64) {
		d := piezometer(id)
		d.Config.Collect = versions(definition.Collect{Mode: "UploadCollect", Interval: seconds})
		d.Point.CreatedAt = created
		s.add(d)
		s.came(id, times...)
	}
	made(31, 1800, present-2*hour, present-2*hour, present-90*minute, present-hour) // one of four is missing, and the current half hour is not over
	made(32, 1800, present-2*hour)                                                  // never sent
	made(33, 1800, present-2*hour, present-5*hour, present-5*hour+30*minute)        // imported records
	made(34, 6*3600, present-2*hour)                                                // the first is not due yet
	made(35, 1800, s.now-minute)
	got, err := s.read.Completeness(t.Context(), []int64{31, 32, 33, 34, 35})
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range [][]float64{ // of the last six hours and the present one
		{math.NaN(), math.NaN(), math.NaN(), math.NaN(), 1, 0.5, 0},
		{math.NaN(), math.NaN(), math.NaN(), math.NaN(), 0, 0, 0},
		{math.NaN(), 1, 0, 0, 0, 0, 0},
		{math.NaN(), math.NaN(), math.NaN(), math.NaN(), math.NaN(), math.NaN(), math.NaN()},
		{math.NaN(), math.NaN(), math.NaN(), math.NaN(), math.NaN(), math.NaN(), math.NaN()},
	} {
		for h, share := range got[i].Hours[17:] {
			if share != want[h] && !(math.IsNaN(share) && math.IsNaN(want[h])) {
				t.Errorf("point %d, hour %d: %v, want %v", 31+i, h, share, want[h])
			}
		}
	}
	if share := got[0].Share(); share != 0.5 || !got[0].Known {
		t.Errorf("the share counts the hours in which something was due: %v", share)
	}
	if got[3].Known || got[4].Known || got[3].Interval != 6*3600e9 {
		t.Errorf("nothing was due yet: %+v", got[3:])
	}
}
