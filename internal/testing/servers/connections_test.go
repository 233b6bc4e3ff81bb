//go:build unix

package servers_test

import (
	"net"
	"syscall"
	"testing"
	"time"

	"github.com/eclipse/paho.golang/paho"
	"github.com/eclipse/paho.golang/paho/session/state"

	"plumbline/internal/app"
	"plumbline/internal/field/command"
	"plumbline/internal/platform/audit"
	"plumbline/internal/testing/await"
)

// line is a connection of a gauge over MQTT 5. Its session outlives it.
type line struct {
	client   *paho.Client
	present  bool // the server had the session
	received chan *paho.Publish
}

// connect connects a gauge, again while the server does not accept connections.
func (in *installation) connect(g gauge, to *server) *line {
	in.Helper()
	for deadline := time.Now().Add(longest); time.Now().Before(deadline); {
		conn, err := net.Dial("tcp", to.mqtt)
		if err != nil {
			await.Pause()
			continue
		}
		l := &line{received: make(chan *paho.Publish, 10)}
		l.client = paho.NewClient(paho.ClientConfig{
			ClientID: g.register, Conn: conn, Session: state.NewInMemory(), EnableManualAcknowledgment: true,
			OnPublishReceived: []func(paho.PublishReceived) (bool, error){func(p paho.PublishReceived) (bool, error) {
				l.received <- p.Packet
				return true, nil
			}},
		})
		hours := uint32(3600)
		granted, err := l.client.Connect(in.Context(), &paho.Connect{
			ClientID: g.register, Username: g.register, UsernameFlag: true, Password: []byte(g.secret), PasswordFlag: true, KeepAlive: 60,
			Properties: &paho.ConnectProperties{SessionExpiryInterval: &hours},
		})
		if err == nil {
			l.present = granted.SessionPresent
			in.Cleanup(func() { _ = conn.Close() })
			return l
		}
		_ = conn.Close()
	}
	in.Fatal("the device could not connect within a minute")
	return nil
}

func (in *installation) subscribe(g gauge, l *line) {
	in.Helper()
	_, err := l.client.Subscribe(in.Context(), &paho.Subscribe{Subscriptions: []paho.SubscribeOptions{{Topic: "v1/dev/" + g.register + "/down", QoS: 1}}})
	in.check(err)
}

// TestDevicesLeavePausedAndKilledServers: a server that was paused for longer than its lease and continues ends its
// connections. A device whose server is killed finds its session, with the message that it has not acknowledged, on
// another one.
func TestDevicesLeavePausedAndKilledServers(t *testing.T) {
	in := newInstallation(t, history)
	in.seed(1, 2)
	first, second := in.start(), in.start()
	defer first.Kill()
	db := in.open()
	defer db.Close()
	console, err := db.Start(t.Context(), app.StartOptions{Held: true})
	in.check(err)
	defer console.Stop()

	moving, staying := in.gauges[0], in.gauges[1]
	before, silent := in.connect(moving, first), in.connect(staying, first)
	in.subscribe(moving, before)
	holder := in.number(db, "SELECT server FROM connection WHERE client = '"+staying.register+"'")
	first.Signal(syscall.SIGSTOP)
	now := in.connect(moving, second)
	if !now.present {
		t.Error("no session after the move from a paused server")
	}
	in.until(db, "SELECT count(*) FROM server WHERE id = "+itoa(holder))
	first.Signal(syscall.SIGCONT)
	<-before.client.Done()
	<-silent.client.Done()

	_, err = console.Commands.Send(t.Context(), audit.Program("test"), moving.device, command.Order{Kind: command.Reset})
	in.check(err)
	sent := <-now.received
	second.Kill()
	killed := time.Now()
	now = in.connect(moving, first)
	again := <-now.received
	t.Logf("after a kill the message came again within %v", time.Since(killed).Round(time.Millisecond))
	if !now.present || !again.Duplicate() || again.PacketID != sent.PacketID || string(again.Payload) != string(sent.Payload) {
		t.Errorf("session %v, message %d %s, repeated %v, want %d %s", now.present, again.PacketID, again.Payload, again.Duplicate(), sent.PacketID, sent.Payload)
	}
	in.check(now.client.Ack(again))
	for in.number(db, "SELECT count(*) FROM connection_message") != 0 {
		select {
		case more := <-now.received: // the command again, because it was not answered within 5 s
			in.check(now.client.Ack(more))
		default:
			await.Pause()
		}
	}
}
