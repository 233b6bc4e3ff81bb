// Package pushtest is a push service for tests: it checks the signature of each request as RFC 8292 demands and decrypts
// the message as a browser does (RFC 8291), with code that shares nothing with what it tests.
package pushtest

import (
	"crypto/ecdh"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/sha256"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/base64"
	"encoding/json"
	"encoding/pem"
	"fmt"
	"io"
	"math/big"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"sync"
	"testing"
	"time"
)

// certificate is that of all push services of the process.
var certificate = sync.OnceValues(makeCertificate)

// Trust makes the process trust the certificate of push services that Start starts. Call it first in TestMain: the
// certificates that a process trusts are read once.
func Trust() error {
	made, err := certificate()
	if err != nil {
		return err
	}
	file, err := os.CreateTemp("", "pushtest-*.pem")
	if err != nil {
		return err
	}
	defer func() { _ = os.Remove(file.Name()) }()
	if err := pem.Encode(file, &pem.Block{Type: "CERTIFICATE", Bytes: made.Certificate[0]}); err != nil {
		return err
	}
	if err := file.Close(); err != nil {
		return err
	}
	if err := os.Setenv("SSL_CERT_FILE", file.Name()); err != nil {
		return err
	}
	_, err = x509.SystemCertPool()
	return err
}

func makeCertificate() (tls.Certificate, error) {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return tls.Certificate{}, err
	}
	template := x509.Certificate{
		SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "push service"}, NotBefore: time.Unix(0, 0),
		NotAfter: time.Date(2100, 1, 1, 0, 0, 0, 0, time.UTC), IsCA: true, BasicConstraintsValid: true,
		KeyUsage: x509.KeyUsageCertSign | x509.KeyUsageDigitalSignature, IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)},
	}
	raw, err := x509.CreateCertificate(rand.Reader, &template, &template, &key.PublicKey, key)
	return tls.Certificate{Certificate: [][]byte{raw}, PrivateKey: key}, err
}

// Message is what a browser got.
type Message struct {
	Header http.Header
	Claims map[string]any // of the signature
	Key    string         // with which it is signed
	Text   string         // decrypted
	Length int            // bytes of the body
}

// Note returns the decrypted JSON.
func (m Message) Note() map[string]any {
	note := map[string]any{}
	if err := json.Unmarshal([]byte(m.Text), &note); err != nil {
		note["error"] = err.Error()
	}
	return note
}

// Service is a push service on a port of this machine.
type Service struct {
	*httptest.Server
	Asked chan struct{} // one for each request

	t        testing.TB
	mu       sync.Mutex
	browsers map[string]*Browser // by path
	answer   http.HandlerFunc
}

// Start starts a push service.
func Start(t testing.TB) *Service {
	t.Helper()
	made, err := certificate()
	if err != nil {
		t.Fatal(err)
	}
	s := &Service{t: t, browsers: map[string]*Browser{}, Asked: make(chan struct{}, 1000)}
	s.Say(http.StatusCreated)
	s.Server = httptest.NewUnstartedServer(http.HandlerFunc(s.serve))
	s.TLS = &tls.Config{Certificates: []tls.Certificate{made}, MinVersion: tls.VersionTLS12}
	s.StartTLS()
	t.Cleanup(s.Close)
	return s
}

// Browser is a subscribed browser.
type Browser struct {
	Endpoint, P256DH, Auth string

	private *ecdh.PrivateKey
	auth    []byte
	got     []Message
	answer  http.HandlerFunc // nil: that of the service
	service *Service
}

// Browser subscribes a browser.
func (s *Service) Browser() *Browser {
	private, err := ecdh.P256().GenerateKey(rand.Reader)
	if err != nil {
		s.t.Fatal(err)
	}
	auth, path := make([]byte, 16), make([]byte, 12)
	_, _ = rand.Read(auth) // never fails
	_, _ = rand.Read(path)
	b := &Browser{private: private, auth: auth, service: s}
	b.P256DH, b.Auth = encode(private.PublicKey().Bytes()), encode(auth)
	name := "/push/" + encode(path)
	b.Endpoint = s.URL + name
	s.mu.Lock()
	defer s.mu.Unlock()
	s.browsers[name] = b
	return b
}

// Say lets the service answer with a status, and header names and values.
func (s *Service) Say(status int, header ...string) {
	s.Answers(func(w http.ResponseWriter, _ *http.Request) {
		for i := 0; i < len(header); i += 2 {
			w.Header().Set(header[i], header[i+1])
		}
		w.WriteHeader(status)
	})
}

// Answers lets the service answer by a function.
func (s *Service) Answers(how http.HandlerFunc) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.answer = how
}

// Hang answers nothing until the client gives up.
func (s *Service) Hang() {
	s.Answers(func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() })
}

// Drop breaks the connection after the whole request.
func (s *Service) Drop() {
	s.Answers(func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) })
}

// Say lets the service answer with a status about this browser only.
func (b *Browser) Say(status int) {
	b.service.mu.Lock()
	defer b.service.mu.Unlock()
	b.answer = func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(status) }
}

// Messages are what the browser got, with those that the service then refused.
func (b *Browser) Messages() []Message {
	b.service.mu.Lock()
	defer b.service.mu.Unlock()
	return append([]Message{}, b.got...)
}

func (s *Service) serve(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		s.t.Error(err)
	}
	s.mu.Lock()
	b := s.browsers[r.URL.Path]
	s.mu.Unlock()
	if b == nil || r.Method != http.MethodPost {
		http.NotFound(w, r)
		return
	}
	message := Message{Header: r.Header, Length: len(body)}
	if message.Claims, message.Key, err = verified(r.Header.Get("Authorization"), s.URL, time.Now()); err != nil {
		s.t.Errorf("signature: %v", err)
		http.Error(w, err.Error(), http.StatusForbidden)
		return
	}
	if message.Text, err = b.decrypt(body); err != nil || r.Header.Get("Content-Encoding") != "aes128gcm" || r.Header.Get("TTL") == "" {
		s.t.Errorf("message with %v: %v", r.Header, err)
		http.Error(w, "not decrypted", http.StatusBadRequest)
		return
	}
	s.mu.Lock()
	b.got = append(b.got, message)
	answer := s.answer
	if b.answer != nil {
		answer = b.answer
	}
	s.mu.Unlock()
	s.Asked <- struct{}{}
	answer(w, r)
}

func encode(raw []byte) string { return base64.RawURLEncoding.EncodeToString(raw) }

// verified checks a header "vapid t=…, k=…" and returns the claims and the key.
func verified(header, origin string, now time.Time) (claims map[string]any, key string, err error) {
	rest, ok := strings.CutPrefix(header, "vapid ")
	if !ok {
		return nil, "", fmt.Errorf("authorization %q", header)
	}
	token := ""
	for part := range strings.SplitSeq(rest, ",") {
		switch name, value, _ := strings.Cut(strings.TrimSpace(part), "="); name {
		case "t":
			token = value
		case "k":
			key = value
		}
	}
	parts := strings.Split(token, ".")
	raw, err := base64.RawURLEncoding.DecodeString(key)
	if err != nil || len(parts) != 3 {
		return nil, "", fmt.Errorf("token %q with key %q", token, key)
	}
	public, err := ecdsa.ParseUncompressedPublicKey(elliptic.P256(), raw)
	if err != nil {
		return nil, "", err
	}
	signature, err := base64.RawURLEncoding.DecodeString(parts[2])
	if err != nil || len(signature) != 64 {
		return nil, "", fmt.Errorf("signature of %d bytes", len(signature))
	}
	hash := sha256.Sum256([]byte(parts[0] + "." + parts[1]))
	if !ecdsa.Verify(public, hash[:], new(big.Int).SetBytes(signature[:32]), new(big.Int).SetBytes(signature[32:])) {
		return nil, "", fmt.Errorf("the signature is not that of the key")
	}
	var head map[string]string
	if err := decodeJSON(parts[0], &head); err != nil || head["alg"] != "ES256" {
		return nil, "", fmt.Errorf("head %v: %w", head, err)
	}
	if err := decodeJSON(parts[1], &claims); err != nil {
		return nil, "", err
	}
	expires, _ := claims["exp"].(float64)
	if left := time.Unix(int64(expires), 0).Sub(now); left <= 0 || left > 24*time.Hour {
		return nil, "", fmt.Errorf("the signature holds for %v", left)
	}
	if claims["aud"] != origin {
		return nil, "", fmt.Errorf("the signature is for %v, not %s", claims["aud"], origin)
	}
	if contact, _ := claims["sub"].(string); !strings.HasPrefix(contact, "https://") && !strings.HasPrefix(contact, "mailto:") {
		return nil, "", fmt.Errorf("contact %v", claims["sub"])
	}
	return claims, key, nil
}

func decodeJSON(part string, into any) error {
	raw, err := base64.RawURLEncoding.DecodeString(part)
	if err != nil {
		return err
	}
	return json.Unmarshal(raw, into)
}
