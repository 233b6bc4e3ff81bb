package connection_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"sync"
	"testing"
	"time"

	"plumbline/internal/field/connection"
	"plumbline/internal/platform/cluster"
	"plumbline/internal/platform/database"
	"plumbline/internal/platform/events"
	"plumbline/internal/platform/schema"
	"plumbline/internal/testing/pgtest"
)

// installation is a database that servers join.
type installation struct {
	*testing.T
	db *database.DB
}

// server is one of its servers. Its lease is not renewed.
type server struct {
	*connection.Registry
	*installation
	id    int64
	bus   events.Bus
	taken chan connection.Held
}

func newInstallation(t *testing.T) *installation {
	t.Helper()
	db, err := database.OpenPostgres(t.Context(), pgtest.URL(t))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	if err := errors.Join(schema.Migrate(t.Context(), db), cluster.Migrate(t.Context(), db)); err != nil {
		t.Fatal(err)
	}
	return &installation{t, db}
}

// join adds a server with a bus that reaches no other one.
func (in *installation) join() *server {
	in.Helper()
	load := func(context.Context) ([]int64, error) { return make([]int64, cluster.Partitions), nil }
	member, err := cluster.Join(in.Context(), cluster.Config{DB: in.db, Load: load}, slog.New(slog.DiscardHandler))
	if err != nil {
		in.Fatal(err)
	}
	s := &server{installation: in, id: member.Server(), bus: events.NewLocal(), taken: make(chan connection.Held, 100)}
	if s.Registry, err = connection.Open(in.Context(), in.db, member, s.bus, slog.New(slog.DiscardHandler)); err != nil {
		in.Fatal(err)
	}
	ctx, stop := context.WithCancel(context.Background())
	var watching sync.WaitGroup
	watching.Go(func() { s.Watch(ctx, func(held connection.Held) { s.taken <- held }) })
	in.Cleanup(func() {
		stop()
		watching.Wait()
		s.Close()
		_ = s.bus.Close()
	})
	return s
}

func (in *installation) exec(statement string, args ...any) {
	in.Helper()
	if _, err := in.db.Reader().ExecContext(in.Context(), statement, args...); err != nil {
		in.Fatal(err)
	}
}

func (in *installation) number(query string) (n int64) {
	in.Helper()
	if err := in.db.Reader().QueryRowContext(in.Context(), query).Scan(&n); err != nil {
		in.Fatal(err)
	}
	return n
}

// claim connects device 1 with a session of an hour.
func (s *server) claim(change ...func(*connection.Claim)) (connection.Session, connection.Held) {
	s.Helper()
	c := connection.Claim{Client: "REG-1", Device: 1, Transport: "mqtt", Address: "127.0.0.1:1", Expiry: 3600}
	for _, to := range change {
		to(&c)
	}
	session, err := s.Claim(s.Context(), c)
	if err != nil {
		s.Fatal(err)
	}
	return session, connection.Held{Client: c.Client, Number: session.Number}
}

// record stores a message and returns its place.
func (s *server) record(held connection.Held, packet uint16) int64 {
	s.Helper()
	m := &connection.Message{Held: held, Packet: packet, Payload: fmt.Append(nil, packet)}
	if err := s.Record(s.Context(), func() []*connection.Message { return []*connection.Message{m} }); err != nil {
		s.Fatal(err)
	}
	return m.Place
}

func (s *server) subscribe(held connection.Held) error {
	return s.Subscribe(s.Context(), held, &connection.Subscription{QoS: 1, Identifier: 7})
}

// Only the server that holds the newest connection can store something for it, and the other one learns of it.
func TestOnlyTheHolderStores(t *testing.T) {
	in := newInstallation(t)
	a, b := in.join(), in.join()
	first, of := a.claim()
	if first.Resumed {
		t.Error("a new device has a session")
	}
	if err := a.subscribe(of); err != nil {
		t.Fatal(err)
	}
	for packet := range uint16(3) {
		if a.record(of, packet+1) == 0 {
			t.Fatalf("message %d was not stored", packet+1)
		}
	}
	second, now := b.claim()
	if held := <-a.taken; held != of {
		t.Errorf("taken %+v, want %+v", held, of)
	}
	if !second.Resumed || second.Subscription == nil || *second.Subscription != (connection.Subscription{QoS: 1, Identifier: 7}) || len(second.Messages) != 3 {
		t.Fatalf("%+v", second)
	}
	for i, m := range second.Messages {
		if m.Packet != uint16(i+1) || string(m.Payload) != fmt.Sprint(i+1) || m.Held != now {
			t.Errorf("message %d: %+v", i, m)
		}
	}
	if a.record(of, 9) != 0 || !errors.Is(a.subscribe(of), connection.ErrTaken) {
		t.Error("the server that lost the connection stores for it")
	}
	a.End(of, 0) // has no effect
	b.Acknowledged(second.Messages[1])
	b.End(now, 3600)
	for in.number("SELECT count(*) FROM connection_message") != 2 || in.number("SELECT count(*) FROM connection WHERE ended IS NULL") != 0 {
		if t.Context().Err() != nil { // neither waits for the database
			t.Fatal("the end is not stored")
		}
	}
	third, _ := a.claim()
	if !third.Resumed || len(third.Messages) != 2 || third.Messages[1].Packet != 3 {
		t.Errorf("%+v", third)
	}
}

// A session ends with a clean start, with its expiry, and with its device.
func TestSessionsEnd(t *testing.T) {
	in := newInstallation(t)
	a, b := in.join(), in.join()
	for name, c := range map[string]struct {
		end   func(connection.Held)
		claim func(*connection.Claim)
	}{
		"clean start":    {nil, func(c *connection.Claim) { c.Clean = true }},
		"another device": {nil, func(c *connection.Claim) { c.Device = 2 }},
		"without expiry": {func(held connection.Held) { a.End(held, 0) }, func(*connection.Claim) {}},
		"after its expiry": {
			func(held connection.Held) { a.End(held, 3600) }, func(*connection.Claim) {
				in.exec("UPDATE connection SET ended = ended - interval '2 hours'")
			},
		},
	} {
		_, held := a.claim(func(c *connection.Claim) { c.Clean = true })
		a.record(held, 1)
		if c.end != nil {
			c.end(held)
			a.record(held, 2) // waits until the end is stored
		}
		session, _ := b.claim(c.claim)
		if session.Resumed || session.Subscription != nil || len(session.Messages) > 0 {
			t.Errorf("%s: %+v", name, session)
		}
		if n := in.number("SELECT count(*) FROM connection_message"); n != 0 {
			t.Errorf("%s: %d messages are left", name, n)
		}
	}
}

// What a dead server holds is void with its lease. It is cleaned up, and sessions expire.
func TestDeadServersHoldNothing(t *testing.T) {
	in := newInstallation(t)
	dead, b := in.join(), in.join()
	_, held := dead.claim()
	if err := dead.subscribe(held); err != nil {
		t.Fatal(err)
	}
	listening := func() bool {
		t.Helper()
		found, err := b.Listening(t.Context(), []string{"REG-1", "REG-2"})
		if err != nil {
			t.Fatal(err)
		}
		return found["REG-1"]
	}
	if !listening() {
		t.Error("a connected device is not found")
	}
	if from, connected, err := b.Address(t.Context(), "REG-1"); err != nil || !connected || from != "127.0.0.1:1" {
		t.Errorf("connected from %s, %v, %v", from, connected, err)
	}
	in.exec("DELETE FROM server WHERE id = $1", dead.id)
	if listening() {
		t.Error("a device is connected to a dead server")
	}
	if _, connected, err := b.Address(t.Context(), "REG-1"); err != nil || connected {
		t.Errorf("connected to a dead server: %v, %v", connected, err)
	}
	if _, err := dead.Claim(t.Context(), connection.Claim{Client: "REG-2"}); !errors.Is(err, cluster.ErrLost) {
		t.Errorf("a dead server claims: %v", err)
	}
	if err := b.Clean(t.Context()); err != nil {
		t.Fatal(err)
	}
	if n := in.number("SELECT count(*) FROM connection WHERE server = 0 AND ended IS NOT NULL"); n != 1 {
		t.Error("the connection of a dead server has not ended")
	}
	if session, now := b.claim(); !session.Resumed || session.Subscription == nil {
		t.Errorf("%+v", session)
	} else {
		b.End(now, 3600)
		b.claim(func(c *connection.Claim) { c.Client = "REG-2" })
	}
	in.exec("UPDATE connection SET ended = ended - interval '2 hours'")
	if err := b.Clean(t.Context()); err != nil {
		t.Fatal(err)
	}
	if n := in.number("SELECT count(*) FROM connection WHERE client = 'REG-1'"); n != 0 {
		t.Error("an expired session is kept")
	}
	if n := in.number("SELECT count(*) FROM connection"); n != 1 {
		t.Error("a connected device was removed")
	}
}

// Many devices that connect to several servers at once end up with one holder each, and each loser hears of it.
func TestManyClaimAtOnce(t *testing.T) {
	in := newInstallation(t)
	servers := []*server{in.join(), in.join(), in.join()}
	const devices, rounds = 100, 3
	var mu sync.Mutex
	owners := map[connection.Held]int64{}
	var group sync.WaitGroup
	for i, s := range servers {
		for n := range devices {
			group.Go(func() {
				for range rounds {
					_, held := s.claim(func(c *connection.Claim) { c.Client = fmt.Sprintf("REG-%03d", (n+i*33)%devices) })
					mu.Lock()
					owners[held] = s.id
					mu.Unlock()
				}
			})
		}
	}
	group.Wait()
	rows, err := in.db.Reader().QueryContext(t.Context(), "SELECT client, number, server FROM connection")
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	final := map[string]int64{}
	for rows.Next() {
		var held connection.Held
		var holder int64
		if err := rows.Scan(&held.Client, &held.Number, &holder); err != nil {
			t.Fatal(err)
		}
		if owners[held] != holder {
			t.Errorf("%+v is held by server %d, which got %d", held, holder, owners[held])
		}
		final[held.Client] = held.Number
	}
	if err := rows.Err(); err != nil || len(final) != devices {
		t.Fatalf("%d rows: %v", len(final), err)
	}
	// The last connection of each device to a server that does not hold it was taken.
	lost := map[connection.Held]bool{}
	last := map[[2]any]int64{}
	for held, id := range owners {
		key := [2]any{held.Client, id}
		last[key] = max(last[key], held.Number)
	}
	for key, number := range last {
		if client := key[0].(string); final[client] != number {
			lost[connection.Held{Client: client, Number: number}] = true
		}
	}
	for deadline := time.After(20 * time.Second); len(lost) > 0; {
		var held connection.Held
		select {
		case held = <-servers[0].taken:
		case held = <-servers[1].taken:
		case held = <-servers[2].taken:
		case <-deadline:
			t.Fatalf("%d connections were taken without notice", len(lost))
		}
		if slices.Contains([]int64{final[held.Client]}, held.Number) {
			t.Errorf("the connection that is held was reported as taken: %+v", held)
		}
		delete(lost, held)
	}
}
