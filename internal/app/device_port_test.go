package app

import "plumbline/internal/field/transport/mqtt"

func (p *devicePort) broker() *mqtt.Server {
	broker, _ := p.servers()
	return broker
}
