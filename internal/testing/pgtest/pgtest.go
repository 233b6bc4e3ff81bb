// Package pgtest provides a private PostgreSQL on a socket in a temporary folder. Each test gets a fresh database, or
// a separate server that it can stop and start.
package pgtest

import (
	"context"
	"database/sql"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"sort"
	"strconv"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	_ "github.com/jackc/pgx/v5/stdlib" // driver "pgx"
)

var (
	start    sync.Once
	dir      string
	startErr error
	count    atomic.Int64
)

// nobody is the account for PostgreSQL if the tests run as root, because PostgreSQL refuses to run as root.
const nobody = 65534

// URL returns the address of a fresh database. Without PostgreSQL on the machine the test is skipped with a message,
// or fails if REQUIRE_POSTGRES=1 or CI is set.
func URL(t testing.TB) string {
	t.Helper()
	start.Do(func() { dir, startErr = run() })
	if startErr != nil {
		if os.Getenv("REQUIRE_POSTGRES") == "1" || os.Getenv("CI") != "" {
			t.Fatalf("PostgreSQL is required: %v", startErr)
		}
		t.Skipf("PostgreSQL not available: %v", startErr)
	}
	admin, err := sql.Open("pgx", address("postgres"))
	if err != nil {
		t.Fatal(err)
	}
	defer admin.Close()
	name := fmt.Sprintf("test_%d", count.Add(1))
	if _, err := admin.Exec("CREATE DATABASE " + name); err != nil {
		t.Fatalf("create test database: %v", err)
	}
	// An unusual time zone reveals code that depends on the server's.
	if _, err := admin.Exec("ALTER DATABASE " + name + " SET timezone TO 'America/St_Johns'"); err != nil {
		t.Fatal(err)
	}
	return address(name)
}

func address(database string) string {
	return fmt.Sprintf("host=%s user=plumbline dbname=%s sslmode=disable", dir, database)
}

func run() (string, error) {
	s, err := prepare()
	if err != nil {
		return "", err
	}
	return s.home, s.start()
}

// Server is a PostgreSQL server that a test can stop and start.
type Server struct {
	home, data, bin string
	asNobody        bool // the tests run as root, which PostgreSQL refuses
	process         *os.Process
	ended           chan struct{}
}

// New prepares a server without starting it. It is removed at the end of the test.
func New(t testing.TB) *Server {
	t.Helper()
	if URL(t); t.Skipped() { // skip or fail like URL without PostgreSQL
		return nil
	}
	s, err := prepare()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		s.Stop()
		_ = os.RemoveAll(s.home)
	})
	return s
}

// URL returns the address of its only database.
func (s *Server) URL() string {
	return fmt.Sprintf("host=%s user=plumbline dbname=postgres sslmode=disable", s.home)
}

// Start starts the server and waits until it accepts connections.
func (s *Server) Start(t testing.TB) {
	t.Helper()
	if err := s.start(); err != nil {
		t.Fatal(err)
	}
}

// Stop stops the server like pg_ctl stop -m immediate: uncommitted work is lost.
func (s *Server) Stop() {
	if s.process == nil {
		return
	}
	_ = s.process.Signal(syscall.SIGQUIT)
	<-s.ended
	s.process = nil
}

func prepare() (*Server, error) {
	bin, err := find()
	if err != nil {
		return nil, err
	}
	home, err := os.MkdirTemp("", "pgtest")
	if err != nil {
		return nil, err
	}
	s := &Server{home: home, data: filepath.Join(home, "data"), bin: bin}
	if os.Geteuid() == 0 {
		s.asNobody = true
		if err := os.Chown(home, nobody, nobody); err != nil {
			return nil, err
		}
	}
	initdb := exec.Command(filepath.Join(bin, "initdb"), "-D", s.data, "-U", "plumbline", "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync")
	initdb.SysProcAttr = attributes(s.asNobody, false)
	initdb.Dir = home
	if out, err := initdb.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("initdb: %v: %s", err, out)
	}
	return s, nil
}

func (s *Server) start() error {
	log, err := os.Create(filepath.Join(s.home, "log"))
	if err != nil {
		return err
	}
	started, ended := make(chan error), make(chan struct{})
	go func() {
		defer close(ended)
		defer log.Close()
		// The server ends with this thread, and so with the test process, however it ends.
		runtime.LockOSThread()
		server := exec.Command(filepath.Join(s.bin, "postgres"), "-D", s.data, "-k", s.home,
			"-c", "listen_addresses=", "-c", "fsync=off", "-c", "full_page_writes=off", "-c", "max_connections=200", "-c", "shared_buffers=64MB")
		server.SysProcAttr = attributes(s.asNobody, true)
		server.Dir, server.Stdout, server.Stderr = s.home, log, log
		err := server.Start()
		s.process = server.Process
		started <- err
		if err == nil {
			_ = server.Wait()
		}
	}()
	if err := <-started; err != nil {
		return fmt.Errorf("start PostgreSQL: %w", err)
	}
	s.ended = ended
	db, err := sql.Open("pgx", s.URL())
	if err != nil {
		return err
	}
	defer db.Close()
	deadline, cancel := context.WithTimeout(context.Background(), 30*time.Second)
	defer cancel()
	tick := time.NewTicker(20 * time.Millisecond)
	defer tick.Stop()
	for {
		if err = db.PingContext(deadline); err == nil {
			return nil
		}
		select {
		case <-deadline.Done():
			return fmt.Errorf("PostgreSQL did not come up: %w", err)
		case <-tick.C:
		}
	}
}

// find finds the server's programs on PATH and in Debian's versioned folders.
func find() (string, error) {
	if path, err := exec.LookPath("postgres"); err == nil {
		return filepath.Dir(path), nil
	}
	found, _ := filepath.Glob("/usr/lib/postgresql/*/bin/postgres")
	sort.Slice(found, func(i, j int) bool { return version(found[i]) > version(found[j]) })
	if len(found) == 0 {
		return "", fmt.Errorf("no postgres on PATH or under /usr/lib/postgresql (install the package postgresql)")
	}
	return filepath.Dir(found[0]), nil
}

func version(path string) int {
	n, _ := strconv.Atoi(filepath.Base(filepath.Dir(filepath.Dir(path))))
	return n
}
