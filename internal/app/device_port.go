package app

import (
	"context"
	"errors"
	"slices"
	"sync"

	"plumbline/internal/field/transport/mqtt"
	"plumbline/internal/field/transport/tcp"
)

// devicePort is the listeners for devices of this server: the broker, and the ports for devices that dial in. A drain
// closes them, and the end of the drain opens them again. It is safe for concurrent use.
type devicePort struct {
	mu      sync.Mutex
	open    *mqtt.Server // nil: closed
	lines   *tcp.Server  // nil: closed
	address string       // of the broker; "" until it was first opened
	dialled []string     // addresses of lines
	ports   []tcp.Port   // of lines
	over    bool         // closed for good
}

var errPortOver = errors.New("the server stops")

// listen opens the ports, on the same addresses as before.
func (p *devicePort) listen(config mqtt.Config, lines tcp.Config) (*mqtt.Server, *tcp.Server, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	switch {
	case p.over:
		return nil, nil, errPortOver
	case p.open != nil:
		return p.open, p.lines, nil
	case p.address != "":
		config.Address = p.address
		lines.Ports = slices.Clone(lines.Ports)
		for i := range lines.Ports {
			lines.Ports[i].Address = p.dialled[i]
		}
	}
	broker, err := mqtt.Listen(config)
	if err != nil {
		return nil, nil, err
	}
	server, err := tcp.Listen(lines)
	if err != nil {
		return nil, nil, errors.Join(err, broker.Close())
	}
	p.open, p.address, p.lines, p.dialled, p.ports = broker, broker.Address(), server, server.Addresses(), lines.Ports
	return broker, server, nil
}

func (p *devicePort) servers() (*mqtt.Server, *tcp.Server) {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.open, p.lines
}

// Address returns the address of the broker, also while it is closed; "" if it was never open.
func (p *devicePort) Address() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.address
}

// Dialled returns the addresses for devices that dial in, such as udp://127.0.0.1:9000, also while they are closed.
func (p *devicePort) Dialled() []string {
	p.mu.Lock()
	defer p.mu.Unlock()
	list := slices.Clone(p.dialled)
	for i := range list {
		switch {
		case p.ports[i].UDP:
			list[i] = "udp://" + list[i]
		case p.ports[i].TLS != nil:
			list[i] = "tls://" + list[i]
		}
	}
	return list
}

// Lines returns the ports for devices that dial in, with the addresses that they have.
func (p *devicePort) Lines() []tcp.Port {
	p.mu.Lock()
	defer p.mu.Unlock()
	list := slices.Clone(p.ports)
	for i := range list {
		list[i].Address = p.dialled[i]
	}
	return list
}

// connected returns the number of open connections.
func (p *devicePort) connected() (n int) {
	if broker, lines := p.servers(); broker != nil {
		n = broker.Connected() + lines.Connected()
	}
	return n
}

// stopAccepting lets no new device in.
func (p *devicePort) stopAccepting() {
	if broker, lines := p.servers(); broker != nil {
		broker.StopAccepting()
		lines.StopAccepting()
	}
}

// sendAway disconnects the devices, so that they connect elsewhere, and closes the ports. It returns their number.
func (p *devicePort) sendAway(ctx context.Context) (n int, err error) {
	broker, lines := p.servers()
	if broker == nil {
		return 0, nil
	}
	n = broker.Farewell(ctx) + lines.Connected()
	return n, p.close(false)
}

// Close closes the ports for good.
func (p *devicePort) Close() error { return p.close(true) }

func (p *devicePort) close(over bool) error {
	p.mu.Lock()
	broker, lines := p.open, p.lines
	p.open, p.lines, p.over = nil, nil, p.over || over
	p.mu.Unlock()
	if broker == nil {
		return nil
	}
	return errors.Join(broker.Close(), lines.Close())
}
