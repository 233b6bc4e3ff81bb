// Package pgtest provides a private PostgreSQL on a socket in a temporary folder. Each test gets a fresh database, or
// a separate server that it can stop and start.
package pgtest

import (
	"context"
	"database/sql"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"sort"
	"strconv"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	_ "github.com/jackc/pgx/v5/stdlib" // driver "pgx"

	"plumbline/internal/testing/process"
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
// or fails if REQUIRE_POSTGRES=1 or CI is set. With PLUMBLINE_TEST_CITUS=1 the database is that of a coordinator of Citus.
func URL(t testing.TB) string {
	t.Helper()
	if OnCitus() {
		return citusURL(t)
	}
	return checked(t, newDatabase(t, ""), false)
}

// Template returns the name of a database that fill has filled, of which CopyOf makes copies.
func Template(t testing.TB, fill func(url string)) (name string) {
	t.Helper()
	name = newDatabase(t, "")
	fill(address(name))
	holdRules(t, name, false)
	return name
}

// CopyOf returns the address of a fresh copy of a template.
func CopyOf(t testing.TB, template string) string {
	t.Helper()
	return checked(t, newDatabase(t, "TEMPLATE "+template), true)
}

// checked returns the address of a database whose statements are checked at the end of the test, which drops it.
func checked(t testing.TB, name string, copied bool) string {
	t.Cleanup(func() {
		holdRules(t, name, copied)
		execAsAdmin(t, "DROP DATABASE "+name+" WITH (FORCE)")
	})
	return address(name)
}

// admin is the session in the shared server's own database.
var admin struct {
	sync.Mutex
	session *pgx.Conn
}

// asAdmin runs do on the shared server.
func asAdmin(t testing.TB, do func(ctx context.Context, admin *pgx.Conn) error) {
	t.Helper()
	admin.Lock()
	defer admin.Unlock()
	ctx := context.Background()
	var err error
	if admin.session == nil {
		admin.session, err = pgx.Connect(ctx, address("postgres"))
	}
	if err == nil {
		err = do(ctx, admin.session)
	}
	if err != nil {
		t.Fatal(err)
	}
}

func execAsAdmin(t testing.TB, statement string) {
	t.Helper()
	asAdmin(t, func(ctx context.Context, admin *pgx.Conn) error {
		_, err := admin.Exec(ctx, statement)
		return err
	})
}

// newDatabase makes a database of the shared server. of is empty or a TEMPLATE clause.
func newDatabase(t testing.TB, of string) (name string) {
	t.Helper()
	start.Do(func() { dir, startErr = run() })
	if startErr != nil {
		if os.Getenv("REQUIRE_POSTGRES") == "1" || os.Getenv("CI") != "" {
			t.Fatalf("PostgreSQL is required: %v", startErr)
		}
		t.Skipf("PostgreSQL not available: %v", startErr)
	}
	name = fmt.Sprintf("test_%d", count.Add(1))
	execAsAdmin(t, "CREATE DATABASE "+name+" "+of)
	return name
}

func address(database string) string {
	return fmt.Sprintf("host=%s user=plumbline dbname=%s sslmode=disable", dir, database)
}

func run() (string, error) {
	sweep()
	s, err := prepare()
	if err != nil {
		return "", err
	}
	s.recordStatements()
	s.Set("timezone", "America/St_Johns") // an unusual one reveals code that depends on the server's
	if err := s.create(); err != nil {
		return "", err
	}
	if err := s.start(); err != nil {
		return "", err
	}
	return s.home, s.showStatements()
}

// owner is the file in the folder of a server with the id of the test's process.
const owner = "owner"

// sweep removes the folders of servers whose tests have ended without removing them.
func sweep() {
	left, _ := filepath.Glob(filepath.Join(os.TempDir(), "pgtest*", owner))
	for _, path := range left {
		text, err := os.ReadFile(path)
		if err != nil {
			continue
		}
		pid, err := strconv.Atoi(string(text))
		if err == nil && ended(pid) {
			_ = os.RemoveAll(filepath.Dir(path))
		}
	}
}

// Relations returns the names of what a database has, in order. kinds are letters of pg_class.relkind, such as rp for
// tables.
func Relations(t testing.TB, url, kinds string) (names []string) {
	t.Helper()
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	db, err := sql.Open("pgx", url)
	must(err)
	defer db.Close()
	rows, err := db.Query(`SELECT relname FROM pg_class
		WHERE position(relkind::text IN $1) > 0 AND relnamespace = current_schema()::regnamespace ORDER BY 1`, kinds)
	must(err)
	defer rows.Close()
	for rows.Next() {
		var name string
		must(rows.Scan(&name))
		names = append(names, name)
	}
	must(rows.Err())
	return names
}

// Server is a PostgreSQL server that a test can stop and start.
type Server struct {
	home, data, bin string
	port            int  // on loopback; 0: only the socket
	asNobody        bool // the tests run as root, which PostgreSQL refuses
	settings        map[string]string
	process         *process.Process
}

// fast are the settings for tests, whose data need not survive a power failure.
var fast = map[string]string{
	"listen_addresses": "", "fsync": "off", "full_page_writes": "off", "max_connections": "200", "shared_buffers": "64MB",
}

// New prepares a server without starting it. It is removed at the end of the test.
func New(t testing.TB) *Server {
	t.Helper()
	if newDatabase(t, ""); t.Skipped() { // skip or fail like URL without PostgreSQL
		return nil
	}
	s := prepared(t)
	if err := s.create(); err != nil {
		t.Fatal(err)
	}
	return s
}

func prepared(t testing.TB) *Server {
	t.Helper()
	s, err := prepare()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.remove)
	return s
}

func (s *Server) remove() {
	s.Stop()
	_ = os.RemoveAll(s.home)
}

// Set changes a setting before the start.
func (s *Server) Set(name, value string) { s.settings[name] = value }

// URL returns the address of its only database.
func (s *Server) URL() string {
	if s.port != 0 {
		return fmt.Sprintf("host=127.0.0.1 port=%d user=plumbline dbname=postgres sslmode=disable", s.port)
	}
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
	s.process.Stop(syscall.SIGQUIT)
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
	if err := os.WriteFile(filepath.Join(home, owner), []byte(strconv.Itoa(os.Getpid())), 0o600); err != nil {
		return nil, err
	}
	s := &Server{home: home, data: filepath.Join(home, "data"), bin: bin, settings: maps.Clone(fast)}
	if os.Geteuid() == 0 {
		s.asNobody = true
		if err := os.Chown(home, nobody, nobody); err != nil {
			return nil, err
		}
	}
	return s, nil
}

// program runs a program of PostgreSQL on the data folder.
func (s *Server) program(name string, arguments ...string) error {
	command := exec.Command(filepath.Join(s.bin, name), append([]string{"-D", s.data}, arguments...)...)
	command.SysProcAttr = attributes(s.asNobody)
	command.Dir = s.home
	if out, err := command.CombinedOutput(); err != nil {
		return fmt.Errorf("%s: %v: %s", name, err, out)
	}
	return nil
}

func (s *Server) start() error {
	log, err := os.Create(filepath.Join(s.home, "log"))
	if err != nil {
		return err
	}
	defer log.Close()
	arguments := []string{"-D", s.data, "-k", s.home}
	if s.port != 0 {
		arguments = append(arguments, "-p", strconv.Itoa(s.port))
	}
	for name, value := range s.settings {
		arguments = append(arguments, "-c", name+"="+value)
	}
	server := exec.Command(filepath.Join(s.bin, "postgres"), arguments...)
	server.SysProcAttr = attributes(s.asNobody)
	server.Dir, server.Stdout, server.Stderr = s.home, log, log
	server.Env = append(os.Environ(), "HOME="+s.home) // servers of Citus connect to each other and look there
	if s.process, err = process.Start(server); err != nil {
		return fmt.Errorf("start PostgreSQL: %w", err)
	}
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
		if path, err = filepath.EvalSymlinks(path); err != nil { // the other programs are next to the real one
			return "", err
		}
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
