package mqtt

import (
	"context"

	broker "github.com/mochi-mqtt/server/v2"
	"github.com/mochi-mqtt/server/v2/packets"

	"plumbline/internal/field/connection"
	"plumbline/internal/field/ingest"
)

// Listens reports whether a device is connected here and subscribed to its down topic, now or in the session that it
// resumed.
func (s *Server) Listens(register string) bool {
	_, _, ok := s.listening(register)
	return ok
}

func (s *Server) listening(register string) (*broker.Client, packets.Subscription, bool) {
	client, ok := s.broker.Clients.Get(register)
	if !ok || client.Closed() {
		return nil, packets.Subscription{}, false
	}
	to, ok := client.State.Subscriptions.Get(topicPrefix + register + topicDown)
	return client, to, ok
}

// Line returns the connection of a device to this server.
func (s *Server) Line(register string) (connection.Line, bool) {
	client, c, open := s.connected(register)
	if !open {
		return connection.Line{}, false
	}
	return connection.Line{Transport: ingest.MQTT.String(), Address: client.Net.Remote, Since: c.since}, true
}

// EndLine ends the connection of a device, with the reason if it uses version 5; false if it has none here.
func (s *Server) EndLine(register string) bool {
	client, _, open := s.connected(register)
	if open {
		s.hook.end(client, packets.ErrAdministrativeAction)
	}
	return open
}

// connected returns the open connection of a device.
func (s *Server) connected(register string) (*broker.Client, *conn, bool) {
	client, ok := s.broker.Clients.Get(register)
	if !ok || client.Closed() {
		return nil, nil, false
	}
	c, ours := client.Net.Conn.(*conn)
	return client, c, ours
}

// Send sends a message to the down topic of a device; see SendAll.
func (s *Server) Send(register string, payload []byte) bool {
	return s.SendAll([]ingest.Reply{{Register: register, Payload: payload}})[0]
}

// SendAll sends messages to the down topics of devices. It reports which of them the devices will get: those are
// connected here and subscribed, and with several servers the message is stored.
func (s *Server) SendAll(messages []ingest.Reply) []bool {
	queued := make([]*outgoing, len(messages))
	to := make([]*conn, len(messages))
	reserve := func() (store []*connection.Message) {
		for i, m := range messages {
			client, subscription, ok := s.listening(m.Register)
			if !ok {
				continue
			}
			if to[i], ok = client.Net.Conn.(*conn); !ok {
				continue
			}
			queued[i] = to[i].out.add(to[i].held, subscription.Qos, m.Payload)
			if queued[i] != nil && queued[i].Packet != 0 {
				store = append(store, queued[i].Message)
			}
		}
		return store
	}
	var err error
	if s.hook.sessions == nil {
		reserve()
	} else {
		ctx, cancel := context.WithTimeout(context.Background(), storeWithin)
		defer cancel()
		err = s.hook.sessions.Record(ctx, reserve)
	}
	sent := make([]bool, len(messages))
	for i, m := range queued {
		switch {
		case m == nil:
		case m.Packet == 0 || s.hook.sessions == nil || err == nil && m.Place != 0:
			to[i].out.stored(m)
			sent[i] = true
		case err == nil: // the device has connected to another server
			to[i].out.drop(m)
			s.hook.takenOver(to[i].held)
		default:
			to[i].out.drop(m)
		}
	}
	if err != nil {
		s.hook.log.Warn("messages to devices could not be stored", "error", err)
	}
	return sent
}
