package app

import (
	"context"
	"errors"
	"sync"

	"plumbline/internal/field/transport/mqtt"
)

// devicePort is the MQTT listener of this server. A drain closes it, and the end of the drain opens it again. It is safe
// for concurrent use.
type devicePort struct {
	mu      sync.Mutex
	open    *mqtt.Server // nil: closed
	address string       // "" until it was first opened
	over    bool         // closed for good
}

var errPortOver = errors.New("the server stops")

// listen opens the port, on the same address as before.
func (p *devicePort) listen(config mqtt.Config) (*mqtt.Server, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	switch {
	case p.over:
		return nil, errPortOver
	case p.open != nil:
		return p.open, nil
	case p.address != "":
		config.Address = p.address
	}
	broker, err := mqtt.Listen(config)
	if err != nil {
		return nil, err
	}
	p.open, p.address = broker, broker.Address()
	return broker, nil
}

func (p *devicePort) broker() *mqtt.Server {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.open
}

// Address returns the address of the port, also while it is closed; "" if it was never open.
func (p *devicePort) Address() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.address
}

// connected returns the number of open connections.
func (p *devicePort) connected() int {
	if broker := p.broker(); broker != nil {
		return broker.Connected()
	}
	return 0
}

// stopAccepting lets no new device in.
func (p *devicePort) stopAccepting() {
	if broker := p.broker(); broker != nil {
		broker.StopAccepting()
	}
}

// sendAway disconnects the devices, so that they connect elsewhere, and closes the port. It returns their number.
func (p *devicePort) sendAway(ctx context.Context) (n int, err error) {
	broker := p.broker()
	if broker == nil {
		return 0, nil
	}
	n = broker.Farewell(ctx)
	return n, p.close(false)
}

// Close closes the port for good.
func (p *devicePort) Close() error { return p.close(true) }

func (p *devicePort) close(over bool) error {
	p.mu.Lock()
	broker := p.open
	p.open, p.over = nil, p.over || over
	p.mu.Unlock()
	if broker == nil {
		return nil
	}
	return broker.Close()
}
