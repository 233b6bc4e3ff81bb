package ntrip_test

import (
	"bytes"
	"context"
	"encoding/hex"
	"errors"
	"io"
	"net"
	"os"
	"strings"
	"testing"
	"time"

	"plumbline/internal/field/transport/ntrip"
	"plumbline/internal/platform/errs"
	"plumbline/internal/testing/ntriptest"
)

// epoch returns the messages of one epoch of a receiver.
func epoch(t *testing.T) []byte {
	t.Helper()
	text, err := os.ReadFile("../../protocol/rtcm/testdata/frames/epoch.hex")
	if err != nil {
		t.Fatal(err)
	}
	content, err := hex.DecodeString(strings.Join(strings.Fields(string(text)), ""))
	if err != nil {
		t.Fatal(err)
	}
	return content
}

func open(t *testing.T, c *ntriptest.Caster, asked ntrip.Caster) (net.Conn, error) {
	t.Helper()
	conn, err := net.Dial("tcp", c.Address)
	if err != nil {
		t.Fatal(err)
	}
	asked.Host = c.Address
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Second)
	defer cancel()
	return ntrip.Open(ctx, conn, asked)
}

// Every version of the protocol hands out exactly the bytes of the receiver, in whatever pieces they come, and the end of the
// stream is the end of the connection. A deadline that passes in between loses nothing.
func TestStreamOfACaster(t *testing.T) {
	content := bytes.Repeat(epoch(t), 3)
	for version, name := range map[ntriptest.Version]string{ntriptest.ICY: "ICY", ntriptest.Bare: "bare", ntriptest.HTTP: "HTTP", ntriptest.Chunked: "chunked"} {
		t.Run(name, func(t *testing.T) {
			for _, pieces := range []int{1, 100, len(content)} {
				c := (&ntriptest.Caster{Version: version, Mountpoint: "BASE1", User: "rover", Password: "pass word:1"}).Start(t)
				sent := make(chan error, 1)
				go func() { // some casters say nothing before they have data
					<-c.Joined()
					sent <- c.Send(content, pieces)
				}()
				conn, err := open(t, c, ntrip.Caster{Mountpoint: "BASE1", User: "rover", Password: "pass word:1"})
				if err != nil {
					t.Fatal(err)
				}
				got := make([]byte, len(content))
				if _, err := io.ReadFull(conn, got[:1000]); err != nil {
					t.Fatal(err)
				}
				if err := conn.SetReadDeadline(time.Now().Add(-time.Second)); err != nil {
					t.Fatal(err)
				}
				if _, err := conn.Read(got[1000:1001]); !errors.Is(err, os.ErrDeadlineExceeded) {
					t.Errorf("after the deadline: %v", err)
				}
				if err := conn.SetReadDeadline(time.Now().Add(20 * time.Second)); err != nil {
					t.Fatal(err)
				}
				if n, err := conn.Write([]byte("ignored")); n != 7 || err != nil {
					t.Errorf("written %d, %v", n, err)
				}
				if _, err := io.ReadFull(conn, got[1000:]); err != nil || !bytes.Equal(got, content) {
					t.Errorf("in pieces of %d: the stream differs (%v)", pieces, err)
				}
				if err := <-sent; err != nil {
					t.Error(err)
				}
				c.Cut()
				if _, err := conn.Read(got); !errors.Is(err, io.EOF) {
					t.Errorf("after the end: %v", err)
				}
				if err := conn.Close(); err != nil {
					t.Error(err)
				}
			}
		})
	}
}

func TestCasterRefuses(t *testing.T) {
	for _, version := range []ntriptest.Version{ntriptest.ICY, ntriptest.HTTP} {
		c := (&ntriptest.Caster{Version: version, Mountpoint: "BASE1", User: "rover", Password: "secret"}).Start(t)
		for _, try := range []struct {
			asked ntrip.Caster
			want  *errs.Message
		}{
			{ntrip.Caster{Mountpoint: "BASE1", User: "rover", Password: "wrong"}, errs.SignInRefused},
			{ntrip.Caster{Mountpoint: "BASE1"}, errs.SignInRefused},
			{ntrip.Caster{Mountpoint: "BASE9", User: "rover", Password: "secret"}, errs.MountpointUnknown},
		} {
			if _, err := open(t, c, try.asked); !errs.Is(err, try.want) {
				t.Errorf("version %d, %+v: %v, want %s", version, try.asked, err, try.want.Key)
			}
		}
	}
	for answer, want := range map[string]*errs.Message{
		"SSH-2.0-OpenSSH_9.2\r\n":                  errs.NoCaster,
		"HTTP/1.1 503 Service Unavailable\r\n\r\n": errs.AnswerStatus,
		"HTTP/1.1 404 Not Found\r\n\r\n":           errs.MountpointUnknown,
		"HTTP/1.1 200 OK\r\nno header\r\n\r\n":     errs.NoCaster,
		"":                                         errs.RefusedUnreachable,
		strings.Repeat("x", 10_000):                errs.RefusedUnreachable,
		"HTTP/1.1 200 OK\r\nA: " + strings.Repeat("x", 9000): errs.NoCaster,
	} {
		ours, theirs := net.Pipe()
		go func() {
			_, _ = theirs.Read(make([]byte, 4096))
			_, _ = theirs.Write([]byte(answer))
			_ = theirs.Close()
		}()
		if _, err := ntrip.Open(t.Context(), ours, ntrip.Caster{Mountpoint: "BASE1"}); !errs.Is(err, want) {
			t.Errorf("%.30q: %v, want %s", answer, err, want.Key)
		}
	}
}
