package grading_test

import (
	"fmt"
	"log/slog"
	"regexp"
	"strings"
	"testing"

	"plumbline/internal/app"
	"plumbline/internal/core/alarm"
	"plumbline/internal/feature/delivery"
	"plumbline/internal/feature/delivery/link"
	"plumbline/internal/feature/duty"
	"plumbline/internal/feature/grading"
	"plumbline/internal/feature/silence"
	"plumbline/internal/platform/clock"
	"plumbline/internal/testing/apptest"
)

const home = "https://monitor.example.com"

var linkIn = regexp.MustCompile(home + `/a/([\w-]+)`)

// From readings to the mail of a responder and the answer by its link, which the messages of the warning show.
func TestWarningReachesTheResponderByMail(t *testing.T) {
	for _, engine := range apptest.Engines() {
		t.Run(string(engine), func(t *testing.T) {
			s := apptest.Start(t, engine, apptest.Options{Config: func(c *app.Config) { c.PublicURL = home }})
			post, tables := s.Site.WithMail(t), s.Site.Store.Tables
			exec(t, s, "UPDATE account SET email = 'member@example.com' WHERE id = ?", s.Member.ID)
			switchOn(t, s)
			point := crack(t, s, "P1")
			s.Ask(t, "manager", "PUT", fmt.Sprintf("/api/projects/%d/emergency-plans/2", s.Project.ID), fmt.Sprintf(
				`{"name":"Struts and traffic","measures":"look","responseMinutes":60,"responders":[{"accountId":%d}]}`, s.Member.ID), 200, nil)
			s.Ask(t, "manager", "POST", gradings(s), fmt.Sprintf(widths, start.UnixMilli()), 201, nil)
			must(t, worker(s).Switch(t.Context()))
			enter(t, s, point, map[int]float64{0: 1.5, 1: 1.6})
			settle(t, s, point)
			sender := &delivery.Sender{
				Ledger: delivery.Ledger{
					Tables: tables, Rosters: &duty.Store{Tables: tables}, Silences: &silence.Store{Tables: tables}, Plans: &grading.Store{Tables: tables},
				},
				Alerts: alarm.NewService(s.Site.Store), Mail: post.Mailer, Links: link.New(s.Site.Secrets, home), Log: slog.New(slog.DiscardHandler),
			}
			must(t, sender.SendDue(t.Context(), clock.Now()))
			mails := post.Mails()
			if len(mails) != 1 || mails[0].To != "member@example.com" {
				t.Fatalf("mails: %+v", mails)
			}
			said := mails[0].Subject + "\n" + mails[0].Text
			for _, want := range []string{"黄色预警", "P1", "Struts and traffic", "1.60 ≥ 1.00 mm"} {
				if !strings.Contains(said, want) {
					t.Errorf("the mail does not say %q: %s", want, said)
				}
			}
			found := linkIn.FindStringSubmatch(said)
			if found == nil {
				t.Fatalf("the mail has no link: %s", said)
			}
			s.Ask(t, "", "POST", "/api/alert-links/"+found[1]+"/answers", `{"answer":"onMyWay"}`, 200, nil)
			var page struct{ List []grading.GradedWarning }
			s.Ask(t, "guest", "GET", fmt.Sprintf("/api/projects/%d/graded-warnings", s.Project.ID), "", 200, &page)
			got := s.Call(t.Context(), t, "guest", "GET", fmt.Sprintf("/api/alerts/%d/messages", page.List[0].AlertID), "")
			if !strings.Contains(got.Body.String(), `"answer":"onMyWay"`) {
				t.Errorf("messages of the warning: %s", got.Body)
			}
		})
	}
}
