package sms_test

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync/atomic"
	"testing"

	"plumbline/internal/platform/sms"
	"plumbline/internal/testing/smstest"
)

const (
	keyID  = smstest.KeyID
	secret = "a secret"
)

var message = sms.Message{
	Mobile: "13800138000", Language: "zh", Text: "【准绳】验证码 402913，10 分钟内有效，请勿告诉他人。",
	Values: map[string]string{"code": "402913", "minutes": "10"}, ID: "7",
}

// aliyunStub takes one message.
func aliyunStub(t *testing.T, reply string) http.HandlerFunc {
	return smstest.Aliyun(t, secret, func(form url.Values) string {
		for name, want := range map[string]string{
			"Action": "SendSms", "Version": "2017-05-25", "PhoneNumbers": "13800138000", "SignName": "准绳 & Co*", "TemplateCode": "SMS_1",
			"TemplateParam": `{"code":"402913","minutes":"10"}`, "AccessKeyId": keyID, "OutId": "7",
		} {
			if got := form.Get(name); got != want {
				t.Errorf("%s is %q, want %q", name, got, want)
			}
		}
		return reply
	})
}

// tencentStub takes one message.
func tencentStub(t *testing.T, reply string) http.HandlerFunc {
	return smstest.Tencent(t, secret, "SendSms", func(body []byte) string {
		var sent struct {
			PhoneNumberSet, TemplateParamSet                  []string
			SmsSdkAppId, SignName, TemplateId, SessionContext string
		}
		if err := json.Unmarshal(body, &sent); err != nil {
			t.Error(err)
		}
		if fmt.Sprint(sent.PhoneNumberSet, sent.TemplateParamSet) != "[+8613800138000] [402913 10]" ||
			sent.SmsSdkAppId != "1400" || sent.TemplateId != "SMS_1" {
			t.Errorf("sent %+v", sent)
		}
		return reply
	})
}

func send(t *testing.T, c sms.Config, stub http.HandlerFunc) error {
	t.Helper()
	server := httptest.NewServer(stub)
	defer server.Close()
	c.URL = server.URL + "/"
	if err := c.Validate(); err != nil {
		t.Fatal(err)
	}
	provider, err := sms.New(c)
	if err != nil {
		t.Fatal(err)
	}
	_, err = provider.Send(context.Background(), message)
	return err
}

func TestProvidersAcceptSignedMessages(t *testing.T) {
	aliyun := sms.Config{Provider: sms.Aliyun, KeyID: keyID, Secret: secret, Sign: "准绳 & Co*", Template: "SMS_1", Params: "code, minutes"}
	tencent := sms.Config{Provider: sms.Tencent, KeyID: keyID, Secret: secret, Sign: "准绳", AppID: "1400", Template: "SMS_1", Params: "code,minutes"}
	for _, c := range []struct {
		name         string
		config       sms.Config
		stub         http.HandlerFunc
		taken, final bool
	}{
		{"aliyun", aliyun, aliyunStub(t, `{"Code":"OK","Message":"OK","BizId":"1"}`), true, false},
		{"aliyun, bad number", aliyun, aliyunStub(t, `{"Code":"isv.MOBILE_NUMBER_ILLEGAL","Message":"bad"}`), false, true},
		{"aliyun, throttled", aliyun, aliyunStub(t, `{"Code":"Throttling.User","Message":"slow down"}`), false, false},
		{"aliyun, wrong secret", with(aliyun, func(c *sms.Config) { c.Secret = "wrong" }), aliyunStub(t, `{"Code":"OK"}`), false, true},
		{"tencent", tencent, tencentStub(t, `{"Response":{"SendStatusSet":[{"Code":"Ok","Message":"send success"}],"RequestId":"1"}}`), true, false},
		{"tencent, bad number", tencent, tencentStub(t, `{"Response":{"SendStatusSet":[{"Code":"InvalidParameterValue.IncorrectPhoneNumber"}]}}`), false, true},
		{"tencent, throttled", tencent, tencentStub(t, `{"Response":{"Error":{"Code":"RequestLimitExceeded"}}}`), false, false},
		{"tencent, wrong secret", with(tencent, func(c *sms.Config) { c.Secret = "wrong" }), tencentStub(t, ""), false, true},
		{"down", tencent, func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusBadGateway) }, false, false},
		{"not JSON", aliyun, func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, "<html>") }, false, false},
	} {
		err := send(t, c.config, c.stub)
		if (err == nil) != c.taken || sms.IsFinal(err) != c.final {
			t.Errorf("%s: %v, final %t; want accepted %t, final %t", c.name, err, sms.IsFinal(err), c.taken, c.final)
		}
		if err != nil && strings.Contains(err.Error(), message.Mobile) {
			t.Errorf("%s: the error contains the mobile number: %v", c.name, err)
		}
	}
}

func with(c sms.Config, change func(*sms.Config)) sms.Config {
	change(&c)
	return c
}

// Messages about alerts have templates of their purpose; values are cut to what providers take, and never empty.
func TestAlertsHaveTheirOwnTemplates(t *testing.T) {
	plain := sms.Config{KeyID: keyID, Secret: secret, Sign: "准绳", AppID: "1400", Template: "SMS_1"}
	configured := with(plain, func(c *sms.Config) {
		c.AlertTemplate, c.AlertTemplateEn, c.AlertParams, c.AlertMax = "SMS_2", "SMS_3", "point, value,item", 4
	})
	alert := sms.Message{Mobile: message.Mobile, Purpose: sms.Alert, Language: "en", ID: "alert-7", Values: map[string]string{"point": "SW-09上游", "value": "1 m"}}
	for provider, want := range map[string]string{
		sms.Aliyun: `SMS_3 {"item":"-","point":"SW-0","value":"1 m"} alert-7`, sms.Tencent: `SMS_3 [SW-0 1 m -] alert-7`,
	} {
		var got string
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			var sent struct {
				TemplateParamSet           []string
				TemplateId, SessionContext string
			}
			if provider == sms.Aliyun {
				got = r.FormValue("TemplateCode") + " " + r.FormValue("TemplateParam") + " " + r.FormValue("OutId")
				_, _ = io.WriteString(w, `{"Code":"OK"}`)
				return
			}
			if err := json.NewDecoder(r.Body).Decode(&sent); err != nil {
				t.Error(err)
			}
			got = fmt.Sprint(sent.TemplateId, " ", sent.TemplateParamSet, " ", sent.SessionContext)
			_, _ = io.WriteString(w, `{"Response":{"SendStatusSet":[{"Code":"Ok"}]}}`)
		}))
		c := with(configured, func(c *sms.Config) { c.Provider, c.URL = provider, server.URL })
		if err := c.Validate(); err != nil {
			t.Fatal(err)
		}
		sender, err := sms.New(c)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := sender.Send(context.Background(), alert); err != nil || got != want || !sender.Sends(sms.Alert) {
			t.Errorf("%s: %q, %v, want %q", provider, got, err, want)
		}
		server.Close()
		without, err := sms.New(with(plain, func(c *sms.Config) { c.Provider = provider }))
		if err != nil || without.Sends(sms.Alert) || !without.Sends(sms.Code) {
			t.Errorf("%s without a template of alerts: %v", provider, err)
		}
	}
	free, err := sms.New(sms.Config{Provider: sms.Webhook, URL: "http://localhost", Secret: secret})
	if err != nil || !free.Sends(sms.Alert) {
		t.Errorf("free text: %v", err)
	}
}

// A provider that has all of a message and does not answer may have accepted it.
func TestBrokenConnectionsAreUnsure(t *testing.T) {
	for _, c := range []sms.Config{
		{Provider: sms.Aliyun, KeyID: keyID, Secret: secret, Sign: "a", Template: "SMS_1"},
		{Provider: sms.Tencent, KeyID: keyID, Secret: secret, Sign: "a", Template: "SMS_1", AppID: "1400"},
		{Provider: sms.Webhook, Secret: secret},
	} {
		err := send(t, c, func(w http.ResponseWriter, r *http.Request) {
			if _, err := io.ReadAll(r.Body); err != nil {
				t.Error(err)
			}
			conn, _, err := http.NewResponseController(w).Hijack()
			if err != nil {
				t.Error(err)
				return
			}
			_ = conn.Close()
		})
		if !sms.IsUnsure(err) || sms.IsFinal(err) {
			t.Errorf("%s: %v", c.Provider, err)
		}
	}
}

func TestWebhooksAreSigned(t *testing.T) {
	webhook := sms.Config{Provider: sms.Webhook, Secret: secret}
	err := send(t, webhook, func(_ http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		if err != nil {
			t.Error(err)
		}
		at, signature, _ := strings.Cut(strings.TrimPrefix(r.Header.Get("X-Plumbline-Signature"), "t="), ",v1=")
		mac := hmac.New(sha256.New, []byte(secret))
		_, _ = io.WriteString(mac, at+"."+string(body))
		if signature != hex.EncodeToString(mac.Sum(nil)) {
			t.Errorf("signature %q does not match", r.Header.Get("X-Plumbline-Signature"))
		}
		var sent struct{ ID, Mobile, Text, Language string }
		if err := json.Unmarshal(body, &sent); err != nil || sent.Mobile != message.Mobile ||
			sent.Text != message.Text || sent.ID != "7" || sent.Language != "zh" {
			t.Errorf("sent %+v, %v", sent, err)
		}
	})
	if err != nil {
		t.Error(err)
	}
	if err := send(t, webhook, func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusForbidden) }); !sms.IsFinal(err) {
		t.Errorf("refused: %v", err)
	}
	var followed atomic.Bool
	elsewhere := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { followed.Store(true) }))
	defer elsewhere.Close()
	if err := send(t, webhook, func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, elsewhere.URL, http.StatusTemporaryRedirect)
	}); err == nil || followed.Load() {
		t.Errorf("a redirect: %v, followed %t", err, followed.Load())
	}
}

func TestConfiguration(t *testing.T) {
	for name, c := range map[string]sms.Config{
		"unknown":                 {Provider: "pigeon"},
		"no provider":             {Secret: "x"},
		"no template":             {Provider: sms.Aliyun, KeyID: "a", Secret: "b", Sign: "c"},
		"no app":                  {Provider: sms.Tencent, KeyID: "a", Secret: "b", Sign: "c", Template: "d"},
		"no address":              {Provider: sms.Webhook, Secret: "b"},
		"no web address":          {Provider: sms.Webhook, Secret: "b", URL: "ftp://x"},
		"unknown value of alerts": {Provider: sms.Webhook, Secret: "b", URL: "https://x", AlertParams: "point,code"},
		"too long values":         {Provider: sms.Webhook, Secret: "b", URL: "https://x", AlertMax: 501},
		"unknown value":           {Provider: sms.Webhook, Secret: "b", URL: "https://x", Params: "code,name"},
	} {
		if err := c.Validate(); err == nil || !strings.HasPrefix(err.Error(), "--sms-") {
			t.Errorf("%s: %v", name, err)
		}
	}
	if err := (sms.Config{}).Validate(); err != nil {
		t.Error(err)
	}
}
