// Package ntrip is the client of NTRIP casters, which hand out the observations of GNSS receivers (domain protocols.md section
// 8). It reads a stream of version 2, over HTTP, and of version 1, which casters answer with ICY. It sends no position,
// which only networks of virtual stations need.
package ntrip

import (
	"bufio"
	"bytes"
	"context"
	"encoding/base64"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httputil"
	"net/textproto"
	"strconv"
	"strings"
	"sync"
	"time"

	"plumbline/internal/platform/errs"
)

// Caster is where a stream is, and who asks for it.
type Caster struct {
	Host           string // as entered, with the port
	Mountpoint     string
	User, Password string // "": none
}

const (
	answerWithin = 10 * time.Second
	maxHeader    = 8 << 10 // bytes
)

// Open asks a caster for a stream over a connection and returns it as a connection that carries the stream alone. It closes the
// connection if the caster refuses.
func Open(ctx context.Context, over net.Conn, c Caster) (net.Conn, error) {
	stream, err := open(ctx, over, c)
	if err != nil {
		_ = over.Close()
		return nil, err
	}
	return carry(stream, over), nil
}

func open(ctx context.Context, over net.Conn, c Caster) (io.Reader, error) {
	deadline := time.Now().Add(answerWithin)
	if at, ok := ctx.Deadline(); ok && at.Before(deadline) {
		deadline = at
	}
	if err := over.SetDeadline(deadline); err != nil {
		return nil, errs.Wrap(err, errs.RefusedUnreachable)
	}
	if _, err := over.Write(c.request()); err != nil {
		return nil, errs.Wrap(err, errs.RefusedUnreachable)
	}
	stream, err := c.answer(bufio.NewReader(over))
	if err != nil {
		return nil, err
	}
	return stream, over.SetDeadline(time.Time{})
}

func (c Caster) request() []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, "GET /%s HTTP/1.1\r\nHost: %s\r\nNtrip-Version: Ntrip/2.0\r\nUser-Agent: NTRIP plumbline\r\nConnection: close\r\n", c.Mountpoint, c.Host)
	if c.User != "" || c.Password != "" {
		fmt.Fprintf(&b, "Authorization: Basic %s\r\n", base64.StdEncoding.EncodeToString([]byte(c.User+":"+c.Password)))
	}
	b.WriteString("\r\n")
	return b.Bytes()
}

// answer reads the head of the answer and returns the stream behind it.
func (c Caster) answer(from *bufio.Reader) (io.Reader, error) {
	line, err := lineOf(from)
	if err != nil {
		return nil, errs.Wrap(err, errs.RefusedUnreachable)
	}
	protocol, rest, _ := strings.Cut(line, " ")
	code, _, _ := strings.Cut(strings.TrimSpace(rest), " ")
	status, _ := strconv.Atoi(code)
	switch {
	case status == http.StatusUnauthorized || status == http.StatusForbidden:
		return nil, errs.New(errs.SignInRefused)
	case protocol == "SOURCETABLE" || status == http.StatusNotFound:
		return nil, errs.New(errs.MountpointUnknown, "name", c.Mountpoint)
	case protocol == "ICY" && status == http.StatusOK:
		return icy(from)
	case !strings.HasPrefix(protocol, "HTTP/"):
		return nil, errs.New(errs.NoCaster)
	case status != http.StatusOK:
		return nil, errs.New(errs.AnswerStatus, "status", status)
	}
	header, err := textproto.NewReader(bufio.NewReader(io.LimitReader(one{from}, maxHeader))).ReadMIMEHeader()
	if err != nil {
		return nil, errs.Wrap(err, errs.NoCaster)
	}
	if strings.HasPrefix(header.Get("Content-Type"), "gnss/sourcetable") {
		return nil, errs.New(errs.MountpointUnknown, "name", c.Mountpoint)
	}
	if strings.EqualFold(header.Get("Transfer-Encoding"), "chunked") {
		return httputil.NewChunkedReader(from), nil
	}
	return from, nil
}

// one reads byte by byte, so that what is behind the header stays.
type one struct{ from *bufio.Reader }

func (o one) Read(into []byte) (int, error) {
	return io.ReadFull(o.from, into[:min(len(into), 1)])
}

// icy skips the empty line behind the answer of version 1, which some casters leave out.
func icy(from *bufio.Reader) (io.Reader, error) {
	for {
		next, err := from.Peek(1)
		if err != nil {
			return nil, errs.Wrap(err, errs.RefusedUnreachable)
		}
		if next[0] == 0xD3 { // a message of RTCM 3
			return from, nil
		}
		line, err := lineOf(from)
		if err != nil {
			return nil, errs.Wrap(err, errs.RefusedUnreachable)
		}
		if line == "" {
			return from, nil
		}
	}
}

// lineOf reads a line of the head.
func lineOf(from *bufio.Reader) (string, error) {
	line, err := from.ReadSlice('\n') // at most the size of the reader
	return strings.TrimRight(string(line), "\r\n"), err
}

// conn is the stream of a caster as a connection. A pipe is between them: a deadline of the reader must not end the stream.
type conn struct {
	net.Conn
	caster net.Conn
	pump   sync.WaitGroup
}

func carry(stream io.Reader, caster net.Conn) *conn {
	ours, theirs := net.Pipe()
	c := &conn{Conn: ours, caster: caster}
	c.pump.Go(func() {
		defer theirs.Close()
		_, _ = io.Copy(theirs, stream) // it ends with either side
	})
	return c
}

func (c *conn) RemoteAddr() net.Addr { return c.caster.RemoteAddr() }

// Write loses what is written: a caster listens to nobody.
func (c *conn) Write(p []byte) (int, error) { return len(p), nil }

func (c *conn) Close() error {
	_ = c.Conn.Close() // a pipe cannot fail
	err := c.caster.Close()
	c.pump.Wait()
	return err
}
