package mqtt_test

import (
	"context"
	"fmt"
	"log/slog"
	"testing"

	"plumbline/internal/intake/intaketest"
	"plumbline/internal/reading"
	"plumbline/internal/series"
	"plumbline/internal/transport/mqtt"
)

type door struct {
	*intaketest.Installation
	*mqtt.Server
}

func open(t *testing.T, options intaketest.Options) door {
	t.Helper()
	ctx := context.Background()
	in, err := intaketest.Open(ctx, t.TempDir(), options)
	if err != nil {
		t.Fatal(err)
	}
	server, err := mqtt.Listen(mqtt.Config{Address: "127.0.0.1:0", Intake: in, Log: slog.New(slog.DiscardHandler)})
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
	return door{in, server}
}

// latest waits for a frame and gives the newest value of a field of a channel.
func (d door) latest(t *testing.T, device int64, channel int32, field string) float64 {
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

// Devices that go while the door closes must not keep it open.
func TestClosingWhileDevicesGo(t *testing.T) {
	for round := range 20 {
		t.Run(fmt.Sprint(round), func(t *testing.T) {
			d := open(t, intaketest.Options{})
			going := make(chan struct{})
			defer close(going) // just before the door closes
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
