package sms

import (
	"bytes"
	"context"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"
	"time"
)

// webhook sends messages to a custom service as a JSON POST request. The header X-Plumbline-Signature is "t=<Unix
// s>,v1=<hex HMAC-SHA256 of "<t>.<body>">". Any status from 200 to 299 means that the message was accepted.
type webhook struct {
	config Config
	client *http.Client
	now    func() time.Time
}

func (w *webhook) Send(ctx context.Context, m Message) error {
	body, err := json.Marshal(struct {
		ID       string            `json:"id"`
		Mobile   string            `json:"mobile"`
		Language string            `json:"language"`
		Text     string            `json:"text"`
		Values   map[string]string `json:"values"`
	}{m.ID, m.Mobile, m.Language, m.Text, m.Values})
	if err != nil {
		return refused{fmt.Errorf("SMS request: %w", err)}
	}
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, w.config.URL, bytes.NewReader(body))
	if err != nil {
		return fmt.Errorf("SMS request: %w", err)
	}
	at := strconv.FormatInt(w.now().Unix(), 10)
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Idempotency-Key", m.ID)
	r.Header.Set("X-Plumbline-Signature", "t="+at+",v1="+hex.EncodeToString(sign([]byte(w.config.Secret), at+"."+string(body))))
	status, _, err := exchange(w.client, r)
	if err != nil {
		return err
	}
	if status < http.StatusOK || status >= http.StatusMultipleChoices {
		return refused{fmt.Errorf("SMS webhook returned status %d", status)}
	}
	return nil
}
