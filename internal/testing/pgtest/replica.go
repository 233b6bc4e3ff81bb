package pgtest

import (
	"context"
	"database/sql"
	"fmt"
	"net"
	"strconv"
	"testing"
	"time"

	"plumbline/internal/testing/process"
)

// NewOnLoopback is New for a server that also listens on a port of 127.0.0.1, as replicas need it.
func NewOnLoopback(t testing.TB) *Server {
	t.Helper()
	s := New(t)
	s.listen()
	return s
}

func (s *Server) listen() {
	_, port, _ := net.SplitHostPort(process.FreeAddress())
	s.port, _ = strconv.Atoi(port) // of an address that has one
	s.Set("listen_addresses", "127.0.0.1")
}

// Port returns the port on loopback.
func (s *Server) Port() int { return s.port }

// Replica returns a running replica of a running server on loopback, copied by pg_basebackup. The replica is
// asynchronous until Synchronous.
func (s *Server) Replica(t testing.TB, name string) *Server {
	t.Helper()
	r := prepared(t)
	r.listen()
	err := r.program("pg_basebackup", "-d", s.URL()+" application_name="+name, "-R", "-c", "fast", "--no-sync")
	if err != nil {
		t.Fatal(err)
	}
	r.Start(t)
	return r
}

// Synchronous makes commits of a server wait for replicas, as in the setting synchronous_standby_names, and waits until
// they follow.
func (s *Server) Synchronous(t testing.TB, names string, replicas int) {
	t.Helper()
	s.Exec(t, "ALTER SYSTEM SET synchronous_standby_names = '"+names+"'")
	s.Exec(t, "SELECT pg_reload_conf()")
	s.Await(t, "SELECT count(*) >= "+strconv.Itoa(replicas)+
		" FROM pg_stat_replication WHERE state = 'streaming' AND sync_state IN ('sync', 'quorum')")
}

// Promote makes a replica accept writes.
func (s *Server) Promote(t testing.TB) {
	t.Helper()
	if err := s.program("pg_ctl", "promote"); err != nil {
		t.Fatal(err)
	}
}

// Together returns the address of several servers on loopback.
func Together(servers ...*Server) string {
	hosts := ""
	for i, s := range servers {
		if i > 0 {
			hosts += ","
		}
		hosts += "127.0.0.1:" + strconv.Itoa(s.port)
	}
	return fmt.Sprintf("postgres://plumbline@%s/postgres?sslmode=disable&target_session_attrs=read-write", hosts)
}

// Exec executes a statement that need not be in a transaction.
func (s *Server) Exec(t testing.TB, statement string) {
	t.Helper()
	s.with(t, func(ctx context.Context, db *sql.DB) error {
		_, err := db.ExecContext(ctx, statement)
		return err
	})
}

// Await waits until a query returns true.
func (s *Server) Await(t testing.TB, query string) {
	t.Helper()
	s.with(t, func(ctx context.Context, db *sql.DB) error {
		for {
			var met bool
			if err := db.QueryRowContext(ctx, query).Scan(&met); err != nil || met {
				return err
			}
		}
	})
}

func (s *Server) with(t testing.TB, do func(ctx context.Context, db *sql.DB) error) {
	t.Helper()
	s.in(t, s.URL(), do)
}

func (s *Server) in(t testing.TB, url string, do func(ctx context.Context, db *sql.DB) error) {
	t.Helper()
	db, err := sql.Open("pgx", url)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	ctx, cancel := context.WithTimeout(context.WithoutCancel(t.Context()), time.Minute)
	defer cancel()
	if err := do(ctx, db); err != nil {
		t.Fatal(err)
	}
}
