package bench

import (
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"strconv"
	"sync/atomic"
	"time"

	"github.com/emersion/go-smtp"
)

// peerAnswersAfter is how long a mail server, a provider of text messages or a webhook takes.
const peerAnswersAfter = 50 * time.Millisecond

// stormPeers are what messages go to.
type stormPeers struct {
	smtp  *smtp.Server
	web   *http.Server
	port  string // of the mail server
	url   string // of the others: /sms, /chat and /program answer, /dead never does
	mails atomic.Int64
}

func startPeers() (*stormPeers, error) {
	p := &stormPeers{}
	mails, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	requests, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, errors.Join(err, mails.Close())
	}
	p.smtp = smtp.NewServer(smtp.BackendFunc(func(*smtp.Conn) (smtp.Session, error) { return &mailbox{p}, nil }))
	p.smtp.Domain = "127.0.0.1"
	mux := http.NewServeMux()
	mux.HandleFunc("/", func(w http.ResponseWriter, _ *http.Request) {
		<-time.After(peerAnswersAfter)
		_, _ = io.WriteString(w, `{"code":0,"errcode":0}`)
	})
	mux.HandleFunc("/dead", func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() })
	p.web = &http.Server{Handler: mux, ReadHeaderTimeout: time.Minute}
	p.port, p.url = strconv.Itoa(mails.Addr().(*net.TCPAddr).Port), "http://"+requests.Addr().String()
	go func() { _ = p.smtp.Serve(mails) }()
	go func() { _ = p.web.Serve(requests) }()
	return p, nil
}

func (p *stormPeers) close(ctx context.Context) error {
	return errors.Join(p.smtp.Close(), p.web.Close(), ctx.Err())
}

// flags makes a server send to the peers.
func (p *stormPeers) flags() []string {
	return []string{
		"--allow-net", "127.0.0.0/8", "--smtp-host", "127.0.0.1", "--smtp-port", p.port, "--smtp-security", "none", "--smtp-from", "bench@example.com",
		"--sms-provider", "webhook", "--sms-url", p.url + "/sms", "--sms-secret", "a secret of the bench",
	}
}

// mailbox takes any mail.
type mailbox struct{ peers *stormPeers }

func (m *mailbox) Mail(string, *smtp.MailOptions) error { return nil }
func (m *mailbox) Rcpt(string, *smtp.RcptOptions) error { return nil }
func (m *mailbox) Reset()                               {}
func (m *mailbox) Logout() error                        { return nil }

func (m *mailbox) Data(r io.Reader) error {
	_, err := io.Copy(io.Discard, r)
	<-time.After(peerAnswersAfter)
	m.peers.mails.Add(1)
	return err
}
