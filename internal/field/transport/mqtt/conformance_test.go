package mqtt_test

import (
	"bytes"
	"crypto/tls"
	"crypto/x509"
	"encoding/hex"
	"fmt"
	"log/slog"
	"net"
	"net/http/httptest"
	"os"
	"os/exec"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	paho "github.com/eclipse/paho.mqtt.golang"
	"go.uber.org/goleak"

	"plumbline/internal/field/ingest"
	"plumbline/internal/field/ingest/intaketest"
	"plumbline/internal/field/transport/mqtt"
)

func TestMain(m *testing.M) {
	goleak.VerifyTestMain(m, goleak.IgnoreAnyFunction("plumbline/internal/testing/process.Start.func1"))
}

const reading1 = `{"type":"data","t":1795134600000,"v":{"temp":18.6}}`

func TestAcknowledgementAtEveryQoS(t *testing.T) {
	for _, version := range []byte{4, 5} {
		t.Run(fmt.Sprintf("version %d", version), func(t *testing.T) {
			d := open(t, intaketest.Options{})
			w := signIn(t, d.Address(), version)
			w.send(t, publish(version, 0, 0, "v1/dev/REG-2/up", `{"t":1795134600000,"v":{"a":0}}`))
			w.send(t, publish(version, 1, 10, "v1/dev/REG-2/up", `{"t":1795134600000,"v":{"b":1}}`))
			if first, body, _ := w.receive(t); first != 0x40 || !bytes.HasPrefix(body, []byte{0, 10}) {
				t.Fatalf("after QoS 1: packet %x %x, want PUBACK 10", first, body)
			}
			w.send(t, publish(version, 2, 11, "v1/dev/REG-2/up", `{"t":1795134600000,"v":{"c":2}}`))
			if first, body, _ := w.receive(t); first != 0x50 || !bytes.HasPrefix(body, []byte{0, 11}) {
				t.Fatalf("after QoS 2: packet %x %x, want PUBREC 11", first, body)
			}
			w.send(t, packet(0x62, []byte{0, 11}))
			if first, body, _ := w.receive(t); first != 0x70 || !bytes.HasPrefix(body, []byte{0, 11}) {
				t.Fatalf("after PUBREL: packet %x %x, want PUBCOMP 11", first, body)
			}
			if err := d.WaitAllStored(t.Context()); err != nil {
				t.Fatal(err)
			}
			for field, want := range map[string]float64{"a": 0, "b": 1, "c": 2} {
				if got := d.latest(t, 2, 0, field); got != want {
					t.Errorf("%s = %v, want %v", field, got, want)
				}
			}
		})
	}
}

// The packet of domain protocols.md section 3, byte by byte.
func TestSamplePacketOfTheProtocol(t *testing.T) {
	d := open(t, intaketest.Options{})
	d.Devices.Change(3, func(device *ingest.Device) { device.Register = "ADM20260001" })
	if err := d.Directory().Refresh(t.Context(), []int64{3}); err != nil {
		t.Fatal(err)
	}
	sample, err := hex.DecodeString(
		strings.ReplaceAll(
			"32 4C 00 15 76 31 2F 64 65 76 2F 41 44 4D 32 30 32 36 30 30 30 31 2F 75 70 00 0A 7B 22 74 79 70 65 22 3A 22 64 61 74 61 22 2C 22 74 22 3A 31 37 39 35 31 33 34 36 30 30 30 30 30 2C 22 76 22 3A 7B 22 74 65 6D 70 22 3A 31 38 2E 36 7D 7D", " ", ""))
	if err != nil {
		t.Fatal(err)
	}
	w := dial(t, d.Address())
	w.send(t, connect{version: 4, id: "ADM20260001", user: "ADM20260001", password: "secret-3"}.packet())
	w.receive(t)
	w.send(t, sample)
	if first, body, _ := w.receive(t); first != 0x40 || !bytes.Equal(body, []byte{0, 10}) {
		t.Fatalf("packet %x %x, want PUBACK 10", first, body)
	}
	if err := d.WaitAllStored(t.Context()); err != nil {
		t.Fatal(err)
	}
	if got := d.latest(t, 3, 0, "temp"); got != 18.6 {
		t.Errorf("temp = %v, want 18.6", got)
	}
}

func TestStrangersAreRefusedAndListed(t *testing.T) {
	d := open(t, intaketest.Options{})
	cases := []struct {
		name    string
		connect connect
		reason  string
	}{
		{"unknown register", connect{id: "NOBODY", user: "NOBODY", password: "x"}, "unknownRegister"},
		{"no register", connect{id: "", user: "", password: ""}, ""}, // the broker's own refusal
		{"wrong secret", connect{id: "REG-2", user: "REG-2", password: "secret-3"}, "wrongSecret"},
		{"another's user name", connect{id: "REG-2", user: "REG-3", password: "secret-2"}, "wrongSecret"},
		{"another's last will", connect{id: "REG-2", user: "REG-2", password: "secret-2", willTopic: "v1/dev/REG-3/down", willPayload: "x"}, "foreignTopic"},
	}
	for _, c := range cases {
		for _, version := range []byte{4, 5} {
			t.Run(fmt.Sprintf("%s, version %d", c.name, version), func(t *testing.T) {
				w := dial(t, d.Address())
				c.connect.version = version
				w.send(t, c.connect.packet())
				if first, body, closed := w.receive(t); !closed && (first != 0x20 || body[1] == 0) {
					t.Fatalf("packet %x %x, want a refusal", first, body)
				}
				if _, _, closed := w.receive(t); !closed {
					t.Error("the connection stays open")
				}
				found := c.reason == ""
				for _, refusal := range d.Rejections().List() {
					found = found || refusal.Register == c.connect.id && refusal.Reason == c.reason && refusal.Count > 0
				}
				if !found {
					t.Errorf("no refusal of %q for %s in %+v", c.connect.id, c.reason, d.Rejections().List())
				}
			})
		}
	}
	if stats := d.Stats(); stats.FramesAccepted != 0 {
		t.Errorf("%d frames of unknown devices were stored", stats.FramesAccepted)
	}
}

func TestForeignTopicsAreRefused(t *testing.T) {
	d := open(t, intaketest.Options{})
	for _, topic := range []string{"v1/dev/REG-3/up", "v1/dev/REG-2/down", "v1/dev/REG-2/up/x", "anything", "$SYS/broker/uptime", strings.Repeat("x", 2000)} {
		for _, version := range []byte{4, 5} {
			w := signIn(t, d.Address(), version)
			w.send(t, publish(version, 1, 7, topic, reading1))
			w.send(t, []byte{0xC0, 0}) // PINGREQ: answered if the connection stays open
			first, body, closed := w.receive(t)
			if !closed && first == 0x40 && (len(body) < 3 || body[2] < 0x80) {
				t.Errorf("version %d: a message to %.40q was acknowledged", version, topic)
			}
		}
	}
	w := signIn(t, d.Address(), 4)
	w.send(t, packet(0x82, []byte{0, 1}, text("#"), []byte{1}, text("v1/dev/REG-3/down"), []byte{1}, text("v1/dev/REG-2/down"), []byte{1}))
	if first, body, _ := w.receive(t); first != 0x90 || !bytes.Equal(body, []byte{0, 1, 0x80, 0x80, 1}) {
		t.Errorf("SUBACK %x %x, want failure, failure, QoS 1", first, body)
	}
	if stats := d.Stats(); stats.FramesAccepted != 0 {
		t.Errorf("%d frames with foreign topics were stored", stats.FramesAccepted)
	}
}

func TestNoAcknowledgementOnFullDisk(t *testing.T) {
	d := open(t, intaketest.Options{Limits: ingest.Limits{Waiting: 1 << 20, Backlog: 1 << 20, Reserve: 1 << 20}})
	first := signIn(t, d.Address(), 4)
	first.send(t, publish(4, 1, 1, "v1/dev/REG-2/up", reading1))
	if kind, _, _ := first.receive(t); kind != 0x40 {
		t.Fatalf("packet %x, want PUBACK", kind)
	}
	d.SetFree(1000)
	for _, version := range []byte{4, 5} {
		w := signIn(t, d.Address(), version)
		w.send(t, publish(version, 1, 2, "v1/dev/REG-2/up", reading1))
		for {
			kind, _, closed := w.receive(t)
			if closed {
				break
			}
			if kind != 0xE0 { // DISCONNECT gives version 5 the reason
				t.Errorf("version %d: packet %x on a full disk", version, kind)
			}
		}
	}
	d.SetFree(1 << 40)
	again := signIn(t, d.Address(), 5)
	again.send(t, publish(5, 1, 2, "v1/dev/REG-2/up", reading1))
	if kind, _, _ := again.receive(t); kind != 0x40 {
		t.Errorf("packet %x with free space again, want PUBACK", kind)
	}
}

func TestSecondConnectionTakesOver(t *testing.T) {
	d := open(t, intaketest.Options{})
	current := signIn(t, d.Address(), 4)
	for range 200 {
		next := signIn(t, d.Address(), 4)
		for {
			if _, _, closed := current.receive(t); closed {
				break
			}
		}
		if !d.Online("REG-2") {
			t.Fatal("the device is offline")
		}
		current = next
	}
}

func TestHostilePacketsEndOnlyTheirConnection(t *testing.T) {
	d := open(t, intaketest.Options{})
	good := signIn(t, d.Address(), 5)
	for name, bytes := range map[string][]byte{
		"not MQTT":               []byte("GET / HTTP/1.1\r\n\r\n"),
		"publish before sign-in": publish(4, 1, 1, "v1/dev/REG-2/up", reading1),
		"endless length":         {0x10, 0xff, 0xff, 0xff, 0xff, 0xff},
		"huge length":            {0x10, 0xff, 0xff, 0xff, 0x7f},
		"one megabyte sign-in":   {0x10, 0x80, 0x80, 0x40},
		"cut":                    connect{version: 4, id: "REG-3", user: "REG-3", password: "secret-3"}.packet()[:20],
		"version 3":              connect{version: 3, id: "REG-3", user: "REG-3", password: "secret-3"}.packet(),
		"version 9":              connect{version: 9, id: "REG-3", user: "REG-3", password: "secret-3"}.packet(),
	} {
		w := dial(t, d.Address())
		w.send(t, bytes)
		if name == "cut" {
			if err := w.Conn.(*net.TCPConn).CloseWrite(); err != nil {
				t.Fatal(err)
			}
		}
		for {
			kind, body, closed := w.receive(t)
			if closed {
				break
			}
			if kind == 0x20 && body[1] == 0 {
				t.Errorf("%s: signed in", name)
			}
		}
	}
	large := signIn(t, d.Address(), 4)
	if _, err := large.Write(publish(4, 1, 9, "v1/dev/REG-2/up", strings.Repeat(" ", 2<<20))); err == nil {
		if _, _, closed := large.receive(t); !closed {
			t.Error("2 MiB were accepted")
		}
	}
	// The last connection took over the first; a new one shows that the listener still works.
	_ = good.Close()
	w := signIn(t, d.Address(), 5)
	w.send(t, publish(5, 1, 3, "v1/dev/REG-2/up", reading1))
	if kind, _, _ := w.receive(t); kind != 0x40 {
		t.Errorf("packet %x, want PUBACK", kind)
	}
}

// A silent device is online through its connection and its pings; its last will is no sign of life.
func TestPingsAreSignsOfLife(t *testing.T) {
	d := open(t, intaketest.Options{})
	signs := &signs{Service: d.Service}
	server, err := mqtt.Listen(mqtt.Config{Address: "127.0.0.1:0", Intake: signs, Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	defer server.Close()
	w := dial(t, server.Address())
	will := connect{version: 4, id: "REG-2", user: "REG-2", password: "secret-2", willTopic: "v1/dev/REG-2/status", willPayload: `{"online":false}`}
	w.send(t, will.packet())
	if first, body, closed := w.receive(t); closed || first != 0x20 || body[1] != 0 {
		t.Fatalf("sign-in: packet %x, %x, closed %v", first, body, closed)
	}
	for range 2 {
		w.send(t, []byte{0xC0, 0})
		if first, _, closed := w.receive(t); closed || first != 0xD0 {
			t.Fatalf("reply to a ping: packet %x, closed %v", first, closed)
		}
	}
	before := d.LastSeen(2)
	if n := signs.of.Load(); n != 3 || before == 0 {
		t.Errorf("one connection and two pings gave %d signs of life, last seen %d", n, before)
	}
	frames := d.Watch(t.Context(), 2)
	_ = w.Close() // without DISCONNECT: the broker sends the will
	frame := <-frames
	if frame.Kind != ingest.Status {
		t.Fatalf("frame %+v", frame)
	}
	if err := d.WaitStored(t.Context(), frame.Entry); err != nil {
		t.Fatal(err)
	}
	if after := d.LastSeen(2); after != before || signs.of.Load() != 3 {
		t.Errorf("a last will counts as a sign of life at %d, after %d", after, before)
	}
}

// signs counts the signs of life reported by the listener.
type signs struct {
	*ingest.Service
	of atomic.Int64
}

func (s *signs) Heard(device, at int64) {
	s.of.Add(1)
	s.Service.Heard(device, at)
}

func TestTimeRequestIsAnswered(t *testing.T) {
	d := open(t, intaketest.Options{})
	options := paho.NewClientOptions().AddBroker("tcp://" + d.Address()).SetClientID("REG-2").SetUsername("REG-2").SetPassword("secret-2")
	client := paho.NewClient(options)
	wait(t, client.Connect())
	defer client.Disconnect(100)
	answers := make(chan string, 4)
	wait(t, client.Subscribe("v1/dev/REG-2/down", 1, func(_ paho.Client, m paho.Message) { answers <- string(m.Payload()) }))
	wait(t, client.Publish("v1/dev/REG-2/up", 1, false, `{"type":"time"}`))
	if got := <-answers; !strings.HasPrefix(got, `{"type":"time","t":`) || !strings.HasSuffix(got, `,"tz":480}`) {
		t.Errorf("answer %s", got)
	}
	wait(t, client.Publish("v1/dev/REG-2/up", 1, false, `{"seq":17,"t":1795134600000,"v":{"a":1},"ackUp":true}`))
	if got := <-answers; got != `{"type":"ackUp","seq":17}` {
		t.Errorf("answer %s", got)
	}
}

func TestOverTLS(t *testing.T) {
	// A certificate of the standard library's test server, valid for 127.0.0.1.
	web := httptest.NewTLSServer(nil)
	defer web.Close()
	d := open(t, intaketest.Options{})
	secure, err := mqtt.Listen(mqtt.Config{Address: "127.0.0.1:0", TLS: web.TLS, Intake: d.Installation, Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	defer secure.Close()
	trusted := x509.NewCertPool()
	trusted.AddCert(web.Certificate())
	options := paho.NewClientOptions().AddBroker("mqtts://" + secure.Address()).SetClientID("REG-2").SetUsername("REG-2").SetPassword("secret-2").
		SetTLSConfig(&tls.Config{RootCAs: trusted})
	client := paho.NewClient(options)
	wait(t, client.Connect())
	defer client.Disconnect(100)
	wait(t, client.Publish("v1/dev/REG-2/up", 1, false, reading1))
	if accepted := d.Stats().FramesAccepted; accepted != 1 {
		t.Errorf("%d frames accepted, want 1", accepted)
	}
	// Plain MQTT to the TLS port ends the connection.
	w := dial(t, secure.Address())
	w.send(t, connect{version: 4, id: "REG-3", user: "REG-3", password: "secret-3"}.packet())
	for {
		kind, _, closed := w.receive(t)
		if closed {
			break
		}
		if kind == 0x20 {
			t.Error("plain MQTT got a reply")
		}
	}
}

func wait(t *testing.T, token paho.Token) {
	t.Helper()
	if !token.WaitTimeout(20 * time.Second) {
		t.Fatal("no reply from the broker")
	}
	if token.Error() != nil {
		t.Fatal(token.Error())
	}
}

func TestMosquittoPub(t *testing.T) {
	program, err := exec.LookPath("mosquitto_pub")
	if err != nil {
		if os.Getenv("CI") != "" {
			t.Fatal("mosquitto_pub is required (package mosquitto-clients)")
		}
		t.Skip("mosquitto_pub is not installed (package mosquitto-clients)")
	}
	d := open(t, intaketest.Options{})
	host, port, err := net.SplitHostPort(d.Address())
	if err != nil {
		t.Fatal(err)
	}
	run := func(version, qos, secret, topic, message string) error {
		out, err := exec.Command(program, "-h", host, "-p", port, "-V", version, "-q", qos, "-i", "REG-4", "-u",
			"REG-4", "-P", secret, "-t", topic, "-m", message).CombinedOutput()
		if err != nil {
			return fmt.Errorf("%w: %s", err, out)
		}
		return nil
	}
	n := int64(0)
	for _, version := range []string{"mqttv311", "mqttv5"} {
		for _, qos := range []string{"0", "1", "2"} {
			n++
			if err := run(version, qos, "secret-4", "v1/dev/REG-4/up", fmt.Sprintf(`{"t":%d,"v":{"n":%d}}`, 1795134600000+n, n)); err != nil {
				t.Errorf("%s QoS %s: %v", version, qos, err)
			}
		}
		if err := run(version, "1", "wrong", "v1/dev/REG-4/up", reading1); err == nil {
			t.Errorf("%s: a wrong password was accepted", version)
		}
		if err := run(version, "1", "secret-4", "v1/dev/REG-5/up", reading1); err == nil && version == "mqttv311" {
			t.Errorf("%s: a foreign topic was accepted", version)
		}
	}
	if err := d.WaitAllStored(t.Context()); err != nil {
		t.Fatal(err)
	}
	if got := d.latest(t, 4, 0, "n"); got != float64(n) {
		t.Errorf("latest n = %v, want %d", got, n)
	}
}
