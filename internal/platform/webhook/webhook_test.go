package webhook_test

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync/atomic"
	"testing"
	"time"
	"unicode/utf8"

	"plumbline/internal/platform/webhook"
)

const secret = "SECthis is secret"

var (
	now  = time.UnixMilli(1700000000123)
	card = webhook.Card{Title: "【准绳】红色告警：K12 <@all>", Lines: []string{"SW-09：水位 *高*", "规则 [link](http://x)"}, Color: "red"}
)

// asked is a request as a peer got it.
type asked struct {
	header http.Header
	query  url.Values
	body   string
}

// answering runs a peer, sends to it and returns what it got.
func answering(t *testing.T, handler http.HandlerFunc, send func(address string) (webhook.Reply, error)) (asked, error) {
	t.Helper()
	var got atomic.Pointer[asked] // a dropped connection orders nothing
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		if err != nil {
			t.Error(err)
		}
		got.Store(&asked{r.Header, r.URL.Query(), string(body)})
		handler(w, r)
	}))
	defer server.Close()
	_, err := send(server.URL + "/hook/token?access_token=hidden")
	return *got.Load(), err
}

func say(status int, body string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.WriteHeader(status)
		_, _ = io.WriteString(w, body)
	}
}

func client() *http.Client { return webhook.NoRedirects(&http.Client{}) }

func signed(address string) (webhook.Reply, error) {
	return webhook.PostSigned(context.Background(), client(), address, secret, "alert-7", map[string]int{"a": 1}, now)
}

func robot(kind webhook.Kind, secret string, card webhook.Card) func(string) (webhook.Reply, error) {
	return func(address string) (webhook.Reply, error) {
		return webhook.Robot{Kind: kind, Address: address, Secret: secret}.Send(context.Background(), client(), card, now)
	}
}

// The expected signature is that of Python's hmac over "1700000000.{"a":1}".
func TestJSONIsSigned(t *testing.T) {
	got, err := answering(t, say(204, ""), signed)
	if err != nil {
		t.Fatal(err)
	}
	const want = "t=1700000000,v1=3e4667796d679bb2413121425aab3fbcafb13028184024513307a2c653cf7d2b"
	if got.body != `{"a":1}` || got.header.Get("X-Plumbline-Signature") != want || got.header.Get("Idempotency-Key") != "alert-7" ||
		!strings.HasPrefix(got.header.Get("Content-Type"), "application/json") {
		t.Errorf("got %+v", got)
	}
}

// DingTalk, "Custom robot security settings" (open.dingtalk.com/document/robots/customize-robot-security-settings): the
// expected value is from the Python code of that page with this time and secret.
func TestDingTalkIsSigned(t *testing.T) {
	got, err := answering(t, say(200, `{"errcode":0,"errmsg":"ok"}`), robot(webhook.DingTalk, secret, card))
	if err != nil {
		t.Fatal(err)
	}
	sign, err := url.QueryUnescape("gHzTcMCvf2AFDNUi3CM%2BX%2BZHaLBqsyWnE9we84arXho%3D")
	if err != nil {
		t.Fatal(err)
	}
	if got.query.Get("timestamp") != "1700000000123" || got.query.Get("sign") != sign || got.query.Get("access_token") != "hidden" {
		t.Errorf("query %v", got.query)
	}
	var sent struct {
		MsgType  string
		Markdown struct{ Title, Text string }
	}
	if err := json.Unmarshal([]byte(got.body), &sent); err != nil || sent.MsgType != "markdown" || sent.Markdown.Title != card.Title ||
		sent.Markdown.Text != "### 【准绳】红色告警：K12 ＜@all＞\n\nSW-09：水位 ＊高＊\n\n规则 ［link］(http://x)" {
		t.Errorf("sent %+v, %v", sent, err)
	}
	got, err = answering(t, say(200, `{"errcode":0}`), robot(webhook.DingTalk, "", card))
	if err != nil || got.query.Has("sign") {
		t.Errorf("without a secret: %v, %v", got.query, err)
	}
}

// Feishu, "Custom bot usage guide" (open.feishu.cn/document/client-docs/bot-v3/add-custom-bot): the expected value is
// from the Python code of that page with this time and secret.
func TestFeishuIsSigned(t *testing.T) {
	got, err := answering(t, say(200, `{"code":0,"msg":"success"}`), robot(webhook.Feishu, secret, card))
	if err != nil {
		t.Fatal(err)
	}
	type text struct{ Tag, Content string }
	var sent struct {
		Timestamp, Sign string
		MsgType         string `json:"msg_type"`
		Card            struct {
			Header struct {
				Title    text
				Template string
			}
			Elements []struct{ Text text }
		}
	}
	if err := json.Unmarshal([]byte(got.body), &sent); err != nil {
		t.Fatal(err)
	}
	if sent.Timestamp != "1700000000" || sent.Sign != "qbXsriBU9UyoHL2UTxhDNPaifBw7GhtzXE9aReGdq/I=" {
		t.Errorf("timestamp %s, sign %s", sent.Timestamp, sent.Sign)
	}
	if sent.MsgType != "interactive" || sent.Card.Header.Title != (text{"plain_text", card.Title}) || sent.Card.Header.Template != "red" ||
		len(sent.Card.Elements) != 2 || sent.Card.Elements[1].Text != (text{"plain_text", "规则 [link](http://x)"}) {
		t.Errorf("sent %+v", sent)
	}
	got, err = answering(t, say(200, `{"StatusCode":0,"StatusMessage":"success"}`), robot(webhook.Feishu, "", card))
	if err != nil || strings.Contains(got.body, "sign") {
		t.Errorf("without a secret: %s, %v", got.body, err)
	}
}

func TestWeComTextsStayWithinTheLimit(t *testing.T) {
	long := card
	long.Lines = append([]string{}, card.Lines...)
	long.Lines = append(long.Lines, strings.Repeat("水", 3000))
	for _, c := range []webhook.Card{card, long} {
		got, err := answering(t, say(200, `{"errcode":0,"errmsg":"ok"}`), robot(webhook.WeCom, "", c))
		var sent struct {
			MsgType  string
			Markdown struct{ Content string }
		}
		if err != nil || json.Unmarshal([]byte(got.body), &sent) != nil {
			t.Fatal(got.body, err)
		}
		const want = "**<font color=\"warning\">【准绳】红色告警：K12 ＜@all＞</font>**\nSW-09：水位 ＊高＊\n规则 ［link］(http://x)"
		if sent.MsgType != "markdown" || !strings.HasPrefix(sent.Markdown.Content, want) || len(sent.Markdown.Content) > 4096 ||
			!utf8.ValidString(sent.Markdown.Content) {
			t.Errorf("%d bytes: %s", len(sent.Markdown.Content), sent.Markdown.Content)
		}
	}
}

func TestAnswersAreJudged(t *testing.T) {
	drop := func(w http.ResponseWriter, _ *http.Request) {
		conn, _, err := http.NewResponseController(w).Hijack()
		if err != nil {
			t.Error(err)
			return
		}
		_ = conn.Close()
	}
	later := func(status int, after string) http.HandlerFunc {
		return func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Retry-After", after)
			w.WriteHeader(status)
		}
	}
	half := func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Length", "100")
		_, _ = io.WriteString(w, "{")
	}
	for _, c := range []struct {
		name          string
		send          func(string) (webhook.Reply, error)
		peer          http.HandlerFunc
		taken         bool
		final, unsure bool
		after         time.Duration
	}{
		{"accepted", signed, say(202, ""), true, false, false, 0},
		{"refused", signed, say(400, "no such field"), false, true, false, 0},
		{"gone", signed, say(410, ""), false, true, false, 0},
		{"down", signed, say(502, ""), false, false, false, 0},
		{"gateway gave up", signed, say(504, ""), false, false, true, 0},
		{"too many", signed, later(429, "90"), false, false, false, 90 * time.Second},
		{"closed for now", signed, later(503, "5"), false, false, false, 5 * time.Second},
		{"too many, with a date", signed, later(429, "Fri, 27 Nov 2026 16:00:00 GMT"), false, false, false, 0},
		{"dropped", signed, drop, false, false, true, 0},
		{"broken answer", signed, half, false, false, true, 0},
		{"wecom: unknown key", robot(webhook.WeCom, "", card), say(200, `{"errcode":93000,"errmsg":"invalid webhook url"}`), false, true, false, 0},
		{"wecom: too many", robot(webhook.WeCom, "", card), say(200, `{"errcode":45009,"errmsg":"api freq out of limit"}`), false, false, false, 0},
		{"dingtalk: sign", robot(webhook.DingTalk, secret, card), say(200, `{"errcode":310000,"errmsg":"sign not match"}`), false, true, false, 0},
		{"dingtalk: too many", robot(webhook.DingTalk, secret, card), say(200, `{"errcode":130101,"errmsg":"send too fast"}`), false, false, false, 0},
		{"feishu: sign", robot(webhook.Feishu, secret, card), say(200, `{"code":19021,"msg":"sign match fail"}`), false, true, false, 0},
		{"feishu: too many", robot(webhook.Feishu, secret, card), say(200, `{"code":11232,"msg":"frequency limited"}`), false, false, false, 0},
		{"a page instead", robot(webhook.WeCom, "", card), say(200, "<html>"), false, false, false, 0},
		{"no code", robot(webhook.Feishu, "", card), say(200, `{}`), false, false, false, 0},
	} {
		_, err := answering(t, c.peer, c.send)
		if (err == nil) != c.taken || webhook.IsFinal(err) != c.final || webhook.IsUnsure(err) != c.unsure || webhook.After(err) != c.after {
			t.Errorf("%s: %v, final %t, unsure %t, after %s", c.name, err, webhook.IsFinal(err), webhook.IsUnsure(err), webhook.After(err))
		}
		if err != nil && (strings.Contains(err.Error(), "hidden") || strings.Contains(err.Error(), "token")) {
			t.Errorf("%s: the error contains the address: %v", c.name, err)
		}
	}
	if _, err := signed("http://127.0.0.1:1/hook/token"); err == nil || webhook.IsUnsure(err) || webhook.IsFinal(err) || strings.Contains(err.Error(), "token") {
		t.Errorf("nobody listens: %v", err)
	}
}

func TestRedirectsAreNotFollowed(t *testing.T) {
	var followed atomic.Bool
	elsewhere := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { followed.Store(true) }))
	defer elsewhere.Close()
	_, err := answering(t, func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, elsewhere.URL, http.StatusTemporaryRedirect)
	}, signed)
	if !webhook.IsFinal(err) || followed.Load() {
		t.Errorf("%v, followed %t", err, followed.Load())
	}
}

// What we sign we also accept, from five minutes before to five minutes after, and nothing else.
func TestSignaturesAreVerified(t *testing.T) {
	body := []byte(`{"a":1}`)
	good := webhook.Signature(secret, now, body)
	for _, c := range []struct {
		name, secret, signature, body string
		later                         time.Duration
		want                          error
	}{
		{"good", secret, good, string(body), 0, nil},
		{"late", secret, good, string(body), webhook.Fresh - time.Second, nil},
		{"too late", secret, good, string(body), webhook.Fresh + time.Second, webhook.ErrStale},
		{"too early", secret, good, string(body), -webhook.Fresh - time.Second, webhook.ErrStale},
		{"another secret", "another", good, string(body), 0, webhook.ErrForged},
		{"another body", secret, good, `{"a":2}`, 0, webhook.ErrForged},
		{"another time", secret, strings.Replace(good, "t=17", "t=18", 1), string(body), 0, webhook.ErrForged},
		{"none", secret, "", string(body), 0, webhook.ErrUnsigned},
		{"no time", secret, strings.Replace(good, "t=1", "t=x", 1), string(body), 0, webhook.ErrUnsigned},
		{"cut off", secret, good[:len(good)-2], string(body), 0, webhook.ErrUnsigned},
		{"not hex", secret, good[:len(good)-1] + "z", string(body), 0, webhook.ErrUnsigned},
	} {
		if err := webhook.Verify(c.secret, c.signature, []byte(c.body), now.Add(c.later)); !errors.Is(err, c.want) {
			t.Errorf("%s: %v, want %v", c.name, err, c.want)
		}
	}
}
