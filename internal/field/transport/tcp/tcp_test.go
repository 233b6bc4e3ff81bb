package tcp_test

import (
	"context"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"os"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"go.uber.org/goleak"

	"plumbline/internal/core/catalog"
	"plumbline/internal/core/definition"
	"plumbline/internal/core/reading"
	"plumbline/internal/core/series"
	"plumbline/internal/core/timeline"
	"plumbline/internal/field/command"
	"plumbline/internal/field/ingest"
	"plumbline/internal/field/ingest/intaketest"
	"plumbline/internal/field/transport/tcp"
	"plumbline/internal/site/device"
	"plumbline/internal/testing/await"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

const (
	// station is the device of the samples of domain protocols.md section 5, dtu one with instruments on its bus.
	station, dtu   = 2, 3
	stationMN      = "010000A8900016F000169DC0"
	instrument     = 20 // on address 5 of the bus
	instrumentUnit = 5
	// patience bounds a test that hangs.
	patience = 20 * time.Second
)

// rig is an intake with a listener.
type rig struct {
	*testing.T
	*intaketest.Installation
	server   *tcp.Server
	answers  chan command.Answer
	released chan int64  // commands whose line has ended
	waiting  atomic.Bool // commands wait for the devices
}

func open(t *testing.T, port tcp.Port) *rig {
	t.Helper()
	devices := intaketest.NewDevices(5)
	devices.Change(station, func(d *ingest.Device) { d.Register, d.ProtocolCode = stationMN, "HJ" })
	devices.Change(dtu, func(d *ingest.Device) { d.Register = "HSDTU20260001" })
	devices.Change(instrument, func(d *ingest.Device) {
		d.CorporationID, d.ProjectID, d.TimeZone, d.Kind = 1, 1, "Asia/Shanghai", catalog.MeasuringDevice
		d.Connection = timeline.Of([]timeline.Version[definition.Connection]{{Value: definition.Connection{CollectorID: dtu, ChannelNo: instrumentUnit}}})
		d.Links = link(device.Link{Protocol: "modbus", Profile: json.RawMessage(`{"preset":"vw","channels":1}`), Timeout: 1000, Gap: -1, Retries: -1})
	})
	in, err := intaketest.Open(t.Context(), t.TempDir(), intaketest.Options{Devices: devices})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := in.Close(context.Background()); err != nil {
			t.Error(err)
		}
	})
	r := &rig{T: t, Installation: in, answers: make(chan command.Answer, 10), released: make(chan int64, 10)}
	if port.Address == "" {
		port.Address = "127.0.0.1:0"
	}
	r.server, err = tcp.Listen(tcp.Config{
		Ports: []tcp.Port{port}, Intake: in, Log: slog.New(slog.DiscardHandler), Dial: r.dialOut,
		Answered: func(_ context.Context, a command.Answer) error { r.answers <- a; return nil },
		Released: func(_ context.Context, c command.Command) error { r.released <- c.ID; return nil },
		Waiting:  func(int64) bool { return r.waiting.Load() },
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = r.server.Close() })
	return r
}

// dialOut connects to a device that waits for the platform.
func (r *rig) dialOut(ctx context.Context, _ *ingest.Device, to device.Dial) (net.Conn, error) {
	if to.Serial != "" {
		return tcp.OpenSerial(to, []string{to.Serial})
	}
	return new(net.Dialer).DialContext(ctx, "tcp", to.Address)
}

func link(l device.Link) timeline.Timeline[device.Link] {
	return timeline.Of([]timeline.Version[device.Link]{{Value: l}})
}

// relink changes the link of a device.
func (r *rig) relink(id int64, l device.Link) {
	r.Helper()
	r.Devices.Change(id, func(d *ingest.Device) { d.Links = link(l) })
	if err := r.Directory().Refresh(r.Context(), []int64{id}); err != nil {
		r.Fatal(err)
	}
}

// dial connects as a device.
func (r *rig) dial() *peer {
	r.Helper()
	conn, err := net.Dial("tcp", r.server.Addresses()[0])
	if err != nil {
		r.Fatal(err)
	}
	_ = conn.SetDeadline(time.Now().Add(patience))
	r.Cleanup(func() { _ = conn.Close() })
	return &peer{r, conn}
}

// peer is the side of a device.
type peer struct {
	*rig
	net.Conn
}

func (p *peer) send(data ...string) *peer {
	p.Helper()
	for _, d := range data {
		if _, err := io.WriteString(p.Conn, d); err != nil {
			p.Fatal(err)
		}
	}
	return p
}

// receive reads what must come.
func (p *peer) receive(want string) {
	p.Helper()
	got := make([]byte, len(want))
	if n, err := io.ReadFull(p.Conn, got); err != nil || string(got) != want {
		p.Fatalf("received %q (%v), want %q", got[:n], err, want)
	}
}

// ends waits until the other side closes the connection.
func (p *peer) ends() {
	p.Helper()
	if rest, err := io.ReadAll(p.Conn); errors.Is(err, os.ErrDeadlineExceeded) || len(rest) > 0 {
		p.Fatalf("received %q (%v), want the end", rest, err)
	}
}

// online waits until a device is connected.
func (r *rig) online(register string) {
	r.Helper()
	for r.Context().Err() == nil && !r.server.Listens(register) {
		await.Pause()
	}
}

// refused waits for the rejection of a register ID.
func (r *rig) refused(register, reason string) {
	r.Helper()
	deadline := time.Now().Add(patience)
	for time.Now().Before(deadline) {
		for _, refused := range r.Rejections().List() {
			if refused.Register == register && refused.Reason == reason {
				return
			}
		}
		await.Pause()
	}
	r.Fatalf("%q is not refused as %s: %+v", register, reason, r.Rejections().List())
}

// readings are the stored readings of a channel, one per line.
func (r *rig) readings(id int64, channel int32) (list []string) {
	r.Helper()
	if err := r.WaitAllStored(r.Context()); err != nil {
		r.Fatal(err)
	}
	err := r.Series.Scan(r.Context(), series.RawID(id, channel), 0, 1<<62, nil, func(b *series.Block) error {
		for i, at := range b.Times {
			text := time.UnixMilli(at).UTC().Format("2006-01-02T15:04:05")
			if slices.Contains(b.Flags[i].Names(), "timeFixed") {
				text = "received"
			}
			for c, column := range b.Columns.List {
				if v := b.Values[c][i]; !reading.IsMissing(v) {
					text += fmt.Sprintf(" %s=%.5g", column.Field, v)
				}
			}
			list = append(list, text)
		}
		return nil
	})
	if err != nil {
		r.Fatal(err)
	}
	return list
}

func (r *rig) expect(id int64, channel int32, want ...string) {
	r.Helper()
	if got := r.readings(id, channel); !slices.Equal(got, want) {
		r.Errorf("stored %q, want %q", got, want)
	}
}

func unhex(text string) string {
	data, err := hex.DecodeString(strings.ReplaceAll(text, " ", ""))
	if err != nil {
		panic(err)
	}
	return string(data)
}
