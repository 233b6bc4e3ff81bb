package ingest

import (
	"context"
	"sync"
	"time"
)

// Another process may have made a device or given it a secret a moment ago, and the signal is still
// on its way. So a miss in memory is looked up in the database, and strangers cannot wear that out:
// one register is looked up once in lookAgain, and all of them together lookBurst times and then
// looksASecond.
const (
	lookAgain    = time.Second
	looksASecond = 50
	lookBurst    = 200
	keptLooks    = 4096
)

// looks remembers which registers were looked up.
type looks struct {
	mu     sync.Mutex
	recent map[string]time.Time
	left   float64 // lookups that may be made now
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

// forget lets every register be looked up again: devices have changed.
func (l *looks) forget() {
	l.mu.Lock()
	defer l.mu.Unlock()
	clear(l.recent)
}

// Prove finds the device of a register and lets it prove who it is. What memory does not know, or
// proves wrong there, is looked up once. known is false for a register that no device has.
func (d *Directory) Prove(ctx context.Context, register string, proves func(*Device) bool) (found *Device, known, proven bool) {
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
	// A register that nobody has is looked up like one with a wrong secret: the response time reveals nothing.
	if err := d.reload(ctx, []int64{id}); err != nil {
		return found, known, false
	}
	if found, known = d.ByRegister(register); !known {
		return nil, false, false
	}
	return found, true, proves(found)
}
