package delivery_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"plumbline/internal/account/identity"
	"plumbline/internal/core/alarm"
	"plumbline/internal/feature/delivery"
	"plumbline/internal/feature/delivery/link"
	"plumbline/internal/feature/delivery/texts"
	"plumbline/internal/feature/delivery/wording"
	"plumbline/internal/feature/push"
	"plumbline/internal/platform/outbound"
	"plumbline/internal/platform/webpush"
	"plumbline/internal/testing/apptest"
	"plumbline/internal/testing/pushtest"
)

// pushed lets the member get messages in browsers of a push service.
func (r *rig) pushed(names ...string) (*pushtest.Service, []*pushtest.Browser) {
	r.Helper()
	service := pushtest.Start(r.TB)
	sender := &push.Sender{
		Store: push.Store{Tables: r.Store.Tables, Secrets: r.Secrets}, Outbound: outbound.New(loopback), Contact: "mailto:ops@example.com", Log: r.sender.Log,
	}
	r.sender.Push, r.sender.Links = sender, link.New(r.Secrets, "")
	var list []*pushtest.Browser
	for _, name := range names {
		b := service.Browser()
		r.subscribe(r.Member, b, name)
		list = append(list, b)
	}
	return service, list
}

func (r *rig) subscribe(who identity.Account, b *pushtest.Browser, name string) {
	r.Helper()
	store := push.Store{Tables: r.Store.Tables, Secrets: r.Secrets}
	_, err := store.Subscribe(r.Context(), apptest.Actor(who), webpush.Subscription{Endpoint: b.Endpoint, P256DH: b.P256DH, Auth: b.Auth}, name)
	r.must(err)
}

// byPushThenMail is a rule that reaches the member in browsers, else by mail.
func byPushThenMail(rule *delivery.Rule) {
	rule.Addresses, rule.Channels = nil, []delivery.Channel{delivery.Push, delivery.Mail}
}

func (r *rig) answers() string {
	r.Helper()
	return r.column("SELECT answer FROM alert_attempt ORDER BY began_at, id")
}

func TestMessagesGoToAllBrowsers(t *testing.T) {
	on(t, func(r *rig) {
		_, list := r.pushed("office", "phone")
		r.exec("UPDATE account SET language = 'en' WHERE id = ?", r.Member.ID)
		r.rule("all", byPushThenMail)
		alert := r.store(r.raised(alarm.Red))
		r.send(0)
		r.expect("one row", "push  raised sent,sent")
		r.status(alert, alarm.Notice)
		for _, b := range list {
			got := b.Messages()
			if len(got) != 1 {
				t.Fatalf("%d messages", len(got))
			}
			m, note := got[0], got[0].Note()
			id := fmt.Sprintf("alert-%d", alert.Record.ID)
			if note["title"] != "Red alarm: Landslide K12-Upper slope-SW-09" && !strings.HasPrefix(note["title"].(string), "Red") || note["lang"] != "en" ||
				note["tag"] != id || note["urgent"] != true || m.Claims["sub"] != "mailto:ops@example.com" {
				t.Errorf("note %s by %v", m.Text, m.Claims)
			}
			text := note["body"].(string)
			for _, part := range []string{"1.310", "1.000 m", "(UTC+08:00)"} { // value, limit with unit, time in the zone of the project
				if !strings.Contains(text, part) {
					t.Errorf("no %s in %q", part, text)
				}
			}
			if to := note["link"].(string); !strings.HasPrefix(to, link.Path) || len(to) < 30 {
				t.Errorf("link %s", to)
			}
			if h := m.Header; h.Get("Topic") != id || h.Get("TTL") != "86400" || h.Get("Urgency") != "high" {
				t.Errorf("headers %v", h)
			}
		}

		r.store(r.next(alert, r.transition(alarm.Restored, alarm.Normal), alarm.Restore))
		r.store(r.raised(alarm.Blue))
		r.send(0)
		over, blue := list[0].Messages()[1], list[0].Messages()[2]
		if over.Note()["title"].(string)[:5] == "Alert" == (blue.Note()["title"].(string)[:5] == "Alert") {
			t.Errorf("titles %s and %s", over.Text, blue.Text)
		}
		if over.Note()["title"].(string)[:5] != "Alert" {
			over, blue = blue, over
		}
		if h := over.Header; h.Get("TTL") != "86400" || h.Get("Urgency") != "normal" || !strings.Contains(over.Note()["body"].(string), "−1.310 m") {
			t.Errorf("restored: %v %s", h, over.Text)
		}
		if h := blue.Header; h.Get("TTL") != "14400" || h.Get("Urgency") != "normal" || h.Get("Topic") == over.Header.Get("Topic") {
			t.Errorf("blue: %v", h)
		}
	})
}

func TestOneBrowserIsEnough(t *testing.T) {
	on(t, func(r *rig) {
		service, list := r.pushed("gone", "full", "good")
		list[0].Say(410)
		list[1].Say(429)
		r.rule("all", byPushThenMail)
		r.store(r.raised(alarm.Red))
		r.send(0)
		r.expect("one took it", "push  raised sent,sent")
		for _, part := range []string{"gone (127.0.0.1:", "answer 410", "answer 429", "good (127.0.0.1:"} {
			if got := r.answers(); !strings.Contains(got, part) || strings.Contains(got, "/push/") {
				t.Errorf("answers %q, want %s", got, part)
			}
		}
		r.is("what the ended subscription leaves", r.column("SELECT name || ' ' || outcome FROM push_browser ORDER BY id"), "full failed\ngood sent")
		service.Say(201)
		r.store(r.raised(alarm.Red))
		r.send(0)
		if n := len(list[0].Messages()); n != 1 {
			t.Errorf("%d messages to a browser that has ended its subscription", n)
		}
	})
}

// What push services do not take is tried again, and goes to the next channel after ten minutes, or at once for good.
func TestTheNextChannelFollowsPush(t *testing.T) {
	on(t, func(r *rig) {
		r.rule("all", byPushThenMail)
		r.store(r.raised(alarm.Red))
		lines := []string{"push  raised skipped noBrowser", member + " raised pending < push"}
		r.expect("no browser", lines...)
		r.send(0)
		lines[1] = member + " raised sent,sent < push"
		r.expect("no browser", lines...)

		service, list := r.pushed("b")
		service.Say(500)
		r.store(r.raised(alarm.Red))
		r.send(0)
		r.expect("broken", append(lines, "push  raised pending,failed")...)
		service.Say(429, "Retry-After", "120")
		r.send(time.Minute)
		r.send(time.Minute)
		r.expect("busy for two minutes", append(lines, "push  raised pending,failed,failed")...)
		service.Say(201)
		r.send(time.Minute)
		lines = append(lines, "push  raised sent,failed,failed,sent")
		r.expect("taken", lines...)

		service.Drop()
		r.store(r.raised(alarm.Red))
		r.send(0)
		r.send(time.Minute)
		lines = append(lines, "push  raised unknown lostAnswer,unknown,unknown", member+" raised sent,sent < push")
		r.expect("no answer twice", lines...)

		service.Say(500)
		r.store(r.raised(alarm.Red))
		for range 5 {
			r.send(3 * time.Minute)
		}
		lines = append(lines, "push  raised failed expired,failed,failed,failed", member+" raised sent,sent < push")
		r.expect("ten minutes", lines...)

		list[0].Say(404)
		r.store(r.raised(alarm.Red))
		r.send(0)
		lines = append(lines, "push  raised failed noBrowser,failed", member+" raised sent,sent < push")
		r.expect("the only browser has ended its subscription", lines...)

		_, list = r.pushed("b")
		r.store(r.raised(alarm.Red))
		r.exec("UPDATE push_browser SET enabled = FALSE")
		r.send(10 * time.Minute)
		lines = append(lines, "push  raised failed noBrowser,failed", member+" raised sent,sent < push")
		r.expect("switched off by the account", lines...)

		r.exec("UPDATE push_browser SET enabled = TRUE")
		r.sender.Push = &push.Sender{Off: true}
		r.store(r.raised(alarm.Red))
		r.send(10 * time.Minute)
		lines = append(lines, "push  raised failed pushOff", member+" raised sent,sent < push")
		r.expect("switched off by the operator", lines...)
		if n := len(list[0].Messages()); n != 0 {
			t.Errorf("%d messages to browsers that are switched off", n)
		}
	})
}

func TestPushMessagesOfAStormAreGathered(t *testing.T) {
	on(t, func(r *rig) {
		r.now = r.now.Truncate(time.Minute)
		_, list := r.pushed("b")
		r.rule("all", byPushThenMail)
		r.storm(4, alarm.Blue)
		r.store(r.raised(alarm.Red))
		r.storm(6, alarm.Yellow)
		r.send(0)
		r.send(30 * time.Second)
		r.is("states", r.states(), "sent 11")
		got := list[0].Messages()
		if len(got) != 6 {
			t.Fatalf("%d messages", len(got))
		}
		last := got[5].Note()
		if last["title"] != "Landslide K12：6 条告警（黄 6）" || strings.Count(last["body"].(string), "\n") != 3 || !strings.HasSuffix(last["body"].(string), "另有 3 条") ||
			last["tag"] != nil || got[5].Header.Get("Topic") != "" {
			t.Errorf("gathered: %s", got[5].Text)
		}
	})
}

// The texts of the corporation in the language of the account count.
func TestTextsInBrowsers(t *testing.T) {
	on(t, func(r *rig) {
		_, list := r.pushed("b")
		r.exec("UPDATE account SET language = 'en' WHERE id = ?", r.Member.ID)
		for language, title := range map[string]string{"en": "{what} at {point}", "zh": "{point} {what}"} {
			own := wording.AlertTextFields{PushTitle: title, Push: "{value}", PushRestored: "over"}
			_, err := texts.Store{Tables: r.ledger.Tables}.Save(r.Context(), apptest.Actor(r.Admin), r.Corporation.ID, language, &own)
			r.must(err)
		}
		r.rule("all", byPushThenMail)
		r.store(r.raised(alarm.Red))
		r.send(0)
		r.exec("UPDATE account SET language = 'zh' WHERE id = ?", r.Member.ID)
		r.store(r.raised(alarm.Red))
		r.send(0)
		got := list[0].Messages()
		if title := got[0].Note()["title"].(string); !strings.HasSuffix(title, " at "+r.Level.Name) || got[0].Note()["body"] != "−1.310 m" {
			t.Errorf("English: %s", got[0].Text)
		}
		if title := got[1].Note()["title"].(string); title != r.Level.Name+" 红色告警" {
			t.Errorf("Chinese: %s", got[1].Text)
		}
	})
}
