package delivery_test

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"plumbline/internal/core/alarm"
	"plumbline/internal/feature/delivery"
	"plumbline/internal/feature/delivery/hook"
	"plumbline/internal/platform/errs"
	"plumbline/internal/platform/outbound"
	"plumbline/internal/testing/apptest"
	"plumbline/internal/testing/toxiproxytest"
)

func TestWebhooksGetSignedJSON(t *testing.T) {
	on(t, func(r *rig) {
		room, p := r.hook("Control room", hook.JSON)
		phone, caller := r.hook("Calls", hook.Phone)
		r.rule("all", only(room, phone))
		alert := r.store(r.raised(alarm.Red))
		r.send(0)
		r.expect("sent", "webhook Control room raised sent,sent", "phone Calls raised sent,sent")
		r.status(alert, alarm.Notice)
		got := p.requests()
		if len(got) != 1 {
			t.Fatalf("%d requests", len(got))
		}
		at, signature, _ := strings.Cut(strings.TrimPrefix(got[0].header.Get("X-Plumbline-Signature"), "t="), ",v1=")
		mac := hmac.New(sha256.New, []byte("a long secret"))
		mac.Write([]byte(at + "." + got[0].body))
		if at != fmt.Sprint(r.now.Unix()) || signature != hex.EncodeToString(mac.Sum(nil)) {
			t.Errorf("signature %s", got[0].header.Get("X-Plumbline-Signature"))
		}
		var sent struct {
			ID, Event, Subject, Rule string
			Test                     bool
			Text                     []string
			Alert                    struct {
				ID, ProjectID, Time                        int64
				Level                                      int
				Type, Point, Measurement, Field, ValueType string
				Value, Threshold                           float64
				Unit                                       string
			}
		}
		r.must(json.Unmarshal([]byte(got[0].body), &sent))
		if sent.ID != got[0].header.Get("Idempotency-Key") || sent.Event != "raised" || sent.Test || sent.Rule != "all" || len(sent.Text) != 2 ||
			sent.Alert.ID != alert.Record.ID || sent.Alert.Level != 4 || sent.Alert.Point != r.Level.Name || sent.Alert.Value != -1.31 ||
			sent.Alert.Threshold != 1 || sent.Alert.Unit != "m" || sent.Alert.ValueType != "accumulated" || sent.Alert.Type != "threshold" {
			t.Errorf("sent %+v", sent)
		}
		if called := caller.requests(); len(called) != 1 || !strings.Contains(called[0].body, `"mobiles":["13800000001"]`) ||
			!strings.Contains(called[0].body, `"speech":"`) {
			t.Errorf("called %+v", called)
		}
	})
}

func TestRobotsGetTheirShapes(t *testing.T) {
	on(t, func(r *rig) {
		for kind, want := range map[delivery.Channel]string{
			delivery.WeCom: `"msgtype":"markdown"`, delivery.DingTalk: `"msgtype":"markdown"`, delivery.Feishu: `"template":"red"`,
		} {
			w, p := r.hook(string(kind), hook.Kind(kind))
			rule := r.rule(string(kind), only(w))
			r.store(r.raised(alarm.Red))
			r.send(0)
			if got := p.requests(); len(got) != 1 || !strings.Contains(got[0].body, want) || !strings.Contains(got[0].body, r.Level.Name) {
				t.Errorf("%s got %+v", kind, got)
			}
			r.must(r.ledger.DeleteRule(r.Context(), apptest.Actor(r.Admin), r.Project.ID, rule.ID))
		}
	})
}

// What a webhook answers decides what follows.
func TestWebhooksThatFail(t *testing.T) {
	on(t, func(r *rig) {
		w, p := r.hook("w", hook.JSON)
		r.rule("all", only(w))
		var before []string
		expect := func(when, line string) {
			t.Helper()
			r.expect(when, append(before, "webhook w raised "+line)...)
		}
		next := func(line string) {
			before = append(before, "webhook w raised "+line)
			r.store(r.raised(alarm.Red))
		}

		r.store(r.raised(alarm.Red))
		p.say(503, "busy")
		r.send(0)
		expect("busy", "pending,failed")
		p.say(429, "", "Retry-After", "300")
		r.send(time.Minute)
		r.send(299 * time.Second)
		expect("it asked to wait", "pending,failed,failed")
		p.say(204, "")
		r.send(time.Second)
		expect("accepted", "sent,failed,failed,sent")

		next("sent,failed,failed,sent")
		p.say(404, "no such hook")
		r.send(0)
		expect("refused", "failed refused,failed")
		page, err := r.ledger.Messages(r.Context(), r.Guest.Scope(), delivery.Filter{ProjectID: r.Project.ID, State: delivery.Failed})
		r.must(err)
		if answer := page.List[0].Attempts[0].Answer; !strings.Contains(answer, "404 no such hook") {
			t.Errorf("answer %q", answer)
		}

		next("failed refused,failed")
		p.drop(t)
		r.send(0)
		expect("dropped", "pending,unknown")
		r.send(time.Minute)
		expect("dropped twice", "unknown lostAnswer,unknown,unknown")
		got := p.requests()
		if a, b := got[len(got)-1], got[len(got)-2]; a.body != b.body || a.header.Get("Idempotency-Key") != b.header.Get("Idempotency-Key") {
			t.Error("the repeated message is another one")
		}

		next("unknown lostAnswer,unknown,unknown")
		for range len(p.asked) {
			<-p.asked
		}
		p.hang()
		r.sendUntilAsked(p)
		expect("no answer", "pending,unknown")
		p.say(200, "ok")
		r.send(time.Minute)
		expect("repeated", "sent,unknown,sent")

		next("sent,unknown,sent")
		w.Enabled = false
		r.must(r.webhooks.Save(r.Context(), apptest.Actor(r.Admin), w, w))
		r.send(0)
		expect("switched off", "failed webhookOff,failed")
		next("failed webhookOff,failed")
		expect("known to be off", "skipped webhookOff")
	})
}

func TestAddressesOfInnerNetworksAreRefused(t *testing.T) {
	on(t, func(r *rig) {
		w, p := r.hook("w", hook.JSON)
		r.rule("all", only(w))
		r.store(r.raised(alarm.Red))
		r.sender.Outbound = outbound.New(nil)
		r.send(0)
		r.expect("not allowed", "webhook w raised failed refused,failed")
		if n := len(p.requests()); n != 0 {
			t.Errorf("%d requests", n)
		}
	})
}

// A peer that does not answer keeps its own messages only, and at most four at once.
func TestSlowPeersDelayNoOther(t *testing.T) {
	on(t, func(r *rig) {
		const alerts = 5 // few, so that they are not gathered
		slow, stuck := r.hook("slow", hook.JSON)
		fast, quick := r.hook("fast", hook.Feishu)
		release := make(chan struct{})
		stuck.answers(func(http.ResponseWriter, *http.Request) { <-release })
		r.rule("all", func(rule *delivery.Rule) { rule.Accounts, rule.Webhooks = nil, []int64{slow.ID, fast.ID} })
		for range alerts {
			r.store(r.raised(alarm.Red))
		}
		ctx, stop := context.WithCancel(r.Context())
		done := make(chan struct{})
		go func() {
			defer close(done)
			r.sender.Run(ctx)
		}()
		<-stuck.asked
		for range alerts {
			<-quick.asked
		}
		mails := 0
		for range r.post.Arriving() {
			if mails++; mails == alerts {
				break
			}
		}
		if n := r.column("SELECT COUNT(*) FROM alert_message WHERE channel = 'webhook' AND state = 'claimed'"); !slices.Contains([]string{"1", "2", "3", "4"}, n) {
			t.Errorf("%s messages at once to the slow one", n)
		}
		close(release)
		stop()
		<-done
	})
}

// If the network loses an answer, the message is sent once more with the same key, by which the peer recognizes it.
func TestWebhooksBehindABadNetwork(t *testing.T) {
	network := toxiproxytest.New(t)
	on(t, func(r *rig) {
		w, p := r.hook("w", hook.JSON)
		name := strings.ReplaceAll(r.TB.Name(), "/", "-")
		link := network.To(name, p.Listener.Addr().String())
		w.URL = "http://" + link + "/hook"
		r.must(r.webhooks.Save(r.Context(), apptest.Actor(r.Admin), w, w))
		r.rule("all", only(w))

		r.store(r.raised(alarm.Red))
		network.Toxic(name, "limit_data", "downstream", map[string]any{"bytes": 10})
		r.send(0)
		r.expect("half an answer", "webhook w raised pending,unknown")
		network.Restore(name)
		network.Slow(name, 100*time.Millisecond)
		r.send(time.Minute)
		r.expect("a slow answer", "webhook w raised sent,unknown,sent")
		for range len(p.asked) {
			<-p.asked
		}

		r.store(r.raised(alarm.Red))
		network.Restore(name)
		network.Toxic(name, "timeout", "downstream", map[string]any{"timeout": 0})
		r.sendUntilAsked(p)
		r.expect("no answer", "webhook w raised sent,unknown,sent", "webhook w raised pending,unknown")
		network.Restore(name)
		r.send(time.Minute)
		r.expect("repeated", "webhook w raised sent,unknown,sent", "webhook w raised sent,unknown,sent")
		keys := map[string]int{}
		for _, got := range p.requests() {
			keys[got.header.Get("Idempotency-Key")+got.body]++
		}
		if len(keys) != 2 || len(p.requests()) != 4 {
			t.Errorf("%d requests with %d keys", len(p.requests()), len(keys))
		}
	})
}

// A robot gets no more messages in a minute than it takes; the others wait.
func TestRobotsArePaced(t *testing.T) {
	on(t, func(r *rig) {
		w, p := r.hook("w", hook.WeCom)
		r.rule("all", only(w))
		for i := range int64(40) {
			first := r.raised(alarm.Red)
			first.Record.StructureID = 1000 + i // the first red alert of each structure is not gathered
			r.store(first)
		}
		for _, c := range []struct {
			after time.Duration
			want  int
		}{{0, 18}, {59 * time.Second, 18}, {time.Second, 36}, {time.Minute, 40}} {
			r.send(c.after)
			if n := len(p.requests()); n != c.want {
				t.Errorf("%s later: %d messages, want %d", c.after, n, c.want)
			}
		}
	})
}

func TestWebhooksAreRefused(t *testing.T) {
	on(t, func(r *rig) {
		good := hook.Hook{ProjectID: r.Project.ID, Name: "w", Kind: hook.JSON, URL: "https://example.com/hook", Secret: "a long secret"}
		for _, c := range []struct {
			name   string
			change func(*hook.Hook)
			field  string
			want   *errs.Message
		}{
			{"no name", func(w *hook.Hook) { w.Name = " " }, "name", errs.Empty},
			{"long name", func(w *hook.Hook) { w.Name = strings.Repeat("n", 51) }, "name", errs.TooLong},
			{"kind", func(w *hook.Hook) { w.Kind = "pigeon" }, "kind", errs.NotOneOf},
			{"no address", func(w *hook.Hook) { w.URL = "" }, "url", errs.Empty},
			{"no host", func(w *hook.Hook) { w.URL = "https:///hook" }, "url", errs.WebAddress},
			{"scheme", func(w *hook.Hook) { w.URL = "ftp://example.com" }, "url", errs.WebAddress},
			{"account", func(w *hook.Hook) { w.URL = "https://a:b@example.com" }, "url", errs.WebAddress},
			{"short secret", func(w *hook.Hook) { w.Secret = "short" }, "secret", errs.TooShort},
			{"no secret", func(w *hook.Hook) { w.Secret = "" }, "secret", errs.TooShort},
			{"long secret", func(w *hook.Hook) { w.Secret = strings.Repeat("s", 201) }, "secret", errs.TooLong},
			{"wecom", func(w *hook.Hook) { w.Kind = hook.WeCom }, "secret", errs.UnsignedRobot},
			{"nobody to call", func(w *hook.Hook) { w.Kind = hook.Phone }, "mobileList", errs.Empty},
			{"a mail address to call", func(w *hook.Hook) { w.Kind, w.Mobiles = hook.Phone, []string{"a@example.com"} }, "mobileList[0]", errs.MobileFormat},
			{"mobiles", func(w *hook.Hook) { w.Mobiles = []string{"13800000000"} }, "mobileList", errs.OnlyTelephone},
		} {
			w := good
			c.change(&w)
			err := r.webhooks.Save(r.Context(), apptest.Actor(r.Admin), &w, nil)
			if e, ok := errs.As(err); !ok || len(e.Fields) != 1 || e.Fields[0].Name != c.field || e.Fields[0].Message != c.want {
				t.Errorf("%s: %v", c.name, err)
			}
		}
	})
}
