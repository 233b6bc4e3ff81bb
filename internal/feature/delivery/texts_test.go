package delivery_test

import (
	"fmt"
	"strings"
	"testing"

	"plumbline/internal/app"
	"plumbline/internal/core/alarm"
	"plumbline/internal/feature/delivery"
	"plumbline/internal/feature/delivery/hook"
	"plumbline/internal/platform/clock"
	"plumbline/internal/platform/database"
	"plumbline/internal/platform/errs"
	"plumbline/internal/testing/apptest"
)

// withCalls is a rig on a running server that reaches loopback addresses.
func withCalls(t *testing.T, engine database.Dialect) (*apptest.Server, *rig) {
	s := apptest.Start(t, engine, apptest.Options{Config: func(c *app.Config) { c.AllowNet = "127.0.0.0/8" }})
	r := &rig{TB: t, Site: s.Site, post: s.Mail, ledger: ledgerOf(s.Site.Store.Tables), now: clock.Now()}
	r.webhooks = hook.Store{Tables: s.Site.Store.Tables, Secrets: s.Site.Secrets}
	r.sender = &delivery.Sender{Ledger: r.ledger, Alerts: alarm.NewService(s.Site.Store), Mail: r.post.Mailer, Webhooks: r.webhooks, Outbound: s.Outbound}
	return s, r
}

func TestTextsOfACorporation(t *testing.T) {
	for _, engine := range apptest.Engines() {
		t.Run(string(engine), func(t *testing.T) {
			s, r := withCalls(t, engine)
			r.rule("all", onlyShift)
			path := fmt.Sprintf("/api/corporations/%d/alert-texts", s.Corporation.ID)
			own := `{"language":"zh","subject":"{heading} @ {point}","opened":"{rule}：{quantity} {value}","restored":"","sms":"【{platform}】{point} {what}","smsRestored":""}`
			ask(t, s, "admin", "PUT", path, own, 200)
			alert := r.store(r.raised(alarm.Red))
			ask(t, s, "admin", "PUT", path, strings.Replace(own, "{heading} @", "later", 1), 200)
			r.send(0)
			mails := r.post.Mails()
			if want := "红色告警 @ SW-09"; len(mails) != 1 || mails[0].Subject != want || !strings.HasPrefix(mails[0].Text, "all：水位高程累计变化量 −1.310 m") {
				t.Errorf("mails %+v, want %s", mails, want)
			}

			all := ask(t, s, "admin", "GET", path, "", 200)
			list := all["list"].([]any)
			first := list[0].(map[string]any)
			if len(list) != 3 || first["language"] != "zh" || first["subject"] != "later {point}" || first["restored"] != "" || first["updatedAt"] == 0.0 ||
				first["usual"].(map[string]any)["subject"] != "【{platform}】{heading}：{place}" || len(all["placeholders"].([]any)) != 13 {
				t.Errorf("texts %v", all)
			}
			shown := ask(t, s, "admin", "POST", path+"/preview", fmt.Sprintf(`{"alertId":%d,"event":"restored","language":"en","subject":"","opened":"",
				"restored":"{point} is fine: {value}","sms":"","smsRestored":"{point} is fine"}`, alert.Record.ID), 200)
			length := shown["smsLength"].(map[string]any)
			if shown["subject"] != "[Plumbline] Alert is over: Landslide K12-Upper slope-SW-09" || shown["text"].([]any)[0] != "SW-09 is fine: −1.310 m" ||
				shown["sms"] != "SW-09 is fine" || length["encoding"] != "GSM-7" || length["segments"] != 1.0 || length["characters"] != 13.0 {
				t.Errorf("preview %v", shown)
			}
		})
	}
}

func TestTextsAreRefused(t *testing.T) {
	s, r := withCalls(t, database.SQLite)
	r.rule("all", onlyShift)
	alert := r.store(r.raised(alarm.Red)).Record.ID
	path := fmt.Sprintf("/api/corporations/%d/alert-texts", s.Corporation.ID)
	elsewhere := fmt.Sprintf("/api/corporations/%d/alert-texts", s.Other.ID)
	body := func(subject string) string {
		return fmt.Sprintf(`{"language":"zh","subject":%q,"opened":"","restored":"","sms":"","smsRestored":""}`, subject)
	}
	preview := func(alert int64) string {
		return strings.Replace(body("{heading}"), "{", fmt.Sprintf(`{"event":"raised","alertId":%d,`, alert), 1)
	}
	answered(t, s, []request{
		{"admin", "PUT", path, body("{headline}"), 422, "subject", errs.UnknownPlaceholder},
		{"admin", "PUT", path, body(strings.Repeat("题", 201)), 422, "subject", nil},
		{"admin", "PUT", path, strings.Replace(body(""), "zh", "fr", 1), 422, "language", nil},
		{"admin", "POST", path + "/preview", strings.Replace(preview(alert), "{heading}", "{}", 1), 422, "subject", errs.UnknownPlaceholder},
		{"admin", "POST", path + "/preview", preview(alert + 1_000_000), 404, "alertId", errs.NothingHere},
		{"stranger", "POST", elsewhere + "/preview", preview(alert), 404, "alertId", errs.NothingHere},
		{"stranger", "PUT", path, body(""), 404, "", nil},
		{"stranger", "GET", path, "", 404, "", nil},
		{"member", "PUT", path, body(""), 403, "", nil},
	})
}

func TestWebhooksAreKept(t *testing.T) {
	for _, engine := range apptest.Engines() {
		t.Run(string(engine), func(t *testing.T) {
			s, r := withCalls(t, engine)
			p := newPeer(t)
			list := fmt.Sprintf("/api/projects/%d/alert-webhooks", s.Project.ID)
			made := ask(t, s, "manager", "POST", list, fmt.Sprintf(`{"name":"Group","kind":"dingtalk","enable":false,"url":"%s/robot/send?access_token=hidden",
				"secret":"SEC of the robot"}`, p.URL), 201)
			if made["address"] != p.URL+"/robot/…?…" || made["signed"] != true {
				t.Errorf("created: %v", made)
			}
			one := fmt.Sprintf("%s/%.0f", list, made["id"])
			for _, who := range []string{"admin", "guest"} {
				got := s.Call(t.Context(), t, who, "GET", list, "").Body.String()
				if strings.Contains(got, "hidden") || strings.Contains(got, "SEC") || !strings.Contains(got, `"Group"`) {
					t.Errorf("%s sees %s", who, got)
				}
			}
			if sealed := r.column("SELECT sealed FROM alert_webhook"); strings.Contains(sealed, "hidden") || strings.Contains(sealed, "SEC") {
				t.Errorf("stored %q", sealed)
			}
			if log := r.column("SELECT after_json FROM oplog WHERE kind = 'alertWebhook'"); strings.Contains(log, "hidden") || strings.Contains(log, "SEC") ||
				!strings.Contains(log, "/robot/…?…") {
				t.Errorf("logged %s", log)
			}

			tested := ask(t, s, "manager", "POST", one+"/test", "", 200)
			got := p.requests()
			if tested["outcome"] != "sent" || tested["answer"] != `200 {"errcode":0}` || len(got) != 1 || !strings.Contains(got[0].body, "测试消息") {
				t.Errorf("tested: %v, %+v", tested, got)
			}
			p.say(200, `{"errcode":310000,"errmsg":"sign not match"}`)
			if tested := ask(t, s, "manager", "POST", one+"/test", "", 200); tested["outcome"] != "failed" || !strings.Contains(fmt.Sprint(tested["answer"]), "sign not match") {
				t.Errorf("tested: %v", tested)
			}

			rules := fmt.Sprintf("/api/projects/%d/alert-rules", s.Project.ID)
			rule := ask(t, s, "manager", "POST", rules, fmt.Sprintf(`{"name":"Night","enable":true,"level":2,"types":["threshold"],"events":["raised"],
				"channels":["sms","mail"],"accountIds":[%d],"mobileList":["13800138000"],"webhookIds":[%.0f]}`, s.Member.ID, made["id"]), 201)
			if fmt.Sprint(rule["channels"], rule["mobileList"], rule["webhookIds"]) != fmt.Sprintf("[sms mail] [13800138000] [%v]", made["id"]) {
				t.Errorf("rule %v", rule)
			}
			seen := ask(t, s, "guest", "GET", rules, "", 200)["list"].([]any)[0].(map[string]any)
			if fmt.Sprint(seen["mobileList"]) != "[138…00]" {
				t.Errorf("a guest sees %v", seen)
			}
			ask(t, s, "manager", "DELETE", one, "", 409)
			night := fmt.Sprintf("%s/%.0f", rules, rule["id"])
			ask(t, s, "manager", "PATCH", night, `{"webhookIds":[]}`, 200)
			changed := ask(t, s, "manager", "PATCH", one, fmt.Sprintf(`{"name":"Team","url":"%s/robot/other"}`, p.URL), 200)
			if changed["signed"] != false || changed["address"] != p.URL+"/robot/…" || changed["name"] != "Team" {
				t.Errorf("another address keeps the secret: %v", changed)
			}
			ask(t, s, "manager", "DELETE", one, "", 200)
			ask(t, s, "manager", "DELETE", one, "", 404)
			ask(t, s, "manager", "POST", one+"/test", "", 404)
		})
	}
}

func TestWebhookCallsAreRefused(t *testing.T) {
	s, r := withCalls(t, database.SQLite)
	list := fmt.Sprintf("/api/projects/%d/alert-webhooks", s.Project.ID)
	w, _ := r.hook("w", hook.JSON)
	one := fmt.Sprintf("%s/%d", list, w.ID)
	rules := fmt.Sprintf("/api/projects/%d/alert-rules", s.Project.ID)
	const good = `"kind":"webhook","enable":true,"url":"https://example.com/hook","secret":"a long secret"}`
	const rule = `{"name":"Night","enable":true,"level":2,"types":["threshold"],"events":["raised"],`
	answered(t, s, []request{
		{"manager", "POST", list, `{"name":"w",` + good, 409, "name", errs.NameUsed},
		{"manager", "PATCH", one, `{"url":"example.com"}`, 422, "url", errs.WebAddress},
		{"manager", "PATCH", one, `{"kind":"wecom"}`, 422, "secret", errs.UnsignedRobot},
		{"manager", "PATCH", one, `{"mobileList":["13800000000"]}`, 422, "mobileList", errs.OnlyTelephone},
		{"manager", "PATCH", one, `{"kind":"pigeon"}`, 422, "kind", nil},
		{"manager", "POST", rules, rule + `"webhookIds":[999999]}`, 404, "webhookIds[0]", errs.NothingHere},
		{"manager", "POST", rules, fmt.Sprintf(rule+`"webhookIds":[%d,%d]}`, w.ID, w.ID), 422, "webhookIds[1]", errs.Duplicate},
		{"manager", "POST", rules, rule + `"mobileList":["a@example.com"]}`, 422, "mobileList[0]", errs.MobileFormat},
		{"manager", "POST", rules, rule + `"mobileList":["13800000000","13800000000"]}`, 422, "mobileList[1]", errs.Duplicate},
		{"manager", "POST", rules, rule + `"mobileList":["13800000000"],"channels":["wecom"]}`, 422, "channels[0]", errs.NotOneOf},
		{"member", "POST", list, `{"name":"x",` + good, 403, "", nil},
		{"member", "POST", one + "/test", "", 403, "", nil},
		{"guest", "DELETE", one, "", 403, "", nil},
		{"stranger", "GET", list, "", 404, "", nil},
		{"stranger", "POST", one + "/test", "", 404, "", nil},
	})
}
