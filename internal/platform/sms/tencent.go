package sms

import (
	"bytes"
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"plumbline/internal/platform/webhook"
)

// tencent is the SMS service of Tencent Cloud: SendSms, version 2021-01-11, signed with TC3-HMAC-SHA256.
type tencent struct {
	config Config
	client *http.Client
	now    func() time.Time
}

const (
	tencentAddress = "https://sms.tencentcloudapi.com/"
	tencentRegion  = "ap-guangzhou"
	tencentType    = "application/json; charset=utf-8"
)

// tencentPassing are temporary errors.
var tencentPassing = []string{
	"RequestLimitExceeded", "InternalError", "LimitExceeded.PhoneNumberThirtySecondLimit", "FailedOperation.TimestampOrSignatureExpired",
}

func (t *tencent) Sends(p Purpose) bool { return t.config.template(p, "zh") != "" }

func (t *tencent) Send(ctx context.Context, m Message) error {
	values := make([]string, 0, len(t.config.params(m.Purpose)))
	for _, name := range t.config.params(m.Purpose) {
		values = append(values, t.config.value(m, name))
	}
	payload, err := json.Marshal(map[string]any{
		"PhoneNumberSet": []string{"+86" + m.Mobile}, "SmsSdkAppId": t.config.AppID, "SignName": t.config.Sign,
		"TemplateId": t.config.template(m.Purpose, m.Language), "TemplateParamSet": values, "SessionContext": m.ID,
	})
	if err != nil {
		return webhook.Refused(fmt.Errorf("SMS request: %w", err))
	}
	address := t.config.address(tencentAddress)
	parsed, err := url.Parse(address)
	if err != nil {
		return webhook.Refused(fmt.Errorf("address of the SMS provider: %w", err))
	}
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, address, bytes.NewReader(payload))
	if err != nil {
		return fmt.Errorf("SMS request: %w", err)
	}
	region := t.config.Region
	if region == "" {
		region = tencentRegion
	}
	now := t.now().UTC()
	for name, value := range map[string]string{
		"Content-Type": tencentType, "X-TC-Action": "SendSms", "X-TC-Version": "2021-01-11", "X-TC-Region": region,
		"X-TC-Timestamp": strconv.FormatInt(now.Unix(), 10),
		"Authorization":  tencentAuthorization(t.config.KeyID, t.config.Secret, "sms", parsed.Hostname(), now, payload),
	} {
		r.Header.Set(name, value)
	}
	reply, err := exchange(t.client, r)
	if err != nil {
		return err
	}
	return tencentVerdict(reply.Status, reply.Body)
}

func tencentVerdict(status int, body []byte) error {
	type sendStatus struct{ Code, Message string }
	var reply struct {
		Response struct {
			Error         *sendStatus
			SendStatusSet []sendStatus
		}
	}
	if err := json.Unmarshal(body, &reply); err != nil {
		return fmt.Errorf("SMS provider returned status %d without JSON", status)
	}
	var result sendStatus
	switch {
	case reply.Response.Error != nil:
		result = *reply.Response.Error
	case len(reply.Response.SendStatusSet) == 1:
		result = reply.Response.SendStatusSet[0]
	default:
		return fmt.Errorf("SMS provider returned status %d without a result", status)
	}
	if result.Code == "Ok" {
		return nil
	}
	err := fmt.Errorf("SMS provider refuses: %s %s", result.Code, result.Message)
	for _, passing := range tencentPassing {
		if strings.HasPrefix(result.Code, passing) {
			return err
		}
	}
	return webhook.Refused(err)
}

// tencentAuthorization returns the Authorization header of a POST request to / of a service.
func tencentAuthorization(keyID, secret, service, host string, now time.Time, payload []byte) string {
	const algorithm, signed = "TC3-HMAC-SHA256", "content-type;host"
	date := now.Format("2006-01-02")
	canonical := "POST\n/\n\ncontent-type:" + tencentType + "\nhost:" + host + "\n\n" + signed + "\n" + sum(payload)
	scope := date + "/" + service + "/tc3_request"
	text := algorithm + "\n" + strconv.FormatInt(now.Unix(), 10) + "\n" + scope + "\n" + sum([]byte(canonical))
	key := []byte("TC3" + secret)
	for _, part := range []string{date, service, "tc3_request", text} {
		key = sign(key, part)
	}
	return algorithm + " Credential=" + keyID + "/" + scope + ", SignedHeaders=" + signed + ", Signature=" + hex.EncodeToString(key)
}

func sum(data []byte) string {
	hash := sha256.Sum256(data)
	return hex.EncodeToString(hash[:])
}

func sign(key []byte, text string) []byte {
	mac := hmac.New(sha256.New, key)
	_, _ = mac.Write([]byte(text)) // never fails
	return mac.Sum(nil)
}
