package mqtt

import (
	"bytes"
	"context"
	"log/slog"
	"strings"

	broker "github.com/mochi-mqtt/server/v2"
	"github.com/mochi-mqtt/server/v2/packets"

	"plumbline/internal/field/connection"
	"plumbline/internal/field/ingest"
	"plumbline/internal/platform/clock"
)

// The topics of a device (domain protocols.md section 3).
const (
	topicPrefix = "v1/dev/"
	topicUp     = "/up"
	topicStatus = "/status"
	topicDown   = "/down"
)

// hook implements the callbacks of the broker.
type hook struct {
	broker.HookBase
	broker   *broker.Server
	intake   Intake
	log      *slog.Logger
	signIns  signIns
	arrived  func(register string)
	sessions *connection.Registry // nil: the only server
	current  func(ctx context.Context, generation int64) error
	taken    taken
}

func (h *hook) ID() string { return "plumbline" }

func (h *hook) Provides(event byte) bool {
	switch event {
	case broker.OnConnect, broker.OnConnectAuthenticate, broker.OnSessionEstablish, broker.OnSessionEstablished,
		broker.OnSubscribed, broker.OnUnsubscribed, broker.OnACLCheck, broker.OnPublish, broker.OnWill, broker.OnPacketRead:
		return true
	}
	return false
}

// OnConnect rejects a last will for another device, because the broker does not check the topics of wills.
func (h *hook) OnConnect(client *broker.Client, packet packets.Packet) error {
	if packet.Connect.WillFlag && !ownTopic(packet.Connect.WillTopic, packet.Connect.ClientIdentifier, topicStatus) {
		h.refused(client, packet.Connect.ClientIdentifier, ingest.ForeignTopic)
		return packets.ErrTopicNameInvalid
	}
	return nil
}

func (h *hook) OnConnectAuthenticate(client *broker.Client, packet packets.Packet) bool {
	register := packet.Connect.ClientIdentifier
	device, known, proven := h.intake.Directory().Prove(context.Background(), register, func(d *ingest.Device) bool {
		return string(packet.Connect.Username) == register && d.Accepts(packet.Connect.Password, now())
	})
	if !known {
		h.refused(client, register, ingest.UnknownRegister)
		return false
	}
	if !proven {
		h.refused(client, client.ID, ingest.WrongSecret)
		return false
	}
	if c, ok := client.Net.Conn.(*conn); ok {
		c.password, c.device = bytes.Clone(packet.Connect.Password), device.ID
	}
	return true
}

func (h *hook) OnSessionEstablished(client *broker.Client, _ packets.Packet) {
	if c, ok := client.Net.Conn.(*conn); ok {
		c.signedIn()
		c.endSignIn()
		if h.taken.has(c.held.Number) {
			h.end(client, packets.ErrSessionTakenOver)
			return
		}
		c.out.open(client)
	}
	h.connected(client)
	h.heard(client)
	h.listens(client) // in a resumed session it need not subscribe again
}

// connected records how a device connected.
func (h *hook) connected(client *broker.Client) {
	device, ok := h.intake.Directory().ByRegister(client.ID)
	if !ok {
		return
	}
	name := "MQTT 3.1.1"
	if client.Properties.ProtocolVersion == 5 {
		name = "MQTT 5"
	}
	c, ours := client.Net.Conn.(*conn)
	h.intake.Attempts().Note(device.ID, ingest.Attempt{
		Time: now(), Transport: ingest.MQTT, Address: client.Net.Remote, Protocol: name,
		TLS: ours && c.listener.tls != nil, KeepAlive: int(client.State.Keepalive),
	})
}

// OnPacketRead notices devices that are connected but silent, and acknowledgements of messages to devices. The broker
// does not know these messages, so it gets a packet identifier that nothing has.
func (h *hook) OnPacketRead(client *broker.Client, packet packets.Packet) (packets.Packet, error) {
	switch packet.FixedHeader.Type {
	case packets.Pingreq:
		h.heard(client)
	case packets.Puback:
		if c, ok := client.Net.Conn.(*conn); ok {
			c.out.acknowledge(packet.PacketID)
		}
		packet.PacketID = 0
	}
	return packet, nil
}

func (h *hook) heard(client *broker.Client) {
	if device, ok := h.intake.Directory().ByRegister(client.ID); ok {
		h.intake.Heard(device.ID, now())
	}
}

func (h *hook) listens(client *broker.Client) {
	if h.arrived != nil && client.State.Subscriptions.Len() > 0 {
		h.arrived(client.ID)
	}
}

func (h *hook) OnACLCheck(client *broker.Client, topic string, write bool) bool {
	if write && (ownTopic(topic, client.ID, topicUp) || ownTopic(topic, client.ID, topicStatus)) {
		return true
	}
	if !write && ownTopic(topic, client.ID, topicDown) {
		return true
	}
	h.refused(client, client.ID, ingest.ForeignTopic)
	return false
}

func ownTopic(topic, register, last string) bool {
	return len(topic) == len(topicPrefix)+len(register)+len(last) &&
		strings.HasPrefix(topic, topicPrefix) && strings.HasSuffix(topic, last) &&
		topic[len(topicPrefix):len(topicPrefix)+len(register)] == register
}

// OnPublish commits the frame. It may return only these two results: any other error would be acknowledged.
func (h *hook) OnPublish(client *broker.Client, packet packets.Packet) (packets.Packet, error) {
	kind := ingest.Up
	if strings.HasSuffix(packet.TopicName, topicStatus) {
		kind = ingest.Status
	}
	if err := h.commit(client, kind, packet.Payload); err != nil {
		h.end(client, err)
		return packet, packets.ErrRejectPacket // no acknowledgement
	}
	return packet, packets.CodeSuccessIgnore // acknowledged, not passed on
}

// OnWill stores the last will as the device's last message, and prevents the broker from retaining or forwarding it.
func (h *hook) OnWill(client *broker.Client, will broker.Will) (broker.Will, error) {
	will.Retain = false
	if err := h.commit(client, ingest.Status, will.Payload); err != nil {
		h.log.Warn("the last will of a device was not kept", "register", client.ID, "error", err)
	}
	return will, nil
}

func (h *hook) commit(client *broker.Client, kind ingest.Kind, payload []byte) error {
	device, ok := h.intake.Directory().ByRegister(client.ID)
	if !ok {
		h.refused(client, client.ID, ingest.UnknownRegister)
		return packets.ErrNotAuthorized // deleted while it was connected
	}
	if !h.accepts(client, device) {
		h.refused(client, client.ID, ingest.WrongSecret)
		return packets.ErrNotAuthorized
	}
	_, err := h.intake.CommitProven(context.Background(), ingest.Frame{
		Device: device.ID, Register: device.Register, Transport: ingest.MQTT, Kind: kind,
		Received: now(), Payload: payload,
	}, func(d *ingest.Device) bool { return h.accepts(client, d) })
	return err
}

// stale reports whether the secret that a device signed in with is no longer valid: it was rotated and the overlap is
// over, or the device was deleted.
func (h *hook) stale(client *broker.Client) bool {
	device, known := h.intake.Directory().ByRegister(client.ID)
	return !known || !h.accepts(client, device)
}

// accepts reports whether the secret that a client signed in with is valid for a device.
func (h *hook) accepts(client *broker.Client, device *ingest.Device) bool {
	c, ok := client.Net.Conn.(*conn)
	return !ok || device.Accepts(c.password, now())
}

// end closes a connection, for example one whose message could not be stored. A device with version 5 gets the reason.
func (h *hook) end(client *broker.Client, why error) {
	if client.Properties.ProtocolVersion == 5 && !client.Closed() {
		code, ok := why.(packets.Code)
		if !ok {
			code = packets.ErrQuotaExceeded
		}
		_ = h.broker.DisconnectClient(client, code) // the connection ends anyway
	}
	client.Stop(why)
}

func (h *hook) refused(client *broker.Client, register, reason string) {
	h.intake.Refused(ingest.MQTT, register, reason, client.Net.Remote, nil)
}

func now() int64 { return clock.Now().UnixMilli() }
