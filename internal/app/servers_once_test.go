package app

import (
	"context"
	"fmt"
	"sync"
	"testing"
	"time"

	"plumbline/internal/core/definition"
	"plumbline/internal/field/collection"
	"plumbline/internal/field/ingest"
	"plumbline/internal/platform/database"
	"plumbline/internal/testing/await"
	"plumbline/internal/testing/pgtest"
)

// A gauge without a clock sends every packet to two servers at the same time, because it saw no acknowledgement. Each
// packet is one reading.
func TestPacketRepeatedAtAnotherServerIsOneReading(t *testing.T) {
	s := &several{T: t, url: pgtest.URL(t)}
	first := s.join()
	s.seed(1, 1)
	second := s.join()
	const packets = 40
	for seq := range packets {
		var sending sync.WaitGroup
		for _, server := range []*Server{first, second} {
			sending.Go(func() {
				_, err := server.Intake.Commit(t.Context(), ingest.Frame{
					Device: s.gauges[0].ID, Register: s.gauges[0].Register, Transport: ingest.HTTP, Kind: ingest.Up, Received: time.Now().UnixMilli(),
					Payload: fmt.Appendf(nil, `{"seq":%d,"v":{"disp":%g}}`, seq, float64(seq)/8),
				})
				if err != nil {
					t.Error(err)
				}
			})
		}
		sending.Wait()
	}
	s.settle()
	values := map[float64]int{}
	s.eachResult(s.points[0].ID, func(_ int64, width float64) { values[width]++ })
	if len(values) != packets {
		t.Errorf("results of %d packets, want %d", len(values), packets)
	}
	for width, n := range values {
		if n != 1 {
			t.Errorf("%d results of %g", n, width)
		}
	}
}

// requests is a schedule that does not change.
type requests []definition.Request

func (requests) SwitchedOff(int64) []int64 { return nil }

func (r requests) Requests(int64) []definition.Request { return r }

// The server that requested a reading leaves. The one that takes its partition over does not request it again.
func TestRequestIsNotRepeatedByNextServer(t *testing.T) {
	s := &several{T: t, url: pgtest.URL(t)}
	first := s.join()
	s.seed(1, 2)
	second := s.join()
	var due requests
	for _, gauge := range s.gauges {
		due = append(due, definition.Request{Device: gauge.ID, CorporationID: gauge.CorporationID, ProjectID: gauge.ProjectID, Every: 24 * time.Hour})
	}
	count := func(device int64) (n int) {
		t.Helper()
		if err := second.DB.Reader().QueryRowContext(t.Context(), "SELECT count(*) FROM command WHERE device_id = $1", device).Scan(&n); err != nil {
			t.Fatal(err)
		}
		return n
	}
	// collect requests readings until the last of these devices has a request: the others were looked at before it.
	collect := func(server *Server, due requests) {
		t.Helper()
		ctx, stop := context.WithCancel(t.Context())
		var running sync.WaitGroup
		running.Go(func() { collection.New(server.Store, server.Commands, due, server.Log).Run(ctx) })
		for t.Context().Err() == nil && count(due[len(due)-1].Device) == 0 {
			await.Pause()
		}
		stop()
		running.Wait()
	}
	collect(first, due[:1])
	err := second.DB.Write(t.Context(), func(tx *database.Tx) error { // makes way for another request
		_, err := tx.ExecContext(t.Context(), "UPDATE command SET state = 'answered'")
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	s.stop(first)
	collect(second, due)
	for _, gauge := range s.gauges {
		if n := count(gauge.ID); n != 1 {
			t.Errorf("%d requests to %s", n, gauge.Register)
		}
	}
}

// Of two servers one plays the demo, and the other goes on once that one has left.
func TestOneServerPlaysTheDemo(t *testing.T) {
	s := &several{T: t, url: pgtest.URL(t)}
	first := s.join()
	second := s.join()
	for moving := 1; moving > 0 || first.member.Holder(0) != second.member.Holder(0); { // until both know their share
		row := first.DB.Reader().QueryRowContext(t.Context(), "SELECT count(*) FROM point_partition WHERE server IS DISTINCT FROM wanted")
		if err := row.Scan(&moving); err != nil {
			t.Fatal(err)
		}
	}
	type change struct {
		server *Server
		plays  bool
	}
	changes := make(chan change, 10)
	var playing sync.WaitGroup
	defer playing.Wait()
	leave := map[*Server]context.CancelFunc{}
	for _, server := range []*Server{second, first} {
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		leave[server] = cancel
		playing.Go(func() {
			server.whileFirst(ctx, func(ctx context.Context) {
				changes <- change{server, true}
				<-ctx.Done()
				changes <- change{server, false}
			})
		})
	}
	player := (<-changes).server
	if player.member.Holder(0) != player.member.Server() {
		t.Error("played by a server without partition 0")
	}
	leave[player]()
	s.stop(player)
	if c := <-changes; c.server != player || c.plays {
		t.Error("both play")
	}
	if c := <-changes; c.server == player || !c.plays {
		t.Error("nobody plays")
	}
}
