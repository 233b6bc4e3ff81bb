package query_test

import (
	"testing"

	"plumbline/internal/core/query"
	"plumbline/internal/core/reading"
	"plumbline/internal/platform/errs"
)

func blowing(t int64, speed, direction float64) message {
	return message{t: t, values: map[string]float64{"windSpeed": speed, "windDir": direction}}
}

func TestWindRoseCountsBySectorAndClass(t *testing.T) {
	s := newSite(t)
	s.add(telling(21, "Environment", "windSpeed", "windDir"))
	begun := s.now - day
	invalid := blowing(begun+8*minute, 20, 90)
	invalid.flag = reading.Abnormal
	s.store(21,
		blowing(begun-minute, 5, 90), // before the range
		blowing(begun, 1.4, 90),      // calm
		blowing(begun+minute, 1.5, 348.7),
		blowing(begun+2*minute, 3.3, 348.8), // north begins at 348.75°
		blowing(begun+3*minute, 3.4, 11.2),
		blowing(begun+4*minute, 8, 11.3),
		blowing(begun+5*minute, 13.8, 180),
		blowing(begun+6*minute, 13.9, 359),
		said(begun+7*minute, "windSpeed", 6), // no direction
		invalid,
	)
	rose, err := s.read.WindRose(t.Context(), 21, begun, s.now)
	if err != nil {
		t.Fatal(err)
	}
	want := query.WindRose{Start: begun, End: s.now, Limits: []float64{1.5, 3.4, 8, 13.9}, Calm: 1, Undirected: 1}
	want.Counts[15][0] = 1
	want.Counts[0] = [4]int{1, 1, 0, 1}
	want.Counts[1][2] = 1
	want.Counts[8][2] = 1
	if rose.Counts != want.Counts || rose.Calm != want.Calm || rose.Undirected != want.Undirected {
		t.Errorf("got %+v\nwant %+v", rose, want)
	}
}

func TestWindRoseOfMoreThanAYearIsRefused(t *testing.T) {
	s := newSite(t)
	s.add(telling(21, "Environment", "windSpeed", "windDir"))
	_, err := s.read.WindRose(t.Context(), 21, s.now-367*day, s.now)
	if f, ok := errs.As(err); !ok || f.Code != errs.SpanTooLong.Code {
		t.Errorf("a rose of 367 days: %v", err)
	}
}
