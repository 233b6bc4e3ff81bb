package mqtt_test

import (
	"context"
	"crypto/tls"
	"log/slog"
	"net/http/httptest"
	"testing"

	"plumbline/internal/field/ingest"
	"plumbline/internal/field/ingest/intaketest"
	"plumbline/internal/field/transport/mqtt"
)

// The person who sets up a device sees that it connected, and why it was rejected before.
func TestDeviceAttemptsAreKept(t *testing.T) {
	d := open(t, intaketest.Options{})
	w := dial(t, d.Address())
	w.send(t, connect{version: 4, id: "REG-2", user: "REG-2", password: "wrong"}.packet())
	for _, _, closed := w.receive(t); !closed; _, _, closed = w.receive(t) {
	}
	signIn(t, d.Address(), 5)
	list := waitAttempts(t, d.Installation, 2, 2)
	if list[0].Reason != ingest.WrongSecret || list[0].Address == "" {
		t.Fatalf("%+v", list)
	}
	if got := list[1]; got.Reason != "" || got.Protocol != "MQTT 5" || got.TLS || got.KeepAlive != 60 || got.Time == 0 {
		t.Errorf("the connection: %+v", got)
	}
}

func TestTLSMismatchIsRecorded(t *testing.T) {
	plain := open(t, intaketest.Options{})
	if c, err := tls.Dial("tcp", plain.Address(), &tls.Config{InsecureSkipVerify: true}); err == nil { //nolint:gosec // sends nothing
		_ = c.Close()
		t.Fatal("a port without TLS spoke TLS")
	}
	waitRefused(t, plain.Installation, ingest.TLSUnexpected)

	web := httptest.NewUnstartedServer(nil)
	web.StartTLS()
	t.Cleanup(web.Close)
	in, err := intaketest.Open(t.Context(), t.TempDir(), intaketest.Options{})
	if err != nil {
		t.Fatal(err)
	}
	server, err := mqtt.Listen(mqtt.Config{Address: "127.0.0.1:0", TLS: web.TLS, Intake: in, Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _, _ = server.Close(), in.Close(context.Background()) })
	w := dial(t, server.Address())
	w.send(t, connect{version: 4, id: "REG-2", user: "REG-2", password: "secret-2"}.packet())
	waitRefused(t, in, ingest.TLSExpected)
	if c, err := tls.Dial("tcp", server.Address(), &tls.Config{ServerName: "x"}); err == nil { // trusts no certificate
		_ = c.Close()
		t.Fatal("an unknown certificate was accepted")
	}
	waitRefused(t, in, ingest.TLSFailed)
}

// waitRefused returns once an unknown connection was rejected for a reason. waitAttempts returns the attempts of a
// device once there are n: the broker reports a session after its CONNACK.
func waitAttempts(t *testing.T, in *intaketest.Installation, device int64, n int) []ingest.Attempt {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	news := in.Attempts().Watch(ctx, device, false)
	for {
		if list := in.Attempts().List(device); len(list) >= n {
			return list
		}
		<-news
	}
}

func waitRefused(t *testing.T, in *intaketest.Installation, reason string) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	news := in.Attempts().Watch(ctx, 0, true)
	for {
		for _, r := range in.Rejections().List() {
			if r.Register == "" && r.Reason == reason {
				return
			}
		}
		<-news
	}
}
