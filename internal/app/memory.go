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
	// Of the processors' time: above the first the limit rises, below the second it falls back.
	collectsTooMuch = 0.4
	collectsLittle  = 0.1
	// settled is how long after the start what it took is given back.
	settled = 5 * time.Second
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

// followMemory gives back what the start took, and lets the limit follow what the site
// needs until ctx ends.
func followMemory(ctx context.Context) {
	giveBack := time.After(settled)
	tick := time.NewTicker(time.Second)
	defer tick.Stop()
	limit, fixed := int64(memoryFloor), os.Getenv("GOMEMLIMIT") != ""
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
			continue // the runtime counts at the end of a collection
		}
		if next := memoryLimit(limit, (c-collected)/(t-total)); next != limit {
			limit = next
			debug.SetMemoryLimit(limit)
		}
		collected, total = c, t
	}
}

// processorTime is the time of all processors so far that went into collecting, and all
// of it, seconds. What a processor collects because it has nothing else to do costs
// nobody anything and does not count.
func processorTime() (collected, total float64) {
	read := []metrics.Sample{
		{Name: "/cpu/classes/gc/total:cpu-seconds"}, {Name: "/cpu/classes/gc/mark/idle:cpu-seconds"}, {Name: "/cpu/classes/total:cpu-seconds"},
	}
	metrics.Read(read)
	return read[0].Value.Float64() - read[1].Value.Float64(), read[2].Value.Float64()
}

// memoryLimit is the limit in bytes that follows another, by the share of the processors'
// time that went into collecting: a site that needs more gets it within seconds.
func memoryLimit(limit int64, share float64) int64 {
	switch {
	case share > collectsTooMuch:
		return limit + limit/4
	case share < collectsLittle:
		return max(memoryFloor, limit-limit/20)
	}
	return limit
}
