package delivery_test

import (
	"fmt"
	"regexp"
	"strings"
	"testing"
	"time"

	"plumbline/internal/app"
	"plumbline/internal/core/alarm"
	"plumbline/internal/feature/delivery"
	"plumbline/internal/feature/delivery/link"
	"plumbline/internal/platform/clock"
	"plumbline/internal/platform/errs"
	"plumbline/internal/testing/apptest"
)

const home = "https://monitor.example.com"

var linkIn = regexp.MustCompile(home + `/a/([\w-]+)`)

// links returns the tokens in the mails that a server has sent, by address.
func (r *rig) links() map[string]string {
	r.Helper()
	tokens := map[string]string{}
	for _, m := range r.post.Mails() {
		found := linkIn.FindAllStringSubmatch(m.Text, -1)
		if len(found) == 0 || !strings.Contains(m.HTML, `href="`+found[0][0]+`"`) {
			r.Errorf("mail to %s without a link: %s", m.To, m.Text)
			continue
		}
		tokens[m.To] = found[0][1]
	}
	return tokens
}

// A recipient opens the alert from the mail without a session and says that they are on the way. Others see it; the link
// shows nothing else, and dies with the membership and after a day.
func TestRecipientsAnswerByLinks(t *testing.T) {
	for _, engine := range apptest.Engines() {
		t.Run(string(engine), func(t *testing.T) {
			s := apptest.Start(t, engine, apptest.Options{Config: func(c *app.Config) { c.PublicURL = home + "/" }})
			r := &rig{TB: t, Site: s.Site, post: s.Site.WithMail(t), ledger: ledgerOf(s.Site.Store.Tables), now: clock.Now()}
			r.sender = &delivery.Sender{
				Ledger: r.ledger, Alerts: alarm.NewService(s.Site.Store), Mail: r.post.Mailer, Links: link.New(s.Site.Secrets, home+"/"),
			}
			r.exec("UPDATE account SET email = 'member@example.com' WHERE id = ?", r.Member.ID)
			r.rule("all", nil)
			alert := r.store(r.raised(alarm.Red))
			r.send(0)
			tokens := r.links()
			if len(tokens) != 2 || tokens["member@example.com"] == tokens[shift] {
				t.Fatalf("links: %v", tokens)
			}
			member, outside := "/api/alert-links/"+tokens["member@example.com"], "/api/alert-links/"+tokens[shift]

			seen := ask(t, s, "", "GET", member, "", 200)
			if seen["alertId"] != float64(alert.Record.ID) || seen["level"] != 4.0 || seen["status"] != "Notice" || len(seen["replies"].([]any)) != 0 ||
				seen["recipient"] != "m…@example.com" || !strings.Contains(fmt.Sprint(seen["steps"]), "1.31") {
				t.Errorf("the link shows %v", seen)
			}
			r.status(alert, alarm.Notice) // a look changes nothing

			ask(t, s, "", "POST", member+"/answers", `{"answer":"onMyWay"}`, 200)
			ask(t, s, "", "POST", member+"/answers", `{"answer":"onMyWay"}`, 200)
			replies := ask(t, s, "", "POST", outside+"/answers", `{"answer":"seen"}`, 200)["replies"].([]any)
			if got := fmt.Sprint(replies[0].(map[string]any)["own"], replies[0].(map[string]any)["answer"], replies[1].(map[string]any)["name"],
				replies[1].(map[string]any)["own"], len(replies)); got != "falseonMyWays…@example.comtrue 2" {
				t.Errorf("replies: %s", got)
			}
			if got := r.column("SELECT client FROM alert_answer ORDER BY id"); strings.Count(got, "\n") != 1 || strings.HasPrefix(got, "\n") {
				t.Errorf("addresses of the answers: %q", got)
			}
			messages := ask(t, s, "guest", "GET", fmt.Sprintf("/api/alerts/%d/messages", alert.Record.ID), "", 200)["list"].([]any)
			if got := fmt.Sprint(messages[0].(map[string]any)["answers"], messages[1].(map[string]any)["answers"]); strings.Count(got, "answer:") != 2 {
				t.Errorf("answers in the ledger: %s", got)
			}
			logged := ask(t, s, "admin", "GET", "/api/operation-logs?pageSize=50", "", 200)
			if got := fmt.Sprint(logged); strings.Count(got, "action:answer ") != 3 {
				t.Errorf("operation log: %s", got)
			}

			other := strings.TrimRight(member, "A") // a link that is too short or has another last character
			other = other[:len(other)-1] + "A"
			answered(t, s, []request{
				{"", "GET", other, "", 404, "", errs.AlertLinkUnknown},
				{"", "GET", "/api/alert-links/x", "", 404, "", errs.AlertLinkUnknown},
				{"", "POST", other + "/answers", `{"answer":"seen"}`, 404, "", errs.AlertLinkUnknown},
				{"", "POST", member + "/answers", `{"answer":"Confirm"}`, 422, "answer", nil},
				{"", "PATCH", fmt.Sprintf("/api/alerts/%d/status", alert.Record.ID), `{"status":"Confirm","note":"x"}`, 401, "", nil},
			})
			r.exec("UPDATE account SET active = FALSE WHERE id = ?", r.Member.ID)
			r.exec("UPDATE alert_message SET created_at = created_at - ? WHERE account_id = 0", (24*time.Hour + time.Second).Milliseconds())
			answered(t, s, []request{
				{"", "GET", member, "", 404, "", errs.AlertLinkUnknown},
				{"", "GET", outside, "", 404, "", errs.AlertLinkExpired},
				{"", "POST", outside + "/answers", `{"answer":"onMyWay"}`, 404, "", errs.AlertLinkExpired},
			})
			if got := r.column("SELECT answer FROM alert_answer ORDER BY id"); got != "onMyWay\nseen" {
				t.Errorf("answers: %q", got)
			}
		})
	}
}

// Without a public address there is nothing that a link could begin with.
func TestNoAddressNoLink(t *testing.T) {
	on(t, func(r *rig) {
		r.rule("all", onlyShift)
		r.store(r.raised(alarm.Red))
		r.send(0)
		for _, m := range r.post.Mails() {
			if strings.Contains(m.HTML, "href") || strings.Contains(m.Text, link.Path) {
				r.Errorf("a link: %s %s", m.Text, m.HTML)
			}
		}
		if n := len(r.post.Mails()); n != 1 {
			r.Errorf("%d mails", n)
		}
	})
}
