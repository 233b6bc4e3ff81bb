package handling_test

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"

	"plumbline/internal/core/alarm"
	"plumbline/internal/feature/handling"
	"plumbline/internal/platform/clock"
	"plumbline/internal/platform/sqlkit"
	"plumbline/internal/testing/apptest"
)

// watcher looks as one of the servers does.
func watcher(s *apptest.Server, messages handling.OwnerMessenger) *handling.Watcher {
	return &handling.Watcher{Tables: s.Site.Store.Tables, Alerts: alarm.NewService(s.Site.Store), Messages: messages}
}

// dying writes a message and dies before the ledger is stored.
type dying struct{ handling.OwnerMessenger }

var errDies = errors.New("the server dies")

func (d dying) IncidentEscalated(ctx context.Context, tx *sql.Tx, r *alarm.Record, structure string, level alarm.Level, account int64) error {
	return errors.Join(d.OwnerMessenger.IncidentEscalated(ctx, tx, r, structure, level, account), errDies)
}

func (d dying) IncidentEnded(ctx context.Context, tx *sql.Tx, r *alarm.Record, structure string, level alarm.Level, account int64) error {
	return errors.Join(d.OwnerMessenger.IncidentEnded(ctx, tx, r, structure, level, account), errDies)
}

// watched is a server with what its owners hear.
type watched struct {
	testing.TB
	*apptest.Server
}

// look looks some minutes from now, as two servers at once.
func (w watched) look(minutes int64) {
	w.Helper()
	var both sync.WaitGroup
	for range 2 {
		both.Go(func() {
			if err := watcher(w.Server, w.Site.Store).Look(w.Context(), clock.Now().UnixMilli()+minutes*minute); err != nil {
				w.Error(err)
			}
		})
	}
	both.Wait()
}

// dies looks with a server that dies while it announces.
func (w watched) dies(minutes int64) {
	w.Helper()
	if err := watcher(w.Server, dying{w.Site.Store}).Look(w.Context(), clock.Now().UnixMilli()+minutes*minute); !errors.Is(err, errDies) {
		w.Errorf("a server that dies: %v", err)
	}
}

// hears checks the titles of what somebody has heard of an incident, newest first.
func (w watched) hears(t *testing.T, who string, want ...string) {
	t.Helper()
	var page struct {
		List []struct {
			Kind, Title string
			AlertID     int64
		}
	}
	w.Ask(t, who, "GET", "/api/notifications", "", 200, &page)
	var titles []string
	for _, n := range page.List {
		if n.Kind == "incident.escalated" || n.Kind == "incident.ended" {
			if titles = append(titles, n.Title); n.AlertID == 0 {
				t.Errorf("%q leads nowhere", n.Title)
			}
		}
	}
	if strings.Join(titles, "\n") != strings.Join(want, "\n") {
		t.Errorf("%s has heard %q, want %q", who, titles, want)
	}
}

// own lets somebody name the owner of the incident of an alert; 0: nobody.
func (w watched) own(t *testing.T, who string, alert, account int64) {
	t.Helper()
	w.Ask(t, who, "PUT", fmt.Sprintf("/api/alerts/%d/incident/owner", alert), fmt.Sprintf(`{"accountId":%d}`, account), 200, nil)
}

func (w watched) exec(query string, args ...any) {
	w.Helper()
	err := w.Site.Store.Tables.Write(w.Context(), func(tx *sqlkit.Transaction) error {
		_, err := tx.Exec(w.Context(), query, args...)
		return err
	})
	if err != nil {
		w.Fatal(err)
	}
}

// The owner of an incident hears once of each higher level, and once of its end, half an hour after the last alert.
func TestOwnersHearOfTheirIncidents(t *testing.T) {
	for _, engine := range apptest.Engines() {
		t.Run(string(engine), func(t *testing.T) {
			w := watched{t, apptest.Start(t, engine, apptest.Options{})}
			call := caller(t, w.Server)
			first := raise(t, w.Server, alarm.Blue, 60, 0)
			w.own(t, "owner", first, w.Member.ID)
			w.look(0)
			w.hears(t, "member")

			const orange, red = "Incident at Upper slope: escalated to orange alert", "Incident at Upper slope: escalated to red alert"
			second := raise(t, w.Server, alarm.Orange, 10, 5)
			w.dies(0)
			w.hears(t, "member")
			w.look(0)
			w.look(0)
			w.hears(t, "member", orange)
			w.hears(t, "owner")

			// A correction lowers the level, and another raises it again.
			w.exec("UPDATE alert SET level = 1 WHERE id = ?", second)
			w.look(0)
			w.exec("UPDATE alert SET level = 3 WHERE id = ?", second)
			w.look(0)
			w.hears(t, "member", orange)

			// Late data before everything else give the incident another id.
			earliest := raise(t, w.Server, alarm.Red, 100, 70)
			w.look(0)
			w.hears(t, "member", red, orange)
			var page struct{ List []struct{ AlertID int64 } }
			if err := json.Unmarshal([]byte(call("member", "GET", "/api/notifications?kind=incident.escalated", "", 200)), &page); err != nil || page.List[0].AlertID != earliest {
				t.Errorf("leads to %+v, want the earliest alert %d: %v", page.List, earliest, err)
			}

			// It ends, but for half an hour an alert would continue it.
			w.exec("UPDATE alert SET status = 'Restore', ended = ? WHERE id = ?", clock.Now().UnixMilli()-2*minute, first)
			w.look(0)
			w.look(27)
			w.hears(t, "member", red, orange)
			w.dies(31)
			w.look(31)
			w.look(32)
			const over = "Incident at Upper slope is over (highest level: red alert)"
			w.hears(t, "member", over, red, orange)

			// Late data reopen it: the owner has heard that it is over.
			w.exec("UPDATE alert SET status = 'Pending', ended = 0 WHERE id = ?", first)
			w.look(33)
			w.exec("UPDATE alert SET status = 'Restore', ended = opened WHERE id = ?", first)
			w.look(200)
			w.hears(t, "member", over, red, orange)
			w.hears(t, "owner")
			w.hears(t, "guest")
		})
	}
}

// Who gives an incident away hears no more of it, who takes it hears what follows, and who has left the project nothing.
func TestOnlyTheOwnerHears(t *testing.T) {
	for _, engine := range apptest.Engines() {
		t.Run(string(engine), func(t *testing.T) {
			w := watched{t, apptest.Start(t, engine, apptest.Options{})}
			call := caller(t, w.Server)
			first := raise(t, w.Server, alarm.Blue, 60, 0)
			w.own(t, "member", first, w.Member.ID)
			w.own(t, "member", first, w.Manager.ID)
			raise(t, w.Server, alarm.Orange, 20, 10)
			w.look(0)
			w.hears(t, "member")
			w.hears(t, "manager", "Incident at Upper slope: escalated to orange alert")
			if got := call("member", "GET", "/api/notifications?kind=incident.owned", "", 200); strings.Contains(got, `"kind"`) {
				t.Errorf("a message about one's own decision: %s", got)
			}

			w.exec("UPDATE project_member SET until = 1 WHERE account_id = ?", w.Manager.ID)
			raise(t, w.Server, alarm.Red, 15, 12)
			w.look(0)
			w.exec("UPDATE project_member SET until = 0 WHERE account_id = ?", w.Manager.ID)
			w.look(0)
			w.hears(t, "manager", "Incident at Upper slope: escalated to orange alert")

			// Released and over: nobody hears of the end, and nothing is left to look at.
			w.own(t, "owner", first, 0)
			w.exec("UPDATE alert SET status = 'Restore', ended = opened WHERE id = ?", first)
			w.look(60)
			w.hears(t, "manager", "Incident at Upper slope: escalated to orange alert")
			var open int
			if err := w.DB.Reader().QueryRowContext(t.Context(), "SELECT COUNT(*) FROM incident_notice WHERE ended_at = 0").Scan(&open); err != nil || open != 0 {
				t.Errorf("%d changes are still looked at: %v", open, err)
			}
		})
	}
}

// An incident that corrections withdraw was none: its owner does not hear of an end.
func TestWithdrawnIncidentHasNoEnd(t *testing.T) {
	w := watched{t, apptest.Start(t, apptest.Engines()[0], apptest.Options{})}
	call := caller(t, w.Server)
	alert := raise(t, w.Server, alarm.Red, 60, 0)
	call("owner", "PUT", fmt.Sprintf("/api/alerts/%d/incident/owner", alert), fmt.Sprintf(`{"accountId":%d}`, w.Member.ID), 200)
	w.exec("UPDATE alert SET withdrawn_at = ? WHERE id = ?", clock.Now().UnixMilli(), alert)
	w.look(1)
	w.exec("UPDATE alert SET withdrawn_at = 0, level = 4, status = 'Restore', ended = ? WHERE id = ?", clock.Now().UnixMilli(), alert)
	w.look(31)
	w.hears(t, "member", "Incident at Upper slope is over (highest level: red alert)")

	other := raise(t, w.Server, alarm.Blue, 1, 0)
	call("owner", "PUT", fmt.Sprintf("/api/alerts/%d/incident/owner", other), fmt.Sprintf(`{"accountId":%d}`, w.Manager.ID), 200)
	w.exec("UPDATE alert SET withdrawn_at = ? WHERE id IN (?, ?)", clock.Now().UnixMilli(), alert, other)
	w.look(31)
	w.hears(t, "manager")
}
