package app

import (
	"math"
	"runtime/debug"
	"testing"
)

// A site that needs more memory gets it within seconds; later the limit falls back to the floor and never below.
func TestMemoryLimitFollowsDemand(t *testing.T) {
	limit := int64(memoryFloor)
	if got := memoryLimit(limit, 0.2); got != limit {
		t.Errorf("a busy second changes the limit to %d", got)
	}
	for range 10 {
		limit = memoryLimit(limit, 0.6)
	}
	if limit < 2<<30 {
		t.Errorf("after ten seconds of collecting the limit is %d", limit)
	}
	for range 100 {
		limit = memoryLimit(limit, 0.01)
	}
	if limit != memoryFloor {
		t.Errorf("after a quiet while the limit is %d, want the floor %d", limit, int64(memoryFloor))
	}
}

// While points are loaded memory has no limit; a limit returns with the last of several that load.
func TestNoMemoryLimitWhilePointsAreLoaded(t *testing.T) {
	t.Setenv("GOMEMLIMIT", "")
	limit, percent := debug.SetMemoryLimit(-1), debug.SetGCPercent(100)
	defer debug.SetMemoryLimit(limit)
	defer debug.SetGCPercent(percent)
	m := newMemory()
	m.limited() // the start is over
	first := debug.SetMemoryLimit(-1)
	if first < memoryFloor || first == math.MaxInt64 {
		t.Errorf("after the start the limit is %d", first)
	}
	one, other := m.unlimited(), m.unlimited()
	one()
	m.adapt(0.9)
	if now := debug.SetMemoryLimit(-1); now != math.MaxInt64 {
		t.Errorf("while points are loaded the limit is %d", now)
	}
	other()
	if now := debug.SetMemoryLimit(-1); now < memoryFloor || now == math.MaxInt64 {
		t.Errorf("afterwards the limit is %d", now)
	}
}
