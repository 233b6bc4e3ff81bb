package app

import (
	"context"
	"fmt"
	"net"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"github.com/eclipse/paho.golang/paho"
	"github.com/eclipse/paho.golang/paho/session/state"
	paho3 "github.com/eclipse/paho.mqtt.golang"

	"plumbline/internal/field/command"
	"plumbline/internal/field/ingest"
	"plumbline/internal/platform/events"
	"plumbline/internal/site/device"
	"plumbline/internal/testing/await"
	"plumbline/internal/testing/pgtest"
)

const takenOver = 0x8E // reason code of MQTT 5

// listening adds a server that serves devices. A deaf one neither sends nor receives signals.
func (s *several) listening(deaf bool) *Server {
	s.Helper()
	server := s.start(StartOptions{}, func(in *Installation) {
		if deaf {
			bus := in.Bus
			s.Cleanup(func() { _ = bus.Close() })
			in.Bus = events.NewLocal()
			in.Store.Bus = in.Bus
		}
	})
	front, err := newFront(server.Config, server.Log)
	if err != nil {
		s.Fatal(err)
	}
	if err := server.listen(front); err != nil {
		s.Fatal(err)
	}
	s.Cleanup(func() {
		s.stop(server)
		_ = front.close()
	})
	return server
}

// unit is a device with a client for MQTT 5 that remembers nothing of earlier connections.
type unit struct {
	*testing.T
	gauge  device.Device
	secret string
}

func (s *several) unit(t *testing.T, i int) *unit {
	return &unit{t, s.gauges[i], s.secrets[s.gauges[i].ID]}
}

// line is a connection of a unit.
type line struct {
	*unit
	client   *paho.Client
	conn     net.Conn
	present  bool // the server had a session
	received chan *paho.Publish
	ended    chan byte // reason code
}

func (u *unit) connect(to *Server, change ...func(*paho.Connect)) *line {
	u.Helper()
	conn, err := net.Dial("tcp", to.devices.Address())
	if err != nil {
		u.Fatal(err)
	}
	l := &line{unit: u, conn: conn, received: make(chan *paho.Publish, 100), ended: make(chan byte, 2)}
	l.client = paho.NewClient(paho.ClientConfig{
		ClientID: u.gauge.Register, Conn: conn, Session: state.NewInMemory(), EnableManualAcknowledgment: true,
		OnPublishReceived: []func(paho.PublishReceived) (bool, error){func(p paho.PublishReceived) (bool, error) {
			l.received <- p.Packet
			return true, nil
		}},
		OnServerDisconnect: func(d *paho.Disconnect) { l.ended <- d.ReasonCode },
	})
	hours := uint32(3600)
	packet := &paho.Connect{
		ClientID: u.gauge.Register, Username: u.gauge.Register, UsernameFlag: true, Password: []byte(u.secret), PasswordFlag: true, KeepAlive: 60,
		Properties: &paho.ConnectProperties{SessionExpiryInterval: &hours},
	}
	for _, c := range change {
		c(packet)
	}
	granted, err := l.client.Connect(u.Context(), packet)
	if err != nil {
		u.Fatalf("connect: %v %+v", err, granted)
	}
	l.present = granted.SessionPresent
	u.Cleanup(func() { _ = conn.Close() })
	return l
}

func (l *line) subscribe() {
	l.Helper()
	_, err := l.client.Subscribe(l.Context(), &paho.Subscribe{Subscriptions: []paho.SubscribeOptions{{Topic: "v1/dev/" + l.gauge.Register + "/down", QoS: 1}}})
	if err != nil {
		l.Fatal(err)
	}
}

func (l *line) acknowledge(p *paho.Publish) {
	l.Helper()
	if err := l.client.Ack(p); err != nil {
		l.Fatal(err)
	}
}

// cut ends the connection without a word.
func (l *line) cut() {
	_ = l.conn.Close()
	<-l.client.Done()
}

// order sends a command from a server; online: it may not wait for the device to connect.
func (u *unit) order(from *Server, online bool) {
	u.Helper()
	if _, err := from.Commands.Send(u.Context(), program("test"), u.gauge, command.Order{Kind: command.Reset, Online: online}); err != nil {
		u.Fatal(err)
	}
}

// unacknowledged waits until a device has n stored messages that it has not acknowledged.
func (s *several) unacknowledged(u *unit, n int) {
	u.Helper()
	for got := -1; got != n; await.Pause() {
		err := s.servers[0].DB.Reader().QueryRowContext(u.Context(), "SELECT count(*) FROM connection_message WHERE client = $1", u.gauge.Register).Scan(&got)
		if err != nil {
			u.Fatal(err)
		}
	}
}

// TestDevicesMoveBetweenServers: a device is connected to one of three servers at a time, and its session moves with it,
// also to and from a server that neither sends nor receives signals.
func TestDevicesMoveBetweenServers(t *testing.T) {
	s := &several{T: t, url: pgtest.URL(t)}
	a := s.listening(false)
	s.seed(1, 9)
	b, deaf := s.listening(false), s.listening(true)
	for i, test := range []struct {
		name string
		run  func(u *unit)
	}{
		{"one connection in the installation", func(u *unit) { moveAround(s, u, a, b, deaf, b, a, deaf, a, b, a, b) }},
		{"a clean start ends the session", func(u *unit) { startClean(u, a, b) }},
		{"a session without an expiry ends with its connection", func(u *unit) { endWithConnection(u, a, b) }},
		{"messages are repeated until they are acknowledged", func(u *unit) { repeatMessages(s, u, a, b, deaf) }},
		{"packet identifiers of both directions do not collide", func(u *unit) { sameIdentifier(s, u, a, b) }},
		{"commands reach the device from every server", func(u *unit) { orderAnywhere(u, a, b, deaf) }},
		{"a lost secret ends connections to other servers", func(u *unit) { loseSecret(u, a, b, deaf) }},
		{"MQTT 3.1.1", func(u *unit) { moveVersion3(u, a, deaf, b) }},
		{"mosquitto", func(u *unit) { moveMosquitto(u, a, b) }},
	} {
		t.Run(test.name, func(t *testing.T) { test.run(s.unit(t, i)) })
	}
}

func moveAround(s *several, u *unit, servers ...*Server) {
	var before *line
	for i, server := range servers {
		now := u.connect(server)
		if now.present != (i > 0) {
			u.Errorf("connection %d: session present is %v", i, now.present)
		}
		if before != nil {
			if reason := <-before.ended; reason != takenOver {
				u.Errorf("connection %d ended with reason %#x", i-1, reason)
			}
		} else {
			now.subscribe()
		}
		before = now
	}
	rows, holder := 0, int64(0)
	err := s.servers[0].DB.Reader().QueryRowContext(u.Context(), "SELECT count(*), max(server) FROM connection WHERE client = $1 AND address LIKE '127.0.0.1:%' AND transport = 'mqtt'",
		u.gauge.Register).Scan(&rows, &holder)
	if last := servers[len(servers)-1].member.Server(); err != nil || rows != 1 || holder != last {
		u.Errorf("%d rows, held by server %d, want %d: %v", rows, holder, last, err)
	}
	u.order(servers[0], true) // the subscription has moved along
	<-before.received
}

func startClean(u *unit, a, b *Server) {
	first := u.connect(a)
	first.subscribe()
	a.devices.broker().Send(u.gauge.Register, []byte(`{"n":1}`))
	<-first.received
	second := u.connect(b, func(c *paho.Connect) { c.CleanStart = true })
	if second.present || b.devices.broker().Listens(u.gauge.Register) {
		u.Error("the session outlives a clean start")
	}
	second.subscribe()
	b.devices.broker().Send(u.gauge.Register, []byte(`{"n":2}`))
	if got := <-second.received; string(got.Payload) != `{"n":2}` || got.Duplicate() {
		u.Errorf("message %s of the old session", got.Payload)
	}
}

func endWithConnection(u *unit, a, b *Server) {
	none := func(c *paho.Connect) { c.Properties = nil }
	first := u.connect(a, none)
	first.subscribe()
	if second := u.connect(b, none); second.present {
		u.Error("a session without an expiry outlives its connection")
	}
}

// repeatMessages: a device reads three messages and acknowledges one. It gets the others again from each server, in
// order and marked, until it acknowledges them.
func repeatMessages(s *several, u *unit, a, b, deaf *Server) {
	l := u.connect(a)
	l.subscribe()
	var list []ingest.Reply
	for n := range 3 {
		list = append(list, ingest.Reply{Register: u.gauge.Register, Payload: fmt.Appendf(nil, `{"n":%d}`, n)})
	}
	if sent := a.devices.broker().SendAll(list); slices.Contains(sent, false) {
		u.Fatal(sent)
	}
	packets := map[uint16]string{}
	for n := range 3 {
		p := <-l.received
		packets[p.PacketID] = string(p.Payload)
		if p.Duplicate() || string(p.Payload) != string(list[n].Payload) {
			u.Errorf("message %s, repeated %v", p.Payload, p.Duplicate())
		}
		if n == 0 {
			l.acknowledge(p)
		}
	}
	s.unacknowledged(u, 2)
	for i, server := range []*Server{b, deaf, a, a} {
		if i%2 == 0 {
			l.cut()
		}
		l = u.connect(server)
		for n := 1; n < 3; n++ {
			p := <-l.received
			if !p.Duplicate() || packets[p.PacketID] != string(p.Payload) || string(p.Payload) != string(list[n].Payload) {
				u.Errorf("message %d again: %d %s, repeated %v", n, p.PacketID, p.Payload, p.Duplicate())
			}
			if i == 3 {
				l.acknowledge(p)
			}
		}
	}
	s.unacknowledged(u, 0)
	l.cut()
	l = u.connect(b)
	b.devices.broker().Send(u.gauge.Register, []byte(`{"n":3}`))
	if p := <-l.received; p.Duplicate() || string(p.Payload) != `{"n":3}` {
		u.Errorf("an acknowledged message was sent again: %s", p.Payload)
	}
}

// sameIdentifier: a message to the device waits with the identifier that the device uses for its own.
func sameIdentifier(s *several, u *unit, a, b *Server) {
	l := u.connect(a)
	l.subscribe()
	a.devices.broker().Send(u.gauge.Register, []byte(`{"n":1}`))
	if p := <-l.received; p.PacketID != 1 {
		u.Fatalf("packet %d", p.PacketID)
	}
	l.cut()
	l = u.connect(b)
	l.subscribe() // with identifier 1
	if _, err := l.client.Publish(u.Context(), &paho.Publish{QoS: 1, Topic: "v1/dev/" + u.gauge.Register + "/up", Payload: []byte(`{"v":{"disp":1}}`)}); err != nil {
		u.Fatal(err)
	}
	s.unacknowledged(u, 1)
	l.acknowledge(<-l.received)
	s.unacknowledged(u, 0)
}

func orderAnywhere(u *unit, servers ...*Server) {
	for _, at := range servers {
		l := u.connect(at)
		l.subscribe()
		for _, from := range servers {
			u.order(from, true)
			p := <-l.received
			l.acknowledge(p)
			_, id, _ := strings.Cut(string(p.Payload), `"id":"`)
			id, _, _ = strings.Cut(id, `"`)
			_, err := l.client.Publish(u.Context(), &paho.Publish{
				QoS: 1, Topic: "v1/dev/" + u.gauge.Register + "/up", Payload: fmt.Appendf(nil, `{"type":"ack","id":%q,"code":0}`, id),
			})
			if err != nil {
				u.Fatal(err)
			}
			if err := at.Intake.WaitAllStored(u.Context()); err != nil {
				u.Fatal(err)
			}
		}
		l.cut()
	}
}

func loseSecret(u *unit, a, b, deaf *Server) {
	for _, server := range []*Server{b, deaf} {
		l := u.connect(server)
		if err := a.Devices.DisableSecret(u.Context(), program("test"), u.gauge.ID); err != nil {
			u.Fatal(err)
		}
		if reason := <-l.ended; reason != 0x87 {
			u.Errorf("the connection ended with reason %#x", reason)
		}
		u.secret = "another-secret-of-32-characters-" + server.Config.Version
		if err := a.Devices.SetSecret(u.Context(), program("test"), u.gauge.ID, u.secret); err != nil {
			u.Fatal(err)
		}
	}
	// A secret that was replaced a moment ago is refused, although the server has not heard of the change.
	old := u.secret
	u.connect(deaf).cut()
	if err := a.Devices.SetSecret(u.Context(), program("test"), u.gauge.ID, old+"-2"); err != nil {
		u.Fatal(err)
	}
	conn, err := net.Dial("tcp", deaf.devices.Address())
	if err != nil {
		u.Fatal(err)
	}
	defer conn.Close()
	client := paho.NewClient(paho.ClientConfig{Conn: conn})
	_, err = client.Connect(u.Context(), &paho.Connect{
		ClientID: u.gauge.Register, Username: u.gauge.Register, UsernameFlag: true, Password: []byte(old), PasswordFlag: true, CleanStart: true,
	})
	if err == nil {
		u.Error("a replaced secret was accepted")
	}
}

func moveVersion3(u *unit, servers ...*Server) {
	down := "v1/dev/" + u.gauge.Register + "/down"
	var lost chan struct{}
	for i, server := range servers {
		received, ended := make(chan string, 10), make(chan struct{})
		client := paho3.NewClient(paho3.NewClientOptions().AddBroker("tcp://" + server.devices.Address()).
			SetClientID(u.gauge.Register).SetUsername(u.gauge.Register).SetPassword(u.secret).
			SetProtocolVersion(4).SetCleanSession(false).SetAutoReconnect(false).SetOrderMatters(false).
			SetConnectionLostHandler(func(paho3.Client, error) { close(ended) }).
			SetDefaultPublishHandler(func(_ paho3.Client, m paho3.Message) { received <- string(m.Payload()) }))
		connected := client.Connect().(*paho3.ConnectToken)
		if connected.Wait(); connected.Error() != nil {
			u.Fatal(connected.Error())
		}
		if connected.SessionPresent() != (i > 0) {
			u.Errorf("connection %d: session present is %v", i, connected.SessionPresent())
		}
		if lost != nil {
			<-lost
		} else if token := client.Subscribe(down, 1, nil); token.Wait() && token.Error() != nil {
			u.Fatal(token.Error())
		}
		server.devices.broker().Send(u.gauge.Register, fmt.Appendf(nil, `{"n":%d}`, i))
		for <-received != fmt.Sprintf(`{"n":%d}`, i) { // earlier ones may be repeated
		}
		lost = ended
		if i == len(servers)-1 {
			client.Disconnect(100)
		}
	}
}

// moveMosquitto: a device that wakes up now and then gets its command from another server than the one where it
// subscribed.
func moveMosquitto(u *unit, a, b *Server) {
	program, err := exec.LookPath("mosquitto_sub")
	if err != nil {
		u.Skip("mosquitto_sub is not installed (package mosquitto-clients)")
	}
	sub := func(to *Server, more ...string) string {
		host, port, _ := net.SplitHostPort(to.devices.Address()) // of an open listener
		out, err := exec.CommandContext(context.WithoutCancel(u.Context()), program, append([]string{
			"-h", host, "-p", port, "-c", "-i", u.gauge.Register, "-u", u.gauge.Register, "-P", u.secret, "-q", "1", "-t", "v1/dev/" + u.gauge.Register + "/down",
		}, more...)...).CombinedOutput()
		if err != nil {
			u.Fatalf("%v: %s", err, out)
		}
		return string(out)
	}
	sub(a, "-E") // subscribes and leaves
	u.order(a, false)
	if got := sub(b, "-C", "1"); !strings.Contains(got, `"cmd":"reset"`) {
		u.Errorf("received %s", got)
	}
}
