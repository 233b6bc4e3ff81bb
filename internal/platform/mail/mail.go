// Package mail sends e-mail through an SMTP server. Other packages decide content, recipients and time; jobs handle
// retries.
package mail

import (
	"bytes"
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"net/mail"
	"strings"
	"sync"
	"time"

	gomail "github.com/wneessen/go-mail"
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

// Sender sends mails to the configured server. It is safe for concurrent use.
type Sender struct {
	config   Config
	from     *mail.Address
	tls      *tls.Config
	sessions chan struct{} // one for each session in use; resting ones are used before new ones begin

	mu      sync.Mutex
	resting []*session // the latest last
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
	return s.inSession(ctx, func(o *session) error {
		err := o.client.SendWithSMTPClient(o.smtp, msg)
		var rejection *gomail.SendError
		switch {
		case !errors.As(err, &rejection):
			return err
		case rejection.Reason == gomail.ErrSMTPReset: // after the mail was accepted
			o.broken = true
			return nil
		case rejection.Reason == gomail.ErrSMTPDataClose && rejection.ErrorCode() == 0:
			return unsure{err}
		case rejection.ErrorCode()/100 == 5:
			return refused{err}
		}
		return err
	})
}

// Check reaches the mail server in a session without sending anything.
func (s *Sender) Check(ctx context.Context) error {
	return s.inSession(ctx, func(o *session) error { return o.smtp.Noop() })
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
