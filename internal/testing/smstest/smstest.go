// Package smstest has stubs of providers of text messages. They verify signatures by the providers' documentation, share no code
// with the product, and agree with the providers' own SDKs (TestStubsAgreeWithTheSDKs of package sms).
package smstest

import (
	"crypto/hmac"
	"crypto/sha1"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"sort"
	"strings"
	"sync"
	"testing"
)

// KeyID is the name of the key with which requests are signed.
const KeyID = "AKIDexample"

// Aliyun checks the RPC signature (version 1.0) of a POST form before it answers.
func Aliyun(t testing.TB, secret string, answer func(form url.Values) string) http.HandlerFunc {
	escape := func(s string) string {
		var b strings.Builder
		for _, c := range []byte(s) {
			if c >= 'A' && c <= 'Z' || c >= 'a' && c <= 'z' || c >= '0' && c <= '9' || strings.IndexByte("-_.~", c) >= 0 {
				b.WriteByte(c)
			} else {
				fmt.Fprintf(&b, "%%%02X", c)
			}
		}
		return b.String()
	}
	var mu sync.Mutex
	seen := map[string]bool{}
	return func(w http.ResponseWriter, r *http.Request) {
		if err := r.ParseForm(); err != nil {
			t.Error(err)
		}
		given := r.PostForm.Get("Signature")
		r.PostForm.Del("Signature")
		var pairs []string
		for name := range r.PostForm {
			pairs = append(pairs, escape(name)+"="+escape(r.PostForm.Get(name)))
		}
		sort.Strings(pairs)
		mac := hmac.New(sha1.New, []byte(secret+"&"))
		_, _ = io.WriteString(mac, "POST&%2F&"+escape(strings.Join(pairs, "&")))
		if given != base64.StdEncoding.EncodeToString(mac.Sum(nil)) {
			_, _ = io.WriteString(w, `{"Code":"SignatureDoesNotMatch","Message":"Specified signature is not matched"}`)
			return
		}
		nonce := r.PostForm.Get("SignatureNonce")
		mu.Lock()
		defer mu.Unlock()
		if seen[nonce] {
			t.Error("a nonce was reused")
		}
		seen[nonce] = true
		_, _ = io.WriteString(w, answer(r.PostForm))
	}
}

// Tencent checks TC3-HMAC-SHA256 before it answers.
func Tencent(t testing.TB, secret, action string, answer func(body []byte) string) http.HandlerFunc {
	sum := func(b []byte) string { h := sha256.Sum256(b); return hex.EncodeToString(h[:]) }
	mac := func(key []byte, text string) []byte {
		m := hmac.New(sha256.New, key)
		_, _ = io.WriteString(m, text)
		return m.Sum(nil)
	}
	return func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		if err != nil {
			t.Error(err)
		}
		var scope, signature string
		for part := range strings.SplitSeq(strings.TrimPrefix(r.Header.Get("Authorization"), "TC3-HMAC-SHA256 "), ", ") {
			name, value, _ := strings.Cut(part, "=")
			switch name {
			case "Credential":
				_, scope, _ = strings.Cut(value, KeyID+"/")
			case "Signature":
				signature = value
			}
		}
		host, _, _ := strings.Cut(r.Host, ":") // the SDK signs it without a port
		canonical := "POST\n/\n\ncontent-type:" + r.Header.Get("Content-Type") + "\nhost:" + host + "\n\ncontent-type;host\n" + sum(body)
		text := "TC3-HMAC-SHA256\n" + r.Header.Get("X-TC-Timestamp") + "\n" + scope + "\n" + sum([]byte(canonical))
		date, _, _ := strings.Cut(scope, "/")
		key := mac(mac(mac([]byte("TC3"+secret), date), "sms"), "tc3_request")
		if signature != hex.EncodeToString(mac(key, text)) {
			_, _ = io.WriteString(w, `{"Response":{"Error":{"Code":"AuthFailure.SignatureFailure","Message":"not matched"}}}`)
			return
		}
		if r.Header.Get("X-TC-Action") != action || r.Header.Get("X-TC-Version") != "2021-01-11" || r.Header.Get("X-TC-Region") != "ap-guangzhou" {
			t.Errorf("headers %v", r.Header)
		}
		_, _ = io.WriteString(w, answer(body))
	}
}
