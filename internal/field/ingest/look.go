package ingest

import (
	"context"
	"sync"
	"time"
)

// Another process may have just created a device or changed its secret, and the event is still under way. So a miss in
// memory is looked up in the database, with limits: one register ID once per lookAgain, and all together lookBurst
// times and then looksASecond.
const (
	lookAgain    = time.Second
	looksASecond = 50
	lookBurst    = 200
	keptLooks    = 4096
)

// looks limits the lookups of register IDs.
type looks struct {
	mu     sync.Mutex
	recent map[string]time.Time
	left   float64 // lookups available now
	filled time.Time
}

func (l *looks) allows(register string, now time.Time) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	if last, seen := l.recent[register]; seen && now.Sub(last) < lookAgain {
		return false
	}
	if l.filled.IsZero() {
		l.left = lookBurst
	} else {
		l.left = min(lookBurst, l.left+looksASecond*now.Sub(l.filled).Seconds())
	}
	l.filled = now
	if l.left < 1 {
		return false
	}
	l.left--
	if l.recent == nil || len(l.recent) >= keptLooks {
		l.recent = make(map[string]time.Time)
	}
	l.recent[register] = now
	return true
}

// forget allows every register ID to be looked up again: devices have changed.
func (l *looks) forget() {
	l.mu.Lock()
	defer l.mu.Unlock()
	clear(l.recent)
}

// Prove authenticates the device of a register ID with proves, on the current configuration. known is false if no device
// has the register ID.
func (d *Directory) Prove(ctx context.Context, register string, proves func(*Device) bool) (found *Device, known, proven bool) {
	if d.follow != nil {
		if err := d.follow(ctx); err != nil {
			return nil, false, false
		}
	}
	return d.Recognize(ctx, register, proves)
}

// Recognize authenticates the device of a register ID with proves. A miss or failure in memory is looked up once; what
// memory accepts is checked by the transaction that commits the frame. known is false if no device has the register ID.
func (d *Directory) Recognize(ctx context.Context, register string, proves func(*Device) bool) (found *Device, known, proven bool) {
	if register == "" {
		return nil, false, false
	}
	if found, known = d.ByRegister(register); known && proves(found) {
		return found, true, true
	}
	if !d.looks.allows(register, time.Now()) {
		return found, known, false
	}
	id, err := d.loader.RegisterOwner(ctx, register)
	if err != nil {
		return found, known, false
	}
	// An unknown register ID is looked up like a wrong secret, so that the response time reveals nothing.
	if err := d.reload(ctx, []int64{id}); err != nil {
		return found, known, false
	}
	if found, known = d.ByRegister(register); !known {
		return nil, false, false
	}
	return found, true, proves(found)
}
