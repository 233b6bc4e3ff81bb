// Package sms sends text messages through Aliyun, Tencent Cloud or a custom webhook. Other packages decide content,
// recipients and time; jobs handle retries.
package sms

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"time"
)

// Message is a text message to one mobile number of 11 digits.
type Message struct {
	Mobile   string
	Language string            // zh, en, zh-TW
	Text     string            // complete text, for providers that send free text
	Values   map[string]string // template values, for providers with approved templates
	ID       string            // the same for every attempt to send this message
}

// Provider sends messages. A nil error means that the message was accepted.
type Provider interface {
	Send(ctx context.Context, m Message) error
}

const (
	// timeout is the timeout of a request to a provider.
	timeout  = 10 * time.Second
	maxReply = 64 << 10
)

// refused is an error that a retry would not fix.
type refused struct{ error }

func (r refused) Unwrap() error { return r.error }

// IsFinal reports whether a message was permanently rejected. Network errors, statuses from 500 up and rate limits are
// temporary.
func IsFinal(err error) bool { return errors.As(err, &refused{}) }

// New returns the provider of a valid configuration.
func New(c Config) (Provider, error) {
	client := &http.Client{
		Timeout: timeout,
		CheckRedirect: func(*http.Request, []*http.Request) error {
			return errors.New("the provider redirects; signed requests do not follow")
		},
	}
	switch c.Provider {
	case Aliyun:
		return &aliyun{config: c, client: client, now: time.Now}, nil
	case Tencent:
		return &tencent{config: c, client: client, now: time.Now}, nil
	case Webhook:
		return &webhook{config: c, client: client, now: time.Now}, nil
	}
	return nil, fmt.Errorf("unknown SMS provider %q", c.Provider)
}

// exchange sends a request and reads the response, which is small.
func exchange(client *http.Client, r *http.Request) (status int, body []byte, err error) {
	response, err := client.Do(r)
	if err != nil {
		return 0, nil, fmt.Errorf("SMS provider: %w", err)
	}
	defer func() { _ = response.Body.Close() }()
	body, err = io.ReadAll(io.LimitReader(response.Body, maxReply))
	if err != nil {
		return 0, nil, fmt.Errorf("answer of the SMS provider: %w", err)
	}
	if response.StatusCode >= http.StatusInternalServerError || response.StatusCode == http.StatusTooManyRequests {
		return response.StatusCode, body, fmt.Errorf("SMS provider returned status %d", response.StatusCode)
	}
	return response.StatusCode, body, nil
}
