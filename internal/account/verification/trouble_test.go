package verification

import (
	"context"
	"log/slog"
	"net"
	"testing"
	"time"

	"plumbline/internal/platform/errs"
	"plumbline/internal/platform/mail"
	"plumbline/internal/testing/smtptest"
)

func TestAddressNeedsConfiguredChannel(t *testing.T) {
	s := &Service{}
	for account, want := range map[string]*errs.Message{"li@example.com": errs.MailMissing, "13800138000": errs.SMSMissing, "li": errs.AddressFormat} {
		_, _, err := s.address(account)
		if f, ok := errs.As(err); !ok || len(f.Fields) != 1 || f.Fields[0].Name != "account" || f.Fields[0].Message != want {
			t.Errorf("%s: %v", account, err)
		}
	}
}

func TestMailServerFailureAndRecoveryAreReported(t *testing.T) {
	server := smtptest.Start(t, smtptest.Options{})
	away, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	gone := away.Addr().(*net.TCPAddr).Port
	_ = away.Close() // the port no longer answers
	for _, c := range []struct {
		port int
		want int
	}{{server.Port, 0}, {gone, 1}} {
		sender, err := mail.New(mail.Config{Host: smtptest.Host, Port: c.port, Security: mail.None, From: "no-reply@plumbline.test"})
		if err != nil {
			t.Fatal(err)
		}
		s := &Service{Config: Config{Mail: sender, Log: slog.New(slog.DiscardHandler)}}
		s.away.Store(c.want == 0) // the previous state
		ctx, stop := context.WithCancel(context.Background())
		ticks, ended := make(chan time.Time), make(chan struct{})
		go func() { defer close(ended); s.LookForMailServer(ctx, ticks) }()
		ticks <- time.Time{} // received after the first check
		if got := len(s.Failing()); got != c.want {
			t.Errorf("port %d: %d failing channels, want %d", c.port, got, c.want)
		}
		stop()
		<-ended
	}
}
