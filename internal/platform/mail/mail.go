// Package mail sends e-mail through an SMTP server. Other packages decide content, recipients and time; jobs handle
// retries.
package mail

import (
	"bytes"
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"net/mail"
	"strconv"
	"strings"
	"time"

	gomail "github.com/wneessen/go-mail"
	"github.com/wneessen/go-mail/smtp"
)

// timeout is the timeout for a free session, for one mail, and for each reply of the server.
const timeout = 20 * time.Second

// Sessions is the number of sessions that a sender has at once. Many servers refuse more from one client, and those who wait
// then wait for a minute.
const Sessions = 16

// Message is an e-mail to one person.
type Message struct {
	To      string
	Subject string
	Text    string
	HTML    string // same content as Text, as HTML
	ID      string // the same for every attempt to send this mail

	Pictures []Picture // that HTML shows as cid:ID
	Files    []File    // attached
}

// File is an attached file.
type File struct {
	Name string
	Type string // such as application/pdf
	Data []byte
}

// Picture is a picture inside a mail.
type Picture struct {
	ID   string // like an address: unique in the world, because mail programs may keep pictures of several mails
	Name string // of the file, if somebody saves it
	Type string // such as image/png
	Data []byte
}

// Sender sends mails to the configured server. Each mail uses its own connection, because mails are rare and servers
// close idle connections.
type Sender struct {
	config   Config
	from     *mail.Address
	tls      *tls.Config
	sessions chan struct{}
}

// New returns a sender for a valid configuration.
func New(c Config) (*Sender, error) {
	from, err := mail.ParseAddress(c.From)
	if err != nil {
		return nil, fmt.Errorf("sender of mails: %w", err)
	}
	roots, err := c.roots()
	if err != nil {
		return nil, err
	}
	return &Sender{
		config: c, from: from, sessions: make(chan struct{}, Sessions),
		tls: &tls.Config{ServerName: c.Host, RootCAs: roots, MinVersion: tls.VersionTLS12},
	}, nil
}

// From returns the address of the sender.
func (s *Sender) From() string { return s.from.Address }

// refused is an error that a retry would not fix.
type refused struct{ error }

func (r refused) Unwrap() error { return r.error }

// IsFinal reports whether the server permanently rejected the mail or its recipient.
func IsFinal(err error) bool { return errors.As(err, &refused{}) }

// unsure is an error after which nobody knows whether the server has the mail.
type unsure struct{ error }

func (u unsure) Unwrap() error { return u.error }

// IsUnsure reports whether the server may have accepted the mail: it had all of it when the connection broke.
func IsUnsure(err error) bool { return errors.As(err, &unsure{}) }

// Send sends a mail. A nil error means that the server accepted it. Errors contain the recipient only if the server's
// reply did.
func (s *Sender) Send(ctx context.Context, m Message) error {
	msg, err := s.compose(m)
	if err != nil {
		return refused{err}
	}
	return s.inSession(ctx, func(client *gomail.Client, session *smtp.Client) error {
		err := client.SendWithSMTPClient(session, msg)
		var rejection *gomail.SendError
		switch {
		case !errors.As(err, &rejection):
			return err
		case rejection.Reason == gomail.ErrSMTPReset: // after the mail was accepted
			return nil
		case rejection.Reason == gomail.ErrSMTPDataClose && rejection.ErrorCode() == 0:
			return unsure{err}
		case rejection.ErrorCode()/100 == 5:
			return refused{err}
		}
		return err
	})
}

// Check connects and signs in to the mail server without sending anything.
func (s *Sender) Check(ctx context.Context) error {
	return s.inSession(ctx, func(*gomail.Client, *smtp.Client) error { return nil })
}

// inSession waits for one of its sessions, connects, signs in and runs do. An error while closing is ignored: the server has
// replied.
func (s *Sender) inSession(ctx context.Context, do func(*gomail.Client, *smtp.Client) error) error {
	if err := s.begin(ctx); err != nil {
		return err
	}
	defer func() { <-s.sessions }()
	ctx, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	var conn connection
	client, err := s.client(ctx, &conn)
	if err != nil {
		return err
	}
	defer conn.close()
	session, err := client.DialToSMTPClientWithContext(ctx)
	if err == nil {
		if err = do(client, session); err == nil {
			_ = client.CloseWithSMTPClient(session)
			return nil
		}
	}
	return fmt.Errorf("mail server %s: %w", s.config.Host, err)
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

func (s *Sender) compose(m Message) (*gomail.Msg, error) {
	msg := gomail.NewMsg()
	if err := msg.FromFormat(s.from.Name, s.from.Address); err != nil {
		return nil, fmt.Errorf("sender of mails: %w", err)
	}
	if err := msg.To(m.To); err != nil {
		return nil, fmt.Errorf("receiver of a mail: %w", err)
	}
	_, domain, _ := strings.Cut(s.from.Address, "@")
	msg.SetMessageIDWithValue(m.ID + "@" + domain)
	msg.SetDate()
	msg.SetGenHeader("Auto-Submitted", "auto-generated") // RFC 3834: prevents automatic replies
	msg.Subject(m.Subject)
	msg.SetBodyString(gomail.TypeTextPlain, m.Text)
	if m.HTML != "" {
		msg.AddAlternativeString(gomail.TypeTextHTML, m.HTML)
	}
	for _, p := range m.Pictures {
		err := msg.EmbedReader(p.Name, bytes.NewReader(p.Data), gomail.WithFileContentID("<"+p.ID+">"),
			gomail.WithFileContentType(gomail.ContentType(p.Type)))
		if err != nil {
			return nil, fmt.Errorf("picture of a mail: %w", err)
		}
	}
	for _, f := range m.Files {
		if err := msg.AttachReader(f.Name, bytes.NewReader(f.Data), gomail.WithFileContentType(gomail.ContentType(f.Type))); err != nil {
			return nil, fmt.Errorf("file of a mail: %w", err)
		}
	}
	return msg, nil
}

// connection closes itself when its context ends, even before the SMTP session begins. The library would leave it
// open.
type connection struct {
	net.Conn
	forget func() bool
}

func (c *connection) open(ctx context.Context, conn net.Conn) {
	c.Conn, c.forget = conn, context.AfterFunc(ctx, func() { _ = conn.Close() })
}

func (c *connection) close() {
	if c.Conn != nil {
		c.forget()
		_ = c.Close()
	}
}

// client returns a go-mail client for one mail. Its connection is stored in conn and closed when ctx ends.
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
				conn.open(ctx, c)
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
