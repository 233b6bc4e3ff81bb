package app

import (
	"testing"
	"time"
)

func TestTheDayTheDiskFills(t *testing.T) {
	start := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	const gigabyte = 1 << 30
	for name, c := range map[string]struct {
		free func(minutes int) uint64
		span int // minutes
		want time.Duration
		ok   bool
	}{
		"one gigabyte an hour, ten left": {func(m int) uint64 { return uint64(20*gigabyte - m*gigabyte/60) }, 600, 10 * time.Hour, true},
		"nothing is written":             {func(int) uint64 { return 20 * gigabyte }, 600, 0, false},
		"space is freed":                 {func(m int) uint64 { return uint64(gigabyte + m*1024) }, 600, 0, false},
		"too short to tell":              {func(m int) uint64 { return uint64(20*gigabyte - m*gigabyte) }, 10, 0, false},
		"in a hundred years":             {func(m int) uint64 { return uint64(20*gigabyte - m*10) }, 600, 0, false},
	} {
		t.Run(name, func(t *testing.T) {
			minutes := 0
			w := &diskWatch{space: func() (uint64, uint64, error) { return c.free(minutes), 0, nil }}
			for minutes = 0; minutes <= c.span; minutes++ {
				w.look(start.Add(time.Duration(minutes) * time.Minute))
			}
			at, ok := w.fullAt()
			if ok != c.ok {
				t.Fatalf("in sight: %v, want %v", ok, c.ok)
			}
			if ok {
				left := at.Sub(start.Add(time.Duration(c.span) * time.Minute))
				if diff := left - c.want; diff < -time.Minute || diff > time.Minute {
					t.Errorf("fills in %v, want %v", left, c.want)
				}
			}
		})
	}
}
