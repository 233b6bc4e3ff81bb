package grading_test

import (
	"bytes"
	"fmt"
	"image"
	"image/png"
	"slices"
	"strings"
	"testing"

	"plumbline/internal/feature/delivery"
	"plumbline/internal/feature/grading"
	"plumbline/internal/feature/silence"
	"plumbline/internal/platform/access"
	"plumbline/internal/platform/database"
	"plumbline/internal/platform/errs"
	"plumbline/internal/platform/paging"
	"plumbline/internal/platform/upload"
	"plumbline/internal/testing/apptest"
)

// warned returns a server with a graded warning of the grade red, and its alert. Yellow and red have plans.
func warned(t *testing.T, engine database.Dialect) (s *apptest.Server, alert int64) {
	t.Helper()
	s = apptest.Start(t, engine, apptest.Options{})
	switchOn(t, s)
	point := crack(t, s, "P1")
	plans := fmt.Sprintf("/api/projects/%d/emergency-plans/", s.Project.ID)
	s.Ask(t, "manager", "PUT", plans+"2", fmt.Sprintf(`{"name":"Yellow","measures":"look","responseMinutes":60,"escalateToLevel":4,"channels":["push"],
		"responders":[{"name":"Lin","email":"lin@example.com","duty":"supervisor"},{"accountId":%d}]}`, s.Manager.ID), 200, nil)
	s.Ask(t, "manager", "PUT", plans+"4", fmt.Sprintf(`{"name":"Red","measures":"evacuate","responseMinutes":30,"channels":["push","mail"],
		"responders":[{"accountId":%d},{"name":"Wu","email":"wu@example.com"}]}`, s.Member.ID), 200, nil)
	s.Ask(t, "manager", "POST", gradings(s), fmt.Sprintf(widths, start.UnixMilli()), 201, nil)
	must(t, worker(s).Switch(t.Context()))
	enter(t, s, point, map[int]float64{0: 1.5, 1: 1.6})
	settle(t, s, point)
	var page struct{ List []grading.GradedWarning }
	s.Ask(t, "guest", "GET", fmt.Sprintf("/api/projects/%d/graded-warnings?open=true", s.Project.ID), "", 200, &page)
	if len(page.List) != 1 || page.List[0].Level != 2 || page.List[0].Clock == nil || page.List[0].Clock.DueAt-page.List[0].Clock.StartedAt != 3_600_000 {
		t.Fatalf("%+v", page.List)
	}
	return s, page.List[0].AlertID
}

// addressed returns whom messages about an alert go to, by event.
func addressed(t *testing.T, s *apptest.Server, alert int64) (list []string) {
	t.Helper()
	ledger := delivery.Ledger{Tables: s.Site.Store.Tables, Silences: &silence.Store{Tables: s.Site.Store.Tables}}
	page, err := ledger.Messages(t.Context(), access.Scope{All: true}, delivery.Filter{AlertID: alert, Query: paging.Query{Page: 1, Size: 100}})
	must(t, err)
	for _, m := range page.List {
		list = append(list, string(m.Event)+" "+m.Address)
	}
	slices.Sort(list)
	return list
}

func TestFromWarningToClosure(t *testing.T) {
	for _, engine := range apptest.Engines() {
		t.Run(string(engine), func(t *testing.T) {
			s, alert := warned(t, engine)
			path := fmt.Sprintf("/api/alerts/%d/graded-response", alert)
			if got := addressed(t, s, alert); !slices.Equal(got, []string{"raised ", "raised lin@example.com"}) {
				t.Errorf("messages %v", got)
			}
			// Nobody acknowledges in time: the responders of red are next, once, a member on two channels.
			must(t, worker(s).Escalate(t.Context()))
			exec(t, s, "UPDATE graded_response SET due_at = 1")
			for range 2 {
				must(t, worker(s).Escalate(t.Context()))
			}
			if got := addressed(t, s, alert); !slices.Contains(got, "overdue wu@example.com") || len(got) != 5 {
				t.Errorf("messages %v", got)
			}
			// Their accounts, and those of the grade that is overdue, have one message each in the app.
			for who, want := range map[string]int{"member": 1, "manager": 1, "owner": 0} {
				var page struct {
					List []struct {
						Kind, Title string
						RespondBy   int64
					}
				}
				s.Ask(t, who, "GET", "/api/notifications?kind=alarm.overdue", "", 200, &page)
				if len(page.List) != want || want > 0 && page.List[0].Title != "P1: yellow early warning, nobody has responded in time" {
					t.Errorf("%s has %+v, want %d", who, page.List, want)
				}
				if want > 0 && page.List[0].RespondBy <= start.UnixMilli() {
					t.Errorf("%s does not see when the time of the next grade ends: %+v", who, page.List)
				}
			}
			var r grading.GradedResponse
			s.Ask(t, "member", "GET", path, "", 200, &r)
			if len(r.Clocks) != 2 || r.Clocks[0].OverdueAt == 0 || r.Clocks[1].Level != 4 || r.Plan == nil || r.Plan.Name != "Red" || len(r.People) != 2 || r.MayClose {
				t.Errorf("%+v", r)
			}
			s.Ask(t, "member", "POST", path+"/acknowledgement", "", 200, &r)
			if r.Clocks[1].AcknowledgedAt == 0 || r.Clocks[1].AcknowledgedName == "" {
				t.Errorf("%+v", r.Clocks)
			}
			if got := s.Call(t.Context(), t, "member", "POST", path+"/acknowledgement", ""); got.Code != 409 || !strings.Contains(got.Body.String(), fmt.Sprint(errs.NoDeadline.Code)) {
				t.Errorf("acknowledged twice: %d %s", got.Code, got.Body)
			}
			picture := uploaded(t, s)
			s.Ask(t, "member", "POST", path+"/actions", fmt.Sprintf(`{"text":"struts tightened","pictures":[%q]}`, picture), 201, &r)
			if len(r.Actions) != 1 || len(r.Actions[0].Pictures) != 1 || !strings.HasPrefix(r.Actions[0].Pictures[0], picture+"?") || r.Actions[0].Author == "" {
				t.Errorf("%+v", r.Actions)
			}
			for who, status := range map[string]int{"guest": 403, "stranger": 404, "outsider": 404} {
				if got := s.Call(t.Context(), t, who, "POST", path+"/actions", `{"text":"x"}`); got.Code != status {
					t.Errorf("%s acts: %d %s", who, got.Code, got.Body)
				}
			}
			// Only owners and managers close a warning.
			decision := `{"status":"Confirm","note":"repaired"}`
			if got := s.Call(t.Context(), t, "member", "PATCH", fmt.Sprintf("/api/alerts/%d/status", alert), decision); got.Code != 403 {
				t.Errorf("a member closes: %d %s", got.Code, got.Body)
			}
			s.Ask(t, "manager", "PATCH", fmt.Sprintf("/api/alerts/%d/status", alert), decision, 200, nil)
			settle(t, s)
			if made := warnings(t, s); len(made) != 1 || made[0].Status != "Confirm" || made[0].Ended == 0 {
				t.Errorf("%+v", made)
			}
			if got := s.Call(t.Context(), t, "member", "POST", path+"/acknowledgement", ""); got.Code != 409 {
				t.Errorf("acknowledged after closure: %d %s", got.Code, got.Body)
			}
		})
	}
}

// uploaded returns the path of a picture that the member has uploaded.
func uploaded(t *testing.T, s *apptest.Server) string {
	t.Helper()
	var data bytes.Buffer
	must(t, png.Encode(&data, image.NewRGBA(image.Rect(0, 0, 4, 4))))
	f, err := s.Uploads.Save(t.Context(), apptest.Actor(s.Member), upload.Alert, &data)
	must(t, err)
	return f.Path()
}

func TestThresholdAlertsHaveNoResponse(t *testing.T) {
	s, _ := warned(t, database.SQLite)
	exec(t, s, "UPDATE alert SET kind = 'threshold'")
	var page struct{ List []struct{ ID int64 } }
	s.Ask(t, "member", "GET", "/api/alerts", "", 200, &page)
	path := fmt.Sprintf("/api/alerts/%d/graded-response", page.List[0].ID)
	for _, c := range [][3]string{{"GET", "", ""}, {"POST", "/acknowledgement", ""}, {"POST", "/actions", `{"text":"x"}`}} {
		got := s.Call(t.Context(), t, "member", c[0], path+c[1], c[2])
		if got.Code != 409 || !strings.Contains(got.Body.String(), fmt.Sprint(errs.NotGraded.Code)) {
			t.Errorf("%v: %d %s", c, got.Code, got.Body)
		}
	}
}

func TestGradedWarningsAreCountedSeparately(t *testing.T) {
	s, _ := warned(t, database.SQLite)
	var page struct {
		Total  int
		Counts struct {
			Total  int
			Graded struct{ Total int }
		}
	}
	s.Ask(t, "guest", "GET", "/api/alerts", "", 200, &page)
	if page.Total != 0 || page.Counts.Total != 0 || page.Counts.Graded.Total != 1 {
		t.Errorf("%+v", page)
	}
	s.Ask(t, "guest", "GET", "/api/alerts?type=graded", "", 200, &page)
	if page.Total != 1 {
		t.Errorf("%+v", page)
	}
	got := s.Call(t.Context(), t, "guest", "GET", "/api/alerts/export?type=graded", "")
	if !strings.Contains(got.Body.String(), "yellow early warning") {
		t.Errorf("export: %s", got.Body)
	}
}

func TestContingencyPlanIsKept(t *testing.T) {
	s := apptest.Start(t, database.SQLite, apptest.Options{})
	path := fmt.Sprintf("/api/projects/%d/contingency-plan", s.Project.ID)
	var plan grading.ContingencyPlan
	s.Ask(t, "guest", "GET", path, "", 200, &plan)
	if plan.Exists || len(plan.Organisation) != 0 {
		t.Errorf("%+v", plan)
	}
	body := `{"title":"Pit","text":"Stop","materials":"sand","organisation":[{"role":"Leader","name":"Lin","mobile":"13800138000"}],"pictures":[%q]}`
	s.Ask(t, "manager", "PUT", path, fmt.Sprintf(body, uploaded(t, s)), 200, &plan)
	if !plan.Exists || plan.UpdatedBy == "" || len(plan.Organisation) != 1 || len(plan.Pictures) != 1 {
		t.Errorf("%+v", plan)
	}
	s.Ask(t, "manager", "PUT", path, fmt.Sprintf(body, plan.Pictures[0]), 200, &plan) // as the form sends it back
	if len(plan.Pictures) != 1 {
		t.Errorf("%+v", plan)
	}
}
