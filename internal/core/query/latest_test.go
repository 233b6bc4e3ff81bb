package query_test

import (
	"math"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"plumbline/internal/core/alarm"
	"plumbline/internal/core/query"
	"plumbline/internal/core/reading"
	"plumbline/internal/core/timeline"
)

func TestLatest(t *testing.T) {
	s := newSite(t)
	d := piezometer(pointID)
	d.Thresholds = versions(alarm.Thresholds{List: []alarm.Threshold{
		{Field: "level", ValueType: alarm.Accumulated, Blue: ptr(1), Red: ptr(4), Enable: true},
		{Field: "level", ValueType: alarm.Rate, Red: ptr(20), Enable: true},
	}})
	s.add(d)
	s.initial(pointID, 10, 21.5, 15)
	standing := func(kind alarm.ValueType, level alarm.Level) alarm.Outcome {
		return alarm.Outcome{Key: alarm.Key{Field: "level", ValueType: kind}, Level: level, Since: start + 1}
	}
	s.levels = []alarm.PointLevel{{PointID: pointID, Level: 2, Outcomes: []alarm.Outcome{standing(alarm.Accumulated, 2), standing(alarm.Rate, 0)}}}
	s.store(pointID, level(start, 10), level(start+day, 13), level(start+day+interval, 99, reading.OutOfRange))

	one := func() query.Latest {
		t.Helper()
		list, err := s.read.Latest(t.Context(), []int64{pointID, 404})
		if err != nil || len(list) != 2 || list[1].Project != 0 || list[1].Point != 404 {
			t.Fatalf("%+v %v", list, err)
		}
		return list[0]
	}
	want := query.Latest{
		Point: pointID, Corporation: 1, Project: 2, Time: start + day, Level: 2, Field: "level", ValueType: query.Accumulated, Unit: "m", Decimals: 3,
		Value: 3, Observed: 13, Accumulated: 3, Rate: 3, Share: 0.75, Control: 4, Interval: interval,
	}
	if diff := cmp.Diff(want, one(), cmpopts.EquateNaNs(), cmpopts.IgnoreFields(query.Latest{}, "Judgement", "Encoded")); diff != "" {
		t.Error(diff)
	}
	s.store(pointID, level(start+day+2*interval, 12))
	if got := one(); got.Observed != 12 || got.Time != start+day+2*interval {
		t.Errorf("after another reading: %+v", got)
	}
	s.initials[0].Values = []float64{11, 20.5, 15}
	if got := one(); got.Accumulated != 2 {
		t.Errorf("before the event: %+v", got)
	}
	s.read.Forget(pointID)
	if got := one(); got.Accumulated != 1 {
		t.Errorf("after another initial value: %+v", got)
	}
	s.initials[0].Values = []float64{9, 22.5, 15}
	s.now += 2 * minute
	if got := one(); got.Accumulated != 3 {
		t.Errorf("after the lost event: %+v", got)
	}
	d.Thresholds = timeline.Timeline[alarm.Thresholds]{}
	s.add(d)
	if got := one(); !math.IsNaN(got.Share) {
		t.Errorf("after the thresholds were removed: share %v", got.Share)
	}
}

// With a MaxAge the newest rows are read again when they are that old, or when an event says that a point changed.
func TestLatestIsAtMostSoOld(t *testing.T) {
	s := newSite(t)
	s.add(piezometer(pointID))
	s.read = query.New(query.Config{
		Series: s.series, Directory: s, Initials: s, Levels: s, Now: func() time.Time { return time.UnixMilli(s.now) }, MaxAge: time.Second,
	})
	observed := func(when string, want float64) {
		t.Helper()
		list, err := s.read.Latest(t.Context(), []int64{pointID})
		if err != nil || list[0].Observed != want {
			t.Errorf("%s: %+v %v, want %v", when, list, err, want)
		}
	}
	s.store(pointID, level(start, 10))
	observed("first", 10)
	s.store(pointID, level(start+1, 11))
	observed("at once", 10)
	s.now += 999
	observed("after 999 ms", 10)
	s.now++
	observed("after 1 s", 11)
	s.store(pointID, level(start+2, 12))
	s.read.Forget(pointID)
	observed("after an event", 12)
	s.now += 1000
	observed("unchanged", 12)
	s.store(pointID, level(start+3, 13))
	observed("read a moment ago", 12)
}

// A list displays what is judged if nothing judges the measurement's main field.
func TestLatestShowsJudgedField(t *testing.T) {
	s := newSite(t)
	d := piezometer(pointID)
	d.Thresholds = versions(alarm.Thresholds{List: []alarm.Threshold{
		{Field: "temp", ValueType: alarm.Observed, Red: ptr(60), Enable: true},
		{Field: "depth", ValueType: alarm.Accumulated, Red: ptr(4), Enable: true},
		{Field: "level", ValueType: alarm.Accumulated, Red: ptr(1), Enable: false},
	}})
	s.add(d)
	s.initial(pointID, 10, 21.5, 15)
	s.store(pointID, level(start, 12))
	list, err := s.read.Latest(t.Context(), []int64{pointID})
	if err != nil {
		t.Fatal(err)
	}
	if got := list[0]; got.Field != "depth" || got.ValueType != query.Accumulated || got.Value != -2 ||
		got.Share != 0.5 || got.Control != 4 || got.Observed != 19.5 {
		t.Errorf("%+v", got)
	}
}

// Completeness counts from the very first reading.
func TestCompletenessStartsAtFirstReading(t *testing.T) {
	s := newSite(t)
	s.add(piezometer(pointID))
	s.store(pointID, level(start, 1), level(start+interval, 1), level(start+4*interval, 1))
	s.now = start + 4*interval
	if got := s.query(ask(query.Observed, start-300*day, start+day, "level")).Completeness; got != 0.75 {
		t.Errorf("over all time: %v", got)
	}
	if got := s.query(ask(query.Observed, start+2*interval, start+4*interval, "level")).Completeness; got != 0.5 {
		t.Errorf("later: %v", got)
	}
}
