package connection

import (
	"context"
	"sync/atomic"

	"plumbline/internal/platform/gather"
)

// Line is an open connection of a device.
type Line struct {
	Transport string
	Address   string
	Since     int64 // UTC ms
}

// Listener is one of the listeners of this server, which hold connections of devices.
type Listener interface {
	// Line returns the open connection of a device; false if it has none here.
	Line(register string) (Line, bool)
	// EndLine ends the connection of a device; false if it has none here.
	EndLine(register string) bool
}

// Lines is the open connections of devices at all servers.
type Lines struct {
	listeners atomic.Pointer[[]Listener]
	find      *gather.Topic[string, *Line]
	end       *gather.Topic[string, bool]
}

// NewLines registers the connections of this server.
func NewLines(e *gather.Exchange) *Lines {
	l := &Lines{}
	l.find = gather.On(e, "line", func(_ context.Context, register string) (*Line, error) {
		for _, listener := range l.here() {
			if line, open := listener.Line(register); open {
				return &line, nil
			}
		}
		return nil, nil
	})
	l.end = gather.On(e, "endLine", func(_ context.Context, register string) (ended bool, err error) {
		for _, listener := range l.here() {
			ended = listener.EndLine(register) || ended
		}
		return ended, nil
	})
	return l
}

// Serve sets the listeners of this server.
func (l *Lines) Serve(listeners ...Listener) { l.listeners.Store(&listeners) }

func (l *Lines) here() []Listener {
	if list := l.listeners.Load(); list != nil {
		return *list
	}
	return nil
}

// Find returns the open connection of a device at any server, nil if it has none, and the names of the servers that did
// not answer. A device may have two for the moment in which the newer one replaces the older one.
func (l *Lines) Find(ctx context.Context, register string) (newest *Line, silent []string, err error) {
	answers, silent, err := l.find.Ask(ctx, register)
	for _, line := range answers {
		if line != nil && (newest == nil || line.Since > newest.Since) {
			newest = line
		}
	}
	return newest, silent, err
}

// End ends the connection of a device at any server; false if it had none.
func (l *Lines) End(ctx context.Context, register string) (ended bool, err error) {
	answers, _, err := l.end.Ask(ctx, register)
	for _, one := range answers {
		ended = ended || one
	}
	return ended, err
}
