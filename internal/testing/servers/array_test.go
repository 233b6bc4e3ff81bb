//go:build unix

package servers_test

import (
	"encoding/json"
	"math"
	"net"
	"sync"
	"testing"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/protobuf/proto"

	"plumbline/internal/app"
	"plumbline/internal/core/reading"
	"plumbline/internal/core/series"
	"plumbline/internal/core/timeline"
	"plumbline/internal/field/protocol/admi/admipb"
	"plumbline/internal/field/simulate/shapearray"
	"plumbline/internal/platform/audit"
	"plumbline/internal/site/device"
	"plumbline/internal/testing/await"
)

// shapeArray is the service of a shape array in this process, which measures without a pause. Its n-th reading has n as x.
type shapeArray struct {
	*shapearray.Array
	in     *installation
	device device.Device
	mu     sync.Mutex
	taken  int
}

const arrayRegister = "ARRAY-1"

// array creates a shape array and serves it. It measures as long as few readings wait for their acknowledgement.
func (in *installation) array(db *app.Installation, gap time.Duration, end <-chan struct{}) *shapeArray {
	in.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	in.check(err)
	link, err := json.Marshal(device.Link{Dial: "grpc://" + listener.Addr().String()})
	in.check(err)
	made, secret, err := db.Devices.Create(in.Context(), audit.Program("test"), device.Device{
		CorporationID: in.gauges[0].device.CorporationID, ProjectID: in.gauges[0].device.ProjectID, Name: "Array", Kind: device.Measuring,
		Type: "ADMI", Model: "ADMI-500", SNCode: arrayRegister, Register: arrayRegister,
	}, []timeline.Draft{{Aspect: string(device.AspectLink), Value: link}})
	in.check(err)
	a := &shapeArray{in: in, device: made}
	a.Array = shapearray.New(secret, time.Hour, func() []*admipb.Segment {
		return []*admipb.Segment{{Node: 1, X: proto.Float64(float64(a.taken)), Z: proto.Float64(500)}}
	})
	server := a.Server(grpc.ConnectionTimeout(time.Second))
	var working sync.WaitGroup
	working.Go(func() { _ = server.Serve(listener) })
	working.Go(func() {
		const waiting = 20
		tick := time.NewTicker(gap)
		defer tick.Stop()
		for {
			select {
			case <-end:
				return
			case <-tick.C:
			}
			if a.Unacknowledged() < waiting {
				a.mu.Lock()
				a.Take(time.UnixMilli(in.at(a.taken)))
				a.taken++
				a.mu.Unlock()
			}
		}
	})
	in.Cleanup(func() {
		server.Stop()
		working.Wait()
	})
	return a
}

func (a *shapeArray) count() int {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.taken
}

// more waits until so many more readings were acknowledged.
func (a *shapeArray) more(n int) {
	a.in.Helper()
	acknowledged := func() int { return a.count() - a.Unacknowledged() }
	deadline := time.Now().Add(longest)
	for until := acknowledged() + n; acknowledged() < until; {
		if time.Now().After(deadline) {
			a.in.Fatalf("%d of %d readings were acknowledged within %v", acknowledged(), until, longest)
		}
		await.Pause()
	}
}

// TestArrayMovesToAnotherServer: of two servers one holds the stream of a shape array. It is killed in the middle of the
// stream, the other one opens it, and each reading is stored once, those without an acknowledgement too.
func TestArrayMovesToAnotherServer(t *testing.T) {
	in := newInstallation(t, history)
	in.allowNet = "127.0.0.0/8"
	in.seed(1, 1)
	db := in.open()
	defer db.Close()
	end := make(chan struct{})
	array := in.array(db, 2*time.Millisecond, end)
	servers := map[int64]*server{}
	for range 2 {
		s := in.start()
		servers[in.number(db, "SELECT max(id) FROM server")] = s
	}
	defer func() {
		for _, s := range servers {
			s.Kill()
		}
	}()
	const holder = "SELECT coalesce(max(server), 0) FROM connection WHERE ended IS NULL AND client = '" + arrayRegister + "'"
	array.more(300)
	held := in.number(db, holder)
	if servers[held] == nil {
		t.Fatalf("the stream is held by %d, the servers are %v", held, servers)
	}
	servers[held].Kill()
	killed, before := time.Now(), array.count()
	delete(servers, held)
	in.until(db, "SELECT CASE WHEN ("+holder+") IN (0, "+itoa(held)+") THEN 1 ELSE 0 END")
	t.Logf("another server held the stream after %v", time.Since(killed).Round(time.Millisecond))
	if now := in.number(db, holder); servers[now] == nil {
		t.Fatalf("the stream is held by %d, the servers are %v", now, servers)
	}
	array.more(300)
	close(end)
	for deadline := time.Now().Add(longest); array.Unacknowledged() > 0; {
		if time.Now().After(deadline) {
			t.Fatalf("%d readings are never acknowledged", array.Unacknowledged())
		}
		await.Pause()
	}
	in.settle(db)

	n := 0
	err := db.Series.Scan(t.Context(), series.RawID(array.device.ID, 0), 0, math.MaxInt64-1, nil, func(b *series.Block) error {
		for i, at := range b.Times {
			got := map[string]float64{}
			for c, column := range b.Columns.List {
				if v := b.Values[c][i]; !reading.IsMissing(v) {
					got[column.Field] = v
				}
			}
			if at != in.at(n) || got["x"] != float64(n) || got["z"] != 500 || len(got) != 2 {
				t.Errorf("reading %d at %d is %v", n, at, got)
			}
			n++
		}
		return nil
	})
	in.check(err)
	if n != array.count() {
		t.Errorf("%d readings are stored, %d were taken, %d of them before the kill", n, array.count(), before)
	}
	revisions, err := db.Series.Revisions(t.Context(), series.RawID(array.device.ID, 0), 0, math.MaxInt64-1)
	in.check(err)
	if dead := in.number(db, "SELECT count(*) FROM dead_frame"); dead != 0 || len(revisions) != 0 {
		t.Errorf("%d frames were refused, %d readings revised", dead, len(revisions))
	}
}
