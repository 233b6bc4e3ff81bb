package webpush_test

import (
	"crypto/tls"
	"fmt"
	"net/http"
	"os"
	"strings"
	"testing"
	"time"

	"plumbline/internal/platform/errs"
	"plumbline/internal/platform/webhook"
	"plumbline/internal/platform/webpush"
	"plumbline/internal/testing/pushtest"
)

func TestMain(m *testing.M) {
	if err := pushtest.Trust(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	os.Exit(m.Run())
}

func sender(t *testing.T) webpush.Sender {
	t.Helper()
	keys, err := webpush.NewKeys()
	if err != nil {
		t.Fatal(err)
	}
	return webpush.Sender{Keys: keys, Contact: "https://monitor.example.com"}
}

func client() *http.Client {
	return &http.Client{Transport: &http.Transport{TLSClientConfig: &tls.Config{MinVersion: tls.VersionTLS12}, DisableKeepAlives: true}}
}

func subscription(b *pushtest.Browser) *webpush.Subscription {
	return &webpush.Subscription{Endpoint: b.Endpoint, P256DH: b.P256DH, Auth: b.Auth}
}

func TestNotesAreSignedAndEncrypted(t *testing.T) {
	service := pushtest.Start(t)
	browser := service.Browser()
	s := sender(t)
	note := webpush.Note{
		Title: "红色告警：大桥-墩3", Body: "沉降 12.3 mm ≥ 10 mm", Link: "/a/token", Tag: "alert-7", Language: "zh", Urgent: true, Topic: "alert-7", TTL: 24 * time.Hour,
	}
	reply, err := s.Send(t.Context(), client(), subscription(browser), note, time.Now())
	if err != nil || reply.Status != 201 {
		t.Fatalf("%v, %v", reply, err)
	}
	got := browser.Messages()
	if len(got) != 1 {
		t.Fatalf("%d messages", len(got))
	}
	public, err := s.Keys.Public()
	if err != nil || got[0].Key != public || got[0].Claims["sub"] != s.Contact {
		t.Errorf("signed with %s by %v, want %s, %v", got[0].Key, got[0].Claims, public, err)
	}
	for name, want := range map[string]string{"TTL": "86400", "Urgency": "high", "Topic": "alert-7", "Content-Encoding": "aes128gcm"} {
		if h := got[0].Header.Get(name); h != want {
			t.Errorf("%s: %q, want %q", name, h, want)
		}
	}
	if n := got[0].Note(); n["title"] != note.Title || n["body"] != note.Body || n["link"] != "/a/token" || n["urgent"] != true || n["Topic"] != nil {
		t.Errorf("note %s", got[0].Text)
	}
	secret, err := s.Keys.Secret()
	if err != nil {
		t.Fatal(err)
	}
	again, err := webpush.ParseKeys(secret)
	if err != nil {
		t.Fatal(err)
	}
	if p, err := again.Public(); err != nil || p != public {
		t.Errorf("after a restart the key is %s, %v", p, err)
	}
	for _, broken := range []string{"", "??", secret[:20]} {
		if _, err := webpush.ParseKeys(broken); err == nil {
			t.Errorf("%q is a key", broken)
		}
	}
}

// A push service takes 4,096 bytes at most. Longer texts end with an ellipsis, also if JSON makes them longer.
func TestLongTextsEndWithAnEllipsis(t *testing.T) {
	service := pushtest.Start(t)
	for name, note := range map[string]webpush.Note{
		"Chinese": {Title: "红色告警", Body: strings.Repeat("沉降", 2000)}, "escaped": {Title: "red", Body: strings.Repeat("\"<\x01", 3000)},
		"title": {Title: strings.Repeat("桥", 3000), Body: "x"}, "exact": {Title: "red", Body: strings.Repeat("x", 3993-len(`{"title":"red","body":"","link":"","lang":"","time":0,"urgent":false}`))},
	} {
		browser := service.Browser()
		if _, err := sender(t).Send(t.Context(), client(), subscription(browser), note, time.Now()); err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		got := browser.Messages()[0]
		text := got.Note()["body"].(string) + got.Note()["title"].(string)
		if got.Length > 4096 || got.Length < 3400 || strings.Contains(text, "…") != (name != "exact") || strings.Contains(text, "\ufffd") {
			t.Errorf("%s: a body of %d bytes: %s", name, got.Length, got.Text)
		}
	}
	if _, err := sender(t).Send(t.Context(), client(), subscription(service.Browser()), webpush.Note{Link: strings.Repeat("x", 5000)}, time.Now()); !webhook.IsFinal(err) {
		t.Errorf("a note without room: %v", err)
	}
}

func TestBadPushServices(t *testing.T) {
	service := pushtest.Start(t)
	browser := service.Browser()
	send := func() error {
		_, err := sender(t).Send(t.Context(), client(), subscription(browser), webpush.Note{Title: "x"}, time.Now())
		return err
	}
	for _, c := range []struct {
		status             int
		final, unsure, off bool
	}{
		{404, true, false, true},
		{410, true, false, true},
		{400, true, false, false},
		{403, true, false, false},
		{413, true, false, false},
		{302, true, false, false},
		{429, false, false, false},
		{500, false, false, false},
		{503, false, false, false},
		{504, false, true, false},
	} {
		service.Say(c.status, "Retry-After", "120", "Location", "https://127.0.0.1:1/")
		err := send()
		if err == nil || webhook.IsFinal(err) != c.final || webhook.IsUnsure(err) != c.unsure || webpush.IsGone(err) != c.off {
			t.Errorf("%d: %v, final %v, unsure %v, gone %v", c.status, err, webhook.IsFinal(err), webhook.IsUnsure(err), webpush.IsGone(err))
		}
		if c.status == 429 && webhook.After(err) != 2*time.Minute {
			t.Errorf("wait %v", webhook.After(err))
		}
		if err != nil && strings.Contains(err.Error(), "/push/") {
			t.Errorf("an error with the address: %v", err)
		}
	}
	service.Drop()
	if err := send(); !webhook.IsUnsure(err) || strings.Contains(err.Error(), "/push/") {
		t.Errorf("a broken connection: %v", err)
	}
	service.Close()
	if err := send(); err == nil || webhook.IsUnsure(err) || webhook.IsFinal(err) || strings.Contains(err.Error(), "/push/") {
		t.Errorf("nobody listens: %v", err)
	}
}

func TestSubscriptionsAreChecked(t *testing.T) {
	browser := pushtest.Start(t).Browser()
	for _, c := range []struct {
		change func(*webpush.Subscription)
		want   string
	}{
		{func(*webpush.Subscription) {}, ""},
		{func(s *webpush.Subscription) { s.P256DH += "="; s.Auth += "==" }, ""},
		{func(s *webpush.Subscription) { s.Endpoint = "http://push.example.com/x" }, "endpoint"},
		{func(s *webpush.Subscription) { s.Endpoint = "https://" }, "endpoint"},
		{func(s *webpush.Subscription) { s.Endpoint = "https://a:b@push.example.com/x" }, "endpoint"},
		{func(s *webpush.Subscription) { s.Endpoint = "https://push.example.com/" + strings.Repeat("x", 2000) }, "endpoint"},
		{func(s *webpush.Subscription) { s.P256DH = browser.Auth }, "p256dh"},
		{func(s *webpush.Subscription) { s.P256DH = "?" }, "p256dh"},
		{func(s *webpush.Subscription) { s.Auth = "AAAA" }, "auth"},
	} {
		s := *subscription(browser)
		c.change(&s)
		var refused errs.Refusals
		s.Check(&refused)
		got := ""
		if e, ok := errs.As(refused.Err()); ok {
			got = e.Fields[0].Name
		}
		if got != c.want {
			t.Errorf("%+v: %q, want %q", s, got, c.want)
		}
	}
	if host := subscription(browser).Host(); !strings.HasPrefix(host, "127.0.0.1:") {
		t.Errorf("host %s", host)
	}
}
