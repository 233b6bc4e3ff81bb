package pgtest

import (
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"testing"
	"time"

	"plumbline/internal/testing/await"
	"plumbline/internal/testing/process"
)

// Pooler starts pgbouncer in front of a server, in transaction mode, and returns its address. settings are further
// lines of its configuration. Without pgbouncer on the machine the test is skipped.
func (s *Server) Pooler(t testing.TB, settings string) (address string) {
	t.Helper()
	bin, err := exec.LookPath("pgbouncer")
	if err != nil {
		if bin = "/usr/sbin/pgbouncer"; !exists(bin) {
			t.Skip("pgbouncer is not installed")
		}
	}
	own := prepared(t)
	own.listen()
	config := fmt.Sprintf(`[databases]
postgres = host=%s dbname=postgres user=plumbline
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = %d
unix_socket_dir =
auth_type = any
pool_mode = transaction
%s
`, s.home, own.port, settings)
	file := filepath.Join(own.home, "pgbouncer.ini")
	if err := os.WriteFile(file, []byte(config), 0o644); err != nil {
		t.Fatal(err)
	}
	pooler := exec.Command(bin, "-q", file)
	pooler.SysProcAttr = attributes(own.asNobody)
	pooler.Dir = own.home
	running, err := process.Start(pooler)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(running.Kill)
	for deadline := time.Now().Add(10 * time.Second); ; {
		conn, err := net.Dial("tcp", "127.0.0.1:"+strconv.Itoa(own.port))
		if err == nil {
			_ = conn.Close()
			return own.URL()
		}
		if time.Now().After(deadline) {
			t.Fatalf("pgbouncer did not come up: %v", err)
		}
		await.Pause()
	}
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}
