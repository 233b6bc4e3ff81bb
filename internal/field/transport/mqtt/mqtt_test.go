package mqtt_test

import (
	"context"
	"fmt"
	"log/slog"
	"testing"
	"time"

	"plumbline/internal/core/reading"
	"plumbline/internal/core/series"
	"plumbline/internal/field/ingest"
	"plumbline/internal/field/ingest/intaketest"
	"plumbline/internal/field/transport/mqtt"
)

type intake struct {
	*intaketest.Installation
	*mqtt.Server
}

func open(t *testing.T, options intaketest.Options) intake {
	t.Helper()
	ctx := context.Background()
	in, err := intaketest.Open(ctx, t.TempDir(), options)
	if err != nil {
		t.Fatal(err)
	}
	server, err := mqtt.Listen(mqtt.Config{
		Address: "127.0.0.1:0", Intake: in, Log: slog.New(slog.DiscardHandler), Sessions: shared, Current: noGeneration,
	})
	if err != nil {
		t.Fatal(err)
	}
	in.SetDownlink(server)
	t.Cleanup(func() {
		if err := server.Close(); err != nil {
			t.Error(err)
		}
		if err := in.Close(ctx); err != nil {
			t.Error(err)
		}
	})
	return intake{in, server}
}

// latest waits for a frame and returns the newest value of a channel's field.
func (d intake) latest(t *testing.T, device int64, channel int32, field string) float64 {
	t.Helper()
	got, err := d.Series.Latest(context.Background(), []series.ID{series.RawID(device, channel)})
	if err != nil {
		t.Fatal(err)
	}
	if !got[0].Found {
		t.Fatalf("device %d channel %d has no reading", device, channel)
	}
	return got[0].Values[got[0].Columns.Index(reading.Column{Field: field})]
}

// Devices that disconnect while the listener closes must not block it.
func TestCloseWhileDevicesDisconnect(t *testing.T) {
	for round := range 20 {
		t.Run(fmt.Sprint(round), func(t *testing.T) {
			d := open(t, intaketest.Options{})
			going := make(chan struct{})
			defer close(going) // just before the listener closes
			for n := range 10 {
				register, secret := intaketest.Register(int64(n+1)), fmt.Sprintf("secret-%d", n+1)
				w := dial(t, d.Address())
				w.send(t, connect{version: 4, id: register, user: register, password: secret}.packet())
				if first, body, closed := w.receive(t); closed || first != 0x20 || body[1] != 0 {
					t.Fatalf("sign-in of %s: packet %x, %x, closed %v", register, first, body, closed)
				}
				go func() {
					<-going
					_ = w.Close()
				}()
			}
		})
	}
}

// A session with a rotated secret lasts as long as the overlap, whether the device sends or only listens, in both
// protocol versions.
func TestSessionEndsWithItsSecret(t *testing.T) {
	for _, version := range []byte{4, 5} {
		for _, sends := range []bool{true, false} {
			d := open(t, intaketest.Options{})
			const device = 2
			register := intaketest.Register(device)
			w := dial(t, d.Address())
			w.send(t, connect{version: version, id: register, user: register, password: intaketest.Secret(device)}.packet())
			if first, _, closed := w.receive(t); closed || first != 0x20 {
				t.Fatalf("sign-in: packet %x, closed %v", first, closed)
			}
			until := time.Now().Add(time.Hour).UnixMilli()
			rotate := func(until int64) {
				d.Devices.Change(device, func(changed *ingest.Device) {
					changed.Secrets = []ingest.Secret{{Text: "another"}, {Text: intaketest.Secret(device), Until: until}}
				})
				if err := d.Directory().Refresh(t.Context(), []int64{device}); err != nil {
					t.Fatal(err)
				}
			}
			rotate(until)
			w.send(t, publish(version, 1, 7, "v1/dev/"+register+"/up", `{"width":1}`))
			if first, _, closed := w.receive(t); closed || first != 0x40 {
				t.Errorf("while both secrets are valid: packet %x, closed %v", first, closed)
			}
			rotate(time.Now().Add(-time.Millisecond).UnixMilli())
			if sends {
				w.send(t, publish(version, 1, 8, "v1/dev/"+register+"/up", `{"width":2}`))
			}
			for {
				first, _, closed := w.receive(t)
				if closed {
					break
				}
				if first == 0x40 {
					t.Error("a message under the old secret is acknowledged")
				}
			}
		}
	}
}
