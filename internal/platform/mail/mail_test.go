package mail_test

import (
	"context"
	"errors"
	"net"
	"strings"
	"sync"
	"testing"
	"time"

	"plumbline/internal/platform/mail"
	"plumbline/internal/testing/smtptest"
)

var letter = mail.Message{
	To: "li@example.com", Subject: "准绳 验证码", Text: "您的验证码是：402913\n", HTML: "<p>您的验证码是：<b>402913</b></p>", ID: "code-7",
	Pictures: []mail.Picture{{ID: "curve.7@plumbline", Name: "curve.png", Type: "image/png", Data: []byte("\x89PNG\r\n\x1a\n")}},
}

func config(s *smtptest.Server, security mail.Security) mail.Config {
	return mail.Config{
		Host: smtptest.Host, Port: s.Port, Security: security, User: "plumbline", Password: "secret", From: "准绳 <no-reply@plumbline.test>", CAFile: s.CAFile,
	}
}

func sender(t *testing.T, c mail.Config) *mail.Sender {
	t.Helper()
	if err := c.Validate(); err != nil {
		t.Fatal(err)
	}
	s, err := mail.New(c)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestSend(t *testing.T) {
	for _, security := range []mail.Security{mail.StartTLS, mail.TLS, mail.None} {
		t.Run(string(security), func(t *testing.T) {
			server := smtptest.Start(t, smtptest.Options{TLS: security == mail.TLS, User: "plumbline", Password: "secret"})
			s := sender(t, config(server, security))
			for range 2 { // a retried mail keeps its id
				if err := s.Send(context.Background(), letter); err != nil {
					t.Fatal(err)
				}
			}
			mails := server.Mails()
			if len(mails) != 2 {
				t.Fatalf("%d mails arrived, want 2", len(mails))
			}
			m := mails[0]
			if m.From != "no-reply@plumbline.test" || m.To != letter.To || m.Subject != letter.Subject ||
				m.Text != letter.Text || !strings.Contains(m.HTML, "<b>402913</b>") {
				t.Errorf("arrived: %+v", m)
			}
			if len(m.Pictures) != 1 || m.Pictures[0].ID != "curve.7@plumbline" || m.Pictures[0].Type != "image/png" || string(m.Pictures[0].Data) != "\x89PNG\r\n\x1a\n" {
				t.Errorf("pictures: %+v", m.Pictures)
			}
			if m.SignedIn != "plumbline" || m.Encrypted != (security != mail.None) {
				t.Errorf("signed in as %q, encrypted %t", m.SignedIn, m.Encrypted)
			}
			id := m.Header.Get("Message-ID")
			if id != "<code-7@plumbline.test>" || mails[1].Header.Get("Message-ID") != id {
				t.Errorf("Message-ID %q, then %q", id, mails[1].Header.Get("Message-ID"))
			}
		})
	}
}

func TestManyMailsUseFewSessions(t *testing.T) {
	server := smtptest.Start(t, smtptest.Options{User: "plumbline", Password: "secret"})
	server.Slow(5 * time.Millisecond)
	s := sender(t, config(server, mail.None))
	var sending sync.WaitGroup
	for range 4 * mail.Sessions {
		sending.Go(func() {
			if err := s.Send(context.Background(), letter); err != nil {
				t.Error(err)
			}
		})
	}
	sending.Wait()
	if got := len(server.Mails()); got != 4*mail.Sessions {
		t.Errorf("%d mails arrived", got)
	}
	if peak := server.Peak(); peak > mail.Sessions {
		t.Errorf("%d sessions at once, at most %d are allowed", peak, mail.Sessions)
	}
}

func TestMailsInARowShareASession(t *testing.T) {
	for name, c := range map[string]struct{ mails, most, sessions int }{
		"few":                        {3, 0, 1},
		"as many as a session sends": {51, 0, 2},
		"the server ends sessions":   {5, 2, 3},
	} {
		server := smtptest.Start(t, smtptest.Options{User: "plumbline", Password: "secret"})
		server.EndAfter(c.most)
		s := sender(t, config(server, mail.None))
		for range c.mails {
			if err := s.Send(context.Background(), letter); err != nil {
				t.Fatalf("%s: %v", name, err)
			}
		}
		if arrived, sessions := len(server.Mails()), server.Sessions(); arrived != c.mails || sessions != c.sessions {
			t.Errorf("%s: %d mails in %d sessions, want %d in %d", name, arrived, sessions, c.mails, c.sessions)
		}
	}
}

func TestSessionEndsAfterARest(t *testing.T) {
	t.Parallel()
	server := smtptest.Start(t, smtptest.Options{User: "plumbline", Password: "secret"})
	if err := sender(t, config(server, mail.None)).Send(context.Background(), letter); err != nil {
		t.Fatal(err)
	}
	server.AllEnd()
}

func TestPermanentAndTemporaryErrors(t *testing.T) {
	server := smtptest.Start(t, smtptest.Options{User: "plumbline", Password: "secret"})
	s := sender(t, config(server, mail.StartTLS))
	for _, c := range []struct {
		rcpt, data int
		final      bool
	}{{550, 0, true}, {452, 0, false}, {0, 554, true}, {0, 451, false}} {
		server.Refuse(c.rcpt, c.data)
		err := s.Send(context.Background(), letter)
		if err == nil || mail.IsFinal(err) != c.final {
			t.Errorf("RCPT %d, DATA %d: %v, final %t; want %t", c.rcpt, c.data, err, mail.IsFinal(err), c.final)
		}
	}
	server.Refuse(0, 0)
	if err := s.Send(context.Background(), letter); err != nil {
		t.Errorf("afterwards: %v", err)
	}
	bad := letter
	bad.To = "li@example.com\r\nBcc: all@example.com"
	if err := s.Send(context.Background(), bad); !mail.IsFinal(err) {
		t.Errorf("a recipient with a line break: %v", err)
	}
	if n := len(server.Mails()); n != 1 {
		t.Errorf("%d mails arrived, want 1", n)
	}
}

func TestPasswordIsSentOnlyToVerifiedServer(t *testing.T) {
	server := smtptest.Start(t, smtptest.Options{User: "plumbline", Password: "secret"})
	wrong := config(server, mail.StartTLS)
	wrong.Password = "guess"
	err := sender(t, wrong).Send(context.Background(), letter)
	if err == nil || !strings.Contains(err.Error(), "535") || mail.IsFinal(err) {
		t.Errorf("wrong password: %v; want 535, not final", err)
	}
	if err != nil && strings.Contains(err.Error(), "guess") {
		t.Errorf("the error contains the password: %v", err)
	}
	stranger := config(server, mail.StartTLS)
	stranger.CAFile = ""
	if err := sender(t, stranger).Send(context.Background(), letter); err == nil {
		t.Error("a certificate of an unknown authority is accepted")
	}
	plain := config(server, mail.None)
	plain.Host = "mail.example.com"
	if plain.Validate() == nil {
		t.Error("an unencrypted password to another host is valid")
	}
	if n := len(server.Mails()); n != 0 {
		t.Errorf("%d mails arrived, want none", n)
	}
}

func TestSlowServerTimesOut(t *testing.T) {
	server := smtptest.Start(t, smtptest.Options{User: "plumbline", Password: "secret"})
	server.Hang(true)
	ctx, cancel := context.WithTimeout(context.Background(), 300*time.Millisecond)
	defer cancel()
	err := sender(t, config(server, mail.StartTLS)).Send(ctx, letter)
	if !mail.IsUnsure(err) || mail.IsFinal(err) {
		t.Errorf("a hanging server: %v; want a temporary error, and that the mail may have arrived", err)
	}
	silent, err := net.Listen("tcp", "127.0.0.1:0") // accepts connections but never replies
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = silent.Close() }()
	c := config(server, mail.StartTLS)
	c.Port = silent.Addr().(*net.TCPAddr).Port
	ctx, cancel = context.WithTimeout(context.Background(), 300*time.Millisecond)
	defer cancel()
	if err := sender(t, c).Send(ctx, letter); err == nil {
		t.Error("a mail was sent to a silent server")
	}
}

func TestConfiguration(t *testing.T) {
	good := mail.Config{Host: "mail.example.com", Security: mail.StartTLS, From: "no-reply@example.com"}
	for name, change := range map[string]func(*mail.Config){
		"no host":      func(c *mail.Config) { c.Host = "" },
		"security":     func(c *mail.Config) { c.Security = "ssl" },
		"port":         func(c *mail.Config) { c.Port = 70000 },
		"sender":       func(c *mail.Config) { c.From = "nobody" },
		"half a login": func(c *mail.Config) { c.User = "plumbline" },
		"authority":    func(c *mail.Config) { c.CAFile = "no such file" },
	} {
		c := good
		change(&c)
		if err := c.Validate(); err == nil || !strings.HasPrefix(err.Error(), "--smtp-") {
			t.Errorf("%s: %v", name, err)
		}
	}
	if err := good.Validate(); err != nil {
		t.Error(err)
	}
	if err := (mail.Config{}).Validate(); err != nil || (mail.Config{}).Enabled() {
		t.Errorf("empty configuration: %v", err)
	}
	if mail.IsFinal(errors.New("x")) {
		t.Error("an unknown error is final")
	}
}
