package servers_test

import (
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// slot is a place for a server: the balancer knows its addresses before one starts there.
type slot struct {
	http, mqtt string
	balanced   bool // connections come from the balancer
}

// balancer is a HAProxy in front of three slots, with the configuration of docs/deploy.
type balancer struct {
	slot           // its own addresses
	config, folder string
	command        *exec.Cmd
}

// need returns the path of a program, or skips the test. make test requires all of them.
func need(t *testing.T, name string) string {
	t.Helper()
	path, err := exec.LookPath(name)
	if err != nil {
		if os.Getenv("REQUIRE_CLUSTER") == "1" || os.Getenv("CI") != "" {
			t.Fatalf("%s is required", name)
		}
		t.Skipf("%s is not installed", name)
	}
	return path
}

// balance starts a HAProxy in front of three slots.
func balance(t *testing.T, slots []slot) *balancer {
	t.Helper()
	b := &balancer{slot: slot{http: freeAddress(t), mqtt: freeAddress(t)}, folder: t.TempDir()}
	config, err := os.ReadFile(filepath.Join(root, "docs/deploy/haproxy.cfg"))
	if err != nil {
		t.Fatal(err)
	}
	text := strings.NewReplacer("bind :80\n", "bind "+b.http+"\n", "bind :1883\n", "bind "+b.mqtt+"\n").Replace(string(config))
	for i, name := range []string{"one", "two", "three"} {
		s := slots[i]
		_, port, err := net.SplitHostPort(s.http)
		if err != nil {
			t.Fatal(err)
		}
		text = strings.ReplaceAll(text, " "+name+":1883 check port 8080", " "+s.mqtt+" check port "+port)
		text = strings.ReplaceAll(text, " "+name+":8080", " "+s.http)
	}
	b.config = filepath.Join(b.folder, "haproxy.cfg")
	if err := os.WriteFile(b.config, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	b.start(t)
	t.Cleanup(func() { b.kill(t) })
	return b
}

func (b *balancer) start(t *testing.T) {
	t.Helper()
	log, err := os.Create(filepath.Join(b.folder, "log"))
	if err != nil {
		t.Fatal(err)
	}
	defer log.Close()
	b.command = exec.Command(need(t, "haproxy"), "-db", "-f", b.config)
	b.command.Stdout, b.command.Stderr = log, log
	if err := b.command.Start(); err != nil {
		t.Fatal(err)
	}
}

// kill ends the HAProxy with SIGKILL.
func (b *balancer) kill(t *testing.T) {
	if b.command == nil {
		return
	}
	if err := b.command.Process.Kill(); err != nil {
		t.Error(err)
	}
	_ = b.command.Wait() // killed
	b.command = nil
}
