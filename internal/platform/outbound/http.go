package outbound

import (
	"context"
	"io"
	"net"
	"net/http"
	"time"

	"plumbline/internal/platform/errs"
)

// Limits of one request over HTTP.
const (
	MaxBody      = 16 << 20 // bytes of a response
	maxRedirects = 5
	askWithin    = 30 * time.Second
	maxIdle      = 4
	idleFor      = 30 * time.Second
)

// Client returns an HTTP client for a corporation. Redirects go through the dialler too: to another host they carry none of
// the request's own headers, which may be secrets, and never leave TLS. A longer body than MaxBody ends with
// errs.BodyTooLarge. Close its idle connections when it is no longer used.
func (d *Dialler) Client(corporation int64) *http.Client {
	transport := &http.Transport{
		DialContext: func(ctx context.Context, _, address string) (net.Conn, error) {
			return d.Dial(ctx, corporation, address)
		},
		MaxIdleConnsPerHost: maxIdle, IdleConnTimeout: idleFor, TLSHandshakeTimeout: dialWithin, ResponseHeaderTimeout: askWithin,
		MaxResponseHeaderBytes: 64 << 10, ForceAttemptHTTP2: true,
	}
	return &http.Client{Transport: bounded{transport}, Timeout: askWithin, CheckRedirect: redirect}
}

func redirect(to *http.Request, via []*http.Request) error {
	last := via[len(via)-1].URL
	switch {
	case len(via) > maxRedirects, last.Scheme == "https" && to.URL.Scheme != "https":
		return errs.New(errs.AddressForbidden, "address", to.URL.Host)
	case to.URL.Host != via[0].URL.Host:
		to.Header = http.Header{}
	}
	return nil
}

// bounded limits the bodies of responses.
type bounded struct{ *http.Transport }

func (b bounded) RoundTrip(r *http.Request) (*http.Response, error) {
	response, err := b.Transport.RoundTrip(r)
	if err == nil {
		response.Body = &body{response.Body, MaxBody}
	}
	return response, err
}

type body struct {
	io.ReadCloser
	left int
}

func (b *body) Read(p []byte) (int, error) {
	if len(p) > b.left+1 {
		p = p[:b.left+1]
	}
	n, err := b.ReadCloser.Read(p)
	if n > b.left {
		return b.left, errs.New(errs.BodyTooLarge)
	}
	b.left -= n
	return n, err
}
