package mqtt

import (
	"context"
	"time"

	"github.com/mochi-mqtt/server/v2/packets"
)

// Devices are told to reconnect in groups, so that the servers that they find do not get all of them at once.
const (
	farewellGroup = 200
	farewellPause = 100 * time.Millisecond
)

// StopAccepting closes the port. Open connections stay.
func (s *Server) StopAccepting() { s.listener.stopAccepting() }

// Farewell ends the connections of all devices, with the reason if they use version 5, and returns their number. They
// then connect to another server. It ends early with ctx.
func (s *Server) Farewell(ctx context.Context) (told int) {
	for _, client := range s.broker.Clients.GetAll() {
		if client.Closed() {
			continue
		}
		s.hook.end(client, packets.ErrServerShuttingDown)
		if told++; told%farewellGroup != 0 {
			continue
		}
		select {
		case <-ctx.Done():
			return told
		case <-time.After(farewellPause):
		}
	}
	return told
}
