package app

import (
	"context"
	"os"
	"runtime/debug"
	"runtime/metrics"
	"time"
)

const (
	// gcPercent keeps memory closer to what is in use than Go's default of 100: heads of series live long, and the
	// server shares its machine.
	gcPercent = 50
	// memoryFloor is the memory limit of a typical site in bytes: in a burst the collector runs sooner instead of
	// letting memory grow.
	memoryFloor = 288 << 20
	// Shares of processor time: above the first the limit rises, below the second it falls.
	collectsTooMuch = 0.4
	collectsLittle  = 0.1
	// settled is how long after the start unused memory is returned.
	settled = 5 * time.Second
)

// followMemory configures garbage collection, unless the environment does: it returns unused memory after the start, and
// adapts the limit to the needs of the site until ctx ends. Call it once the points are loaded: with limits, 100,000 of
// them take half as long again.
func followMemory(ctx context.Context) {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(gcPercent)
	}
	limit, fixed := firstLimit(), os.Getenv("GOMEMLIMIT") != ""
	if !fixed {
		debug.SetMemoryLimit(limit)
	}
	giveBack := time.After(settled)
	tick := time.NewTicker(time.Second)
	defer tick.Stop()
	collected, total := processorTime()
	for {
		select {
		case <-ctx.Done():
			return
		case <-giveBack:
			debug.FreeOSMemory()
			continue
		case <-tick.C:
		}
		if fixed {
			continue
		}
		c, t := processorTime()
		if t == total {
			continue // updated at the end of a collection
		}
		if next := memoryLimit(limit, (c-collected)/(t-total)); next != limit {
			limit = next
			debug.SetMemoryLimit(limit)
		}
		collected, total = c, t
	}
}

// firstLimit returns the limit of a server that has loaded its points.
func firstLimit() int64 {
	live := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	metrics.Read(live)
	return max(memoryFloor, int64(live[0].Value.Uint64())*3/2)
}

// processorTime returns the total processor time spent on collection, and in total, in seconds. Collection by idle
// processors is free and does not count.
func processorTime() (collected, total float64) {
	read := []metrics.Sample{
		{Name: "/cpu/classes/gc/total:cpu-seconds"}, {Name: "/cpu/classes/gc/mark/idle:cpu-seconds"}, {Name: "/cpu/classes/total:cpu-seconds"},
	}
	metrics.Read(read)
	return read[0].Value.Float64() - read[1].Value.Float64(), read[2].Value.Float64()
}

// memoryLimit returns the next limit in bytes from the share of processor time spent on collection: a site that needs
// more gets it within seconds.
func memoryLimit(limit int64, share float64) int64 {
	switch {
	case share > collectsTooMuch:
		return limit + limit/4
	case share < collectsLittle:
		return max(memoryFloor, limit-limit/20)
	}
	return limit
}
