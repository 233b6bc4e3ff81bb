// Package haproxytest runs a real HAProxy on loopback.
package haproxytest

import (
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"plumbline/internal/testing/await"
	"plumbline/internal/testing/process"
)

// Proxy is a HAProxy that a test can kill and start again.
type Proxy struct {
	program, folder string
	fronts          []string
	running         *process.Process
}

// Start starts HAProxy with a configuration and waits until it accepts connections on fronts. It ends with the test.
// Without HAProxy on the machine the test is skipped with a message, or fails if REQUIRE_HAPROXY=1 or CI is set.
func Start(t testing.TB, config string, fronts ...string) *Proxy {
	t.Helper()
	p := &Proxy{program: find(t), folder: t.TempDir(), fronts: fronts}
	if err := os.WriteFile(p.file("haproxy.cfg"), []byte(config), 0o600); err != nil {
		t.Fatal(err)
	}
	p.Start(t)
	t.Cleanup(p.Kill)
	return p
}

func find(t testing.TB) string {
	t.Helper()
	for _, name := range []string{"haproxy", "/usr/sbin/haproxy"} {
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	if os.Getenv("REQUIRE_HAPROXY") == "1" || os.Getenv("CI") != "" {
		t.Fatal("haproxy is required (package haproxy)")
	}
	t.Skip("haproxy is not installed (package haproxy)")
	return ""
}

func (p *Proxy) file(name string) string { return filepath.Join(p.folder, name) }

// Start starts it again after Kill.
func (p *Proxy) Start(t testing.TB) {
	t.Helper()
	log, err := os.Create(p.file("log"))
	if err != nil {
		t.Fatal(err)
	}
	defer log.Close()
	command := exec.Command(p.program, "-db", "-f", p.file("haproxy.cfg"))
	command.Stdout, command.Stderr = log, log
	if p.running, err = process.Start(command); err != nil {
		t.Fatal(err)
	}
	for _, front := range p.fronts {
		for deadline := time.Now().Add(20 * time.Second); ; {
			conn, err := net.Dial("tcp", front)
			if err == nil {
				_ = conn.Close()
				break
			}
			if time.Now().After(deadline) {
				text, _ := os.ReadFile(p.file("log")) // best effort
				t.Fatalf("haproxy did not come up: %v\n%s", err, text)
			}
			await.Pause()
		}
	}
}

// Kill kills it.
func (p *Proxy) Kill() { p.running.Kill() }
