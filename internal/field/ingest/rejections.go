package ingest

import (
	"slices"
	"sync"
)

// Rejection is a rejected register ID, or what was sent instead of one.
type Rejection struct {
	Register  string
	Transport Transport
	Address   string // of the last attempt
	Reason    string // one of the reasons below
	Count     int64
	First     int64 // UTC ms
	Last      int64 // UTC ms
}

// Reasons of rejection.
const (
	UnknownRegister = "unknownRegister"
	WrongSecret     = "wrongSecret"
	ForeignTopic    = "foreignTopic"
	BadSignature    = "badSignature"
	ClockOff        = "clockOff"
	BadBody         = "badBody"        // of a signed request
	TLSExpected     = "tlsExpected"    // plain text on the TLS port
	TLSUnexpected   = "tlsUnexpected"  // TLS on the plain port
	WrongProtocol   = "wrongProtocol"  // the device speaks another protocol than the port
	ForeignNetwork  = "foreignNetwork" // the device may not connect from there
	Unreachable     = "unreachable"    // the platform dialled, and got no connection
	TLSFailed       = "tlsFailed"      // the device does not trust the certificate, or has no common version
)

// Rejections keeps recent rejections, so that a mistyped register ID or wrong secret is visible during set-up. It is
// bounded: the one silent for longest is dropped first.
type Rejections struct {
	mu   sync.Mutex
	list map[rejectionKey]*Rejection
}

type rejectionKey struct {
	register, reason string
	transport        Transport
}

const (
	keptRefusals    = 1000
	maxRegisterText = 128
)

// Note counts one rejection.
func (r *Rejections) Note(transport Transport, register, reason, address string, now int64) {
	if len(register) > maxRegisterText {
		register = register[:maxRegisterText]
	}
	key := rejectionKey{register, reason, transport}
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.list == nil {
		r.list = map[rejectionKey]*Rejection{}
	}
	found := r.list[key]
	if found == nil {
		if len(r.list) == keptRefusals {
			r.dropOldest()
		}
		found = &Rejection{Register: register, Transport: transport, Reason: reason, First: now}
		r.list[key] = found
	}
	found.Address, found.Last = address, now
	found.Count++
}

func (r *Rejections) dropOldest() {
	var oldest rejectionKey
	at := int64(1<<63 - 1)
	for key, refusal := range r.list {
		if refusal.Last < at {
			oldest, at = key, refusal.Last
		}
	}
	delete(r.list, oldest)
}

// List returns the rejections, latest first.
func (r *Rejections) List() []Rejection {
	r.mu.Lock()
	defer r.mu.Unlock()
	list := make([]Rejection, 0, len(r.list))
	for _, refusal := range r.list {
		list = append(list, *refusal)
	}
	slices.SortFunc(list, func(a, b Rejection) int { return int(b.Last - a.Last) })
	return list
}
