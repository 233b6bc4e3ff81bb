package sitedb

import (
	"sync"
	"time"

	"plumbline/internal/core/definition"
	"plumbline/internal/core/series"
	"plumbline/internal/site/device"
)

// feeding is what a device feeds now, by configuration.
type feeding struct {
	points   []device.PointRef
	collects []definition.Collect // by point; zero: not set
	below    []definition.Collect // of the points fed by sensors on its channels
	channel  inputBinding
}

// inputBinding is the collector channel on which a device sends; series 0 means none.
type inputBinding struct {
	series series.ID
	since  int64 // UTC ms; earlier readings belong to another device
}

// feedMemory caches for a short time what devices feed, because screens request thousands repeatedly. Changes of this
// server are visible at once, those of others with their generation, and versions that start later after feedsKept.
type feedMemory struct {
	mu      sync.Mutex
	changes uint64 // counts changes of the configuration
	since   time.Time
	devices map[int64]feeding
}

const feedsKept = 5 * time.Second

// ForgetFeeds forgets what devices feed, after a change of configuration.
//
// Unscoped: it only clears memory.
func (s *Store) ForgetFeeds() { s.fed.forget() }

// forget is called after each change of configuration.
func (m *feedMemory) forget() {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.changes++
	m.devices = nil
}

// recall returns the cached entries, the ids of the others, and the change count to pass to learn.
func (m *feedMemory) recall(ids []int64, now time.Time) (known map[int64]feeding, missing []int64, changes uint64) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if now.Sub(m.since) > feedsKept {
		m.devices, m.since = nil, now
	}
	known = make(map[int64]feeding, len(ids))
	for _, id := range ids {
		if f, ok := m.devices[id]; ok {
			known[id] = f
		} else {
			missing = append(missing, id)
		}
	}
	return known, missing, m.changes
}

// learn caches what was read, unless the configuration has changed since changes.
func (m *feedMemory) learn(read map[int64]feeding, changes uint64) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.changes != changes {
		return
	}
	if m.devices == nil {
		m.devices = make(map[int64]feeding, len(read))
	}
	for id, f := range read {
		m.devices[id] = f
	}
}
