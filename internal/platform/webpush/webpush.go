// Package webpush sends messages to browsers through the push services of their makers: encrypted for one browser
// (RFC 8291), signed with the key of the installation (RFC 8292). Other packages keep the keys and the subscriptions,
// decide content and time, and repeat what failed.
package webpush

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"plumbline/internal/platform/errs"
	"plumbline/internal/platform/webhook"
)

const maxEndpoint = 2000 // bytes

// Subscription is where and for whom a browser takes messages. All of it is secret: who has it can send.
type Subscription struct {
	Endpoint string `json:"endpoint"`
	P256DH   string `json:"p256dh"` // public key of the browser, base64url
	Auth     string `json:"auth"`   // secret of the browser, base64url
}

// Check adds what is wrong with a subscription. Browsers write base64url without padding; some libraries add it.
func (s *Subscription) Check(refused *errs.Refusals) {
	s.P256DH, s.Auth = strings.TrimRight(s.P256DH, "="), strings.TrimRight(s.Auth, "=")
	u, err := url.Parse(s.Endpoint)
	switch {
	case len(s.Endpoint) > maxEndpoint:
		refused.Add("endpoint", errs.TooLong, "max", maxEndpoint)
	case err != nil || u.Scheme != "https" || u.Hostname() == "" || u.User != nil || u.Fragment != "":
		refused.Add("endpoint", errs.PushAddress)
	}
	probe := Subscription{P256DH: s.P256DH, Auth: encoding.EncodeToString(make([]byte, authBytes))}
	if _, _, err := probe.keys(); err != nil {
		refused.Add("p256dh", errs.PushKey, "bytes", pointBytes)
	}
	if raw, err := encoding.DecodeString(s.Auth); err != nil || len(raw) != authBytes {
		refused.Add("auth", errs.PushKey, "bytes", authBytes)
	}
}

// Host returns the host of the push service, which is no secret.
func (s *Subscription) Host() string {
	u, err := url.Parse(s.Endpoint)
	if err != nil {
		return ""
	}
	return u.Host
}

// Note is what a browser shows. The worker of the web app reads it (web/public/push-worker.js).
type Note struct {
	Title    string `json:"title"`
	Body     string `json:"body"`
	Link     string `json:"link"`          // path of the web app that a click opens
	Tag      string `json:"tag,omitempty"` // a later note with the same one replaces this one on the screen
	Language string `json:"lang"`
	Time     int64  `json:"time"`   // UTC ms
	Urgent   bool   `json:"urgent"` // stays on the screen until somebody closes it

	Topic string        `json:"-"` // of notes that wait for the browser, the last one with this topic is delivered; at most 32 letters and digits
	TTL   time.Duration `json:"-"` // how long the push service keeps it while the browser is away
}

// payload returns the note as JSON that can be sent. A longer text ends with "…"; the link shows all of it.
func (n Note) payload() ([]byte, error) {
	for {
		text, err := json.Marshal(n)
		if err != nil {
			return nil, fmt.Errorf("text of a push message: %w", err)
		}
		over := len(text) - maxPlain
		if over <= 0 {
			return text, nil
		}
		longest := &n.Body
		if len(n.Title) > len(n.Body) {
			longest = &n.Title
		}
		// Some characters are six bytes in JSON, so less than that many may be enough.
		if *longest = shorter(*longest, min(over, max(len(*longest)/8, 8))); *longest == "…" {
			return nil, fmt.Errorf("a push message of %d bytes without a text", len(text))
		}
	}
}

// shorter returns a text with at least so many bytes less, and "…" in their place.
func shorter(text string, bytes int) string {
	text = strings.TrimSuffix(text, "…")
	end := max(len(text)-bytes-len("…"), 0)
	for end > 0 && !utf8.RuneStart(text[end]) {
		end--
	}
	return text[:end] + "…"
}

// urgency says whether a phone that saves power is woken (RFC 8030 section 5.3).
func (n Note) urgency() string {
	if n.Urgent {
		return "high"
	}
	return "normal"
}

// errGone is the answer about a subscription that has ended.
var errGone = errors.New("the browser has ended its subscription")

// IsGone reports whether a push service knows the subscription no more, so that it can be forgotten.
func IsGone(err error) bool { return errors.Is(err, errGone) }

// Sender sends notes with the keys of the installation.
type Sender struct {
	Keys    Keys
	Contact string // whom push services may ask, an https or mailto address; empty: nobody
}

// Send sends a note to a browser. Errors are as those of package webhook, which says whether they are final or unsure, or
// IsGone. Neither answer nor error contains the endpoint.
func (s Sender) Send(ctx context.Context, client *http.Client, to *Subscription, n Note, now time.Time) (webhook.Reply, error) {
	r, err := s.request(ctx, to, n, now)
	if err != nil {
		return webhook.Reply{}, webhook.Refused(err)
	}
	reply, err := webhook.Exchange(webhook.NoRedirects(client), r)
	if err != nil {
		return reply, err
	}
	switch {
	case reply.Status >= http.StatusOK && reply.Status < http.StatusMultipleChoices:
		return reply, nil
	case reply.Status == http.StatusNotFound, reply.Status == http.StatusGone:
		return reply, webhook.Refused(fmt.Errorf("answer %d: %w", reply.Status, errGone))
	}
	return reply, webhook.Refused(fmt.Errorf("answer %s", reply))
}

func (s Sender) request(ctx context.Context, to *Subscription, n Note, now time.Time) (*http.Request, error) {
	endpoint, err := url.Parse(to.Endpoint)
	if err != nil || endpoint.Scheme != "https" {
		return nil, errors.New("the address of the push service is not valid") // without the address
	}
	text, err := n.payload()
	if err != nil {
		return nil, err
	}
	body, err := to.encrypt(text)
	if err != nil {
		return nil, err
	}
	authorization, err := s.Keys.authorization(endpoint, s.Contact, now)
	if err != nil {
		return nil, err
	}
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, to.Endpoint, bytes.NewReader(body))
	if err != nil {
		return nil, errors.New("the address of the push service is not valid")
	}
	for name, value := range map[string]string{
		"Authorization": authorization, "Content-Encoding": "aes128gcm", "Content-Type": "application/octet-stream",
		"TTL": strconv.Itoa(int(n.TTL.Seconds())), "Urgency": n.urgency(), "User-Agent": "Plumbline",
	} {
		r.Header.Set(name, value)
	}
	if n.Topic != "" {
		r.Header.Set("Topic", n.Topic)
	}
	return r, nil
}

// Result is what came of sending a note to all browsers of an account.
type Result struct {
	Browsers int  // that were asked and still subscribe
	Accepted bool // at least one push service took it
	Unsure   bool // one may have taken it
	Final    bool // another attempt would fail as well
	Text     string
	After    time.Duration // before the next attempt, as push services ask; 0: they do not
}
