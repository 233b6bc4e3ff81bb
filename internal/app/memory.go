package app

import (
	"context"
	"math"
	"os"
	"runtime/debug"
	"runtime/metrics"
	"sync"
	"time"
)

const (
	// gcPercent keeps memory closer to what is in use than Go's default of 100: heads of series live long, and the
	// server shares its machine.
	gcPercent = 50
	// gcPercentLoading is that of the start and of a take-over.
	gcPercentLoading = 100
	// memoryFloor is the memory limit of a typical site in bytes: in a burst the collector runs sooner instead of
	// letting memory grow.
	memoryFloor = 288 << 20
	// Shares of processor time: above the first the limit rises, below the second it falls.
	collectsTooMuch = 0.4
	collectsLittle  = 0.1
	// settled is how long after points were loaded unused memory is returned.
	settled = 5 * time.Second
)

// memory configures garbage collection, unless the environment does. While many points are loaded there is no limit:
// with limits, 100,000 of them take half as long again.
type memory struct {
	loaded chan struct{} // signals that points have been loaded

	mu      sync.Mutex
	limit   int64
	loading int
}

// newMemory returns the memory of a server that loads its points: it has no limit until follow runs.
func newMemory() *memory { return &memory{loaded: make(chan struct{}, 1), loading: 1} }

// unlimited lifts the limit until the returned function is called.
func (m *memory) unlimited() (limited func()) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.loading++; m.loading == 1 {
		setPercent(gcPercentLoading)
		setLimit(math.MaxInt64)
	}
	return m.limited
}

// limited ends one unlimited.
func (m *memory) limited() {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.loading--; m.loading > 0 {
		return
	}
	live := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	metrics.Read(live)
	m.limit = max(memoryFloor, int64(live[0].Value.Uint64())*3/2)
	setPercent(gcPercent)
	setLimit(m.limit)
	select {
	case m.loaded <- struct{}{}:
	default:
	}
}

// follow ends the start. Until ctx ends it returns unused memory after points were loaded, and adapts the limit to the
// needs of the site.
func (m *memory) follow(ctx context.Context) {
	m.limited()
	giveBack := time.NewTimer(settled)
	tick := time.NewTicker(time.Second)
	defer tick.Stop()
	defer giveBack.Stop()
	collected, total := processorTime()
	for {
		select {
		case <-ctx.Done():
			return
		case <-m.loaded:
			giveBack.Reset(settled)
		case <-giveBack.C:
			debug.FreeOSMemory()
		case <-tick.C:
			c, t := processorTime()
			if t > total { // updated at the end of a collection
				m.adapt((c - collected) / (t - total))
			}
			collected, total = c, t
		}
	}
}

// adapt changes the limit by the share of processor time spent on collection.
func (m *memory) adapt(share float64) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if next := memoryLimit(m.limit, share); m.loading == 0 && next != m.limit {
		m.limit = next
		setLimit(next)
	}
}

func setPercent(percent int) {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(percent)
	}
}

func setLimit(limit int64) {
	if os.Getenv("GOMEMLIMIT") == "" {
		debug.SetMemoryLimit(limit)
	}
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
