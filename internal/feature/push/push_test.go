package push_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"strings"
	"sync"
	"testing"

	"plumbline/internal/app"
	"plumbline/internal/feature/push"
	"plumbline/internal/platform/errs"
	"plumbline/internal/testing/apptest"
	"plumbline/internal/testing/pushtest"
)

func TestMain(m *testing.M) {
	if err := pushtest.Trust(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	os.Exit(m.Run())
}

// on runs a test on a server that may reach this machine.
func on(t *testing.T, test func(*testing.T, *apptest.Server)) {
	for _, engine := range apptest.Engines() {
		t.Run(string(engine), func(t *testing.T) {
			test(t, apptest.Start(t, engine, apptest.Options{Config: func(c *app.Config) {
				c.AllowNet, c.PublicURL = "127.0.0.0/8", "https://monitor.example.com"
			}}))
		})
	}
}

const browsers = "/api/push-browsers"

func body(b *pushtest.Browser, name string) string {
	return fmt.Sprintf(`{"endpoint":%q,"p256dh":%q,"auth":%q,"name":%q}`, b.Endpoint, b.P256DH, b.Auth, name)
}

func subscribe(t *testing.T, s *apptest.Server, who string, b *pushtest.Browser, name string) string {
	t.Helper()
	var made push.PushBrowser
	s.Ask(t, who, "POST", browsers, body(b, name), 201, &made)
	return fmt.Sprintf("%s/%d", browsers, made.ID)
}

// names returns the browsers of an account, the newest first, with "off" and the outcome of the last attempt.
func names(t *testing.T, s *apptest.Server, who string) string {
	t.Helper()
	var all push.PushBrowsers
	s.Ask(t, who, "GET", browsers, "", 200, &all)
	var list []string
	for _, b := range all.List {
		line := b.Name
		if !b.Enable {
			line += " off"
		}
		list = append(list, strings.TrimSpace(line+" "+b.Outcome))
	}
	return strings.Join(list, ", ")
}

// refused expects an error with a message, about a field unless that is empty.
func refused(t *testing.T, s *apptest.Server, who, method, path, body, field string, want *errs.Message) {
	t.Helper()
	w := s.Call(t.Context(), t, who, method, path, body)
	var got struct {
		Code   int
		Fields map[string]string
	}
	if err := json.Unmarshal(w.Body.Bytes(), &got); err != nil {
		t.Fatal(err)
	}
	if field == "" && got.Code != want.Code || field != "" && !strings.HasPrefix(got.Fields[field], strings.Split(want.Text(errs.English, nil), "{")[0]) {
		t.Errorf("%s %s: %d %s, want %s", method, path, w.Code, w.Body, want.Text(errs.English, nil))
	}
}

func TestAccountsSubscribeTheirBrowsers(t *testing.T) {
	on(t, func(t *testing.T, s *apptest.Server) {
		service := pushtest.Start(t)
		office, phone := service.Browser(), service.Browser()
		var before, after push.PushBrowsers
		s.Ask(t, "guest", "GET", browsers, "", 200, &before)
		one := subscribe(t, s, "guest", office, " Chrome  in the office ")
		subscribe(t, s, "guest", phone, "")
		s.Ask(t, "admin", "GET", browsers, "", 200, &after)
		if len(before.PublicKey) != 87 || before.PublicKey != after.PublicKey || !after.Works || len(after.List) != 0 {
			t.Errorf("keys %q and %q; another account sees %v", before.PublicKey, after.PublicKey, after.List)
		}
		s.Ask(t, "guest", "GET", browsers, "", 200, &after)
		if b := after.List[1]; b.Name != "Chrome in the office" || len(b.Digest) != 64 || !strings.HasPrefix(b.Host, "127.0.0.1:") || b.CreatedAt == 0 || b.UsedAt != 0 {
			t.Errorf("browser %+v", b)
		}
		for _, secret := range []string{office.Endpoint, office.Auth, office.P256DH} {
			if w := s.Call(t.Context(), t, "guest", "GET", browsers, ""); strings.Contains(w.Body.String(), secret) {
				t.Errorf("the list has %s", secret)
			}
			w := s.Call(t.Context(), t, "admin", "GET", "/api/operation-logs?pageSize=50", "")
			if w.Code != http.StatusOK || strings.Contains(w.Body.String(), secret) {
				t.Errorf("the log %d has %s", w.Code, secret)
			}
		}
		s.Ask(t, "guest", "PATCH", one, `{"name":"Office","enable":false}`, 200, nil)
		for _, path := range []string{one, one + "/test"} { // of somebody else
			method := map[bool]string{true: "POST", false: "PATCH"}[strings.HasSuffix(path, "test")]
			s.Ask(t, "admin", method, path, map[bool]string{true: "", false: `{"enable":true}`}[method == "POST"], 404, nil)
		}
		s.Ask(t, "admin", "DELETE", one, "", 404, nil)
		if got := names(t, s, "guest"); !strings.HasSuffix(got, ", Office off") {
			t.Errorf("browsers: %s", got)
		}

		// The same browser again: one row, switched on.
		if again := subscribe(t, s, "guest", office, "Again"); again != one {
			t.Errorf("the same browser is %s and %s", one, again)
		}
		// Another account in front of the same browser: it is theirs now.
		subscribe(t, s, "admin", office, "Shared")
		if own, theirs := names(t, s, "guest"), names(t, s, "admin"); strings.Contains(own, "Again") || theirs != "Shared" {
			t.Errorf("of the guest %s, of the admin %s", own, theirs)
		}
		s.Ask(t, "guest", "DELETE", one, "", 404, nil)

		for range 9 {
			subscribe(t, s, "admin", service.Browser(), "x")
		}
		refused(t, s, "admin", "POST", browsers, body(service.Browser(), "x"), "", errs.TooManyBrowsers)
		subscribe(t, s, "admin", office, "still known")
	})
}

func TestSubscriptionsMustBeUsable(t *testing.T) {
	s := apptest.Start(t, apptest.Engines()[0], apptest.Options{})
	good := pushtest.Start(t).Browser()
	for _, c := range []struct {
		field string
		want  *errs.Message
		bad   pushtest.Browser
	}{
		{"endpoint", errs.PushAddress, pushtest.Browser{Endpoint: "http://push.example.com/x", P256DH: good.P256DH, Auth: good.Auth}},
		{"endpoint", errs.PushAddress, pushtest.Browser{Endpoint: "push", P256DH: good.P256DH, Auth: good.Auth}},
		{"p256dh", errs.PushKey, pushtest.Browser{Endpoint: good.Endpoint, P256DH: good.Auth, Auth: good.Auth}},
		{"auth", errs.PushKey, pushtest.Browser{Endpoint: good.Endpoint, P256DH: good.P256DH, Auth: "AAAA"}},
	} {
		refused(t, s, "admin", "POST", browsers, body(&c.bad, "x"), c.field, c.want)
	}
	refused(t, s, "admin", "POST", browsers, body(good, "   "), "name", errs.Empty)
}

func TestTestMessages(t *testing.T) {
	on(t, func(t *testing.T, s *apptest.Server) {
		service := pushtest.Start(t)
		browser := service.Browser()
		one := subscribe(t, s, "admin", browser, "b")
		ask := func(want, reason string) push.PushTest {
			t.Helper()
			var got push.PushTest
			s.Ask(t, "admin", "POST", one+"/test", "", 200, &got)
			if got.Outcome != want || got.Reason != reason || !strings.HasPrefix(got.Host, "127.0.0.1") || got.Answer == "" ||
				strings.Contains(got.Answer, "/push/") {
				t.Errorf("%+v, want %s %s", got, want, reason)
			}
			return got
		}
		if got := ask("sent", ""); got.Answer != "201" {
			t.Errorf("answer %q", got.Answer)
		}
		var all push.PushBrowsers
		s.Ask(t, "admin", "GET", browsers, "", 200, &all)
		got := browser.Messages()[0]
		if got.Key != all.PublicKey || got.Claims["sub"] != "https://monitor.example.com" || got.Note()["title"] != "测试消息" || got.Note()["lang"] != "zh" {
			t.Errorf("signed with %s by %v: %s", got.Key, got.Claims, got.Text)
		}
		if all.List[0].UsedAt == 0 || all.List[0].Answer != "201" {
			t.Errorf("browser %+v", all.List[0])
		}
		service.Say(403)
		ask("failed", "refused")
		service.Say(429)
		ask("failed", "busy")
		service.Say(500)
		ask("failed", "busy")
		service.Drop()
		ask("unknown", "busy")
		if got := names(t, s, "admin"); got != "b unknown" {
			t.Errorf("browsers: %s", got)
		}
		service.Say(410)
		ask("failed", "gone")
		if got := names(t, s, "admin"); got != "" {
			t.Errorf("browsers after 410: %s", got)
		}
		one = subscribe(t, s, "admin", browser, "b")
		service.Close()
		ask("failed", "unreachable")
	})
}

// Push services in inner networks are refused unless the operator allows them, as webhooks are.
func TestInnerNetworksAreRefused(t *testing.T) {
	s := apptest.Start(t, apptest.Engines()[0], apptest.Options{})
	one := subscribe(t, s, "admin", pushtest.Start(t).Browser(), "b")
	var got push.PushTest
	s.Ask(t, "admin", "POST", one+"/test", "", 200, &got)
	if got.Reason != "forbidden" || !strings.Contains(got.Answer, got.Host) {
		t.Errorf("%+v", got)
	}
}

func TestOperatorsSwitchPushOff(t *testing.T) {
	s := apptest.Start(t, apptest.Engines()[0], apptest.Options{Config: func(c *app.Config) { c.NoPush = true }})
	var all push.PushBrowsers
	s.Ask(t, "admin", "GET", browsers, "", 200, &all)
	if all.Works || all.PublicKey != "" {
		t.Errorf("%+v", all)
	}
	refused(t, s, "admin", "POST", browsers, body(pushtest.Start(t).Browser(), "b"), "", errs.PushOff)
	refused(t, s, "admin", "POST", browsers+"/1/test", "", "", errs.PushOff)
}

// Several servers that start at once use one pair of keys, which is sealed.
func TestServersShareTheKeys(t *testing.T) {
	for _, engine := range apptest.Engines() {
		t.Run(string(engine), func(t *testing.T) {
			in := apptest.Open(t, engine)
			keys, failed := make([]string, 4), make([]error, 4)
			var asking sync.WaitGroup
			for i := range keys {
				store := push.Store{Tables: in.Store.Tables, Secrets: in.Secrets}
				asking.Go(func() { keys[i], failed[i] = store.PublicKey(t.Context()) })
			}
			asking.Wait()
			for i := range keys {
				if failed[i] != nil || keys[i] != keys[0] || keys[i] == "" {
					t.Errorf("server %d: %s, %v; want %s", i, keys[i], failed[i], keys[0])
				}
			}
		})
	}
}
