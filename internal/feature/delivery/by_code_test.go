package delivery_test

import (
	"fmt"
	"strings"
	"testing"

	"plumbline/internal/app"
	"plumbline/internal/core/alarm"
	"plumbline/internal/feature/delivery"
	"plumbline/internal/feature/delivery/link"
	"plumbline/internal/platform/clock"
	"plumbline/internal/platform/errs"
	"plumbline/internal/testing/apptest"
)

// Where the rule allows it, the recipient of a mail decides on the alert by the link and a code that is sent to the same
// address. The code works once, for this alert and this recipient, and the alert names who decided.
func TestRecipientsDecideByCode(t *testing.T) {
	for _, engine := range apptest.Engines() {
		t.Run(string(engine), func(t *testing.T) {
			s := apptest.Start(t, engine, apptest.Options{Config: func(c *app.Config) { c.PublicURL = home }})
			r := &rig{TB: t, Site: s.Site, post: s.Mail, ledger: ledgerOf(s.Site.Store.Tables), now: clock.Now()}
			r.sender = &delivery.Sender{
				Ledger: r.ledger, Alerts: alarm.NewService(s.Site.Store), Mail: r.post.Mailer, Links: link.New(s.Site.Secrets, home),
			}
			rule := r.rule("all", onlyShift)
			first := r.store(r.raised(alarm.Red))
			r.send(0)
			link := "/api/alert-links/" + r.links()[shift]
			r.store(r.raised(alarm.Orange))
			r.send(0)
			other := "/api/alert-links/" + r.links()[shift] // the last mail
			const decision = `{"code":"000000","status":"Confirm","note":"seen"}`
			if shown := ask(t, s, "", "GET", link, "", 200); shown["byCode"] != false {
				t.Errorf("the rule does not allow it: %v", shown)
			}
			answered(t, s, []request{
				{"", "POST", link + "/codes", "", 409, "", errs.DecisionClosed},
				{"", "POST", link + "/decisions", decision, 409, "", errs.DecisionClosed},
			})

			ask(t, s, "admin", "PATCH", fmt.Sprintf("/api/projects/%d/alert-rules/%d", r.Project.ID, rule.ID), `{"byCode":true}`, 200)
			if shown := ask(t, s, "", "GET", link, "", 200); shown["byCode"] != true {
				t.Errorf("the rule allows it: %v", shown)
			}
			answered(t, s, []request{{"", "POST", link + "/decisions", decision, 422, "code", errs.CodeRefused}})
			if asked := ask(t, s, "", "POST", link+"/codes", "", 200); asked["channel"] != "mail" || asked["resendAfter"] != 60.0 {
				t.Errorf("code: %v", asked)
			}
			code := r.post.Code(t, shift)
			body := func(status, note string) string {
				return fmt.Sprintf(`{"code":%q,"status":%q,"note":%q}`, code, status, note)
			}
			answered(t, s, []request{
				{"", "POST", link + "/codes", "", 429, "", errs.CodeTooOften},
				{"", "POST", other + "/decisions", body("Confirm", "of another alert"), 422, "code", errs.CodeRefused},
				{"", "POST", link + "/decisions", body("Confirm", " "), 422, "note", errs.AlertNoteRequired},
				{"", "POST", link + "/decisions", body("Confirm", strings.Repeat("x", 401)), 422, "note", nil},
				{"", "POST", link + "/decisions", body("Restore", "x"), 422, "status", nil},
				{"", "POST", "/api/alert-links/x/decisions", body("Confirm", "x"), 404, "", errs.AlertLinkUnknown},
			})
			r.status(first, alarm.Notice)

			shown := ask(t, s, "", "POST", link+"/decisions", body("FalseAlarm", "A crane stood on it."), 200)
			if shown["status"] != "FalseAlarm" || shown["byCode"] != false {
				t.Errorf("decided: %v", shown)
			}
			detail := ask(t, s, "guest", "GET", fmt.Sprintf("/api/alerts/%d", first.Record.ID), "", 200)
			if note := fmt.Sprint(detail["note"]); !strings.HasPrefix(note, "A crane stood on it.") || !strings.Contains(note, "s…@example.com") {
				t.Errorf("note: %s", note)
			}
			answered(t, s, []request{{"", "POST", link + "/decisions", body("Confirm", "again"), 409, "", errs.DecisionClosed}})
			logged := fmt.Sprint(ask(t, s, "admin", "GET", "/api/operation-logs?pageSize=50", "", 200))
			if !strings.Contains(logged, "sendCode") || strings.Contains(logged, code) {
				t.Errorf("operation log: %s", logged)
			}
		})
	}
}
