package intake

import (
	"context"
	"slices"
	"sync"
)

// Seen is what frames tell of a device itself. Nil and empty mean: not told since
// the last flush.
type Seen struct {
	Device      int64
	LastSeen    int64 // UTC ms of the last frame
	Voltage     *float64
	Temperature *float64
	RSSI        *float64
	Firmware    string
}

// SeenStore keeps the state of devices; implemented by the store.
type SeenStore interface {
	// SaveSeen takes the later LastSeen, and of the others what is told.
	SaveSeen(ctx context.Context, seen []Seen) error
}

// register of what was seen since the last flush: in memory, as a row per frame
// would cost more than the readings.
type seenDevices struct {
	mu      sync.Mutex
	changed map[int64]*Seen
	last    map[int64]int64 // of all devices since the start, for the clock
}

func newSeenDevices() *seenDevices {
	return &seenDevices{changed: map[int64]*Seen{}, last: map[int64]int64{}}
}

func (s *seenDevices) note(device, at int64, update func(*Seen)) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if at > s.last[device] {
		s.last[device] = at
	}
	seen := s.changed[device]
	if seen == nil {
		seen = &Seen{Device: device}
		s.changed[device] = seen
	}
	seen.LastSeen = max(seen.LastSeen, at)
	if update != nil {
		update(seen)
	}
}

func (s *seenDevices) lastSeen(device int64) int64 {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.last[device]
}

// flush hands what changed to the store, at most 200 devices a call, so that its
// transactions stay short. What could not be stored is tried again.
func (s *seenDevices) flush(ctx context.Context, store SeenStore) error {
	s.mu.Lock()
	changed := s.changed
	s.changed = map[int64]*Seen{}
	s.mu.Unlock()
	list := make([]Seen, 0, len(changed))
	for _, seen := range changed {
		list = append(list, *seen)
	}
	slices.SortFunc(list, func(a, b Seen) int { return int(a.Device - b.Device) })
	for piece := range slices.Chunk(list, 200) {
		if err := store.SaveSeen(ctx, piece); err != nil {
			for _, seen := range list {
				s.note(seen.Device, seen.LastSeen, func(now *Seen) { now.keep(seen) })
			}
			return err
		}
	}
	return nil
}

// keep takes from an older note what the newer one does not tell.
func (s *Seen) keep(older Seen) {
	if s.Voltage == nil {
		s.Voltage = older.Voltage
	}
	if s.Temperature == nil {
		s.Temperature = older.Temperature
	}
	if s.RSSI == nil {
		s.RSSI = older.RSSI
	}
	if s.Firmware == "" {
		s.Firmware = older.Firmware
	}
}
