//go:build unix

package servers_test

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

	"plumbline/internal/testing/process"
)

// faultyNetwork is a toxiproxy: addresses through which a server reaches the database, and which a test cuts or slows.
type faultyNetwork struct {
	*testing.T
	api   string
	links map[string]map[string]any // by name
}

// newFaultyNetwork starts a toxiproxy.
func newFaultyNetwork(t *testing.T) *faultyNetwork {
	t.Helper()
	path, err := filepath.Abs(filepath.Join(root, "tools/bin/toxiproxy-server"))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(path); err != nil {
		t.Fatalf("make tools/bin/toxiproxy-server: %v", err)
	}
	n := &faultyNetwork{T: t, api: freeAddress(t), links: map[string]map[string]any{}}
	host, port, err := net.SplitHostPort(n.api)
	if err != nil {
		t.Fatal(err)
	}
	running, err := process.Start(exec.Command(path, "-host", host, "-port", port))
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
	}
}

// to returns an address that leads to another one.
func (n *faultyNetwork) to(name, address string) string {
	n.Helper()
	listen := freeAddress(n.T)
	n.links[name] = map[string]any{"name": name, "listen": listen, "upstream": address, "enabled": true}
	n.call(http.MethodPost, "/proxies", n.links[name])
	return listen
}

// cut lets nothing through any more; open connections stay open and silent.
func (n *faultyNetwork) cut(name string) {
	n.Helper()
	for _, stream := range []string{"upstream", "downstream"} {
		n.call(http.MethodPost, "/proxies/"+name+"/toxics",
			map[string]any{"name": "cut-" + stream, "type": "timeout", "stream": stream, "attributes": map[string]any{"timeout": 0}})
	}
}

// restore replaces a link that was cut or slowed: its connections are closed, new ones work.
func (n *faultyNetwork) restore(name string) {
	n.Helper()
	n.call(http.MethodDelete, "/proxies/"+name, nil)
	n.call(http.MethodPost, "/proxies", n.links[name])
}

// slow delays everything that the database answers, as a slow disk does.
func (n *faultyNetwork) slow(name string, by time.Duration) {
	n.Helper()
	n.call(http.MethodPost, "/proxies/"+name+"/toxics",
		map[string]any{"name": "slow", "type": "latency", "stream": "downstream", "attributes": map[string]any{"latency": by.Milliseconds()}})
}

func (n *faultyNetwork) call(method, path string, body any) {
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
	defer reply.Body.Close()
	if reply.StatusCode/100 != 2 {
		text, _ := io.ReadAll(reply.Body)
		n.Fatalf("%s %s: %s %s", method, path, reply.Status, text)
	}
}
