// Package sms sends text messages through Aliyun, Tencent Cloud or a custom webhook. Other packages decide content,
// recipients and time; jobs handle retries.
package sms

import (
	"context"
	"fmt"
	"net/http"
	"time"

	"plumbline/internal/platform/webhook"
)

// Purpose is what a message is about. Providers with approved templates have one for each.
type Purpose string

const (
	Code  Purpose = "" // a verification code
	Alert Purpose = "alert"
)

// Message is a text message to one mobile number of 11 digits.
type Message struct {
	Mobile   string
	Purpose  Purpose
	Language string            // zh, en, zh-TW
	Text     string            // complete text, for providers that send free text
	Values   map[string]string // template values, for providers with approved templates
	ID       string            // the same for every attempt to send this message
}

// Provider sends messages.
type Provider interface {
	// Send sends a message. A nil error means that the provider accepted it, by the name reference, which is empty if the
	// provider gives it none.
	Send(ctx context.Context, m Message) (reference string, err error)
	// Sends reports whether messages for a purpose can be sent.
	Sends(p Purpose) bool
}

// timeout is the timeout of a request to a provider.
const timeout = 10 * time.Second

// IsFinal reports whether a message was permanently rejected. Network errors, statuses from 500 up and rate limits are
// temporary.
func IsFinal(err error) bool { return webhook.IsFinal(err) }

// IsUnsure reports whether the provider may have accepted the message: it had the whole request when the connection
// broke or the time ran out.
func IsUnsure(err error) bool { return webhook.IsUnsure(err) }

// New returns the provider of a valid configuration.
func New(c Config) (Provider, error) {
	client := webhook.NoRedirects(&http.Client{Timeout: timeout})
	switch c.Provider {
	case Aliyun:
		return &aliyun{config: c, client: client, now: time.Now}, nil
	case Tencent:
		return &tencent{config: c, client: client, now: time.Now}, nil
	case Webhook:
		return &free{config: c, client: client, now: time.Now}, nil
	}
	return nil, fmt.Errorf("unknown SMS provider %q", c.Provider)
}

// exchange sends a request and reads the answer.
func exchange(client *http.Client, r *http.Request) (webhook.Reply, error) {
	reply, err := webhook.Exchange(client, r)
	if err != nil {
		return reply, fmt.Errorf("SMS provider: %w", err)
	}
	return reply, nil
}
