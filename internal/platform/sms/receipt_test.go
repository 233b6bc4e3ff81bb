package sms_test

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"plumbline/internal/platform/sms"
	"plumbline/internal/testing/smstest"
)

// sent is late in the evening of China, so that Aliyun may have filed it under the next day.
var sent = sms.Sending{ID: "alert-7", Reference: "134523^4351232", Mobile: message.Mobile, At: time.Date(2026, 11, 28, 15, 59, 30, 0, time.UTC)}

// details answers QuerySendDetails from messages by day.
func details(t *testing.T, byDay map[string]string) http.HandlerFunc {
	return smstest.Aliyun(t, secret, func(form url.Values) string {
		for name, want := range map[string]string{
			"Action": "QuerySendDetails", "Version": "2017-05-25", "PhoneNumber": message.Mobile, "PageSize": "50", "CurrentPage": "1", "BizId": sent.Reference,
		} {
			if got := form.Get(name); got != want {
				t.Errorf("%s is %q, want %q", name, got, want)
			}
		}
		return `{"Code":"OK","Message":"OK","TotalCount":"1","SmsSendDetailDTOs":{"SmsSendDetailDTO":[` + byDay[form.Get("SendDate")] + `]}}`
	})
}

// statuses answers PullSmsSendStatusByPhoneNumber.
func statuses(t *testing.T, list string) http.HandlerFunc {
	return smstest.Tencent(t, secret, "PullSmsSendStatusByPhoneNumber", func(body []byte) string {
		var asked struct {
			BeginTime, Offset, Limit int64
			PhoneNumber, SmsSdkAppId string
		}
		if err := json.Unmarshal(body, &asked); err != nil || asked.PhoneNumber != "+86"+message.Mobile || asked.SmsSdkAppId != "1400" ||
			asked.BeginTime != sent.At.Unix()-60 || asked.Offset != 0 || asked.Limit != 100 {
			t.Errorf("asked %s, %v", body, err)
		}
		return `{"Response":{"PullSmsSendStatusSet":[` + list + `],"RequestId":"1"}}`
	})
}

// The answers have the form of the providers' documentation: QuerySendDetails of 2017-05-25 and PullSmsSendStatusByPhoneNumber
// of 2021-01-11.
func TestProvidersAreAskedForReceipts(t *testing.T) {
	aliyun := sms.Config{Provider: sms.Aliyun, KeyID: keyID, Secret: secret, Sign: "准绳", Template: "SMS_1"}
	tencent := sms.Config{Provider: sms.Tencent, KeyID: keyID, Secret: secret, Sign: "准绳", Template: "SMS_1", AppID: "1400"}
	const (
		detail = `{"PhoneNum":"13800138000","SendStatus":3,"ErrCode":"DELIVERED","OutId":"alert-7","SendDate":"2026-11-28 23:59:31","ReceiveDate":"2026-11-28 23:59:40"}`
		status = `{"UserReceiveTime":1795881580,"PhoneNumber":"+8613800138000","SerialNo":"134523^4351232","ReportStatus":"SUCCESS","Description":"DELIVRD"}`
	)
	received := time.Unix(1795881580, 0)
	change := func(text string, pairs ...string) string { return strings.NewReplacer(pairs...).Replace(text) }
	for _, c := range []struct {
		name   string
		config sms.Config
		stub   http.HandlerFunc
		want   sms.Receipt
		final  bool
		failed bool
	}{
		{"aliyun", aliyun, details(t, map[string]string{"20261128": detail}), sms.Receipt{Fate: sms.Delivered, Code: "DELIVERED", At: received}, false, false},
		{
			"aliyun, filed on the next day", aliyun, details(t, map[string]string{"20261129": detail}),
			sms.Receipt{Fate: sms.Delivered, Code: "DELIVERED", At: received},
			false, false,
		},
		{
			"aliyun, failed", aliyun, details(t, map[string]string{"20261128": change(detail, `:3`, `:2`, "DELIVERED", "MOBILE_NOT_ON_SERVICE")}),
			sms.Receipt{Fate: sms.Undelivered, Code: "MOBILE_NOT_ON_SERVICE", At: received},
			false, false,
		},
		{"aliyun, waiting", aliyun, details(t, map[string]string{"20261128": change(detail, `:3`, `:1`, "2026-11-28 23:59:40", "")}), sms.Receipt{}, false, false},
		{"aliyun, nothing", aliyun, details(t, nil), sms.Receipt{}, false, false},
		{
			"aliyun, not allowed", aliyun, smstest.Aliyun(t, secret, func(url.Values) string { return `{"Code":"isp.RAM_PERMISSION_DENY","Message":"no"}` }),
			sms.Receipt{},
			true, true,
		},
		{"aliyun, too often", aliyun, smstest.Aliyun(t, secret, func(url.Values) string { return `{"Code":"Throttling.User"}` }), sms.Receipt{}, false, true},
		{
			"tencent", tencent, statuses(t, change(status, "4351232", "1")+","+status),
			sms.Receipt{Fate: sms.Delivered, Code: "SUCCESS", Text: "DELIVRD", At: received},
			false, false,
		},
		{
			"tencent, failed", tencent, statuses(t, change(status, "SUCCESS", "FAIL", "DELIVRD", "手机号为空号")),
			sms.Receipt{Fate: sms.Undelivered, Code: "FAIL", Text: "手机号为空号", At: received},
			false, false,
		},
		{"tencent, another one", tencent, statuses(t, change(status, "4351232", "1")), sms.Receipt{}, false, false},
		{"tencent, too often", tencent, smstest.Tencent(t, secret, "PullSmsSendStatusByPhoneNumber", func([]byte) string {
			return `{"Response":{"Error":{"Code":"RequestLimitExceeded"}}}`
		}), sms.Receipt{}, false, true},
		{"tencent, wrong secret", with(tencent, func(c *sms.Config) { c.Secret = "wrong" }), statuses(t, ""), sms.Receipt{}, true, true},
	} {
		server := httptest.NewServer(c.stub)
		c.config.URL = server.URL + "/"
		provider, err := sms.New(c.config)
		if err != nil {
			t.Fatal(err)
		}
		got, err := provider.(sms.Tracker).Receipt(t.Context(), sent)
		server.Close()
		if !got.At.Equal(c.want.At) || got.Fate != c.want.Fate || got.Code != c.want.Code || got.Text != c.want.Text || (err != nil) != c.failed || sms.IsFinal(err) != c.final {
			t.Errorf("%s: %+v, %v, want %+v", c.name, got, err, c.want)
		}
	}
}

// Providers name an accepted message, and an own service may.
func TestAcceptedMessagesHaveNames(t *testing.T) {
	aliyun := sms.Config{Provider: sms.Aliyun, KeyID: keyID, Secret: secret, Sign: "准绳 & Co*", Template: "SMS_1", Params: "code,minutes"}
	tencent := sms.Config{Provider: sms.Tencent, KeyID: keyID, Secret: secret, Sign: "准绳", Template: "SMS_1", AppID: "1400", Params: "code,minutes"}
	own := sms.Config{Provider: sms.Webhook, Secret: secret}
	say := func(text string) http.HandlerFunc {
		return func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte(text)) }
	}
	for _, c := range []struct {
		config sms.Config
		stub   http.HandlerFunc
		want   string
	}{
		{aliyun, aliyunStub(t, `{"Code":"OK","BizId":"134523^4351232"}`), "134523^4351232"},
		{tencent, tencentStub(t, `{"Response":{"SendStatusSet":[{"SerialNo":"5000:1045","Code":"Ok"}]}}`), "5000:1045"},
		{own, say(`{"id":"g-1"}`), "g-1"},
		{own, say(`accepted`), ""},
	} {
		server := httptest.NewServer(c.stub)
		c.config.URL = server.URL + "/"
		provider, err := sms.New(c.config)
		if err != nil {
			t.Fatal(err)
		}
		got, err := provider.Send(t.Context(), message)
		server.Close()
		if err != nil || got != c.want {
			t.Errorf("%s: %q, %v, want %q", c.config.Provider, got, err, c.want)
		}
	}
}
