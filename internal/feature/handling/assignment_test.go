package handling_test

import (
	"fmt"
	"strings"
	"testing"

	"plumbline/internal/account/identity"
	"plumbline/internal/account/user"
	"plumbline/internal/core/alarm"
	"plumbline/internal/platform/clock"
	"plumbline/internal/platform/errs"
	"plumbline/internal/testing/apptest"
)

func TestAlertIsAssignedToSomebody(t *testing.T) {
	for _, engine := range apptest.Engines() {
		t.Run(string(engine), func(t *testing.T) {
			s := apptest.Start(t, engine, apptest.Options{})
			call := caller(t, s)
			id := alertOf(t, s)
			path := fmt.Sprintf("/api/alerts/%d/assignee", id)
			to := func(a identity.Account) string { return fmt.Sprintf(`{"accountId":%d}`, a.ID) }
			unread := func(who string) bool {
				return !strings.Contains(call(who, "GET", "/api/notifications/latest", "", 200), `"unread":0`)
			}
			listed := func(who, query string) bool {
				return strings.Contains(call(who, "GET", "/api/alerts?"+query, "", 200), fmt.Sprintf(`"id":%d,`, id))
			}
			call("owner", "PUT", path, to(s.Member), 200)
			if !unread("member") || unread("owner") || unread("guest") {
				t.Error("the message is not for the assignee alone")
			}
			if got := call("member", "GET", "/api/notifications?kind=alarm.assigned", "", 200); !strings.Contains(got, s.Level.Name+": red alert, assigned by owner") {
				t.Errorf("message: %s", got)
			}
			if !listed("owner", fmt.Sprintf("assigneeId=%d&unassigned=false", s.Member.ID)) || listed("owner", "unassigned=true") {
				t.Error("the alert is not in the list of the assignee, or in that of unassigned ones")
			}
			if got := call("guest", "GET", fmt.Sprintf("/api/alerts/%d", id), "", 200); !strings.Contains(got, `"assigneeName":"member","assigneeHere":true`) {
				t.Errorf("alert: %s", got)
			}
			got := call("admin", "PUT", path, fmt.Sprintf(`{"accountId":%d,"seen":0}`, s.Admin.ID), 409)
			if !strings.Contains(got, fmt.Sprint(errs.AlertTaken.Code)) || !strings.Contains(got, "assigned to member") {
				t.Errorf("somebody else took it first: %s", got)
			}
			call("member", "PUT", path, to(s.Member), 200) // again, which changes nothing
			call("admin", "PUT", path, fmt.Sprintf(`{"accountId":%d,"seen":%d}`, s.Admin.ID, s.Member.ID), 200)
			if unread("admin") {
				t.Error("a person got a message about taking an alert")
			}
			call("admin", "PUT", path, `{"accountId":0}`, 200)
			history := call("guest", "GET", fmt.Sprintf("/api/alerts/%d/assignments", id), "", 200)
			if strings.Count(history, `"author"`) != 3 || !strings.Contains(history, `"accountId":0,"accountName":"","here":false`) {
				t.Errorf("history: %s", history)
			}
			for _, a := range []identity.Account{s.Outsider, s.Stranger, {ID: 99}} {
				if got := call("owner", "PUT", path, to(a), 422); !strings.Contains(got, `"accountId"`) {
					t.Errorf("assigned to %s: %s", a.Name, got)
				}
			}
			call("guest", "PUT", path, to(s.Guest), 403)
			call("stranger", "PUT", path, to(s.Stranger), 404)
			call("stranger", "GET", fmt.Sprintf("/api/projects/%d/alert-assignees", s.Project.ID), "", 404)
		})
	}
}

func TestAlertOfSomebodyWhoLeftIsUnassigned(t *testing.T) {
	for _, engine := range apptest.Engines() {
		t.Run(string(engine), func(t *testing.T) {
			s := apptest.Start(t, engine, apptest.Options{})
			call := caller(t, s)
			id := alertOf(t, s)
			people := fmt.Sprintf("/api/projects/%d/alert-assignees", s.Project.ID)
			call("owner", "PUT", fmt.Sprintf("/api/alerts/%d/assignee", id), fmt.Sprintf(`{"accountId":%d}`, s.Member.ID), 200)
			if got := call("owner", "GET", people, "", 200); !strings.Contains(got, `"name":"member","avatar":"","openAlerts":1`) || strings.Contains(got, "outsider") {
				t.Errorf("people: %s", got)
			}
			call("owner", "DELETE", fmt.Sprintf("/api/projects/%d/members/%d", s.Project.ID, s.Member.ID), "", 200)
			got := call("owner", "GET", "/api/alerts?unassigned=true", "", 200)
			if !strings.Contains(got, `"assigneeName":"member","assigneeHere":false`) {
				t.Errorf("after the member left: %s", got)
			}
			if got := call("owner", "GET", fmt.Sprintf("/api/alerts?assigneeId=%d", s.Member.ID), "", 200); !strings.Contains(got, `"total":0`) {
				t.Errorf("alerts of somebody who left: %s", got)
			}
			if got := call("owner", "GET", people, "", 200); strings.Contains(got, `"member"`) {
				t.Errorf("people after the member left: %s", got)
			}
			membership := user.Membership{ProjectID: s.Project.ID, AccountID: s.Member.ID, Roles: []int64{apptest.MemberRole}, Until: clock.Now().UnixMilli() - 1}
			if err := s.Store.AddMember(t.Context(), apptest.Actor(s.Admin), membership); err != nil {
				t.Fatal(err)
			}
			if got := call("owner", "GET", "/api/alerts?unassigned=false", "", 200); !strings.Contains(got, `"total":0`) {
				t.Errorf("the membership has expired: %s", got)
			}
		})
	}
}

func TestProcessedAlertKeepsItsAssignee(t *testing.T) {
	s := apptest.Start(t, apptest.Engines()[0], apptest.Options{})
	call := caller(t, s)
	id := alertOf(t, s)
	path := fmt.Sprintf("/api/alerts/%d/assignee", id)
	call("owner", "PUT", path, fmt.Sprintf(`{"accountId":%d}`, s.Member.ID), 200)
	call("member", "PATCH", fmt.Sprintf("/api/alerts/%d/status", id), `{"status":"`+string(alarm.Confirm)+`","note":"seen"}`, 200)
	if got := call("owner", "PUT", path, `{"accountId":0}`, 409); !strings.Contains(got, fmt.Sprint(errs.AlertProcessed.Code)) {
		t.Errorf("release of a processed alert: %s", got)
	}
	if got := call("owner", "GET", "/api/alerts/export", "", 200); !strings.Contains(got, "Assigned to") || !strings.Contains(got, ",member,member,") {
		t.Errorf("export: %s", got)
	}
}
