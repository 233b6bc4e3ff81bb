package duty_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"plumbline/internal/feature/duty"
	"plumbline/internal/platform/clock"
	"plumbline/internal/platform/database"
	"plumbline/internal/platform/errs"
	"plumbline/internal/platform/sqlkit"
	"plumbline/internal/testing/apptest"
)

// roster makes a call that must succeed, and returns the roster after it.
func roster(t *testing.T, s *apptest.Server, who, method, path, body string) (r duty.DutyRoster) {
	t.Helper()
	got := s.Call(t.Context(), t, who, method, path, body)
	if got.Code >= 300 {
		t.Fatalf("%s: %s %s %s: %d %s", who, method, path, body, got.Code, got.Body)
	}
	got = s.Call(t.Context(), t, "guest", "GET", fmt.Sprintf("/api/projects/%d/duty", s.Project.ID), "")
	if err := json.Unmarshal(got.Body.Bytes(), &r); err != nil {
		t.Fatal(err)
	}
	return r
}

func TestRostersAreKept(t *testing.T) {
	for _, engine := range apptest.Engines() {
		t.Run(string(engine), func(t *testing.T) {
			s := apptest.Start(t, engine, apptest.Options{})
			path := fmt.Sprintf("/api/projects/%d/duty", s.Project.ID)
			if none := roster(t, s, "guest", "GET", path, ""); none.Exists || len(none.Spans) != 0 {
				t.Errorf("at first: %+v", none)
			}
			now := clock.Now().UTC()
			body := fmt.Sprintf(`{"accountIds":[%d,%d],"firstDate":%q,"hour":0}`, s.Member.ID, s.Owner.ID, now.Format(time.DateOnly))
			r := roster(t, s, "manager", "PUT", path, body)
			if !r.Exists || r.AccountID != s.Member.ID && r.AccountID != s.Owner.ID || r.Until <= r.Now || len(r.Spans) != 13 || len(r.People) != 2 {
				t.Errorf("saved: %+v", r)
			}
			swap := fmt.Sprintf(`{"from":%d,"to":%d,"accountId":%d}`, r.Now-3_600_000, r.Now+3_600_000, s.Manager.ID)
			swapped := roster(t, s, "manager", "POST", path+"/swaps", swap)
			if swapped.AccountID != s.Manager.ID || swapped.Until != r.Now+3_600_000 || len(swapped.Swaps) != 1 || swapped.Swaps[0].RecordedBy != s.Manager.ID {
				t.Errorf("swapped: %+v", swapped)
			}
			same := roster(t, s, "manager", "PUT", path, body)
			if same.AccountID != s.Manager.ID {
				t.Errorf("saving the turns loses the swap: %+v", same)
			}
			one := fmt.Sprintf("%s/swaps/%d", path, swapped.Swaps[0].ID)
			back := roster(t, s, "owner", "DELETE", one, "")
			if back.AccountID != r.AccountID || len(back.Swaps) != 1 || back.Swaps[0].WithdrawnBy != s.Owner.ID || back.Swaps[0].WithdrawnAt == 0 {
				t.Errorf("withdrawn: %+v", back)
			}
			if again := s.Call(t.Context(), t, "owner", "DELETE", one, ""); again.Code != 404 {
				t.Errorf("withdrawn twice: %d %s", again.Code, again.Body)
			}
			// Somebody who leaves is shown as such, and skipped.
			err := s.Site.Store.Tables.Write(t.Context(), func(tx *sqlkit.Transaction) error {
				_, err := tx.Exec(t.Context(), "UPDATE account SET active = FALSE WHERE id = ?", r.AccountID)
				return err
			})
			if err != nil {
				t.Fatal(err)
			}
			left := roster(t, s, "admin", "GET", path, "")
			if left.AccountID == r.AccountID || left.AccountID == 0 || left.Until != left.Spans[len(left.Spans)-1].To {
				t.Errorf("left: %+v", left)
			}
			for _, p := range left.People {
				if p.Here == (p.AccountID == r.AccountID) {
					t.Errorf("left: %+v", p)
				}
			}
		})
	}
}

func TestRostersAreRefused(t *testing.T) {
	s := apptest.Start(t, database.SQLite, apptest.Options{})
	path := fmt.Sprintf("/api/projects/%d/duty", s.Project.ID)
	const at = 1_767_600_000_000
	body := func(people, date string, hour int) string {
		return fmt.Sprintf(`{"accountIds":[%s],"firstDate":%q,"hour":%d}`, people, date, hour)
	}
	swap := func(from, to, account int64) string {
		return fmt.Sprintf(`{"from":%d,"to":%d,"accountId":%d}`, from, to, account)
	}
	member := fmt.Sprint(s.Member.ID)
	for _, c := range []struct {
		who, method, path, body string
		status                  int
		field                   string
		code                    *errs.Message
	}{
		{"manager", "POST", path + "/swaps", swap(at, at+1, s.Member.ID), 422, "", errs.NoRoster},
		{"manager", "PUT", path, body("", "2026-01-05", 8), 422, "accountIds", nil},
		{"manager", "PUT", path, body(member+","+member, "2026-01-05", 8), 422, "accountIds[1]", errs.Duplicate},
		{"manager", "PUT", path, body(fmt.Sprint(s.Outsider.ID), "2026-01-05", 8), 422, "accountIds[0]", errs.RecipientElsewhere},
		{"manager", "PUT", path, body(fmt.Sprint(s.Stranger.ID), "2026-01-05", 8), 422, "accountIds[0]", errs.RecipientElsewhere},
		{"manager", "PUT", path, body(member, "1999-12-31", 8), 422, "firstDate", errs.TimeBetween},
		{"manager", "PUT", path, body(member, "2026-02-30", 8), 422, "firstDate", nil},
		{"manager", "PUT", path, body(member, "2026-01-05", 24), 422, "hour", nil},
		{"member", "PUT", path, body(member, "2026-01-05", 8), 403, "", nil},
		{"stranger", "GET", path, "", 404, "", nil},
		{"stranger", "PUT", path, body(member, "2026-01-05", 8), 404, "", nil},
		{"manager", "PUT", path, body(member, "2026-01-05", 8), 200, "", nil},
		{"manager", "POST", path + "/swaps", swap(at, at, s.Member.ID), 422, "to", errs.SwapEmpty},
		{"manager", "POST", path + "/swaps", swap(1, at, s.Member.ID), 422, "from", errs.TimeBetween},
		{"manager", "POST", path + "/swaps", swap(at, 9_000_000_000_000, s.Member.ID), 422, "to", errs.TimeBetween},
		{"manager", "POST", path + "/swaps", swap(at, at+1, s.Outsider.ID), 422, "accountId", errs.RecipientElsewhere},
		{"member", "POST", path + "/swaps", swap(at, at+1, s.Member.ID), 403, "", nil},
		{"stranger", "POST", path + "/swaps", swap(at, at+1, s.Member.ID), 404, "", nil},
		{"manager", "DELETE", path + "/swaps/1", "", 404, "", nil},
	} {
		got := s.Call(t.Context(), t, c.who, c.method, c.path, c.body)
		answer := got.Body.String()
		if got.Code != c.status || c.field != "" && !strings.Contains(answer, `"`+c.field+`"`) ||
			c.code != nil && !strings.Contains(answer, fmt.Sprintf(`"code":%d`, c.code.Code)) {
			t.Errorf("%s: %s %s %s: %d %s", c.who, c.method, c.path, c.body, got.Code, answer)
		}
	}
}
