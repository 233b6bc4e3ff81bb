package mqtt

import (
	"context"
	"errors"
	"sync"
	"time"

	broker "github.com/mochi-mqtt/server/v2"
	"github.com/mochi-mqtt/server/v2/packets"

	"plumbline/internal/field/connection"
	"plumbline/internal/field/ingest"
)

// OnSessionEstablish ends the earlier connection of the device and gives its session to the new one. The broker by
// itself would let both run, and the end of the old one could delete the session of the new one.
func (h *hook) OnSessionEstablish(client *broker.Client, packet packets.Packet) {
	c, ok := client.Net.Conn.(*conn)
	if !ok {
		return
	}
	c.endSignIn = h.signIns.begin(client.ID)
	c.client = client
	old, resumes := h.broker.Clients.Get(client.ID)
	if resumes {
		h.end(old, packets.ErrSessionTakenOver)
		if previous, ok := old.Net.Conn.(*conn); ok {
			<-previous.done
		}
	}
	if h.sessions != nil {
		h.claim(c, packet)
		return
	}
	if !resumes {
		return
	}
	previous, ok := old.Net.Conn.(*conn)
	if !ok || previous.device != c.device || packet.Connect.Clean || old.Properties.Clean && old.Properties.ProtocolVersion < 5 {
		h.forget(old)
		return
	}
	c.out.restore(previous.out.pending())
}

// claim makes the connection the only one of its device in the installation, and restores the session.
func (h *hook) claim(c *conn, packet packets.Packet) {
	ctx, cancel := context.WithTimeout(context.Background(), signInWithin)
	defer cancel()
	session, err := h.sessions.Claim(ctx, connection.Claim{
		Client: c.client.ID, Device: c.device, Transport: listenerID, Address: c.client.Net.Remote,
		Clean: packet.Connect.Clean, Expiry: expiryOf(c.client),
	})
	if err == nil {
		c.held = connection.Held{Client: c.client.ID, Number: session.Number}
		err = h.current(ctx, session.Generation)
	}
	if err != nil {
		h.log.Warn("a device could not connect", "register", c.client.ID, "error", err)
		h.refuse(c.client, packets.ErrServerUnavailable)
		return
	}
	if h.stale(c.client) { // its secret was changed on another server a moment ago
		h.refused(c.client, c.client.ID, ingest.WrongSecret)
		h.refuse(c.client, packets.ErrBadUsernameOrPassword)
		return
	}
	if old, ok := h.broker.Clients.Get(c.client.ID); ok {
		h.forget(old)
	}
	if session.Resumed {
		c.out.restore(session.Messages)
		h.broker.Clients.Add(h.earlier(c.client.ID, session.Subscription))
	}
}

// earlier returns the client of a session that the device had on any server, from which the broker takes the
// subscription and the fact that there is a session.
func (h *hook) earlier(register string, to *connection.Subscription) *broker.Client {
	client := h.broker.NewClient(nil, listenerID, register, false)
	client.Properties.ProtocolVersion = 5
	client.Stop(nil)
	if to != nil {
		topic := topicPrefix + register + topicDown
		client.State.Subscriptions.Add(topic, packets.Subscription{Filter: topic, Qos: to.QoS, Identifier: to.Identifier})
	}
	return client
}

// forget removes a client and its session from the memory of the broker.
func (h *hook) forget(client *broker.Client) {
	h.broker.UnsubscribeClient(client)
	h.broker.Clients.Delete(client.ID)
}

// refuse refuses a connection that has signed in.
func (h *hook) refuse(client *broker.Client, why packets.Code) {
	_ = h.broker.SendConnack(client, why, false, nil) // it ends anyway
	client.Stop(why)
}

// expiryOf returns for how many seconds the session of a client outlives its connection.
func expiryOf(client *broker.Client) int64 {
	switch p := client.Properties; {
	case p.ProtocolVersion == 5:
		return min(int64(p.Props.SessionExpiryInterval), maxSession)
	case p.Clean:
		return 0
	default:
		return maxSession
	}
}

// finished gives up a connection with which the broker has finished. Its session is kept in the database.
func (h *hook) finished(c *conn) {
	if h.sessions == nil || c.client == nil {
		return
	}
	if c.held.Number != 0 {
		h.sessions.End(c.held, expiryOf(c.client))
		h.taken.forget(c.held.Number)
	}
	if client, ok := h.broker.Clients.Get(c.client.ID); ok && client == c.client {
		h.forget(client)
	}
}

// takenOver ends a connection whose device has connected to another server.
func (h *hook) takenOver(held connection.Held) {
	h.taken.add(held.Number)
	if client, ok := h.broker.Clients.Get(held.Client); ok {
		if c, ok := client.Net.Conn.(*conn); ok && c.held == held {
			go h.end(client, packets.ErrSessionTakenOver) // the device may not read
		}
	}
}

// taken is the connections that other servers have taken. One may be taken before this server has finished signing it
// in, or after it has ended.
type taken struct {
	mu    sync.Mutex
	since map[int64]time.Time // by number
}

const keepTaken = time.Minute

func (t *taken) add(number int64) {
	t.mu.Lock()
	defer t.mu.Unlock()
	now := time.Now()
	for other, since := range t.since {
		if now.Sub(since) > keepTaken {
			delete(t.since, other)
		}
	}
	t.since[number] = now
}

func (t *taken) has(number int64) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	_, ok := t.since[number]
	return ok
}

func (t *taken) forget(number int64) {
	t.mu.Lock()
	defer t.mu.Unlock()
	delete(t.since, number)
}

// OnSubscribed stores the subscription before the device learns that it has one.
func (h *hook) OnSubscribed(client *broker.Client, packet packets.Packet, reasons []byte) {
	for i, to := range packet.Filters {
		if reasons[i] <= packets.CodeGrantedQos2.Code && ownTopic(to.Filter, client.ID, topicDown) {
			h.subscribed(client, &connection.Subscription{QoS: to.Qos, Identifier: to.Identifier})
		}
	}
	h.listens(client)
}

// OnUnsubscribed stores that a device has no subscription, before the device learns it. The broker also calls it for
// connections that have ended.
func (h *hook) OnUnsubscribed(client *broker.Client, packet packets.Packet) {
	for _, from := range packet.Filters {
		if !client.Closed() && ownTopic(from.Filter, client.ID, topicDown) {
			h.subscribed(client, nil)
		}
	}
}

func (h *hook) subscribed(client *broker.Client, to *connection.Subscription) {
	c, ok := client.Net.Conn.(*conn)
	if !ok || h.sessions == nil {
		return
	}
	ctx, cancel := context.WithTimeout(context.Background(), storeWithin)
	defer cancel()
	switch err := h.sessions.Subscribe(ctx, c.held, to); {
	case errors.Is(err, connection.ErrTaken):
		h.end(client, packets.ErrSessionTakenOver)
	case err != nil:
		h.log.Warn("a subscription could not be stored", "register", client.ID, "error", err)
		h.end(client, packets.ErrServerUnavailable)
	}
}
