// Package webhook sends messages to HTTP addresses: signed JSON, and the shapes of the robots of WeCom, DingTalk and
// Feishu. Other packages decide content, recipients and time, and repeat what failed.
package webhook

import (
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptrace"
	"net/url"
	"strconv"
	"strings"
	"sync/atomic"
	"time"
	"unicode/utf8"

	"plumbline/internal/platform/errs"
)

const (
	maxReply = 64 << 10 // bytes that are read of an answer
	maxShown = 300      // characters of an answer in an error
)

// refused is an error that a retry would not fix.
type refused struct{ error }

func (r refused) Unwrap() error { return r.error }

// unsure is an error after which nobody knows whether the peer has the message.
type unsure struct{ error }

func (u unsure) Unwrap() error { return u.error }

// later is a temporary error of a peer that says how long to wait.
type later struct {
	error
	after time.Duration
}

func (l later) Unwrap() error { return l.error }

// Refused marks an error as one that a retry would not fix.
func Refused(err error) error { return refused{err} }

// IsFinal reports whether a retry would not fix an error.
func IsFinal(err error) bool { return errors.As(err, &refused{}) }

// IsUnsure reports whether the peer may have accepted the message: it had the whole request when the connection broke
// or the time ran out, or a gateway did not wait for its answer.
func IsUnsure(err error) bool { return errors.As(err, &unsure{}) }

// After returns how long the peer asks to wait before the next attempt; 0: it does not say.
func After(err error) time.Duration {
	var l later
	if errors.As(err, &l) {
		return l.after
	}
	return 0
}

// Reply is the answer of a peer.
type Reply struct {
	Status int
	Body   []byte
}

// String returns the status and the beginning of the body on one line.
func (r Reply) String() string {
	body := strings.Join(strings.Fields(strings.ToValidUTF8(string(r.Body), "?")), " ")
	return strings.TrimSpace(strconv.Itoa(r.Status) + " " + cut(body, maxShown))
}

func cut(text string, most int) string {
	if utf8.RuneCountInString(text) <= most {
		return text
	}
	return string([]rune(text)[:most])
}

// NoRedirects makes a client return redirects as they are: a signed request is only for the address it was made for.
func NoRedirects(client *http.Client) *http.Client {
	client.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	return client
}

// Exchange sends a request and reads the answer, which is small. Redirects, statuses from 500 up and those that ask to
// wait are errors; the caller judges the others. Errors do not contain the address, which may be a secret.
func Exchange(client *http.Client, r *http.Request) (Reply, error) {
	var taken, unwritten atomic.Bool
	trace := &httptrace.ClientTrace{WroteRequest: func(info httptrace.WroteRequestInfo) { unwritten.Store(info.Err != nil) }}
	r = r.WithContext(httptrace.WithClientTrace(r.Context(), trace))
	r.Body = &watched{r.Body, &taken}
	response, err := client.Do(r)
	if err != nil {
		return Reply{}, broken(err, taken.Load() && !unwritten.Load())
	}
	defer func() { _ = response.Body.Close() }()
	body, err := io.ReadAll(io.LimitReader(response.Body, maxReply))
	if err != nil {
		return Reply{}, unsure{fmt.Errorf("answer with status %d: %w", response.StatusCode, err)}
	}
	reply := Reply{response.StatusCode, body}
	return reply, reply.trouble(response.Header)
}

// watched notes that the connection has taken the whole body. The peer may have it before WroteRequest is called.
type watched struct {
	io.ReadCloser
	taken *atomic.Bool
}

func (w *watched) Read(p []byte) (int, error) {
	n, err := w.ReadCloser.Read(p)
	if err == io.EOF {
		w.taken.Store(true)
	}
	return n, err
}

func broken(err error, written bool) error {
	var request *url.Error
	if errors.As(err, &request) {
		err = request.Err
	}
	switch {
	case errs.Is(err, errs.AddressForbidden):
		return refused{err}
	case written:
		return unsure{err}
	}
	return err
}

// trouble returns the error of a status that says nothing about the message itself.
func (r Reply) trouble(header http.Header) error {
	err := fmt.Errorf("answer %s", r)
	switch s := r.Status; {
	case s == http.StatusGatewayTimeout:
		return unsure{err}
	case s == http.StatusTooManyRequests, s == http.StatusServiceUnavailable:
		if seconds, e := strconv.Atoi(header.Get("Retry-After")); e == nil && seconds > 0 {
			return later{err, time.Duration(seconds) * time.Second}
		}
		return err
	case s >= http.StatusInternalServerError, s == http.StatusRequestTimeout, s == http.StatusTooEarly:
		return err
	case s >= http.StatusMultipleChoices && s < http.StatusBadRequest:
		return refused{fmt.Errorf("answer %d: signed requests do not follow redirects", s)}
	}
	return nil
}
