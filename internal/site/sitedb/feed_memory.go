package sitedb

import (
	"sync"
	"time"

	"plumbline/internal/core/definition"
	"plumbline/internal/core/series"
	"plumbline/internal/site/device"
)

// feeding is what the configuration says that a device feeds now.
type feeding struct {
	points   []device.PointRef
	collects []definition.Collect // by point; zero: none is set
	below    []definition.Collect // of the points that the sensors on its channels feed
	channel  inputBinding
}

// inputBinding is the channel of a collector on which a device sends; none where the series is 0.
type inputBinding struct {
	series series.ID
	since  int64 // UTC ms; what the channel sent before is another device's
}

// feedMemory remembers for moments what devices feed: screens ask for thousands of
// them again and again. A change made here is seen at once, one made by another node
// or a version that comes into force after feedsKept.
type feedMemory struct {
	mu      sync.Mutex
	changes uint64 // of the configuration
	since   time.Time
	devices map[int64]feeding
}

const feedsKept = 10 * time.Second

// forget is called after each change of the configuration.
func (m *feedMemory) forget() {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.changes++
	m.devices = nil
}

// recall returns what is known of devices, which of them are not, and the state of
// the configuration that learn wants to hear.
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

// learn remembers what was read while the configuration stood at changes.
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
