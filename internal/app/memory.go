package app

import (
	"context"
	"os"
	"runtime/debug"
	"runtime/metrics"
	"time"
)

const (
	// gcPercent keeps memory nearer to what is in use than Go's 100 does: heads of
	// series live long, and a monitoring server shares its machine.
	gcPercent = 50
	// memoryFloor is the limit of a site of usual size, bytes: under a burst garbage is
	// collected sooner instead of growing beyond it.
	memoryFloor = 288 << 20
	// memoryRoom is the limit over what lives, so that a large site does not spend its
	// time collecting.
	memoryRoom   = 2
	memoryBeside = 32 << 20 // bytes of stacks and the runtime beside the heap
)

// tameMemory sets how garbage is collected, unless the environment does.
func tameMemory() {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(gcPercent)
	}
	if os.Getenv("GOMEMLIMIT") == "" {
		debug.SetMemoryLimit(memoryFloor)
	}
}

// followMemory lets the limit follow what lives until ctx ends.
func followMemory(ctx context.Context) {
	if os.Getenv("GOMEMLIMIT") != "" {
		return
	}
	live := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	tick := time.NewTicker(time.Second)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		metrics.Read(live)
		debug.SetMemoryLimit(memoryLimit(live[0].Value.Uint64()))
	}
}

// memoryLimit is the limit in bytes for a heap of which so many live.
func memoryLimit(live uint64) int64 {
	return max(memoryFloor, memoryRoom*int64(live)+memoryBeside)
}
