package sms

import (
	"bytes"
	"cmp"
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"slices"
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
	tencentCountry = "+86"
	tencentType    = "application/json; charset=utf-8"
)

// tencentPassing are temporary errors.
var tencentPassing = []string{
	"RequestLimitExceeded", "InternalError", "LimitExceeded.PhoneNumberThirtySecondLimit", "FailedOperation.TimestampOrSignatureExpired",
}

func (t *tencent) Sends(p Purpose) bool { return t.config.template(p, "zh") != "" }

func (t *tencent) Send(ctx context.Context, m Message) (reference string, err error) {
	values := make([]string, 0, len(t.config.params(m.Purpose)))
	for _, name := range t.config.params(m.Purpose) {
		values = append(values, t.config.value(m, name))
	}
	var result struct {
		SendStatusSet []struct {
			tencentVerdict
			SerialNo string
		}
	}
	err = t.call(ctx, "SendSms", map[string]any{
		"PhoneNumberSet": []string{tencentCountry + m.Mobile}, "SmsSdkAppId": t.config.AppID, "SignName": t.config.Sign,
		"TemplateId": t.config.template(m.Purpose, m.Language), "TemplateParamSet": values, "SessionContext": m.ID,
	}, &result)
	if err != nil {
		return "", err
	}
	if len(result.SendStatusSet) != 1 {
		return "", errors.New("SMS provider returned no result")
	}
	one := &result.SendStatusSet[0]
	return one.SerialNo, one.err()
}

// call makes a signed request and decodes the answer into result.
func (t *tencent) call(ctx context.Context, action string, request map[string]any, result any) error {
	payload, err := json.Marshal(request)
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
	now := t.now().UTC()
	for name, value := range map[string]string{
		"Content-Type": tencentType, "X-TC-Action": action, "X-TC-Version": "2021-01-11", "X-TC-Region": cmp.Or(t.config.Region, tencentRegion),
		"X-TC-Timestamp": strconv.FormatInt(now.Unix(), 10),
		"Authorization":  tencentAuthorization(t.config.KeyID, t.config.Secret, "sms", parsed.Hostname(), now, payload),
	} {
		r.Header.Set(name, value)
	}
	reply, err := exchange(t.client, r)
	if err != nil {
		return err
	}
	var answer struct{ Response json.RawMessage }
	var verdict struct{ Error *tencentVerdict }
	if json.Unmarshal(reply.Body, &answer) != nil || json.Unmarshal(answer.Response, &verdict) != nil {
		return fmt.Errorf("SMS provider returned status %d without JSON", reply.Status)
	}
	if verdict.Error != nil {
		return verdict.Error.err()
	}
	if err := json.Unmarshal(answer.Response, result); err != nil {
		return fmt.Errorf("%s of the SMS provider: %w", action, err)
	}
	return nil
}

// tencentVerdict is what the provider says about a request or a message.
type tencentVerdict struct{ Code, Message string }

func (v *tencentVerdict) err() error {
	if v.Code == "Ok" {
		return nil
	}
	err := fmt.Errorf("SMS provider refuses: %s %s", v.Code, v.Message)
	if slices.ContainsFunc(tencentPassing, func(code string) bool { return strings.HasPrefix(v.Code, code) }) {
		return err
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
