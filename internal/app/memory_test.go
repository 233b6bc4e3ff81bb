package app

import "testing"

// A site of usual size stays under the floor; a large one gets room over what lives, so
// that it never collects all the time.
func TestMemoryLimitLeavesRoom(t *testing.T) {
	if got := memoryLimit(60 << 20); got != memoryFloor {
		t.Errorf("limit of a small heap is %d, want the floor %d", got, memoryFloor)
	}
	for _, live := range []uint64{200 << 20, 1 << 30, 16 << 30} {
		if got := memoryLimit(live); got < 2*int64(live) {
			t.Errorf("limit of %d living bytes is %d, want at least twice that", live, got)
		}
	}
}
