package grading_test

import (
	"fmt"
	"html"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"testing"
	"time"

	"plumbline/internal/app"
	"plumbline/internal/core/alarm"
	"plumbline/internal/feature/delivery"
	"plumbline/internal/feature/delivery/hook"
	"plumbline/internal/feature/delivery/link"
	"plumbline/internal/feature/duty"
	"plumbline/internal/feature/grading"
	"plumbline/internal/feature/silence"
	"plumbline/internal/platform/clock"
	"plumbline/internal/platform/database"
	"plumbline/internal/testing/apptest"
	"plumbline/internal/testing/smtptest"
)

const home = "https://monitor.example.com"

var linkIn = regexp.MustCompile(home + `/a/([\w-]+)`)

// sender sends what is due, as one of the servers does.
func sender(s *apptest.Server, post *apptest.PostOffice) *delivery.Sender {
	tables := s.Site.Store.Tables
	return &delivery.Sender{
		Ledger: delivery.Ledger{
			Tables: tables, Rosters: &duty.Store{Tables: tables}, Silences: &silence.Store{Tables: tables}, Plans: &grading.Store{Tables: tables},
		},
		Alerts: alarm.NewService(s.Site.Store), Mail: post.Mailer, Links: link.New(s.Site.Secrets, home), Log: slog.New(slog.DiscardHandler),
	}
}

// sent sends what is due and returns the only mail to an address.
func sent(t *testing.T, by *delivery.Sender, post *apptest.PostOffice, address string) (found smtptest.Mail) {
	t.Helper()
	before := len(post.Mails())
	must(t, by.SendDue(t.Context(), clock.Now().Add(time.Second)))
	count := 0
	for _, m := range post.Mails()[before:] {
		if m.To == address {
			found = m
			count++
		}
	}
	if count != 1 {
		t.Fatalf("%d mails to %s: %+v", count, address, post.Mails()[before:])
	}
	return found
}

// says reports what neither the text nor the HTML part of a mail says.
func says(t *testing.T, m smtptest.Mail, parts ...string) {
	t.Helper()
	for name, said := range map[string]string{"text": m.Subject + "\n" + m.Text, "HTML": m.Subject + "\n" + html.UnescapeString(m.HTML)} {
		for _, want := range parts {
			if !strings.Contains(said, want) {
				t.Errorf("the %s of the mail does not say %q: %s", name, want, said)
			}
		}
	}
}

// From readings to the mail of a responder and the answer by its link, which the messages of the warning show. Mails say until
// when somebody has to respond, who was asked, how far they are, and where the plans are.
func TestWarningReachesTheResponderByMail(t *testing.T) {
	for _, engine := range apptest.Engines() {
		t.Run(string(engine), func(t *testing.T) {
			s := apptest.Start(t, engine, apptest.Options{Config: func(c *app.Config) { c.PublicURL = home }})
			post := s.Site.WithMail(t)
			by := sender(s, post)
			exec(t, s, "UPDATE account SET email = 'member@example.com', display_name = '' WHERE id = ?", s.Member.ID)
			switchOn(t, s)
			zone, err := time.LoadLocation(s.Project.TimeZone)
			must(t, err)
			point := crack(t, s, "P1")
			plans := fmt.Sprintf("/api/projects/%d/emergency-plans/", s.Project.ID)
			people := fmt.Sprintf(`"responders":[{"accountId":%d},{"name":"Lin <b>","email":"lin@example.com","duty":"supervisor"}]`, s.Member.ID)
			s.Ask(t, "manager", "PUT", plans+"2", `{"name":"Struts and traffic","measures":"look","responseMinutes":90,`+people+`}`, 200, nil)
			s.Ask(t, "manager", "PUT", plans+"4", `{"name":"Evacuate","measures":"leave","responseMinutes":20,`+people+`}`, 200, nil)
			s.Ask(t, "manager", "POST", gradings(s), fmt.Sprintf(widths, start.UnixMilli()), 201, nil)
			must(t, worker(s).Switch(t.Context()))
			enter(t, s, point, map[int]float64{0: 1.5, 1: 1.6})
			settle(t, s, point)
			var page struct{ List []grading.GradedWarning }
			s.Ask(t, "guest", "GET", fmt.Sprintf("/api/projects/%d/graded-warnings", s.Project.ID), "", 200, &page)
			warning := page.List[0]
			local := func(at int64) string { return time.UnixMilli(at).In(zone).Format("2006-01-02 15:04 (UTC-07:00)") }
			mine := sent(t, by, post, "member@example.com")
			says(t, mine, "黄色预警", "P1", "Struts and traffic", "1.60 ≥ 1.00 mm", "响应截止 "+local(warning.Clock.DueAt)+"，剩余 1 小时 30 分钟",
				"响应人：", "member：尚未回复", "Lin <b>（supervisor）：尚未回复", "黄色预警处置方案“Struts and traffic”",
				fmt.Sprintf("%s/projects/%d/alerts/gradings?view=plans&grade=2", home, s.Project.ID))
			if strings.Contains(mine.HTML, "Lin <b>") || strings.Contains(mine.Text, "view=contingency") {
				t.Errorf("a name is markup, or a plan is linked that does not exist: %s %s", mine.HTML, mine.Text)
			}
			found := linkIn.FindStringSubmatch(mine.Text)
			if found == nil {
				t.Fatalf("the mail has no link: %s", mine.Text)
			}
			s.Ask(t, "", "POST", "/api/alert-links/"+found[1]+"/answers", `{"answer":"onMyWay"}`, 200, nil)
			got := s.Call(t.Context(), t, "guest", "GET", fmt.Sprintf("/api/alerts/%d/messages", warning.AlertID), "")
			if !strings.Contains(got.Body.String(), `"answer":"onMyWay"`) {
				t.Errorf("messages of the warning: %s", got.Body)
			}

			// The next grade, in another language, with a contingency plan. Somebody without an account cannot open the pages.
			exec(t, s, "UPDATE project SET language = 'en' WHERE id = ?", s.Project.ID)
			s.Ask(t, "manager", "PUT", fmt.Sprintf("/api/projects/%d/contingency-plan", s.Project.ID), `{"title":"Pit collapse","text":"call"}`, 200, nil)
			enter(t, s, point, map[int]float64{2: 3.5})
			settle(t, s, point)
			theirs := sent(t, by, post, "lin@example.com")
			says(t, theirs, "red early warning", ", 20 min left", "Responders:", "member: on the way (", "Lin <b> (supervisor): no answer yet",
				"Emergency plan “Evacuate” (red)", "Contingency plan “Pit collapse”")
			if strings.Contains(theirs.Text+theirs.HTML, "view=plans") || strings.Count(theirs.Text, "member: ") != 1 {
				t.Errorf("pages for somebody without an account, or a responder twice: %s", theirs.Text)
			}
			mine = post.Mails()[len(post.Mails())-1]
			if mine.To != "member@example.com" {
				mine = post.Mails()[len(post.Mails())-2]
			}
			says(t, mine, fmt.Sprintf("%s/projects/%d/alerts/gradings?view=plans&grade=4", home, s.Project.ID),
				fmt.Sprintf("%s/projects/%d/alerts/gradings?view=contingency", home, s.Project.ID))

			// Previews of texts show it too, here after somebody has acknowledged the warning.
			s.Ask(t, "member", "POST", fmt.Sprintf("/api/alerts/%d/graded-response/acknowledgement", warning.AlertID), "", 200, nil)
			var shown struct{ Text []string }
			s.Ask(t, "admin", "POST", fmt.Sprintf("/api/corporations/%d/alert-texts/preview", s.Corporation.ID), fmt.Sprintf(
				`{"alertId":%d,"event":"escalated","language":"zh-TW","subject":"","opened":"","restored":"","sms":"","smsRestored":""}`, warning.AlertID), 200, &shown)
			said := strings.Join(shown.Text, "\n")
			for _, want := range []string{"member 已於 ", " 回應\n回應人員：\n- member：已回應（", "應急預案「Pit collapse」\n" + home} {
				if !strings.Contains(said, want) {
					t.Errorf("the preview does not say %q: %s", want, said)
				}
			}
		})
	}
}

// A webhook gets when the response time ends, until somebody has acknowledged the warning.
func TestWebhookSaysWhenTheResponseTimeEnds(t *testing.T) {
	s := apptest.Start(t, database.SQLite, apptest.Options{Config: func(c *app.Config) { c.AllowNet = "127.0.0.0/8" }})
	got := make(chan string, 1)
	peer := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		if err != nil {
			t.Error(err)
		}
		got <- string(body)
	}))
	t.Cleanup(peer.Close)
	switchOn(t, s)
	point := crack(t, s, "P1")
	s.Ask(t, "manager", "PUT", fmt.Sprintf("/api/projects/%d/emergency-plans/2", s.Project.ID), `{"name":"Struts","measures":"","responseMinutes":60,"responders":[]}`, 200, nil)
	var made struct{ ID int64 }
	s.Ask(t, "manager", "POST", fmt.Sprintf("/api/projects/%d/alert-webhooks", s.Project.ID),
		fmt.Sprintf(`{"name":"w","kind":"webhook","enable":true,"url":%q,"secret":"a long secret"}`, peer.URL), 201, &made)
	s.Ask(t, "manager", "POST", fmt.Sprintf("/api/projects/%d/alert-rules", s.Project.ID), fmt.Sprintf(
		`{"name":"all","enable":true,"level":1,"types":["graded"],"events":["raised"],"late":true,"webhookIds":[%d]}`, made.ID), 201, nil)
	s.Ask(t, "manager", "POST", gradings(s), fmt.Sprintf(widths, start.UnixMilli()), 201, nil)
	must(t, worker(s).Switch(t.Context()))
	enter(t, s, point, map[int]float64{0: 1.5, 1: 1.6})
	settle(t, s, point)
	var page struct{ List []grading.GradedWarning }
	s.Ask(t, "guest", "GET", fmt.Sprintf("/api/projects/%d/graded-warnings", s.Project.ID), "", 200, &page)
	by := sender(s, s.Mail)
	by.Webhooks, by.Outbound = hook.Store{Tables: s.Site.Store.Tables, Secrets: s.Site.Secrets}, s.Outbound
	must(t, by.SendDue(t.Context(), clock.Now().Add(time.Second)))
	body := <-got
	for _, want := range []string{fmt.Sprintf(`"respondBy":%d`, page.List[0].Clock.DueAt), "响应截止 ", "剩余 1 小时"} {
		if !strings.Contains(body, want) {
			t.Errorf("the webhook has not got %q: %s", want, body)
		}
	}
}
