package app

import (
	"testing"
	"time"
)

func TestDiskFullForecast(t *testing.T) {
	start := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	const gigabyte = 1 << 30
	const free = 20 * gigabyte
	for name, c := range map[string]struct {
		used  func(minutes int) int64
		other int64 // bytes that other programs write per minute
		span  int   // minutes
		want  time.Duration
		ok    bool
	}{
		"one gigabyte an hour":      {func(m int) int64 { return int64(m) * gigabyte / 60 }, 0, 600, 10 * time.Hour, true},
		"after a day":               {func(m int) int64 { return int64(m) * gigabyte / 600 }, 0, 3000, 150 * time.Hour, true},
		"only other programs write": {func(int) int64 { return gigabyte }, 30 << 20, 600, 0, false},
		"space was freed":           {func(m int) int64 { return gigabyte - int64(m)*1024 }, 0, 600, 0, false},
		"a gigabyte at startup":     {func(m int) int64 { return int64(min(m, 5)) * gigabyte }, 0, 600, 0, false},
		"half an hour is too short": {func(m int) int64 { return int64(m) * gigabyte / 60 }, 0, 30, 0, false},
		"five hours are too short":  {func(m int) int64 { return int64(m) * gigabyte / 60 }, 0, 300, 0, false},
		"in a hundred years":        {func(m int) int64 { return int64(m) * 10 }, 0, 600, 0, false},
	} {
		t.Run(name, func(t *testing.T) {
			minutes := 0
			w := &diskWatch{
				space: func() (uint64, uint64, error) {
					return uint64(free - c.used(minutes) - c.other*int64(minutes)), 0, nil
				},
				used: func() (int64, error) { return c.used(minutes), nil },
			}
			for minutes = 0; minutes <= c.span; minutes += 5 {
				w.look(start.Add(time.Duration(minutes) * time.Minute))
			}
			at, ok := w.fullAt()
			if ok != c.ok {
				t.Fatalf("in sight: %v, want %v (%v)", ok, c.ok, at)
			}
			if ok {
				left := at.Sub(start.Add(time.Duration(c.span) * time.Minute))
				if diff := left - c.want; diff < -time.Minute || diff > time.Minute {
					t.Errorf("full in %v, want %v", left, c.want)
				}
			}
		})
	}
}

func TestOnlyLocalPostgresSharesDisk(t *testing.T) {
	for url, want := range map[string]bool{
		"": false, "postgres://u:p@localhost/x": true, "postgres://u:p@127.0.0.1:5433/x": true, "postgres://u@db.example/x": false,
		"host=/var/run/postgresql dbname=x": true, "postgres://u@10.0.0.3/x": false,
	} {
		if got := onThisMachine(url); got != want {
			t.Errorf("%q: %v", url, got)
		}
	}
}
