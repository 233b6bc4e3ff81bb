package mail_test

import (
	"bufio"
	"context"
	"net"
	"strings"
	"testing"

	"plumbline/internal/platform/mail"
)

// breaking runs a mail server that takes one mail and breaks the connection at its end, after an answer or without one.
func breaking(t *testing.T, answer string) int {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = listener.Close() })
	go func() {
		conn, err := listener.Accept()
		if err != nil {
			return
		}
		defer func() { _ = conn.Close() }()
		say := func(line string) { _, _ = conn.Write([]byte(line + "\r\n")) }
		say("220 localhost")
		inData := false
		for lines := bufio.NewScanner(conn); lines.Scan(); {
			switch line := lines.Text(); {
			case inData && line == ".":
				if answer != "" {
					say(answer)
				}
				return
			case inData:
			case strings.HasPrefix(line, "DATA"):
				inData = true
				say("354 go on")
			default:
				say("250 localhost")
			}
		}
	}()
	return listener.Addr().(*net.TCPAddr).Port
}

func TestConnectionsThatBreakAtTheEnd(t *testing.T) {
	for name, c := range map[string]struct {
		answer                  string
		accepted, unsure, final bool
	}{
		"no answer": {"", false, true, false},
		"accepted":  {"250 queued", true, false, false},
		"later":     {"451 busy", false, false, false},
		"refused":   {"554 no", false, false, true},
	} {
		s := sender(t, mail.Config{Host: "127.0.0.1", Port: breaking(t, c.answer), Security: mail.None, From: "no-reply@plumbline.test"})
		err := s.Send(context.Background(), letter)
		if (err == nil) != c.accepted || mail.IsUnsure(err) != c.unsure || mail.IsFinal(err) != c.final {
			t.Errorf("%s: %v, unsure %t, final %t", name, err, mail.IsUnsure(err), mail.IsFinal(err))
		}
	}
}
