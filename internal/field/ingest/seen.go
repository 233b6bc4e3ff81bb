package ingest

import (
	"context"
	"slices"
	"sync"
)

// Seen is what frames report about the device itself. Nil and empty: nothing since the last flush.
type Seen struct {
	Device      int64
	LastSeen    int64 // UTC ms of the last frame
	Voltage     Report
	Temperature Report
	RSSI        Report
	Firmware    string
}

// Report is a value with its time of measurement, UTC ms; 0: none. Late history does not replace a newer report.
type Report struct {
	Value float64
	At    int64
}

func (r *Report) update(other Report) {
	if other.At != 0 && other.At >= r.At {
		*r = other
	}
}

// SeenStore stores the state of devices.
type SeenStore interface {
	// SaveSeen keeps the later LastSeen, and the later report of each value.
	SaveSeen(ctx context.Context, seen []Seen) error
}

// seenDevices collects reports since the last flush in memory, because a row per frame would cost more than the
// readings.
type seenDevices struct {
	mu      sync.Mutex
	changed map[int64]*Seen
	last    map[int64]int64 // of all devices since the start, for device health
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

// flush stores changes, at most 200 devices per call to keep transactions short. Failures are retried.
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

// keep adds from an older note what the newer one lacks or has for an earlier time.
func (s *Seen) keep(older Seen) {
	for _, pair := range [][2]*Report{{&s.Voltage, &older.Voltage}, {&s.Temperature, &older.Temperature}, {&s.RSSI, &older.RSSI}} {
		newer := *pair[0]
		*pair[0] = *pair[1]
		pair[0].update(newer)
	}
	if s.Firmware == "" {
		s.Firmware = older.Firmware
	}
}
