// Package ntriptest is a small NTRIP caster for tests: it speaks version 1 (ICY), version 2 (HTTP) and version 2 in chunks, asks for
// an account and lists its mountpoints to who asks for an unknown one.
package ntriptest

import (
	"bufio"
	"errors"
	"fmt"
	"net"
	"net/http"
	"sync"
	"testing"
)

// Version is how a caster answers.
type Version int

// Versions of the protocol.
const (
	ICY     Version = iota + 1 // 1.0
	Bare                       // 1.0, without the empty line behind the answer
	HTTP                       // 2.0
	Chunked                    // 2.0, in chunks
)

// Caster hands out a stream at one mountpoint.
type Caster struct {
	Address        string
	Version        Version
	Mountpoint     string
	User, Password string // "": it asks for none

	mu      sync.Mutex
	streams map[net.Conn]func([]byte) error
	joined  chan struct{} // one for each client that got the stream
}

// Start starts the caster; it ends with the test.
func (c *Caster) Start(t testing.TB) *Caster {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	c.Address, c.streams, c.joined = listener.Addr().String(), map[net.Conn]func([]byte) error{}, make(chan struct{}, 100)
	var serving sync.WaitGroup
	serving.Go(func() {
		for {
			conn, err := listener.Accept()
			if err != nil {
				return
			}
			serving.Go(func() { c.serve(conn) })
		}
	})
	t.Cleanup(func() {
		_ = listener.Close()
		c.Cut()
		serving.Wait()
	})
	return c
}

// Joined returns a channel that gets a value for each client that has the stream.
func (c *Caster) Joined() <-chan struct{} { return c.joined }

// Cut ends the connections of all clients.
func (c *Caster) Cut() {
	c.mu.Lock()
	defer c.mu.Unlock()
	for conn := range c.streams {
		_ = conn.Close()
	}
	clear(c.streams)
}

// Send sends bytes to all clients, in pieces of at most so many bytes.
func (c *Caster) Send(content []byte, pieces int) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	var failed error
	for _, write := range c.streams {
		for rest := content; len(rest) > 0; {
			n := min(pieces, len(rest))
			failed = errors.Join(failed, write(rest[:n]))
			rest = rest[n:]
		}
	}
	return failed
}

func (c *Caster) serve(conn net.Conn) {
	request, err := http.ReadRequest(bufio.NewReader(conn))
	if err != nil {
		_ = conn.Close()
		return
	}
	user, password, _ := request.BasicAuth()
	say := func(format string, args ...any) { _, _ = fmt.Fprintf(conn, format, args...) }
	switch v2 := c.Version >= HTTP; {
	case user != c.User || password != c.Password:
		say("HTTP/1.1 401 Unauthorized\r\nWWW-Authenticate: Basic realm=\"/%s\"\r\n\r\n", c.Mountpoint)
	case request.URL.Path != "/"+c.Mountpoint && v2:
		say("HTTP/1.1 200 OK\r\nNtrip-Version: Ntrip/2.0\r\nContent-Type: gnss/sourcetable\r\n\r\nSTR;%s;;RTCM 3.3\r\nENDSOURCETABLE\r\n", c.Mountpoint)
	case request.URL.Path != "/"+c.Mountpoint:
		say("SOURCETABLE 200 OK\r\nContent-Type: text/plain\r\n\r\nSTR;%s;;RTCM 3.3\r\nENDSOURCETABLE\r\n", c.Mountpoint)
	default:
		c.stream(conn, say)
		return
	}
	_ = conn.Close()
}

// stream sends the head of the stream and adds the client.
func (c *Caster) stream(conn net.Conn, say func(string, ...any)) {
	write := func(p []byte) error {
		_, err := conn.Write(p)
		return err
	}
	switch c.Version {
	case ICY:
		say("ICY 200 OK\r\nServer: caster\r\n\r\n")
	case Bare:
		say("ICY 200 OK\r\n")
	case HTTP:
		say("HTTP/1.1 200 OK\r\nNtrip-Version: Ntrip/2.0\r\nContent-Type: gnss/data\r\nConnection: close\r\n\r\n")
	case Chunked:
		say("HTTP/1.1 200 OK\r\nNtrip-Version: Ntrip/2.0\r\nContent-Type: gnss/data\r\nTransfer-Encoding: chunked\r\n\r\n")
		write = func(p []byte) error {
			_, err := fmt.Fprintf(conn, "%x\r\n%s\r\n", len(p), p)
			return err
		}
	}
	c.mu.Lock()
	c.streams[conn] = write
	c.mu.Unlock()
	c.joined <- struct{}{}
}
