package admi_test

import (
	"context"
	"crypto/tls"
	"encoding/json"
	"fmt"
	"log/slog"
	"net"
	"net/netip"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials"
	"google.golang.org/protobuf/proto"

	"plumbline/internal/core/reading"
	"plumbline/internal/core/series"
	"plumbline/internal/core/timeline"
	"plumbline/internal/field/command"
	"plumbline/internal/field/ingest"
	"plumbline/internal/field/ingest/intaketest"
	"plumbline/internal/field/protocol/admi/admipb"
	"plumbline/internal/field/simulate/shapearray"
	"plumbline/internal/field/transport/admi"
	"plumbline/internal/field/transport/tcp"
	"plumbline/internal/platform/errs"
	"plumbline/internal/platform/outbound"
	"plumbline/internal/site/device"
	"plumbline/internal/testing/await"
)

const (
	array    = 2
	register = "REG-2"
	secret   = "secret-2"
	patience = 20 * time.Second // bounds a test that hangs
)

// rig is an intake whose platform connects to services on this machine.
type rig struct {
	*testing.T
	*intaketest.Installation
	lines   *tcp.Server
	answers chan command.Answer
	failed  chan *errs.Error // attempts to connect
}

func open(t *testing.T) *rig {
	t.Helper()
	devices := intaketest.NewDevices(3)
	devices.Change(array, func(d *ingest.Device) { d.ProtocolCode = "ADMI" })
	in, err := intaketest.Open(t.Context(), t.TempDir(), intaketest.Options{Devices: devices})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := in.Close(context.Background()); err != nil {
			t.Error(err)
		}
	})
	r := &rig{T: t, Installation: in, answers: make(chan command.Answer, 10), failed: make(chan *errs.Error, 10)}
	dialler := outbound.New([]netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")})
	r.lines, err = tcp.Listen(tcp.Config{
		Intake: in, Log: slog.New(slog.DiscardHandler),
		Dial: func(ctx context.Context, d *ingest.Device, to device.Dial) (net.Conn, error) {
			conn, err := admi.Conn(ctx, dialler, d, to)
			if why, ok := errs.As(err); err != nil && ok {
				select {
				case r.failed <- why:
				default:
				}
			}
			return conn, err
		},
		Answered: func(_ context.Context, a command.Answer) error { r.answers <- a; return nil },
		Released: func(context.Context, command.Command) error { return nil },
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = r.lines.Close() })
	return r
}

// reach sets where the service of the array is.
func (r *rig) reach(l device.Link) {
	r.Helper()
	r.Devices.Change(array, func(d *ingest.Device) { d.Links = timeline.Of([]timeline.Version[device.Link]{{Value: l}}) })
	if err := r.Directory().Refresh(r.Context(), []int64{array}); err != nil {
		r.Fatal(err)
	}
}

// service is a service that can be cut off.
type service struct {
	*shapearray.Array
	server  *grpc.Server
	address string
}

func (r *rig) serve(a *shapearray.Array, address string, options ...grpc.ServerOption) *service {
	r.Helper()
	listener, err := net.Listen("tcp", address)
	if err != nil {
		r.Fatal(err)
	}
	s := &service{a, a.Server(options...), listener.Addr().String()}
	var serving sync.WaitGroup
	serving.Go(func() { _ = s.server.Serve(listener) })
	r.Cleanup(func() {
		s.server.Stop()
		serving.Wait()
	})
	return s
}

// segments returns a function that measures two segments, the first 1 mm further each time.
func segments() func() []*admipb.Segment {
	x := 0.0
	return func() []*admipb.Segment {
		x++
		return []*admipb.Segment{{Node: 1, X: proto.Float64(x), Y: proto.Float64(2)}, {Node: 2, Ax: proto.Float64(0.25)}}
	}
}

var began = time.UnixMilli(1795134600000)

func at(n int) time.Time { return began.Add(time.Duration(n) * time.Hour) }

// stored waits until there are so many readings.
func (r *rig) stored(n int) (list []string) {
	r.Helper()
	for deadline := time.Now().Add(patience); time.Now().Before(deadline); {
		if err := r.WaitAllStored(r.Context()); err != nil {
			r.Fatal(err)
		}
		list = nil
		err := r.Series.Scan(r.Context(), series.RawID(array, 0), 0, 1<<62, nil, func(b *series.Block) error {
			for i, at := range b.Times {
				text := time.UnixMilli(at).UTC().Format("15:04")
				for c, column := range b.Columns.List {
					if v := b.Values[c][i]; !reading.IsMissing(v) {
						text += fmt.Sprintf(" %s[%d]=%g", column.Field, column.Node, v)
					}
				}
				list = append(list, text)
			}
			return nil
		})
		if err != nil {
			r.Fatal(err)
		}
		if len(list) >= n {
			return list
		}
		await.Pause()
	}
	r.Fatalf("stored %q, want %d", list, n)
	return nil
}

// acknowledged waits until a service keeps no reading.
func (r *rig) acknowledged(s *service) {
	r.Helper()
	for deadline := time.Now().Add(patience); s.Unacknowledged() > 0; {
		if time.Now().After(deadline) {
			r.Fatalf("%d readings are kept", s.Unacknowledged())
		}
		await.Pause()
	}
}

// The service keeps what it measured before anybody connected and while the connection was cut. Each reading is stored once.
func TestNoReadingIsLost(t *testing.T) {
	t.Parallel()
	r := open(t)
	a := shapearray.New(secret, time.Hour, segments())
	first := r.serve(a, "127.0.0.1:0")
	a.Take(at(0))
	a.Take(at(1))
	r.reach(device.Link{Dial: "grpc://" + first.address})
	r.acknowledged(first)
	a.Take(at(2))
	r.stored(3)
	first.server.Stop()
	a.Take(at(3))
	second := r.serve(a, first.address)
	got := r.stored(4)
	r.acknowledged(second)
	want := []string{
		"02:30 x[1]=1 y[1]=2 ax[2]=0.25", "03:30 x[1]=2 y[1]=2 ax[2]=0.25", "04:30 x[1]=3 y[1]=2 ax[2]=0.25", "05:30 x[1]=4 y[1]=2 ax[2]=0.25",
	}
	for i := range got {
		if !strings.HasSuffix(got[i], want[i][5:]) {
			t.Errorf("stored %q, want %q", got, want)
			break
		}
	}
	r.journalled(4)
}

// journalled waits until so many readings and as many acknowledgements are in the frame log. An acknowledgement is noted after it was sent.
func (r *rig) journalled(n int) {
	r.Helper()
	kinds := map[ingest.Kind]int{}
	for deadline := time.Now().Add(patience); kinds[ingest.Up] < n || kinds[ingest.Down] < n; {
		if time.Now().After(deadline) {
			r.Fatalf("the journal has %v, want %d of each", kinds, n)
		}
		frames, _, err := r.Frames(r.Context(), array, ingest.Entry{}, 50)
		if err != nil {
			r.Fatal(err)
		}
		clear(kinds)
		for _, f := range frames {
			kinds[f.Kind]++
		}
		await.Pause()
	}
}

func TestCommandsReachTheService(t *testing.T) {
	t.Parallel()
	r := open(t)
	s := r.serve(shapearray.New(secret, time.Hour, segments()), "127.0.0.1:0")
	r.reach(device.Link{Dial: "grpc://" + s.address})
	for deadline := time.Now().Add(patience); !r.lines.Listens(register); {
		if time.Now().After(deadline) {
			t.Fatal("the service is not connected")
		}
		await.Pause()
	}
	for i, c := range []command.Command{
		{Kind: command.Read}, {Kind: command.SetInterval, Args: json.RawMessage(`{"interval":900}`)}, {Kind: command.Reset}, {Kind: command.SetTime},
	} {
		c.ID, c.DeviceID, c.GatewayID = int64(i+1), array, array
		if !r.lines.Execute(command.Way{Gateway: array, Instrument: array, Register: register}, c) {
			t.Fatal("the service is not connected")
		}
		want := command.OK
		if c.Kind == command.SetTime {
			want = command.NotSupported
		}
		if a := <-r.answers; a.Code != want || a.ID != c.ID {
			t.Errorf("%s: %+v", c.Kind, a)
		}
	}
	if got := r.stored(1); !strings.HasSuffix(got[0], " x[1]=1 y[1]=2 ax[2]=0.25") {
		t.Errorf("stored %q", got)
	}
	config, err := s.GetCollectConfig(t.Context(), nil)
	if err != nil || config.Config.IntervalSeconds != 900 {
		t.Errorf("the interval is %v (%v)", config, err)
	}
}

// Why there is no connection is shown at the device.
func TestServiceRefuses(t *testing.T) {
	t.Parallel()
	r := open(t)
	wrong := r.serve(shapearray.New("another secret", time.Hour, segments()), "127.0.0.1:0")
	why := func(dial string, want *errs.Message) {
		t.Helper()
		for len(r.failed) > 0 {
			<-r.failed
		}
		r.reach(device.Link{Dial: dial})
		deadline := time.After(patience)
		for {
			select {
			case got := <-r.failed:
				if got.Code == want.Code {
					return
				}
			case <-deadline:
				t.Fatalf("%s is not refused with %s", dial, want.Key)
			}
		}
	}
	why("grpc://"+wrong.address, errs.SignInRefused)
	why("grpcs://"+wrong.address, errs.RefusedUnreachable)
	why("grpc://10.1.2.3:5000", errs.AddressForbidden)
	if got := r.Attempts().List(array); !slices.ContainsFunc(got, func(a ingest.Attempt) bool { return a.Reason == ingest.Unreachable && a.Fault != nil }) {
		t.Errorf("attempts %+v", got)
	}
}

func TestServiceOverTLS(t *testing.T) {
	t.Parallel()
	r := open(t)
	certificate, authority := selfSigned(t)
	secured := grpc.Creds(credentials.NewTLS(&tls.Config{Certificates: []tls.Certificate{certificate}, MinVersion: tls.VersionTLS12}))
	s := r.serve(shapearray.New(secret, time.Hour, segments()), "127.0.0.1:0", secured)
	s.Take(at(0))
	r.reach(device.Link{Dial: "grpcs://" + s.address})
	select {
	case got := <-r.failed:
		if got.Code != errs.CertificateUntrusted.Code {
			t.Errorf("an unknown authority: %v", got)
		}
	case <-time.After(patience):
		t.Fatal("an unknown authority is trusted")
	}
	profile, err := json.Marshal(map[string]string{"ca": authority})
	if err != nil {
		t.Fatal(err)
	}
	r.reach(device.Link{Dial: "grpcs://" + s.address, Profile: profile})
	r.stored(1)
	r.acknowledged(s)
}
