package handling_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"plumbline/internal/core/alarm"
	"plumbline/internal/platform/clock"
	"plumbline/internal/platform/database"
	"plumbline/internal/testing/apptest"
)

const minute = 60_000

// raise stores an alert of the site from some minutes ago until others, 0: ongoing, with further transitions.
func raise(t *testing.T, s *apptest.Server, level alarm.Level, from, until int64, further ...alarm.Transition) int64 {
	t.Helper()
	now := clock.Now().UnixMilli()
	r := alarm.Record{
		CorporationID: s.Corporation.ID, ProjectID: s.Project.ID, StructureID: s.Structure.ID, PointID: s.Level.ID, Kind: alarm.OfThreshold,
		Key: alarm.Key{Field: "level", ValueType: alarm.Accumulated}, Measurement: "Waterlevel", Status: alarm.Pending, Level: level, CurrentLevel: level,
		Opened: now - from*minute, Steps: []alarm.Step{{Level: level, Time: now - from*minute, Value: 2, Limit: 1}}, RecordedAt: now, ChangedAt: now,
	}
	lines := []alarm.Transition{{Kind: alarm.Raised, To: alarm.Pending, Level: level, Value: 2, Limit: 1, Time: r.Opened, RecordedAt: now}}
	if until != 0 {
		r.Status, r.Ended = alarm.Restore, now-until*minute
		lines = append(lines, alarm.Transition{Kind: alarm.Restored, From: alarm.Pending, To: alarm.Restore, Value: 0.5, Time: r.Ended, RecordedAt: now})
	}
	list := []alarm.Change{{Record: r, Transitions: append(lines, further...)}}
	if err := s.DB.Write(t.Context(), func(tx *database.Tx) error { return s.Site.Store.SaveAlerts(t.Context(), tx.Tx, list) }); err != nil {
		t.Fatal(err)
	}
	return list[0].Record.ID
}

type shownIncident struct {
	ID, OwnerID, StructureID int64
	Level, Alerts, Active    int
	Open                     bool
	OwnerName, StructureName string
	OwnerHere                bool
	Levels                   []int
	List                     []struct{ ID int64 }
}

func TestIncidentsGatherAlerts(t *testing.T) {
	for _, engine := range apptest.Engines() {
		t.Run(string(engine), func(t *testing.T) {
			s := apptest.Start(t, engine, apptest.Options{})
			call := caller(t, s)
			list := func(query string) (shown []shownIncident) {
				t.Helper()
				var page struct{ List []shownIncident }
				if err := json.Unmarshal([]byte(call("guest", "GET", fmt.Sprintf("/api/projects/%d/incidents%s", s.Project.ID, query), "", 200)), &page); err != nil {
					t.Fatal(err)
				}
				return page.List
			}
			of := func(alert int64) string { return fmt.Sprintf("/api/alerts/%d/incident", alert) }
			own := func(who string, alert, account int64, status int) string {
				t.Helper()
				return call(who, "PUT", of(alert)+"/owner", fmt.Sprintf(`{"accountId":%d}`, account), status)
			}
			old := raise(t, s, alarm.Yellow, 600, 500)
			first, second := raise(t, s, alarm.Blue, 300, 290), raise(t, s, alarm.Red, 200, 0)
			if got := list(""); len(got) != 3 || got[0].ID != second || got[1].ID != first || got[2].ID != old {
				t.Fatalf("incidents: %+v, want %d, %d, %d", got, second, first, old)
			}
			for query, want := range map[string]int{
				"?open=true": 1, "?open=false": 2, "?level=2": 2, "?level=4": 1, "?page=2&pageSize=2": 1,
				fmt.Sprintf("?structureId=%d", s.Structure.ID): 3, fmt.Sprintf("?structureId=%d", s.Item.ID): 0,
				fmt.Sprintf("?to=%d", clock.Now().UnixMilli()-250*minute): 2, fmt.Sprintf("?from=%d", clock.Now().UnixMilli()-295*minute): 2,
			} {
				if got := list(query); len(got) != want {
					t.Errorf("%s: %d incidents, want %d", query, len(got), want)
				}
			}
			own("owner", first, s.Member.ID, 200)
			own("member", second, s.Manager.ID, 200)
			for who, want := range map[string]string{"member": "Incident at Upper slope (blue alert), assigned by owner", "manager": "Incident at Upper slope (red alert), assigned by member"} {
				if got := call(who, "GET", "/api/notifications?kind=incident.owned", "", 200); !strings.Contains(got, want) || strings.Count(got, `"kind"`) != 1 {
					t.Errorf("messages of %s: %s, want %s", who, got, want)
				}
			}
			own("guest", second, s.Guest.ID, 403)
			own("stranger", second, s.Stranger.ID, 404)
			if got := own("owner", second, s.Outsider.ID, 422); !strings.Contains(got, `"accountId"`) {
				t.Errorf("owner from elsewhere: %s", got)
			}
			call("owner", "PUT", of(second)+"/owner", fmt.Sprintf(`{"accountId":%d,"seen":0}`, s.Owner.ID), 409)

			// Late data: the two are one.
			joining := raise(t, s, alarm.Orange, 285, 205, alarm.Transition{
				Kind: alarm.Processed, From: alarm.Restore, To: alarm.Confirm, Level: alarm.Orange, Time: clock.Now().UnixMilli(), RecordedBy: s.Owner.ID, Note: "slide confirmed",
			})
			got := list("?open=true")
			if len(got) != 1 || got[0].ID != first || got[0].Alerts != 3 || got[0].Level != 4 || got[0].OwnerName != "manager" || !got[0].OwnerHere {
				t.Fatalf("joined: %+v", got)
			}
			if fmt.Sprint(got[0].Levels) != "[1 0 1 1]" || got[0].StructureName != "Upper slope" || got[0].Active != 1 {
				t.Errorf("joined: %+v", got[0])
			}
			var detail shownIncident
			if err := json.Unmarshal([]byte(call("guest", "GET", of(joining), "", 200)), &detail); err != nil || len(detail.List) != 3 || detail.ID != first {
				t.Errorf("incident of the late alert: %+v: %v", detail, err)
			}
			call("member", "POST", fmt.Sprintf("/api/alerts/%d/comments", second), `{"text":"cordon closed"}`, 201)
			call("owner", "PUT", fmt.Sprintf("/api/alerts/%d/assignee", second), fmt.Sprintf(`{"accountId":%d}`, s.Member.ID), 200)
			text := call("guest", "GET", of(first)+"/timeline", "", 200)
			for _, want := range []string{`"total":10`, "cordon closed", "slide confirmed", `"name":"owner"`, `"status":"Confirm"`, `"kind":"assignment"`, `"account":"manager"`, `"value":2,`, `"location":"SW-09"`} {
				if !strings.Contains(text, want) {
					t.Errorf("timeline without %s: %s", want, text)
				}
			}
			if page := call("guest", "GET", of(first)+"/timeline?page=2&pageSize=6", "", 200); strings.Count(page, `"kind"`) != 4 {
				t.Errorf("second page: %s", page)
			}
			call("stranger", "GET", of(first), "", 404)
			call("stranger", "GET", of(first)+"/timeline", "", 404)
			call("stranger", "GET", fmt.Sprintf("/api/projects/%d/incidents", s.Project.ID), "", 404)
			if got := call("guest", "GET", fmt.Sprintf("/api/alerts?ids=%d,%d", old, second), "", 200); !strings.Contains(got, `"total":2`) {
				t.Errorf("alerts by id: %s", got)
			}
		})
	}
}

// A withdrawn alert splits an incident; both parts keep the owner.
func TestWithdrawnAlertSplitsAnIncident(t *testing.T) {
	s := apptest.Start(t, apptest.Engines()[0], apptest.Options{})
	call := caller(t, s)
	first, between, last := raise(t, s, alarm.Blue, 300, 290), raise(t, s, alarm.Blue, 289, 211), raise(t, s, alarm.Red, 210, 0)
	call("owner", "PUT", fmt.Sprintf("/api/alerts/%d/incident/owner", between), fmt.Sprintf(`{"accountId":%d}`, s.Member.ID), 200)
	err := s.DB.Write(t.Context(), func(tx *database.Tx) error {
		_, err := tx.ExecContext(t.Context(), fmt.Sprintf("UPDATE alert SET withdrawn_at = 1 WHERE id = %d", between))
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, id := range []int64{first, last} {
		got := call("guest", "GET", fmt.Sprintf("/api/alerts/%d/incident", id), "", 200)
		if !strings.Contains(got, fmt.Sprintf(`{"id":%d,`, id)) || !strings.Contains(got, `"alerts":1,`) || !strings.Contains(got, `"ownerName":"member"`) {
			t.Errorf("part of %d: %s", id, got)
		}
	}
	call("guest", "GET", fmt.Sprintf("/api/alerts/%d/incident", between), "", 404)
}
