//go:build unix

package servers_test

import (
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"plumbline/internal/testing/haproxytest"
	"plumbline/internal/testing/process"
)

// slot is a place for a server: the balancer knows its addresses before one starts there.
type slot struct {
	http, mqtt string
	dtu        string        // if connections come from the balancer
	ops        string        // empty: no metrics
	balanced   bool          // connections come from the balancer
	clockWrong time.Duration // of the server's machine

	connections int // to PostgreSQL; 0: the default
}

// balancer is a HAProxy in front of three slots, with the configuration of docs/deploy.
type balancer struct {
	slot // its own addresses
	*haproxytest.Proxy
}

func balance(t *testing.T, slots []slot) *balancer {
	t.Helper()
	b := &balancer{slot: slot{http: process.FreeAddress(), mqtt: process.FreeAddress(), dtu: process.FreeAddress()}}
	config, err := os.ReadFile(filepath.Join(root, "docs/deploy/haproxy.cfg"))
	if err != nil {
		t.Fatal(err)
	}
	text := strings.NewReplacer("bind :80\n", "bind "+b.http+"\n", "bind :1883\n", "bind "+b.mqtt+"\n", "bind :9000\n", "bind "+b.dtu+"\n").Replace(string(config))
	for i, name := range []string{"one", "two", "three"} {
		s := slots[i]
		_, port, err := net.SplitHostPort(s.http)
		if err != nil {
			t.Fatal(err)
		}
		text = strings.ReplaceAll(text, " "+name+":1883 check port 8080", " "+s.mqtt+" check port "+port)
		text = strings.ReplaceAll(text, " "+name+":9000 check port 8080", " "+s.dtu+" check port "+port)
		text = strings.ReplaceAll(text, " "+name+":8080", " "+s.http)
	}
	b.Proxy = haproxytest.Start(t, text, b.http, b.mqtt, b.dtu)
	return b
}
