package heartbeat_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"plumbline/internal/platform/heartbeat"
	"plumbline/internal/platform/servers"
)

const (
	now    = int64(1_780_000_000_000)
	minute = int64(60_000)
)

func running(id int64, report servers.Report) servers.Server {
	return servers.Server{ID: id, Alive: true, StartedAt: now - 99*minute, ReportedAt: now, Report: &report}
}

func TestWhatMovesAndWhatDoesNot(t *testing.T) {
	ready := servers.Report{Ready: true}
	on := func(change func(*servers.View)) servers.View {
		v := servers.View{Now: now, Servers: []servers.Server{running(1, ready), running(2, ready)}, Partitions: []servers.Partition{{ServerID: 1}, {ServerID: 2}}}
		v.Lanes = []servers.Lane{{ServerID: 1}, {ServerID: 2}, {}}
		if change != nil {
			change(&v)
		}
		return v
	}
	dead := func(since int64) func(*servers.View) {
		return func(v *servers.View) { v.Servers[1].Alive, v.Servers[1].ReportedAt = false, now-since }
	}
	for _, c := range []struct {
		name string
		view servers.View
		out  heartbeat.Outbox
		want string // intake, stage 1, stage 2, delivery: ok with the minutes that something waits, or the reason
	}{
		{name: "nothing arrives", view: on(nil), want: "ok, ok, ok, ok"},
		{name: "embedded", view: servers.View{Now: now, Servers: []servers.Server{running(1, ready)}}, want: "ok, ok, ok, ok"},
		{name: "no server", view: servers.View{Now: now}, want: "noServer, ok, ok, ok"},
		{name: "one of two drains", view: on(func(v *servers.View) { v.Servers[0].Report = &servers.Report{Reason: "draining"} }), want: "ok, ok, ok, ok"},
		{name: "all disks are full", view: on(func(v *servers.View) {
			v.Servers[0].Report, v.Servers[1].Report = &servers.Report{Reason: "full"}, &servers.Report{Reason: "full"}
		}), want: "notReady, ok, ok, ok"},
		{name: "a slow commit", view: on(func(v *servers.View) {
			v.Servers[0].Report, v.Servers[1].Report = &servers.Report{Ready: true, CommitLagMs: minute}, &servers.Report{Reason: "full"}
		}), want: "ok, ok, ok, ok"},
		{name: "nothing is committed", view: on(func(v *servers.View) {
			v.Servers[0].Report, v.Servers[1].Report = &servers.Report{Ready: true, CommitLagMs: 2 * minute}, &servers.Report{Ready: true, CommitLagMs: 3 * minute}
		}), want: "late 3, ok, ok, ok"},
		{name: "one server commits", view: on(func(v *servers.View) {
			v.Servers[1].Report = &servers.Report{Ready: true, CommitLagMs: 3 * minute}
		}), want: "ok, ok, ok, ok"},
		{name: "a burst", view: on(func(v *servers.View) {
			v.Servers[0].Report = &servers.Report{Ready: true, JournalLagMs: 4 * minute, LagMs: 14 * minute}
		}), want: "ok, ok 4, ok 14, ok"},
		{name: "frames wait", view: on(func(v *servers.View) {
			v.Servers[1].Report = &servers.Report{Ready: true, JournalLagMs: 6 * minute}
		}), want: "ok, late 6, ok, ok"},
		{name: "results wait", view: on(func(v *servers.View) { v.Servers[1].Report = &servers.Report{Ready: true, LagMs: 16 * minute} }), want: "ok, ok, late 16, ok"},
		{name: "a server has just died", view: on(dead(minute / 2)), want: "ok, ok 0, ok 0, ok"},
		{name: "nobody took over", view: on(dead(2 * minute)), want: "ok, unattended 2, unattended 2, ok"},
		{name: "nobody holds a partition", view: on(func(v *servers.View) { v.Partitions[0].ServerID = 0 }), want: "ok, ok, unattended 0, ok"},
		{name: "a former server holds one", view: on(func(v *servers.View) {
			v.Partitions[0].ServerID, v.Former = 9, []servers.Former{{ID: 9, EndedAt: now - 3*minute}}
		}), want: "ok, ok, unattended 3, ok"},
		{name: "a server says nothing", view: on(func(v *servers.View) { v.Servers[0].ReportedAt = now - 2*minute }), want: "ok, noReport 2, noReport 2, ok"},
		{name: "a new server", view: on(func(v *servers.View) {
			v.Servers[0].Report, v.Servers[0].ReportedAt, v.Servers[0].StartedAt = nil, 0, now-minute/2
		}), want: "ok, ok, ok, ok"},
		{name: "a message is due", view: on(nil), out: heartbeat.Outbox{Due: now - minute}, want: "ok, ok, ok, ok 1"},
		{name: "nobody sends", view: on(nil), out: heartbeat.Outbox{Due: now - 6*minute, Unaccepted: now - 7*minute}, want: "ok, ok, ok, late 6"},
		{name: "the mail server is away", view: on(nil), out: heartbeat.Outbox{Unaccepted: now - 11*minute}, want: "ok, ok, ok, notAccepted 11"},
		{name: "its first attempts", view: on(nil), out: heartbeat.Outbox{Unaccepted: now - 9*minute}, want: "ok, ok, ok, ok"},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := heartbeat.Of(&c.view, c.out)
			var parts []string
			for _, p := range []heartbeat.Part{s.Intake, s.Stage1, s.Stage2, s.Delivery} {
				text := "ok"
				if !p.Moving {
					text = p.Reason
				}
				if p.Since != 0 {
					text += fmt.Sprintf(" %d", p.AgeMs/minute)
					if p.Since != s.Time-p.AgeMs {
						t.Errorf("since %d, age %d", p.Since, p.AgeMs)
					}
				}
				parts = append(parts, text)
			}
			if got := strings.Join(parts, ", "); got != c.want || s.Moving != (s.Intake.Moving && s.Stage1.Moving && s.Stage2.Moving && s.Delivery.Moving) {
				t.Errorf("%s, want %s", got, c.want)
			}
		})
	}
}

func TestAnswers(t *testing.T) {
	at, asked := time.UnixMilli(now), 0
	state, failure := heartbeat.State{Moving: true, Servers: 2}, error(nil)
	h := heartbeat.NewHandler(func(context.Context) (heartbeat.State, error) { asked++; return state, failure }, func() time.Time { return at })
	get := func(status int) heartbeat.State {
		t.Helper()
		w := httptest.NewRecorder()
		h.ServeHTTP(w, httptest.NewRequestWithContext(t.Context(), http.MethodGet, heartbeat.Path, nil))
		var s heartbeat.State
		if err := json.Unmarshal(w.Body.Bytes(), &s); err != nil || w.Code != status || w.Header().Get("Cache-Control") != "no-store" {
			t.Errorf("%d %s: %v", w.Code, w.Body, err)
		}
		return s
	}
	get(200)
	if s := get(200); s.Servers != 2 || asked != 1 {
		t.Errorf("%+v, asked %d times within a second", s, asked)
	}
	state.Moving, at = false, at.Add(time.Second)
	get(503)
	failure, at = errors.New("the database at db.inside.example is away"), at.Add(time.Second)
	if s := get(503); s.Stage1.Reason != heartbeat.DatabaseAway || asked != 3 {
		t.Errorf("%+v, asked %d times", s, asked)
	}
}
