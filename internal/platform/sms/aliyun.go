package sms

import (
	"context"
	"crypto/hmac"
	"crypto/sha1" //nolint:gosec // the provider's signature, version 1.0
	"encoding/base64"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"plumbline/internal/platform/webhook"
)

// aliyun is the SMS service of Alibaba Cloud: SendSms, version 2017-05-25. Requests are signed as RPC requests
// (signature version 1.0, HMAC-SHA1 over the sorted parameters).
type aliyun struct {
	config Config
	client *http.Client
	now    func() time.Time
}

const aliyunAddress = "https://dysmsapi.aliyuncs.com/"

// aliyunPassing are temporary errors: rate limits and service failures.
var aliyunPassing = []string{"Throttling", "ServiceUnavailable", "InternalError", "isp.SYSTEM_ERROR"}

func (a *aliyun) Sends(p Purpose) bool { return a.config.template(p, "zh") != "" }

func (a *aliyun) Send(ctx context.Context, m Message) (reference string, err error) {
	values := map[string]string{}
	for _, name := range a.config.params(m.Purpose) {
		values[name] = a.config.value(m, name)
	}
	params, err := json.Marshal(values)
	if err != nil {
		return "", webhook.Refused(fmt.Errorf("values of the SMS template: %w", err))
	}
	var result struct{ BizID string }
	// A nonce may be used once, so each attempt has its own; OutId identifies the message.
	err = a.call(ctx, "SendSms", m.ID, url.Values{
		"PhoneNumbers": {m.Mobile}, "SignName": {a.config.Sign}, "TemplateCode": {a.config.template(m.Purpose, m.Language)},
		"TemplateParam": {string(params)}, "OutId": {m.ID},
	}, &result)
	return result.BizID, err
}

// call makes a signed request about a message and decodes the answer into result.
func (a *aliyun) call(ctx context.Context, action, about string, form url.Values, result any) error {
	now := a.now().UTC()
	for name, value := range map[string]string{
		"Action": action, "Version": "2017-05-25", "Format": "JSON", "RegionId": "cn-hangzhou",
		"AccessKeyId": a.config.KeyID, "SignatureMethod": "HMAC-SHA1", "SignatureVersion": "1.0",
		"SignatureNonce": fmt.Sprintf("%s-%d", about, now.UnixNano()), "Timestamp": now.Format("2006-01-02T15:04:05Z"),
	} {
		form.Set(name, value)
	}
	form.Set("Signature", aliyunSignature(http.MethodPost, form, a.config.Secret))
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, a.config.address(aliyunAddress), strings.NewReader(form.Encode()))
	if err != nil {
		return fmt.Errorf("SMS request: %w", err)
	}
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	reply, err := exchange(a.client, r)
	if err != nil {
		return err
	}
	var verdict struct{ Code, Message string }
	if err := json.Unmarshal(reply.Body, &verdict); err != nil {
		return fmt.Errorf("SMS provider returned status %d without JSON", reply.Status)
	}
	if verdict.Code != "OK" {
		err = fmt.Errorf("SMS provider refuses: %s %s", verdict.Code, verdict.Message)
		if slices.ContainsFunc(aliyunPassing, func(code string) bool { return strings.HasPrefix(verdict.Code, code) }) {
			return err
		}
		return webhook.Refused(err)
	}
	if err := json.Unmarshal(reply.Body, result); err != nil {
		return fmt.Errorf("%s of the SMS provider: %w", action, err)
	}
	return nil
}

// aliyunSignature signs the parameters of a request to /.
func aliyunSignature(method string, form url.Values, secret string) string {
	names := make([]string, 0, len(form))
	for name := range form {
		names = append(names, name)
	}
	slices.Sort(names)
	pairs := make([]string, len(names))
	for i, name := range names {
		pairs[i] = aliyunEscape(name) + "=" + aliyunEscape(form.Get(name))
	}
	mac := hmac.New(sha1.New, []byte(secret+"&"))
	_, _ = mac.Write([]byte(method + "&%2F&" + aliyunEscape(strings.Join(pairs, "&")))) // never fails
	return base64.StdEncoding.EncodeToString(mac.Sum(nil))
}

// aliyunEscape escapes by RFC 3986, which differs slightly from url.QueryEscape.
func aliyunEscape(s string) string {
	return strings.NewReplacer("+", "%20", "*", "%2A", "%7E", "~").Replace(url.QueryEscape(s))
}
