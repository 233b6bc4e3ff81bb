// Package pgtest gives tests a private PostgreSQL of their own: a server on a
// socket in a temporary folder, one fresh database a test.
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

// nobody is the account that PostgreSQL runs under when tests run as root, which it refuses.
const nobody = 65534

// URL returns the address of a fresh database. Without PostgreSQL on the machine
// the test is skipped with a message, or fails when REQUIRE_POSTGRES=1 or CI is set.
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
	// An odd time zone shows code that leans on the server's.
	if _, err := admin.Exec("ALTER DATABASE " + name + " SET timezone TO 'America/St_Johns'"); err != nil {
		t.Fatal(err)
	}
	return address(name)
}

func address(database string) string {
	return fmt.Sprintf("host=%s user=plumbline dbname=%s sslmode=disable", dir, database)
}

func run() (string, error) {
	bin, err := find()
	if err != nil {
		return "", err
	}
	home, err := os.MkdirTemp("", "pgtest")
	if err != nil {
		return "", err
	}
	var as *syscall.Credential
	if os.Geteuid() == 0 {
		as = &syscall.Credential{Uid: nobody, Gid: nobody}
		if err := os.Chown(home, nobody, nobody); err != nil {
			return "", err
		}
	}
	data := filepath.Join(home, "data")
	initdb := exec.Command(filepath.Join(bin, "initdb"), "-D", data, "-U", "plumbline", "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync")
	initdb.SysProcAttr = &syscall.SysProcAttr{Credential: as}
	initdb.Dir = home
	if out, err := initdb.CombinedOutput(); err != nil {
		return "", fmt.Errorf("initdb: %v: %s", err, out)
	}
	log, err := os.Create(filepath.Join(home, "log"))
	if err != nil {
		return "", err
	}
	started := make(chan error)
	go func() {
		// The server ends with this thread, and so with the test process, however that ends.
		runtime.LockOSThread()
		server := exec.Command(filepath.Join(bin, "postgres"), "-D", data, "-k", home,
			"-c", "listen_addresses=", "-c", "fsync=off", "-c", "full_page_writes=off", "-c", "max_connections=200", "-c", "shared_buffers=64MB")
		server.SysProcAttr = &syscall.SysProcAttr{Credential: as, Pdeathsig: syscall.SIGKILL}
		server.Dir, server.Stdout, server.Stderr = home, log, log
		err := server.Start()
		started <- err
		if err == nil {
			_ = server.Wait()
		}
	}()
	if err := <-started; err != nil {
		return "", fmt.Errorf("start PostgreSQL: %w", err)
	}
	dir = home
	db, err := sql.Open("pgx", address("postgres"))
	if err != nil {
		return "", err
	}
	defer db.Close()
	deadline, cancel := context.WithTimeout(context.Background(), 30*time.Second)
	defer cancel()
	tick := time.NewTicker(20 * time.Millisecond)
	defer tick.Stop()
	for {
		if err = db.PingContext(deadline); err == nil {
			return home, nil
		}
		select {
		case <-deadline.Done():
			return "", fmt.Errorf("PostgreSQL did not come up: %w", err)
		case <-tick.C:
		}
	}
}

// find looks for the server's programs on PATH and in Debian's versioned folders.
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
