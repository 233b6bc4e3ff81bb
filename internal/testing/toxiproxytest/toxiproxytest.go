// Package toxiproxytest runs a toxiproxy: addresses through which a program reaches another, and which a test cuts, slows
// or breaks.
package toxiproxytest

import (
	"bytes"
	"encoding/json"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"plumbline/internal/testing/await"
	"plumbline/internal/testing/process"
)

const program = "tools/bin/toxiproxy-server" // built by make

// Network is a running toxiproxy.
type Network struct {
	testing.TB
	api   string
	links map[string]map[string]any // by name
}

// New starts a toxiproxy, which ends with the test.
func New(t testing.TB) *Network {
	t.Helper()
	n := &Network{TB: t, api: process.FreeAddress(), links: map[string]map[string]any{}}
	host, port, err := net.SplitHostPort(n.api)
	if err != nil {
		t.Fatal(err)
	}
	running, err := process.Start(exec.Command(find(t), "-host", host, "-port", port))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(running.Kill)
	for deadline := time.Now().Add(10 * time.Second); ; {
		if reply, err := http.Get("http://" + n.api + "/version"); err == nil {
			_ = reply.Body.Close()
			return n
		}
		if time.Now().After(deadline) {
			t.Fatal("toxiproxy does not start")
		}
		await.Pause()
	}
}

// find returns the program below the root of the module.
func find(t testing.TB) string {
	t.Helper()
	folder, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	for {
		path := filepath.Join(folder, program)
		if _, err := os.Stat(path); err == nil {
			return path
		}
		if folder == filepath.Dir(folder) {
			t.Fatalf("make %s", program)
		}
		folder = filepath.Dir(folder)
	}
}

// To returns an address that leads to another one.
func (n *Network) To(name, address string) string {
	n.Helper()
	listen := process.FreeAddress()
	n.links[name] = map[string]any{"name": name, "listen": listen, "upstream": address, "enabled": true}
	n.call(http.MethodPost, "/proxies", n.links[name])
	return listen
}

// Cut lets nothing through any more; open connections stay open and silent.
func (n *Network) Cut(name string) {
	n.Helper()
	for _, stream := range []string{"upstream", "downstream"} {
		n.Toxic(name, "timeout", stream, map[string]any{"timeout": 0})
	}
}

// Restore replaces a link that was cut or slowed: its connections are closed, new ones work.
func (n *Network) Restore(name string) {
	n.Helper()
	n.call(http.MethodDelete, "/proxies/"+name, nil)
	n.call(http.MethodPost, "/proxies", n.links[name])
}

// Slow delays everything that the database answers, as a slow disk does.
func (n *Network) Slow(name string, by time.Duration) {
	n.Helper()
	n.Toxic(name, "latency", "downstream", map[string]any{"latency": by.Milliseconds()})
}

// Toxic adds a toxic to a link, see toxiproxy's documentation.
func (n *Network) Toxic(name, kind, stream string, attributes map[string]any) {
	n.Helper()
	n.call(http.MethodPost, "/proxies/"+name+"/toxics",
		map[string]any{"name": kind + "-" + stream, "type": kind, "stream": stream, "attributes": attributes})
}

func (n *Network) call(method, path string, body any) {
	n.Helper()
	text, err := json.Marshal(body)
	if err != nil {
		n.Fatal(err)
	}
	request, err := http.NewRequestWithContext(n.Context(), method, "http://"+n.api+path, bytes.NewReader(text))
	if err != nil {
		n.Fatal(err)
	}
	reply, err := http.DefaultClient.Do(request)
	if err != nil {
		n.Fatal(err)
	}
	defer func() { _ = reply.Body.Close() }()
	if reply.StatusCode/100 != 2 {
		text, _ := io.ReadAll(reply.Body)
		n.Fatalf("%s %s: %s %s", method, path, reply.Status, text)
	}
}
