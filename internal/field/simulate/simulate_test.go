package simulate

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"
	"go.uber.org/goleak"

	"plumbline/internal/core/reading"
	"plumbline/internal/core/series"
	"plumbline/internal/field/ingest/intaketest"
	"plumbline/internal/field/transport/httppush"
	"plumbline/internal/field/transport/mqtt"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func TestDevicesOverEveryTransport(t *testing.T) {
	ctx := context.Background()
	in, err := intaketest.Open(ctx, t.TempDir(), intaketest.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close(ctx)
	listener, err := mqtt.Listen(mqtt.Config{Address: "127.0.0.1:0", Intake: in, Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	web := httptest.NewServer(httppush.New(in, nil, func(w http.ResponseWriter, _ *http.Request, err error) {
		http.Error(w, err.Error(), http.StatusUnauthorized)
	}))
	defer web.Close()
	devices := filepath.Join(t.TempDir(), "devices")
	if err := os.WriteFile(devices, []byte("# two\nREG-3, secret-3\nREG-4,secret-4\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	total := int64(0)
	for name, change := range map[string]func(*Options){
		"3.1.1": func(*Options) {},
		"5":     func(o *Options) { o.Version5 = true },
		"HTTP":  func(o *Options) { o.HTTP = web.URL },
	} {
		o := Options{MQTT: listener.Address(), Devices: devices, Fields: "x,5.freq,6/2.angleX", Interval: time.Minute, Start: time.Hour, Speed: 1e6, Count: 10}
		change(&o)
		var out bytes.Buffer
		if err := Run(ctx, o, &out); err != nil {
			t.Fatalf("%s: %v\n%s", name, err, out.String())
		}
		if !strings.HasPrefix(out.String(), "2 devices: 20 messages acknowledged") {
			t.Errorf("%s: %s", name, out.String())
		}
		total += 20
	}
	if got := in.Stats().FramesAccepted; got != total {
		t.Errorf("%d frames accepted, want %d", got, total)
	}
	if err := in.WaitAllStored(ctx); err != nil {
		t.Fatal(err)
	}
	latest, err := in.Series.Latest(ctx, []series.ID{series.RawID(3, 5), series.RawID(4, 6)})
	if err != nil {
		t.Fatal(err)
	}
	if !latest[0].Found || !latest[1].Found || latest[1].Columns.List[0] != (reading.Column{Field: "angleX", Node: 2}) {
		t.Errorf("%+v", latest)
	}
	var out bytes.Buffer
	wrong := Options{HTTP: web.URL, Register: "REG-3", Secret: "wrong", Fields: "x", Interval: time.Minute, Speed: 1, Duration: 200 * time.Millisecond}
	if err := Run(ctx, wrong, &out); err == nil || !strings.Contains(out.String(), "401") {
		t.Errorf("wrong secret: %v, %s", err, out.String())
	}
}

func TestPlayedFileRepeats(t *testing.T) {
	path := filepath.Join(t.TempDir(), "f.csv")
	if err := os.WriteFile(path, []byte("t,x,y\n2015-01-01 00:10:00,2,\n2015-01-01 00:00:00,1,5\n2015-01-01 00:20:00,3,7\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	sources, err := Options{File: path}.source(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	s := sources(0)
	var got []string
	for n := range 5 {
		offset, values := s.at(n)
		got = append(got, offset.String()+" "+string(message(n, 1000, false, s, values)))
	}
	want := []string{
		`0s {"type":"data","seq":0,"t":1000,"v":{"x":1,"y":5}}`,
		`10m0s {"type":"data","seq":1,"t":1000,"v":{"x":2}}`,
		`20m0s {"type":"data","seq":2,"t":1000,"v":{"x":3,"y":7}}`,
		`30m0s {"type":"data","seq":3,"t":1000,"v":{"x":1,"y":5}}`,
		`40m0s {"type":"data","seq":4,"t":1000,"v":{"x":2}}`,
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestClockRunsFastUntilNow(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		now := time.Now()
		c := clock{wall: now, start: now.Add(-10 * time.Hour), speed: 11}
		for _, hours := range []time.Duration{0, 5, 10, 11, 12, 20} {
			at := c.start.Add(hours * time.Hour)
			want := now.Add(hours * time.Hour / 11)
			if hours > 11 { // from then on in real time
				want = at
			}
			if got := c.due(at).Sub(want).Abs(); got > time.Microsecond {
				t.Errorf("hour %d is off by %v", hours, got)
			}
		}
		begin := time.Now()
		if !until(t.Context(), begin.Add(time.Hour)) || time.Since(begin) != time.Hour {
			t.Error("waited for the wrong duration")
		}
	})
}

func TestInvalidOptions(t *testing.T) {
	for name, o := range map[string]Options{
		"no device":  {Fields: "x", Interval: 1, Speed: 1},
		"no file":    {Register: "a", Secret: "b", File: "/nowhere", Interval: 1, Speed: 1},
		"no speed":   {Register: "a", Secret: "b", Fields: "x", Interval: 1},
		"bad fields": {Register: "a", Secret: "b", Fields: "a b", Interval: 1, Speed: 1},
	} {
		if err := Run(t.Context(), o, &bytes.Buffer{}); !errors.Is(err, ErrUsage) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
