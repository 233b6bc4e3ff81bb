package mqtt

import (
	"errors"
	"slices"
	"sync"

	broker "github.com/mochi-mqtt/server/v2"
	"github.com/mochi-mqtt/server/v2/packets"

	"plumbline/internal/field/connection"
)

// outbox holds the messages to a device that it has not acknowledged. It belongs to the session: when the device
// connects again, they are sent again, in order and with their packet identifiers.
//
// The broker's own queue is not used: it keeps the packet identifiers of both directions in one table, so a message or
// a subscription of the device collides with a message to it.
type outbox struct {
	mu      sync.Mutex
	unacked []*outgoing // oldest first
	sent    int         // of these, on this connection
	last    uint16      // packet identifier
	window  int         // messages that the device takes before it acknowledges one
	client  *broker.Client
	writing bool
	acked   func(connection.Message)
}

// outgoing is a message to a device. Packet is 0 with QoS 0.
type outgoing struct {
	*connection.Message
	stored bool
	again  bool // it may have been sent before
}

// add appends a message that may be sent after stored is called. It returns nil if the device has too many.
func (o *outbox) add(held connection.Held, qos byte, payload []byte) *outgoing {
	o.mu.Lock()
	defer o.mu.Unlock()
	if len(o.unacked) >= maxPending {
		return nil
	}
	m := &outgoing{Message: &connection.Message{Held: held, Payload: payload}}
	if qos > 0 {
		for o.last++; o.last == 0 || slices.ContainsFunc(o.unacked, func(m *outgoing) bool { return m.Packet == o.last }); o.last++ {
		}
		m.Packet = o.last
	}
	o.unacked = append(o.unacked, m)
	return m
}

// stored lets a message be sent.
func (o *outbox) stored(m *outgoing) {
	o.mu.Lock()
	m.stored = true
	o.mu.Unlock()
	o.flush()
}

// restore adds the messages of a session that is resumed.
func (o *outbox) restore(messages []connection.Message) {
	o.mu.Lock()
	defer o.mu.Unlock()
	for i := range messages {
		o.unacked = append(o.unacked, &outgoing{Message: &messages[i], stored: true, again: true})
		o.last = messages[i].Packet
	}
}

// pending returns the messages that a session keeps when its connection has ended.
func (o *outbox) pending() (messages []connection.Message) {
	o.mu.Lock()
	defer o.mu.Unlock()
	for _, m := range o.unacked {
		if m.Packet != 0 {
			messages = append(messages, *m.Message)
		}
	}
	return messages
}

// open begins to send on a connection that the device knows to be open.
func (o *outbox) open(client *broker.Client) {
	o.mu.Lock()
	o.client, o.window = client, maxPending
	if most := int(client.Properties.Props.ReceiveMaximum); most > 0 && most < o.window {
		o.window = most
	}
	o.mu.Unlock()
	o.flush()
}

// acknowledge removes a message that the device has, and sends the next.
func (o *outbox) acknowledge(packet uint16) {
	o.mu.Lock()
	i := slices.IndexFunc(o.unacked[:o.sent], func(m *outgoing) bool { return m.Packet == packet })
	if i < 0 || packet == 0 {
		o.mu.Unlock()
		return
	}
	m := o.unacked[i]
	o.unacked = slices.Delete(o.unacked, i, i+1)
	o.sent--
	o.mu.Unlock()
	if o.acked != nil {
		o.acked(*m.Message)
	}
	o.flush()
}

// drop removes a message that was not stored.
func (o *outbox) drop(m *outgoing) {
	o.mu.Lock()
	o.unacked = slices.DeleteFunc(o.unacked, func(other *outgoing) bool { return other == m })
	o.mu.Unlock()
	o.flush()
}

// flush sends in the background: a device that does not read delays only its own messages.
func (o *outbox) flush() {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.client != nil && !o.writing && o.due() {
		o.writing = true
		go o.write(o.client)
	}
}

func (o *outbox) due() bool {
	return o.sent < min(len(o.unacked), o.window) && o.unacked[o.sent].stored
}

func (o *outbox) write(client *broker.Client) {
	for {
		m := o.next()
		if m == nil {
			return
		}
		err := client.WritePacket(publication(client, m))
		if errors.Is(err, packets.ErrPacketTooLarge) { // for this device: it counts as delivered
			o.acknowledge(m.Packet)
			continue
		}
		if err != nil {
			client.Stop(err)
		}
	}
}

// next returns the next message to send; nil if there is none for now.
func (o *outbox) next() *outgoing {
	o.mu.Lock()
	defer o.mu.Unlock()
	if !o.due() || o.client.Closed() {
		o.writing = false
		return nil
	}
	m := o.unacked[o.sent]
	if m.Packet == 0 {
		o.unacked = slices.Delete(o.unacked, o.sent, o.sent+1)
	} else {
		o.sent++
	}
	return m
}

// publication returns the packet of a message.
func publication(client *broker.Client, m *outgoing) packets.Packet {
	packet := packets.Packet{
		FixedHeader: packets.FixedHeader{Type: packets.Publish, Dup: m.again && m.Packet != 0},
		TopicName:   topicPrefix + client.ID + topicDown, Payload: m.Payload, PacketID: m.Packet,
	}
	if m.Packet != 0 {
		packet.FixedHeader.Qos = 1
	}
	if to, ok := client.State.Subscriptions.Get(packet.TopicName); ok && to.Identifier > 0 {
		packet.Properties.SubscriptionIdentifier = []int{to.Identifier}
	}
	return packet
}
