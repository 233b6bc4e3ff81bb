package delivery_test

import (
	"context"
	"fmt"
	"log/slog"
	"testing"
	"time"

	"plumbline/internal/core/alarm"
	"plumbline/internal/feature/delivery"
	"plumbline/internal/platform/clock"
	"plumbline/internal/platform/events"
	"plumbline/internal/testing/apptest"
)

// From a reading through the fold to a mail, and back into the fold: what was noticed stays noticed, and a refold of the
// past writes no message again.
func TestReadingsBecomeMails(t *testing.T) {
	for _, engine := range apptest.Engines() {
		t.Run(string(engine), func(t *testing.T) {
			s := apptest.Start(t, engine, apptest.Options{})
			r := &rig{TB: t, Site: s.Site, post: s.Mail, ledger: ledgerOf(s.Site.Store.Tables), now: clock.Now()}
			r.sender = &delivery.Sender{
				Ledger: r.ledger, Alerts: alarm.NewService(s.Site.Store), Mail: r.post.Mailer, Log: slog.New(slog.DiscardHandler),
			}
			r.rule("all", onlyShift)
			points := fmt.Sprintf("/api/structures/%d/measuring-points", s.Structure.ID)
			made := ask(t, s, "owner", "POST", points, `{"points":[{"name":"P7","type":"artificial","measurement":"Crack","category":"Artificial"}]}`, 201)
			point := fmt.Sprintf("%s/%.0f", points, made["list"].([]any)[0].(map[string]any)["id"])
			ask(t, s, "owner", "PUT", point+"/thresholds", `{"validFrom":1700000000000,"list":[
				{"field":"width","valueType":"observed","blue":1,"yellow":2,"orange":3,"red":4,"enable":true}]}`, 200)
			ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
			defer cancel()
			changed := s.Site.Bus.Subscribe(ctx, events.Alert)
			zone, err := time.LoadLocation(s.Project.TimeZone)
			r.must(err)
			enter := func(ago time.Duration, width float64) {
				t.Helper()
				ask(t, s, "owner", "POST", point+"/artificial-data", fmt.Sprintf(`{"rows":[{"time":%q,"values":{"width":%g}}],"note":"tape"}`,
					r.now.Add(-ago).In(zone).Format(time.DateTime), width), 201)
				if _, ok := <-changed; !ok {
					t.Fatal("no alert changed")
				}
			}
			status := func(want string) {
				t.Helper()
				alerts := ask(t, s, "guest", "GET", "/api/alerts", "", 200)["list"].([]any)
				if len(alerts) != 1 || alerts[0].(map[string]any)["status"] != want {
					t.Errorf("alerts %v, want one that is %s", alerts, want)
				}
			}
			send := func() {
				t.Helper()
				r.now = clock.Now().Add(time.Second)
				r.send(0)
				if _, ok := <-changed; !ok {
					t.Fatal("the notice was not announced")
				}
			}

			enter(10*time.Minute, 1.5)
			r.expect("raised", shift+" raised pending")
			status("Pending")
			send()
			status("Notice")
			enter(5*time.Minute, 3.5)
			r.expect("escalated", shift+" raised sent,sent", shift+" escalated pending")
			status("Pending")
			send()
			status("Notice")
			enter(7*time.Minute, 2.5) // late, between the two
			r.expect("revised", shift+" raised sent,sent", shift+" escalated sent,sent")
			status("Notice")
		})
	}
}
