package delivery_test

import (
	"fmt"
	"testing"
	"time"

	"plumbline/internal/core/alarm"
	"plumbline/internal/feature/delivery"
	"plumbline/internal/platform/errs"
	"plumbline/internal/testing/apptest"
)

// Who is signed in answers as by the link: others see it, the ladder ends, and it proves that messages reach the person.
func TestPeopleAnswerSignedIn(t *testing.T) {
	for _, engine := range apptest.Engines() {
		t.Run(string(engine), func(t *testing.T) {
			s, r := withCalls(t, engine)
			r.exec("UPDATE account SET email = ? WHERE id = ?", member, r.Member.ID)
			r.exec("UPDATE account SET email = 'owner@example.com' WHERE id = ?", r.Owner.ID)
			r.rule("all", func(rule *delivery.Rule) {
				rule.Addresses, rule.Ladder = nil, []delivery.Rung{{AfterMinutes: 10, Accounts: []int64{r.Owner.ID}}}
			})
			alert := r.store(r.raised(alarm.Red)).Record.ID
			other := r.store(r.raised(alarm.Red)).Record.ID
			r.send(0)
			answers, stranger := fmt.Sprintf("/api/alerts/%d/answers", alert), fmt.Sprintf("/api/alerts/%d/answers", other)
			answered(t, s, []request{
				{"member", "POST", answers, `{"answer":"maybe"}`, 422, "answer", nil},
				{"guest", "POST", answers, `{"answer":"seen"}`, 403, "", nil},
				{"stranger", "POST", stranger, `{"answer":"seen"}`, 404, "", errs.NothingHere},
				{"stranger", "GET", answers, "", 404, "", errs.NothingHere},
			})
			for range 2 {
				ask(t, s, "member", "POST", answers, `{"answer":"onMyWay"}`, 200)
			}
			list := ask(t, s, "guest", "GET", answers, "", 200)["list"].([]any)
			if one := list[0].(map[string]any); len(list) != 1 || one["answer"] != "onMyWay" || one["own"] != false || one["byLink"] != false || one["name"] == "" {
				t.Errorf("answers: %v", list)
			}
			r.send(11 * time.Minute)
			r.expect("one alert is answered", member+" raised sent,sent", "owner@example.com raised#-1 skipped answered",
				member+" raised sent,sent", "owner@example.com raised#-1 sent,sent")
			proof := ask(t, s, "owner", "GET", fmt.Sprintf("/api/projects/%d/drills/proof", s.Project.ID), "", 200)
			if rule := proof["rules"].([]any)[0].(map[string]any); rule["state"] != "proven" {
				t.Errorf("the answer proves nothing: %v", rule)
			}
			incident := ask(t, s, "owner", "GET", fmt.Sprintf("/api/alerts/%d/incident/timeline", alert), "", 200)["list"].([]any)
			kinds := map[string]int{}
			for _, one := range incident {
				kinds[one.(map[string]any)["kind"].(string)]++
			}
			if kinds["answer"] != 1 {
				t.Errorf("timeline of the incident: %v", kinds)
			}
		})
	}
}
