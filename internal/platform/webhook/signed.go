package webhook

import (
	"bytes"
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// SignatureHeader is the header "t=<Unix s>,v1=<hex HMAC-SHA256 of "<t>.<body>">".
const SignatureHeader = "X-Plumbline-Signature"

// Signature returns the value of SignatureHeader.
func Signature(secret string, at time.Time, body []byte) string {
	t := strconv.FormatInt(at.Unix(), 10)
	return "t=" + t + ",v1=" + hex.EncodeToString(keyed([]byte(secret), t+"."+string(body)))
}

// Fresh is how far the time of a signature may be from that of the receiver, so that a recorded request is soon worthless.
const Fresh = 5 * time.Minute

// Errors of Verify.
var (
	ErrUnsigned = errors.New("no signature of the form t=<Unix s>,v1=<hex HMAC-SHA256>")
	ErrStale    = errors.New("the time of the signature is too far away")
	ErrForged   = errors.New("the signature does not match")
)

// Verify checks a value of SignatureHeader for a body that arrived now.
func Verify(secret, signature string, body []byte, now time.Time) error {
	stamp, mac, found := strings.Cut(signature, ",v1=")
	given, err := hex.DecodeString(mac)
	seconds, bad := strconv.ParseInt(strings.TrimPrefix(stamp, "t="), 10, 64)
	if !found || err != nil || bad != nil || len(given) != sha256.Size || !strings.HasPrefix(stamp, "t=") {
		return ErrUnsigned
	}
	if !hmac.Equal(given, keyed([]byte(secret), strconv.FormatInt(seconds, 10)+"."+string(body))) {
		return ErrForged
	}
	if away := now.Sub(time.Unix(seconds, 0)); away > Fresh || away < -Fresh {
		return ErrStale
	}
	return nil
}

func keyed(key []byte, text string) []byte {
	mac := hmac.New(sha256.New, key)
	_, _ = mac.Write([]byte(text)) // never fails
	return mac.Sum(nil)
}

// PostSigned posts a value as signed JSON. id is the same for every attempt to send it. Any status from 200 to 299 means
// that it was accepted.
func PostSigned(ctx context.Context, client *http.Client, address, secret, id string, value any, now time.Time) (Reply, error) {
	body, err := json.Marshal(value)
	if err != nil {
		return Reply{}, refused{fmt.Errorf("JSON of a message: %w", err)}
	}
	return post(ctx, client, address, body, map[string]string{"Idempotency-Key": id, SignatureHeader: Signature(secret, now, body)})
}

func post(ctx context.Context, client *http.Client, address string, body []byte, header map[string]string) (Reply, error) {
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, address, bytes.NewReader(body))
	if err != nil {
		return Reply{}, refused{fmt.Errorf("request: %w", err)}
	}
	r.Header.Set("Content-Type", "application/json; charset=utf-8")
	r.Header.Set("User-Agent", "Plumbline")
	for name, value := range header {
		r.Header.Set(name, value)
	}
	reply, err := Exchange(client, r)
	if err == nil && (reply.Status < http.StatusOK || reply.Status >= http.StatusMultipleChoices) {
		err = refused{fmt.Errorf("answer %s", reply)}
	}
	return reply, err
}
