package pgtest

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"strings"
	"sync"
	"testing"

	"plumbline/internal/platform/citus"
	"plumbline/internal/platform/database"
	"plumbline/internal/platform/schema"
)

// OnCitus reports whether the tests run on Citus, by PLUMBLINE_TEST_CITUS=1.
func OnCitus() bool { return os.Getenv("PLUMBLINE_TEST_CITUS") == "1" }

// Citus is a coordinator and two workers on loopback.
type Citus struct {
	Coordinator *Server
	Workers     []*Server
}

var shared = sync.OnceValues(func() (*Citus, error) { return startCitus(fast) })

// NewCitus starts a coordinator and two workers, without databases of the product, for tests that stop or add workers.
// Without Citus on the machine the test is skipped.
func NewCitus(t testing.TB) *Citus {
	t.Helper()
	if !CitusInstalled() {
		t.Skip("Citus: not run here")
	}
	c, err := startCitus(fast)
	t.Cleanup(c.remove)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// CitusInstalled reports whether the extension is installed next to PostgreSQL.
func CitusInstalled() bool {
	bin, err := find()
	return err == nil && extensionInstalled(bin, "citus")
}

func startCitus(settings map[string]string) (*Citus, error) {
	c := &Citus{}
	for i := range 3 {
		s, err := startCitusServer(settings)
		if s != nil && i == 0 {
			c.Coordinator = s
		} else if s != nil {
			c.Workers = append(c.Workers, s)
		}
		if err != nil {
			return c, err
		}
	}
	return c, nil
}

func startCitusServer(settings map[string]string) (*Server, error) {
	s, err := prepare()
	if err != nil {
		return nil, err
	}
	for name, value := range settings {
		s.Set(name, value)
	}
	s.listen()
	for name, value := range map[string]string{
		"shared_preload_libraries": "citus", "wal_level": "logical", "max_worker_processes": "200", "max_prepared_transactions": "200",
		"citus.recover_2pc_interval": "1s", "citus.distributed_deadlock_detection_factor": "1", "citus.enable_statistics_collection": "off",
	} {
		s.Set(name, value)
	}
	if err := s.create(); err != nil {
		return s, err
	}
	if err := s.start(); err != nil {
		return s, err
	}
	return s, s.makeTemplate()
}

// template is a database with the extension, from which others are copied. Nobody may be connected to it.
const template = "with_citus"

func (s *Server) makeTemplate() error {
	db, err := sql.Open("pgx", s.URL())
	if err != nil {
		return err
	}
	defer db.Close()
	made, err := sql.Open("pgx", s.urlOf(template))
	if err != nil {
		return err
	}
	defer made.Close()
	made.SetMaxOpenConns(1)
	for _, step := range []struct {
		db        *sql.DB
		statement string
	}{
		{db, "CREATE DATABASE " + template},
		{made, "CREATE EXTENSION citus"},
		{db, "ALTER DATABASE " + template + " ALLOW_CONNECTIONS false"},
		{db, "SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity WHERE datname = '" + template + "'"},
	} {
		if _, err := step.db.Exec(step.statement); err != nil {
			return fmt.Errorf("%s: %w", step.statement, err)
		}
	}
	return nil
}

func (c *Citus) remove() {
	for _, s := range append(c.Workers, c.Coordinator) {
		if s != nil {
			s.remove()
		}
	}
}

// Add starts a further worker with the given databases. It is not yet a node of them.
func (c *Citus) Add(t testing.TB, databases ...string) *Server {
	t.Helper()
	s, err := startCitusServer(c.Coordinator.settings)
	if s != nil {
		c.Workers = append(c.Workers, s)
	}
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range databases {
		s.Exec(t, "CREATE DATABASE "+name+" TEMPLATE "+template)
	}
	return s
}

// Programs returns the folder of PostgreSQL's programs.
func Programs(t testing.TB) string {
	t.Helper()
	bin, err := find()
	if err != nil {
		t.Fatal(err)
	}
	return bin
}

// Create creates a database on all nodes, with the workers added on the coordinator, and returns its address.
func (c *Citus) Create(t testing.TB, name string) string {
	t.Helper()
	for _, s := range append([]*Server{c.Coordinator}, c.Workers...) {
		s.Exec(t, "CREATE DATABASE "+name+" TEMPLATE "+template)
	}
	c.Coordinator.execIn(t, name, fmt.Sprintf("SELECT citus_set_coordinator_host('127.0.0.1', %d)", c.Coordinator.port))
	for _, w := range c.Workers {
		c.Coordinator.execIn(t, name, fmt.Sprintf("SELECT citus_add_node('127.0.0.1', %d)", w.port))
	}
	// An unusual time zone reveals code that depends on the server's.
	c.Coordinator.Exec(t, "ALTER DATABASE "+name+" SET timezone TO 'America/St_Johns'")
	t.Cleanup(func() {
		for _, s := range append([]*Server{c.Coordinator}, c.Workers...) {
			s.with(t, func(_ context.Context, db *sql.DB) error {
				_, _ = db.Exec("DROP DATABASE " + name + " WITH (FORCE)") // only to save memory: the daemon of Citus may be in the way
				return nil
			})
		}
	})
	return c.Coordinator.urlOf(name)
}

func citusURL(t testing.TB) string {
	t.Helper()
	c, err := shared()
	if err != nil {
		t.Fatalf("Citus is required: %v", err)
	}
	return c.Create(t, fmt.Sprintf("test_%d", count.Add(1)))
}

// Distribute distributes the tables that exist in a database if the tests run on Citus. Suites call it after they have
// made their tables.
func Distribute(t testing.TB, url string) {
	t.Helper()
	if !OnCitus() {
		return
	}
	ctx := context.Background()
	conn, err := database.Connect(ctx, url)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(ctx)
	if err := citus.Check(ctx, conn); errors.Is(err, citus.ErrMissing) {
		return // the test has started another server
	}
	var tables []citus.Table
	for _, table := range schema.Distributed {
		var there bool
		if err := conn.QueryRow(ctx, "SELECT to_regclass($1) IS NOT NULL", table.Name).Scan(&there); err != nil {
			t.Fatal(err)
		}
		if there {
			tables = append(tables, table)
		}
	}
	const shards = 4
	if err := citus.Distribute(ctx, conn, tables, shards, func(citus.Step) {}); err != nil {
		t.Fatal(err)
	}
}

func (s *Server) urlOf(name string) string {
	return strings.Replace(s.URL(), "dbname=postgres", "dbname="+name, 1)
}

func (s *Server) execIn(t testing.TB, name, statement string) {
	t.Helper()
	s.in(t, s.urlOf(name), func(ctx context.Context, db *sql.DB) error {
		_, err := db.ExecContext(ctx, statement)
		return err
	})
}
