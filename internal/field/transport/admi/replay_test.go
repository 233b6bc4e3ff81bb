package admi_test

import (
	"fmt"
	"io"
	"maps"
	"net"
	"os"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"plumbline/internal/core/reading"
	"plumbline/internal/core/series"
	"plumbline/internal/field/protocol/admi/admipb"
	"plumbline/internal/field/simulate/shapearray"
	"plumbline/internal/site/device"
)

// recording reads the recorded readings, with gaps, a segment that did not answer, and some that came late.
func (r *rig) recording() []*admipb.Reading {
	r.Helper()
	file, err := os.Open("../../simulate/shapearray/testdata/recording.jsonl")
	if err != nil {
		r.Fatal(err)
	}
	defer file.Close()
	list, err := shapearray.ReadRecording(file)
	if err != nil || len(list) != 60 {
		r.Fatalf("%d recorded readings (%v)", len(list), err)
	}
	return list
}

// cutting passes connections on to an address and cuts the first ones after so many bytes of the service each.
func (r *rig) cutting(address string, after ...int64) (at string, cuts *atomic.Int32) {
	r.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		r.Fatal(err)
	}
	cuts = new(atomic.Int32)
	var passing sync.WaitGroup
	passing.Go(func() {
		for n := 0; ; n++ {
			client, err := listener.Accept()
			if err != nil {
				return
			}
			service, err := net.Dial("tcp", address)
			if err != nil {
				_ = client.Close()
				continue
			}
			passing.Go(func() { _, _ = io.Copy(service, client); _ = service.Close() })
			passing.Go(func() {
				defer client.Close()
				if n < len(after) {
					if copied, _ := io.CopyN(client, service, after[n]); copied == after[n] {
						cuts.Add(1)
						_ = service.Close()
					}
					return
				}
				_, _ = io.Copy(client, service)
			})
		}
	})
	r.Cleanup(func() { _ = listener.Close(); _ = r.lines.Close(); passing.Wait() })
	return listener.Addr().String(), cuts
}

// values returns what is stored, by time and then by node and field.
func (r *rig) values() map[int64]map[string]float64 {
	r.Helper()
	found := map[int64]map[string]float64{}
	err := r.Series.Scan(r.Context(), series.RawID(array, 0), 0, 1<<62, nil, func(b *series.Block) error {
		for i, at := range b.Times {
			if found[at] != nil {
				r.Errorf("two readings of %d", at)
			}
			found[at] = map[string]float64{}
			for c, column := range b.Columns.List {
				if v := b.Values[c][i]; !reading.IsMissing(v) {
					found[at][fmt.Sprintf("%d.%s", column.Node, column.Field)] = v
				}
			}
		}
		return nil
	})
	if err != nil {
		r.Fatal(err)
	}
	return found
}

// valuesOf returns the values of a recorded reading in the same form.
func valuesOf(of *admipb.Reading) map[string]float64 {
	values := map[string]float64{}
	for _, s := range of.Segments {
		for field, v := range map[string]*float64{"ax": s.Ax, "ay": s.Ay, "az": s.Az, "x": s.X, "y": s.Y, "z": s.Z, "temp": s.Temperature} {
			if v != nil {
				values[fmt.Sprintf("%d.%s", s.Node, field)] = *v
			}
		}
	}
	return values
}

// A recording is handed out over a stream that is cut twice in the middle of a message. Exactly its readings are stored, each
// once, and all are acknowledged; those that came twice change nothing.
func TestRecordingArrivesOnce(t *testing.T) {
	t.Parallel()
	r := open(t)
	recorded := r.recording()
	a := shapearray.New(secret, time.Hour, segments())
	s := r.serve(a, "127.0.0.1:0")
	through, cuts := r.cutting(s.address, 3000, 7001)
	for _, one := range recorded[:40] {
		a.Replay(one)
	}
	r.reach(device.Link{Dial: "grpc://" + through})
	r.acknowledged(s)
	if n := cuts.Load(); n != 2 {
		t.Fatalf("the stream was cut %d times", n)
	}
	for _, one := range recorded[40:] { // now over a stream that stands
		a.Replay(one)
	}
	r.acknowledged(s)
	r.stored(len(recorded))
	got := r.values()
	if len(got) != len(recorded) {
		t.Errorf("%d readings are stored, %d were recorded", len(got), len(recorded))
	}
	for _, one := range recorded {
		if !maps.Equal(got[one.TimeMs], valuesOf(one)) {
			t.Errorf("reading %d is stored as %v, was %v", one.Number, got[one.TimeMs], valuesOf(one))
		}
	}
	if stats := r.Stats(); stats.FramesDead != 0 || stats.Revisions != 0 {
		t.Errorf("%+v", stats)
	}
}
