package cluster_test

import (
	"context"
	"database/sql"
	"errors"
	"log/slog"
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"plumbline/internal/platform/cluster"
	"plumbline/internal/platform/database"
	"plumbline/internal/testing/await"
	"plumbline/internal/testing/pgtest"
)

// installation is a database with servers that a test starts and stops.
type installation struct {
	*testing.T
	url string
	db  *database.DB
}

func open(t *testing.T) *installation {
	t.Helper()
	url := pgtest.URL(t)
	db, err := database.OpenPostgres(t.Context(), url)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	if err := cluster.Migrate(t.Context(), db); err != nil {
		t.Fatal(err)
	}
	return &installation{T: t, url: url, db: db}
}

// server is a member with its own connections, as in another process.
type server struct {
	*cluster.Member
	db   *database.DB
	stop context.CancelFunc // of its beats: it is then like dead
}

func (in *installation) join(takeOver func(context.Context, *sql.Tx, int64) error) *server {
	in.Helper()
	return in.joinWith(cluster.Config{TakeOver: takeOver})
}

func (in *installation) joinWith(config cluster.Config) *server {
	in.Helper()
	db, err := database.OpenPostgres(in.Context(), in.url)
	if err != nil {
		in.Fatal(err)
	}
	in.Cleanup(func() { _ = db.Close() })
	config.DB, config.Info = db, cluster.Info{Name: "one", Version: "test"}
	config.Load = func(context.Context) ([]int64, error) { return make([]int64, cluster.Partitions), nil }
	m, err := cluster.Join(in.Context(), config, slog.New(slog.DiscardHandler))
	if err != nil {
		in.Fatal(err)
	}
	ctx, stop := context.WithCancel(in.Context())
	done := make(chan struct{})
	go func() {
		defer close(done)
		m.Run(ctx)
	}()
	in.Cleanup(func() { stop(); <-done })
	return &server{Member: m, db: db, stop: stop}
}

// settle lets servers claim and release until the partitions are where they are wanted.
func (in *installation) settle(servers ...*server) {
	in.Helper()
	for in.Context().Err() == nil {
		var away int
		if err := in.db.Reader().QueryRowContext(in.Context(), "SELECT count(*) FROM point_partition WHERE server IS DISTINCT FROM wanted").Scan(&away); err != nil {
			in.Fatal(err)
		}
		if away == 0 {
			return
		}
		for _, s := range servers {
			if leaving := s.Leaving(); len(leaving) > 0 {
				if err := s.db.Write(in.Context(), func(tx *database.Tx) error { return s.Release(in.Context(), tx, leaving) }); err != nil {
					in.Fatal(err)
				}
			}
			if _, err := s.Claim(in.Context()); err != nil {
				in.Fatal(err)
			}
		}
		await.Pause()
	}
}

func TestServersShareThePartitions(t *testing.T) {
	in := open(t)
	first := in.join(nil)
	in.settle(first)
	if n := len(first.Held()); n != cluster.Partitions {
		t.Fatalf("the only server holds %d partitions", n)
	}
	second := in.join(nil)
	if first.Lane() == second.Lane() || second.Server() <= first.Server() {
		t.Errorf("lanes %d and %d, servers %d and %d", first.Lane(), second.Lane(), first.Server(), second.Server())
	}
	in.settle(first, second)
	if a, b := first.Held(), second.Held(); len(a)+len(b) != cluster.Partitions || len(b) < cluster.Partitions/3 {
		t.Errorf("%d and %d partitions", len(a), len(b))
	}
	if err := second.Drain(t.Context()); err != nil {
		t.Fatal(err)
	}
	in.settle(first, second)
	if n := len(first.Held()); n != cluster.Partitions {
		t.Errorf("after the other was drained, %d partitions", n)
	}
	second.stop()
	if err := second.Leave(t.Context(), true); err != nil {
		t.Fatal(err)
	}
	third := in.join(nil)
	if third.Lane() != second.Lane() {
		t.Errorf("lane %d, want the free lane %d", third.Lane(), second.Lane())
	}
}

// TestPausedServerLosesWhatItHolds: a server stops in the middle of a transaction, as by SIGSTOP. Another one takes over
// although this transaction holds the lease, and the paused server can never commit.
func TestPausedServerLosesWhatItHolds(t *testing.T) {
	in := open(t)
	ctx := t.Context()
	paused := in.join(nil)
	in.settle(paused)
	began := make(chan struct{})
	resumed, ended := make(chan struct{}), make(chan error, 1)
	go func() {
		ended <- paused.db.Write(ctx, func(tx *database.Tx) error {
			if err := paused.Hold(ctx, tx.Tx); err != nil {
				return err
			}
			close(began)
			<-resumed
			_, err := tx.ExecContext(ctx, "UPDATE placement SET number = -1")
			return err
		})
	}()
	<-began
	paused.stop()
	var told []int64
	other := in.join(func(_ context.Context, _ *sql.Tx, dead int64) error {
		told = append(told, dead)
		return nil
	})
	stopped := time.Now()
	if lane := <-other.Adopted(); lane != paused.Lane() {
		t.Errorf("adopted lane %d, want %d", lane, paused.Lane())
	}
	t.Logf("taken over %v after the other joined", time.Since(stopped).Round(time.Millisecond))
	in.settle(other)
	close(resumed)
	if err := <-ended; err == nil {
		t.Error("the paused server committed after it was replaced")
	}
	err := paused.db.Write(ctx, func(tx *database.Tx) error { return paused.Hold(ctx, tx.Tx) })
	if !errors.Is(err, cluster.ErrLost) {
		t.Errorf("the replaced server holds its lease: %v", err)
	}
	if !slices.Equal(told, []int64{paused.Server()}) || len(other.Held()) != cluster.Partitions {
		t.Errorf("took over from %v and holds %d partitions", told, len(other.Held()))
	}
}

func TestReplacedServerNotices(t *testing.T) {
	in := open(t)
	m := in.join(nil)
	if err := in.db.Write(t.Context(), func(tx *database.Tx) error {
		_, err := tx.ExecContext(t.Context(), "DELETE FROM server")
		return err
	}); err != nil {
		t.Fatal(err)
	}
	if err := <-m.Lost(); !errors.Is(err, cluster.ErrLost) {
		t.Errorf("got %v", err)
	}
}

// The database of a server takes its statements and never answers. The server gives up, as if the database were away.
func TestServerGivesUpSilentDatabase(t *testing.T) {
	in := open(t)
	m := in.join(nil)
	session, err := pgx.Connect(t.Context(), in.url) // without the limits of the product's sessions
	if err != nil {
		t.Fatal(err)
	}
	defer session.Close(context.Background())
	if _, err := session.Exec(t.Context(), "BEGIN"); err != nil {
		t.Fatal(err)
	}
	if _, err := session.Exec(t.Context(), "SELECT 1 FROM server WHERE id = $1 FOR UPDATE", m.Server()); err != nil {
		t.Fatal(err)
	}
	if err := <-m.Lost(); !database.Away(err) {
		t.Errorf("got %v", err)
	}
}

// TestHolderNoticesThatItHoldsNothing: the database says that the partitions of a server are free, which cannot be. The
// server stops instead of sharing them with another.
func TestHolderNoticesThatItHoldsNothing(t *testing.T) {
	for name, act := range map[string]func(*server) error{
		"claim": func(s *server) error {
			_, err := s.Claim(t.Context())
			return err
		},
		"release": func(s *server) error {
			return s.db.Write(t.Context(), func(tx *database.Tx) error { return s.Release(t.Context(), tx, []int{3, 4}) })
		},
	} {
		t.Run(name, func(t *testing.T) {
			in := open(t)
			m := in.join(nil)
			in.settle(m)
			if err := in.db.Write(t.Context(), func(tx *database.Tx) error {
				_, err := tx.ExecContext(t.Context(), "UPDATE point_partition SET server = NULL WHERE part = 4")
				return err
			}); err != nil {
				t.Fatal(err)
			}
			if err := act(m); !errors.Is(err, cluster.ErrLost) {
				t.Errorf("got %v", err)
			}
			if err := <-m.Lost(); !errors.Is(err, cluster.ErrLost) {
				t.Errorf("stopped with %v", err)
			}
		})
	}
}

// TestServerKeepsItsLane: a process that joins again, as after an outage of the database, gets the lane that it had,
// although another one is free. Its lane may have frames that are not stored yet.
func TestServerKeepsItsLane(t *testing.T) {
	in := open(t)
	first := in.join(nil)
	in.settle(first)
	second := in.join(nil)
	in.settle(first, second)
	if err := first.Drain(t.Context()); err != nil {
		t.Fatal(err)
	}
	in.settle(first, second)
	first.stop()
	if err := first.Leave(t.Context(), true); err != nil {
		t.Fatal(err)
	}
	second.stop()
	again, err := cluster.Join(t.Context(), cluster.Config{
		DB: second.db, Former: second.Server(), Info: cluster.Info{Name: "one", Version: "test"},
		Load: func(context.Context) ([]int64, error) { return make([]int64, cluster.Partitions), nil },
	}, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	if again.Lane() != second.Lane() {
		t.Errorf("got lane %d, had %d", again.Lane(), second.Lane())
	}
}

// A process that was killed is replaced before its lease ends, because its session is gone. While its session is there,
// or once the database has just started, the lease counts.
func TestKilledServerIsReplacedAtOnce(t *testing.T) {
	const lease = 3 * time.Second
	session := func(in *installation) *pgx.Conn {
		conn, err := pgx.Connect(in.Context(), in.url)
		if err != nil {
			in.Fatal(err)
		}
		in.Cleanup(func() { _ = conn.Close(context.Background()) })
		return conn
	}
	for name, c := range map[string]struct {
		ends, young, early bool // its session ends; that of the other server is young; it is replaced before its lease ends
	}{
		"killed":                  {ends: true, early: true},
		"paused":                  {ends: false},
		"database started lately": {ends: true, young: true},
	} {
		t.Run(name, func(t *testing.T) {
			in := open(t) // one database after another: on Citus creating one may break connections to the workers
			t.Parallel()
			own, others := session(in), session(in)
			if !c.young {
				if _, err := own.Exec(t.Context(), "SELECT pg_sleep($1)", lease.Seconds()+0.1); err != nil {
					t.Fatal(err)
				}
			}
			other := in.joinWith(cluster.Config{Session: others.PgConn().PID})
			var leaseUntil atomic.Int64 // ms
			replacer := in.joinWith(cluster.Config{Session: own.PgConn().PID, TakeOver: func(ctx context.Context, tx *sql.Tx, _ int64) error {
				var now, began time.Time
				err := tx.QueryRowContext(ctx, "SELECT clock_timestamp(), backend_start FROM pg_stat_activity WHERE pid = $1", own.PgConn().PID()).Scan(&now, &began)
				if err != nil {
					return err
				}
				early := c.early || c.young && now.Sub(began) > lease // its own session is no longer young
				if left := leaseUntil.Load() - now.UnixMilli(); left > 0 && !early || left <= 0 && c.early {
					t.Errorf("replaced %d ms before its lease ended", left)
				}
				return nil
			}})
			in.settle(other, replacer)
			other.stop()
			var until time.Time
			if err := in.db.Reader().QueryRowContext(t.Context(), "SELECT lease_until FROM server WHERE id = $1", other.Server()).Scan(&until); err != nil {
				t.Fatal(err)
			}
			leaseUntil.Store(until.UnixMilli())
			if c.ends {
				if err := others.Close(t.Context()); err != nil {
					t.Fatal(err)
				}
			}
			if lane := <-replacer.Adopted(); lane != other.Lane() {
				t.Errorf("adopted lane %d, want %d", lane, other.Lane())
			}
		})
	}
}
