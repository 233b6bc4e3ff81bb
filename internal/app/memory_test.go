package app

import "testing"

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
