package source

import (
	"bytes"
	"io"
	"net"
	"testing"
	"testing/iotest"

	"pgregory.net/rapid"

	"plumbline/internal/platform/errs"
)

// received is a connection from which bytes come as a reader has them.
type received struct {
	net.Conn
	io.Reader
}

func (r received) Read(p []byte) (int, error) { return r.Reader.Read(p) }

// packet returns a packet with a payload of n bytes, all of which look like lengths.
func packet(n int) []byte {
	b := []byte{0x32}
	for rest := n; ; {
		digit := byte(rest & 0x7f)
		if rest >>= 7; rest == 0 {
			b = append(b, digit)
			break
		}
		b = append(b, digit|0x80)
	}
	return append(b, bytes.Repeat([]byte{0xff}, n)...)
}

// Packets up to the maximum pass unchanged, in pieces of any size. A longer one ends the connection before its payload.
func TestPacketsAreBounded(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var sent []byte
		for _, n := range rapid.SliceOfN(rapid.IntRange(0, 300), 1, 20).Draw(t, "lengths") {
			sent = append(sent, packet(n)...)
		}
		short := len(sent) + 5
		sent = append(sent, packet(maxPacket)...)
		whole := len(sent)
		tooLong := rapid.Bool().Draw(t, "too long")
		if tooLong {
			sent = append(sent, packet(maxPacket+1)...)
		}
		var from io.Reader = bytes.NewReader(sent)
		if rapid.Bool().Draw(t, "byte by byte") {
			from = io.MultiReader(iotest.OneByteReader(bytes.NewReader(sent[:short])), bytes.NewReader(sent[short:whole]),
				iotest.OneByteReader(bytes.NewReader(sent[whole:min(whole+5, len(sent))])))
		}
		got, err := io.ReadAll(&packets{Conn: received{Reader: from}})
		if !tooLong {
			if err != nil || !bytes.Equal(got, sent) {
				t.Fatalf("%d of %d bytes, %v", len(got), len(sent), err)
			}
			return
		}
		if why, ok := errs.As(err); !ok || why.Code != errs.BodyTooLarge.Code {
			t.Fatalf("error %v", err)
		}
		if len(got) > whole+4 {
			t.Fatalf("%d bytes passed of a packet that is too long", len(got)-whole)
		}
	})
}
