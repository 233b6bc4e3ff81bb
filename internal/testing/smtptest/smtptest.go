// Package smtptest runs a real mail server for tests. It speaks SMTP with STARTTLS, TLS and AUTH on a loopback port,
// stores accepted mails, and can reject mails.
package smtptest

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"io"
	"iter"
	"math/big"
	"net"
	"net/mail"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"github.com/emersion/go-sasl"
	"github.com/emersion/go-smtp"
)

// Host is the host name in the server's certificate.
const Host = "localhost"

// Options configure the server.
type Options struct {
	TLS      bool // from the first byte; otherwise the server offers STARTTLS
	User     string
	Password string // with User: accept mails only after AUTH
}

// Mail is an accepted mail.
type Mail struct {
	From, To   string
	Header     mail.Header
	Subject    string
	Text, HTML string
	Encrypted  bool
	SignedIn   string // authenticated user
	Pictures   []Picture
	Files      []File
}

// File is an attached file.
type File struct {
	Name, Type string
	Data       []byte
}

// Picture is a part of a mail that its HTML refers to.
type Picture struct {
	ID, Type string
	Data     []byte
}

// Server is a running mail server.
type Server struct {
	Port   int
	CAFile string // PEM of the certificate authority

	options Options
	mu      sync.Mutex
	mails   []Mail
	rcpt    error         // reply to RCPT, nil: accept
	data    error         // reply to DATA, nil: accept
	slow    time.Duration // before a reply to DATA
	hang    chan struct{} // DATA blocks until it closes; nil: does not block
	began   int           // sessions
	ended   int           // of them
	most    int           // mails of a session; 0: any number
	busy    int           // sessions in DATA
	peak    int           // most of them at once
	more    *sync.Cond    // signals a new mail, and the end of a session
}

// Start runs a server until the test ends.
func Start(t testing.TB, o Options) *Server {
	t.Helper()
	s := &Server{options: o}
	s.more = sync.NewCond(&s.mu)
	certificate := s.certify(t)
	server := smtp.NewServer(smtp.BackendFunc(s.session))
	server.Domain, server.ErrorLog = Host, quiet{}
	server.TLSConfig = &tls.Config{Certificates: []tls.Certificate{certificate}, MinVersion: tls.VersionTLS12}
	server.AllowInsecureAuth = true // the client must refuse it, not the server
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	s.Port = listener.Addr().(*net.TCPAddr).Port
	if o.TLS {
		listener = tls.NewListener(listener, server.TLSConfig)
	}
	var running sync.WaitGroup
	running.Go(func() { _ = server.Serve(listener) }) // returns at Close
	t.Cleanup(func() {
		s.Hang(false)
		_ = server.Close()
		_ = listener.Close() // of a server that does not serve yet
		running.Wait()
	})
	return s
}

type quiet struct{}

func (quiet) Printf(string, ...any) {}
func (quiet) Println(...any)        {}

// Mails returns the mails accepted so far.
func (s *Server) Mails() []Mail {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]Mail(nil), s.mails...)
}

// Arriving iterates over the mails accepted so far, then waits for more until the caller stops.
func (s *Server) Arriving() iter.Seq[Mail] {
	return func(yield func(Mail) bool) {
		for i := 0; ; i++ {
			s.mu.Lock()
			for len(s.mails) <= i {
				s.more.Wait()
			}
			m := s.mails[i]
			s.mu.Unlock()
			if !yield(m) {
				return
			}
		}
	}
}

// Refuse makes the server reply to RCPT and DATA with codes such as 550; 0 accepts mails again.
func (s *Server) Refuse(rcpt, data int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.rcpt, s.data = answer(rcpt), answer(data)
}

// Slow makes the server reply to each mail after a while, for benchmarks.
func (s *Server) Slow(by time.Duration) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.slow = by
}

// Hang makes the server stop replying after it has received a mail, until the returned function is called.
func (s *Server) Hang(on bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.hang != nil {
		close(s.hang)
		s.hang = nil
	}
	if on {
		s.hang = make(chan struct{})
	}
}

// EndAfter makes the server end sessions that want to send more than a number of mails.
func (s *Server) EndAfter(mails int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.most = mails
}

// Sessions returns how many sessions began, two on a connection with STARTTLS.
func (s *Server) Sessions() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.began
}

// AllEnd waits until every session that began has ended.
func (s *Server) AllEnd() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for s.ended < s.began {
		s.more.Wait()
	}
}

// Peak returns how many mails the server received at once at most.
func (s *Server) Peak() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.peak
}

func answer(code int) error {
	if code == 0 {
		return nil
	}
	return &smtp.SMTPError{Code: code, EnhancedCode: smtp.EnhancedCode{code / 100, 2, 2}, Message: "as the test wants"}
}

func (s *Server) session(c *smtp.Conn) (smtp.Session, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.began++
	return &session{server: s, conn: c}, nil
}

type session struct {
	server   *Server
	conn     *smtp.Conn
	mails    int
	user     string
	from, to string
}

func (s *session) AuthMechanisms() []string {
	if s.server.options.User == "" {
		return nil
	}
	return []string{sasl.Plain}
}

func (s *session) Auth(string) (sasl.Server, error) {
	return sasl.NewPlainServer(func(_, user, password string) error {
		if user != s.server.options.User || password != s.server.options.Password {
			return smtp.ErrAuthFailed
		}
		s.user = user
		return nil
	}), nil
}

func (s *session) Mail(from string, _ *smtp.MailOptions) error {
	if s.server.options.User != "" && s.user == "" {
		return smtp.ErrAuthRequired
	}
	s.server.mu.Lock()
	most := s.server.most
	s.server.mu.Unlock()
	if s.mails++; most > 0 && s.mails > most {
		_ = s.conn.Close()
		return answer(421)
	}
	s.from = from
	return nil
}

func (s *session) Rcpt(to string, _ *smtp.RcptOptions) error {
	s.to = to
	s.server.mu.Lock()
	defer s.server.mu.Unlock()
	return s.server.rcpt
}

func (s *session) Data(r io.Reader) error {
	raw, err := io.ReadAll(r)
	if err != nil {
		return err
	}
	s.server.mu.Lock()
	hang, refusal, slow := s.server.hang, s.server.data, s.server.slow
	s.server.busy++
	s.server.peak = max(s.server.peak, s.server.busy)
	s.server.mu.Unlock()
	defer s.server.received()
	if slow > 0 {
		<-time.After(slow)
	}
	if hang != nil {
		<-hang
	}
	if refusal != nil {
		return refusal
	}
	m, err := read(raw)
	if err != nil {
		return err
	}
	m.From, m.To, m.SignedIn = s.from, s.to, s.user
	_, m.Encrypted = s.conn.TLSConnectionState()
	s.server.mu.Lock()
	defer s.server.mu.Unlock()
	s.server.mails = append(s.server.mails, m)
	s.server.more.Broadcast()
	return nil
}

func (s *Server) received() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.busy--
}

func (s *session) Reset() { s.from, s.to = "", "" }

func (s *session) Logout() error {
	s.server.mu.Lock()
	defer s.server.mu.Unlock()
	s.server.ended++
	s.server.more.Broadcast()
	return nil
}

// certify creates a self-signed certificate for the server.
func (s *Server) certify(t testing.TB) tls.Certificate {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	template := &x509.Certificate{
		SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: Host}, DNSNames: []string{Host}, IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)},
		NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(time.Hour), IsCA: true, BasicConstraintsValid: true,
		KeyUsage: x509.KeyUsageDigitalSignature | x509.KeyUsageCertSign, ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth},
	}
	der, err := x509.CreateCertificate(rand.Reader, template, template, &key.PublicKey, key)
	if err != nil {
		t.Fatal(err)
	}
	s.CAFile = filepath.Join(t.TempDir(), "ca.pem")
	if err := os.WriteFile(s.CAFile, pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der}), 0o600); err != nil {
		t.Fatal(err)
	}
	return tls.Certificate{Certificate: [][]byte{der}, PrivateKey: key}
}
