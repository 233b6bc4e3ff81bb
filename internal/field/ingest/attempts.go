package ingest

import (
	"context"
	"encoding/json"
	"slices"
	"sync"

	"plumbline/internal/platform/errs"
	"plumbline/internal/platform/events"
)

// Attempt is one attempt of a device to connect: it succeeded or was rejected.
type Attempt struct {
	Time      int64 // UTC ms
	Transport Transport
	Address   string
	Reason    string // a reason of Refusals; empty: it connected

	Protocol  string      // of a connection, such as MQTT 3.1.1
	TLS       bool        // of a connection
	KeepAlive int         // of a connection: s
	Fault     *errs.Error `json:"-"` // of a rejected body
}

// Attempts keeps the last attempts of each device in memory, for the person who sets it up. It is bounded: the device
// silent for longest is dropped first.
type Attempts struct {
	mu       sync.Mutex
	byDevice map[int64][]Attempt // oldest first
	next     int
	waiting  map[int]attemptWatcher
	announce func(device int64) // wakes the watchers of all servers; nil: there is only this one
}

type attemptWatcher struct {
	device    int64
	strangers bool
	signal    chan struct{}
}

const (
	keptAttempts       = 20
	devicesOfAttempts  = 1000
	keptAttemptAddress = 64
)

// Note records an attempt. Device 0 is unknown and listed by Refusals: it only wakes watchers.
func (a *Attempts) Note(device int64, attempt Attempt) {
	attempt.Address = attempt.Address[:min(len(attempt.Address), keptAttemptAddress)]
	if device != 0 {
		a.mu.Lock()
		a.keep(device, attempt)
		a.mu.Unlock()
	}
	if a.announce != nil {
		a.announce(device)
	} else {
		a.wake(device)
	}
}

// wake wakes the watchers of a device; 0: of unknown ones.
func (a *Attempts) wake(device int64) {
	a.mu.Lock()
	defer a.mu.Unlock()
	for _, one := range a.waiting {
		if one.device == device || device == 0 && one.strangers {
			select {
			case one.signal <- struct{}{}:
			default: // a notice is pending already
			}
		}
	}
}

func (a *Attempts) keep(device int64, attempt Attempt) {
	if a.byDevice == nil {
		a.byDevice = map[int64][]Attempt{}
	}
	list, known := a.byDevice[device]
	if !known && len(a.byDevice) == devicesOfAttempts {
		a.dropSilent()
	}
	if len(list) == keptAttempts {
		list = slices.Delete(list, 0, 1)
	}
	a.byDevice[device] = append(list, attempt)
}

func (a *Attempts) dropSilent() {
	var silent int64
	at := int64(1<<63 - 1)
	for device, list := range a.byDevice {
		if last := list[len(list)-1].Time; last < at {
			silent, at = device, last
		}
	}
	delete(a.byDevice, silent)
}

// List returns the last attempts of a device, oldest first.
func (a *Attempts) List(device int64) []Attempt {
	a.mu.Lock()
	defer a.mu.Unlock()
	return slices.Clone(a.byDevice[device])
}

// wakeAll wakes all watchers: events were lost.
func (a *Attempts) wakeAll() {
	a.mu.Lock()
	defer a.mu.Unlock()
	for _, one := range a.waiting {
		select {
		case one.signal <- struct{}{}:
		default: // a notice is pending already
		}
	}
}

// hear passes the attempts at all servers to the watchers here, until ctx ends.
func (a *Attempts) hear(ctx context.Context, bus events.Bus) {
	for event := range bus.Subscribe(ctx, events.Attempt) {
		var tried events.AttemptPayload
		if event.Payload == nil || json.Unmarshal(event.Payload, &tried) != nil {
			a.wakeAll()
			continue
		}
		for _, device := range tried.Devices {
			a.wake(device)
		}
	}
}

// Watch signals new attempts of a device, and of unknown devices if strangers is set, until ctx ends.
func (a *Attempts) Watch(ctx context.Context, device int64, strangers bool) <-chan struct{} {
	signal := make(chan struct{}, 1)
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.waiting == nil {
		a.waiting = map[int]attemptWatcher{}
	}
	a.next++
	id := a.next
	a.waiting[id] = attemptWatcher{device, strangers, signal}
	context.AfterFunc(ctx, func() {
		a.mu.Lock()
		defer a.mu.Unlock()
		delete(a.waiting, id)
	})
	return signal
}
