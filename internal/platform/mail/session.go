package mail

import (
	"context"
	"crypto/tls"
	"fmt"
	"net"
	"slices"
	"strconv"
	"time"

	gomail "github.com/wneessen/go-mail"
	"github.com/wneessen/go-mail/smtp"
)

const (
	// rest is how long a session waits for the next mail: a burst signs in once, and servers close sessions that wait long.
	// Postfix, as a client, waits as long.
	rest = 2 * time.Second
	// mostMails is the number of mails of one session. Many servers refuse more.
	mostMails = 50
)

// session is a connection to the mail server, signed in.
type session struct {
	client *gomail.Client
	smtp   *smtp.Client
	conn   connection
	mails  int
	broken bool
	ends   *time.Timer // while it rests
}

// connection closes itself when its context ends, even before the SMTP session begins. The library would leave it
// open.
type connection struct {
	net.Conn
	forget func() bool
}

func (c *connection) closeAfter(ctx context.Context) {
	conn := c.Conn
	c.forget = context.AfterFunc(ctx, func() { _ = conn.Close() })
}

func (c *connection) close() {
	if c.Conn != nil {
		c.forget()
		_ = c.Close()
	}
}

// inSession runs do in a session that rests, or in a new one if there is none or the server has ended it.
func (s *Sender) inSession(ctx context.Context, do func(*session) error) error {
	if err := s.begin(ctx); err != nil {
		return err
	}
	defer func() { <-s.sessions }()
	ctx, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	if o := s.wake(ctx); o != nil {
		if err := s.use(o, do); err == nil || IsFinal(err) || IsUnsure(err) || ctx.Err() != nil {
			return err
		}
	}
	o, err := s.open(ctx)
	if err != nil {
		return err
	}
	return s.use(o, do)
}

// begin waits for the end of another session, if there are too many.
func (s *Sender) begin(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	select {
	case s.sessions <- struct{}{}:
		return nil
	case <-ctx.Done():
		return fmt.Errorf("mail server %s: no session became free: %w", s.config.Host, ctx.Err())
	}
}

// use runs do. A session without errors then rests or ends.
func (s *Sender) use(o *session, do func(*session) error) error {
	o.mails++
	if err := do(o); err != nil {
		o.conn.close()
		return fmt.Errorf("mail server %s: %w", s.config.Host, err)
	}
	if !o.conn.forget() || o.broken { // its time was over
		_ = o.conn.Close()
	} else if o.mails == mostMails {
		o.quit()
	} else {
		s.rest(o)
	}
	return nil
}

// rest keeps a session for the next mail.
func (s *Sender) rest(o *session) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.resting = append(s.resting, o)
	o.ends = time.AfterFunc(rest, func() {
		if s.remove(o) {
			o.quit()
		}
	})
}

// wake returns the session that came to rest last; nil: none rests.
func (s *Sender) wake(ctx context.Context) *session {
	s.mu.Lock()
	defer s.mu.Unlock()
	last := len(s.resting) - 1
	if last < 0 {
		return nil
	}
	o := s.resting[last]
	s.resting = s.resting[:last]
	o.ends.Stop()
	o.conn.closeAfter(ctx)
	return o
}

// remove reports whether a session rested.
func (s *Sender) remove(o *session) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	i := slices.Index(s.resting, o)
	if i >= 0 {
		s.resting = slices.Delete(s.resting, i, i+1)
	}
	return i >= 0
}

// quit ends a session. Errors do not matter: the server has replied to all mails.
func (o *session) quit() {
	_ = o.client.CloseWithSMTPClient(o.smtp)
	o.conn.close()
}

// open connects and signs in. The connection is closed when ctx ends.
func (s *Sender) open(ctx context.Context) (*session, error) {
	o := &session{}
	var err error
	if o.client, err = s.client(ctx, &o.conn); err == nil {
		o.smtp, err = o.client.DialToSMTPClientWithContext(ctx)
	}
	if err != nil {
		o.conn.close()
		return nil, fmt.Errorf("mail server %s: %w", s.config.Host, err)
	}
	return o, nil
}

// client returns a go-mail client for one session. Its connection is stored in conn.
func (s *Sender) client(ctx context.Context, conn *connection) (*gomail.Client, error) {
	policy := gomail.NoTLS
	if s.config.Security == StartTLS {
		policy = gomail.TLSMandatory
	}
	options := []gomail.Option{
		gomail.WithPort(s.config.port()), gomail.WithTimeout(timeout), gomail.WithTLSPolicy(policy), gomail.WithTLSConfig(s.tls),
		gomail.WithoutNoop(), gomail.WithDialContextFunc(func(dialing context.Context, network, _ string) (c net.Conn, err error) {
			address := net.JoinHostPort(s.config.Host, strconv.Itoa(s.config.port()))
			if s.config.Security == TLS {
				c, err = (&tls.Dialer{Config: s.tls}).DialContext(dialing, network, address)
			} else {
				c, err = (&net.Dialer{}).DialContext(dialing, network, address)
			}
			if err == nil {
				conn.Conn = c
				conn.closeAfter(ctx)
			}
			return c, err
		}),
	}
	if s.config.User != "" {
		options = append(options, gomail.WithUsername(s.config.User), gomail.WithPassword(s.config.Password),
			gomail.WithOpportunisticSMTPAuth(gomail.SMTPAuthSCRAMSHA256, gomail.SMTPAuthPlain, gomail.SMTPAuthLogin, gomail.SMTPAuthCramMD5))
	}
	client, err := gomail.NewClient(s.config.Host, options...)
	if err != nil {
		return nil, fmt.Errorf("mail client: %w", err)
	}
	return client, nil
}
