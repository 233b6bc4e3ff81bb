// Package sms hands text messages to a provider: Aliyun, Tencent Cloud, or a service
// of one's own behind a webhook. What messages say, to whom and when is not its
// business; nor is trying again, which the jobs do.
package sms

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"time"
)

// Message is one text message to one mobile of 11 digits.
type Message struct {
	Mobile   string
	Language string            // zh, en, zh-TW
	Text     string            // the whole text, for providers that take one
	Values   map[string]string // for providers that fill in a template that they approved
	ID       string            // the same for the same message, however often it is tried
}

// Provider hands a message over. A nil error means that it was taken.
type Provider interface {
	Send(ctx context.Context, m Message) error
}

const (
	// patience is how long a provider may take.
	patience = 10 * time.Second
	maxReply = 64 << 10
)

// refused is an answer that trying again would not change.
type refused struct{ error }

func (r refused) Unwrap() error { return r.error }

// IsFinal reports whether a message was refused for good. Failing networks, answers of
// 500 and above and limits of the provider are not.
func IsFinal(err error) bool { return errors.As(err, &refused{}) }

// New makes the provider of a valid configuration.
func New(c Config) (Provider, error) {
	client := &http.Client{
		Timeout: patience,
		CheckRedirect: func(*http.Request, []*http.Request) error {
			return errors.New("the provider redirects, which no signed request follows")
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

// exchange sends a request and reads the answer, which is small.
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
		return response.StatusCode, body, fmt.Errorf("SMS provider answers %d", response.StatusCode)
	}
	return response.StatusCode, body, nil
}
