package sms

import (
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"
)

// Worked examples of signatures that the providers publish. The keys are from the examples.

// Alibaba Cloud, "Short Message Service API: request signatures" (help.aliyun.com/document_detail/56189.html): SendSms
// by GET. No example is published for POST, which the product uses. The method is the first word of the signed text.
func TestAliyunSignatureMatchesExample(t *testing.T) {
	form := url.Values{
		"AccessKeyId": {"testId"}, "Action": {"SendSms"}, "Format": {"XML"}, "OutId": {"123"}, "PhoneNumbers": {"15300000001"},
		"RegionId": {"cn-hangzhou"}, "SignName": {"阿里云短信测试专用"}, "SignatureMethod": {"HMAC-SHA1"},
		"SignatureNonce": {"45e25e9b-0a6f-4070-8c85-2956eda1b466"}, "SignatureVersion": {"1.0"}, "TemplateCode": {"SMS_71390007"},
		"TemplateParam": {`{"customer":"test"}`}, "Timestamp": {"2017-07-12T02:42:19Z"}, "Version": {"2017-05-25"},
	}
	if got, want := aliyunSignature(http.MethodGet, form, "testSecret"), "zJDF+Lrzhj/ThnlvIToysFRq6t4="; got != want {
		t.Errorf("signature %s, published is %s", got, want)
	}
}

// Alibaba Cloud, "Signature method V1 (RPC)" (ECS API reference, request signatures): DescribeRegions by GET.
func TestAliyunSignatureMatchesECSExample(t *testing.T) {
	form := url.Values{
		"AccessKeyId": {"testid"}, "Action": {"DescribeRegions"}, "Format": {"XML"}, "SignatureMethod": {"HMAC-SHA1"},
		"SignatureNonce": {"3ee8c1b8-83d3-44af-a94f-4e0ad82fd6cf"}, "SignatureVersion": {"1.0"},
		"Timestamp": {"2016-02-23T12:46:24Z"}, "Version": {"2014-05-26"},
	}
	if got, want := aliyunSignature(http.MethodGet, form, "testsecret"), "OLeaidS1JvxuMvnyHOwuJ+uX5qY="; got != want {
		t.Errorf("signature %s, published is %s", got, want)
	}
}

// Tencent Cloud, "Signature v3" (tencentcloud.com/document/product/1035/36765): DescribeInstances of 2019-02-25. All
// products share this page, with an example of CVM.
func TestTencentSignatureMatchesExample(t *testing.T) {
	payload := `{"Limit": 1, "Filters": [{"Values": ["\u672a\u547d\u540d"], "Name": "instance-name"}]}`
	header := tencentAuthorization("AKIDz8krbsJ5yKBZQpn74WFkmLPx3EXAMPLE", "Gu5t9xGARNpq86cd98joQYCN3EXAMPLE", "cvm",
		"cvm.tencentcloudapi.com", time.Unix(1551113065, 0).UTC(), []byte(payload))
	if want := "Signature=72e494ea809ad7a8c8f7a4507b9bddcbaa8e581f516e8da2f66e2c5a96525168"; !strings.HasSuffix(header, want) {
		t.Errorf("%s, published is %s", header, want)
	}
	if want := "Credential=AKIDz8krbsJ5yKBZQpn74WFkmLPx3EXAMPLE/2019-02-25/cvm/tc3_request, SignedHeaders=content-type;host, "; !strings.Contains(header,
		want) {
		t.Errorf("%s does not contain %s", header, want)
	}
}
