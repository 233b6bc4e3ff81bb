package sms

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"time"

	"plumbline/internal/platform/webhook"
)

// free sends messages to a custom service as a signed JSON POST request, see package webhook. Any status from 200 to 299
// means that the message was accepted.
type free struct {
	config Config
	client *http.Client
	now    func() time.Time
}

func (f *free) Sends(Purpose) bool { return true }

func (f *free) Send(ctx context.Context, m Message) (reference string, err error) {
	reply, err := webhook.PostSigned(ctx, f.client, f.config.URL, f.config.Secret, m.ID, struct {
		ID       string            `json:"id"`
		Mobile   string            `json:"mobile"`
		Language string            `json:"language"`
		Text     string            `json:"text"`
		Values   map[string]string `json:"values"`
	}{m.ID, m.Mobile, m.Language, m.Text, m.Values}, f.now())
	if err != nil {
		return "", fmt.Errorf("SMS webhook: %w", err)
	}
	var named struct {
		ID string `json:"id"`
	}
	if json.Unmarshal(reply.Body, &named) != nil { // the answer need not be JSON
		return "", nil
	}
	return named.ID, nil
}

// Verify checks the signature of a receipt that the service sends, see package webhook.
func (f *free) Verify(signature string, body []byte, now time.Time) error {
	return webhook.Verify(f.config.Secret, signature, body, now)
}
