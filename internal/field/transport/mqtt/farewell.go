package mqtt

import (
	"context"
	"time"

	"github.com/mochi-mqtt/server/v2/packets"
)

// Devices are disconnected in groups, so that the other servers do not get all of them at once.
const (
	farewellGroup = 200
	farewellPause = 100 * time.Millisecond
)

// StopAccepting closes the port. Open connections stay.
func (s *Server) StopAccepting() { s.listener.stopAccepting() }

// Farewell ends the connections of all devices, with the reason if they use version 5, and returns their number. They
// then connect to another server. It ends early with ctx.
func (s *Server) Farewell(ctx context.Context) (n int) {
	for _, client := range s.broker.Clients.GetAll() {
		if client.Closed() {
			continue
		}
		s.hook.end(client, packets.ErrServerShuttingDown)
		if n++; n%farewellGroup != 0 {
			continue
		}
		select {
		case <-ctx.Done():
			return n
		case <-time.After(farewellPause):
		}
	}
	return n
}
