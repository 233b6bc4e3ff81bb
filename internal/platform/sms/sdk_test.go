package sms_test

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"os/exec"
	"strings"
	"testing"

	"plumbline/internal/testing/peers"
)

// The stubs that judge our signatures accept those of the providers' own SDKs, and refuse them with a wrong secret.
func TestStubsAgreeWithTheSDKs(t *testing.T) {
	folder := peers.Need(t, "../../..", "node")
	aliyun := map[string]string{
		"PhoneNumbers": message.Mobile, "SignName": "准绳 & Co*", "TemplateCode": "SMS_1", "TemplateParam": `{"code":"402913","minutes":"10"}`, "OutId": "7",
	}
	tencent := map[string]any{
		"PhoneNumberSet": []string{"+86" + message.Mobile}, "SmsSdkAppId": "1400", "SignName": "准绳", "TemplateId": "SMS_1",
		"TemplateParamSet": []string{"402913", "10"}, "SessionContext": "7",
	}
	ask := map[string]any{"PhoneNumber": message.Mobile, "BizId": sent.Reference, "SendDate": "20261128", "PageSize": "50", "CurrentPage": "1"}
	pull := map[string]any{
		"BeginTime": sent.At.Unix() - 60, "Offset": 0, "Limit": 100, "PhoneNumber": "+86" + message.Mobile, "SmsSdkAppId": "1400",
	}
	for _, c := range []struct {
		provider, action, secret string
		params                   any
		stub                     http.HandlerFunc
		want                     string
	}{
		{"aliyun", "SendSms", secret, aliyun, aliyunStub(t, `{"Code":"OK","Message":"OK","BizId":"1"}`), `"Code":"OK"`},
		{"aliyun", "SendSms", "wrong", aliyun, aliyunStub(t, `{"Code":"OK"}`), `"refused":"SignatureDoesNotMatch"`},
		{"tencent", "SendSms", secret, tencent, tencentStub(t, `{"Response":{"SendStatusSet":[{"Code":"Ok"}],"RequestId":"1"}}`), `"Code":"Ok"`},
		{"tencent", "SendSms", "wrong", tencent, tencentStub(t, ""), `"refused":"AuthFailure.SignatureFailure"`},
		{"aliyun", "QuerySendDetails", secret, ask, details(t, map[string]string{"20261128": `{"SendStatus":3}`}), `"SendStatus":3`},
		{"tencent", "PullSmsSendStatusByPhoneNumber", secret, pull, statuses(t, `{"ReportStatus":"SUCCESS"}`), `"ReportStatus":"SUCCESS"`},
	} {
		server := httptest.NewServer(c.stub)
		request, err := json.Marshal(map[string]any{"keyID": keyID, "secret": c.secret, "action": c.action, "params": c.params})
		if err != nil {
			t.Fatal(err)
		}
		command := exec.CommandContext(t.Context(), "node", "sms.mjs", c.provider, server.URL, string(request))
		command.Dir, command.Stderr = folder, t.Output()
		got, err := command.Output()
		server.Close()
		if err != nil || !strings.Contains(string(got), c.want) {
			t.Errorf("%s of %s with the secret %q: %s, %v, want %s", c.action, c.provider, c.secret, got, err, c.want)
		}
	}
}
