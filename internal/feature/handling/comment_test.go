package handling_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"plumbline/internal/core/alarm"
	"plumbline/internal/platform/clock"
	"plumbline/internal/platform/database"
	"plumbline/internal/testing/apptest"
)

// alertOf stores an alert of the site and returns its id.
func alertOf(t *testing.T, s *apptest.Server) int64 {
	t.Helper()
	at := clock.Now().Add(-time.Minute).UnixMilli()
	list := []alarm.Change{{
		Record: alarm.Record{
			CorporationID: s.Corporation.ID, ProjectID: s.Project.ID, StructureID: s.Structure.ID, PointID: s.Level.ID, Kind: alarm.OfThreshold,
			Key: alarm.Key{Field: "level", ValueType: alarm.Accumulated}, Measurement: "Waterlevel", Status: alarm.Pending, Level: alarm.Red,
			CurrentLevel: alarm.Red, Opened: at, Steps: []alarm.Step{{Level: alarm.Red, Time: at, Value: 2, Limit: 1}}, RecordedAt: at, ChangedAt: at,
		},
		Transitions: []alarm.Transition{{Kind: alarm.Raised, To: alarm.Pending, Level: alarm.Red, Value: 2, Limit: 1, Time: at, RecordedAt: at}},
	}}
	if err := s.DB.Write(t.Context(), func(tx *database.Tx) error { return s.Site.Store.SaveAlerts(t.Context(), tx.Tx, list) }); err != nil {
		t.Fatal(err)
	}
	return list[0].Record.ID
}

func TestPeopleCommentOnAlerts(t *testing.T) {
	for _, engine := range apptest.Engines() {
		t.Run(string(engine), func(t *testing.T) {
			s := apptest.Start(t, engine, apptest.Options{})
			path := fmt.Sprintf("/api/alerts/%d/comments", alertOf(t, s))
			call := func(who, method, body string, status int) string {
				t.Helper()
				got := s.Call(t.Context(), t, who, method, path, body)
				if got.Code != status {
					t.Fatalf("%s %s %s: %d %s", who, method, body, got.Code, got.Body)
				}
				return got.Body.String()
			}
			call("member", "POST", `{"text":" On the way "}`, 201)
			call("owner", "POST", `{"text":"Cordon is closed"}`, 201)
			list := call("guest", "GET", "", 200)
			first, second := strings.Index(list, `"text":"On the way"`), strings.Index(list, `"text":"Cordon is closed"`)
			if first < 0 || second < first || strings.Count(list, `"author":"`) != 2 || strings.Contains(list, `"author":""`) {
				t.Errorf("comments: %s", list)
			}
			call("guest", "POST", `{"text":"seen"}`, 403)
			call("stranger", "GET", "", 404)
			call("stranger", "POST", `{"text":"seen"}`, 404)
			call("member", "POST", `{"text":"   "}`, 422)
			call("member", "POST", fmt.Sprintf(`{"text":%q}`, strings.Repeat("水", 501)), 422)
			call("member", "POST", fmt.Sprintf(`{"text":%q}`, strings.Repeat("水", 500)), 201)
		})
	}
}
