package delivery_test

import (
	"context"
	"fmt"
	"log/slog"
	"testing"
	"time"

	"plumbline/internal/core/alarm"
	"plumbline/internal/core/marks"
	"plumbline/internal/feature/delivery"
	"plumbline/internal/feature/duty"
	"plumbline/internal/feature/silence"
	"plumbline/internal/platform/clock"
	"plumbline/internal/testing/apptest"
	"plumbline/internal/testing/await"
)

// cracks is a site with points whose widths are entered by hand and judged: blue from 1 mm, red from 4 mm.
type cracks struct {
	*rig
	server *apptest.Server
	zone   *time.Location
	points []string
	ids    map[int64]bool
}

func onCracks(t *testing.T, points int, test func(*cracks)) {
	for _, engine := range apptest.Engines() {
		t.Run(string(engine), func(t *testing.T) {
			s := apptest.Start(t, engine, apptest.Options{})
			tables := s.Site.Store.Tables
			c := &cracks{server: s, ids: map[int64]bool{}, rig: &rig{
				TB: t, Site: s.Site, post: s.Mail, now: clock.Now().Truncate(time.Second),
				ledger: delivery.Ledger{Tables: tables, Rosters: &duty.Store{Tables: tables}, Silences: &silence.Store{Tables: tables}, Readings: s.Read},
			}}
			c.sender = &delivery.Sender{Ledger: c.ledger, Alerts: alarm.NewService(s.Site.Store), Mail: c.post.Mailer, Log: slog.New(slog.DiscardHandler)}
			var err error
			c.zone, err = time.LoadLocation(s.Project.TimeZone)
			c.must(err)
			for n := range points {
				at := fmt.Sprintf("/api/structures/%d/measuring-points", s.Structure.ID)
				made := ask(t, s, "owner", "POST", at, fmt.Sprintf(`{"points":[{"name":"C%d","type":"artificial","measurement":"Crack","category":"Artificial"}]}`, n), 201)
				id := made["list"].([]any)[0].(map[string]any)["id"].(float64)
				point := fmt.Sprintf("%s/%.0f", at, id)
				ask(t, s, "owner", "PUT", point+"/thresholds", `{"validFrom":1700000000000,"list":[
					{"field":"width","valueType":"observed","blue":1,"yellow":2,"orange":3,"red":4,"enable":true}]}`, 200)
				c.points, c.ids[int64(id)] = append(c.points, point), true
			}
			test(c)
		})
	}
}

// enter enters a width that was read some minutes ago, and waits until it is judged.
func (c *cracks) enter(point, ago int, width float64) {
	c.Helper()
	ask(c.TB.(*testing.T), c.server, "owner", "POST", c.points[point]+"/artificial-data", fmt.Sprintf(`{"rows":[{"time":%q,"values":{"width":%g}}],"note":"tape"}`,
		c.now.Add(-time.Duration(ago)*time.Minute).In(c.zone).Format(time.DateTime), width), 201)
	ctx, cancel := context.WithTimeout(c.Context(), time.Minute)
	defer cancel()
	for left := []marks.Mark{{}}; len(left) > 0; {
		var err error
		left, err = marks.Earliest(ctx, c.DB.Reader(), c.ids)
		c.must(err)
		await.Pause()
	}
}

// looked is one look of a server at the conditions and at what is due.
func (c *cracks) looked() {
	c.Helper()
	at := max(c.now.UnixMilli(), clock.Now().UnixMilli()+1) // after what the program has stored
	c.must(c.sender.Release(c.Context(), at))
	c.must(c.sender.SendDue(c.Context(), time.UnixMilli(at)))
}

// previewed expects that the preview counts the messages that were sent.
func (c *cracks) previewed(rule *delivery.Rule, messages int) {
	c.Helper()
	p, err := c.ledger.Preview(c.Context(), c.Guest.Scope(), alarm.NewService(c.Store), rule, clock.Now().UnixMilli()+1000)
	c.must(err)
	if p.Draft.Messages != messages || p.InForce.Messages != messages {
		c.Errorf("the preview counts %d and %d messages, want %d", p.Draft.Messages, p.InForce.Messages, messages)
	}
}

func asking(conditions alarm.Conditions) func(*delivery.Rule) {
	return func(rule *delivery.Rule) {
		onlyShift(rule)
		rule.Late, rule.RepeatHours, rule.Conditions = true, 0, conditions
	}
}

// A single outlier wakes nobody: the message waits for further readings, and is dropped if the alert ends without them.
func TestMessagesWaitForReadings(t *testing.T) {
	onCracks(t, 2, func(c *cracks) {
		rule := c.rule("2 of 3", asking(alarm.Conditions{Reached: 2, Readings: 3}))
		c.enter(0, 50, 1.5)
		c.looked()
		c.expect("after one reading", shift+" raised waiting")
		c.enter(0, 40, 0.2)
		c.looked()
		c.expect("after a low one", shift+" raised waiting")
		c.enter(0, 30, 1.6)
		c.looked()
		c.expect("after 2 of 3", shift+" raised sent,sent")
		c.enter(0, 20, 4.5)
		c.looked()
		c.expect("one reading at red", shift+" raised sent,sent", shift+" escalated waiting")
		c.enter(0, 15, 0.2)
		c.enter(0, 10, 0.2)
		c.looked()
		over := []string{shift + " raised sent,sent", shift + " escalated skipped unmet", shift + " restored sent,sent"}
		c.expect("over", over...)
		c.previewed(rule, 2)

		c.enter(1, 50, 1.5)
		c.enter(1, 40, 0.2)
		c.enter(1, 30, 0.2)
		c.looked()
		c.expect("an outlier", append(over, shift+" raised skipped unmet", shift+" restored skipped unmet")...)
		c.previewed(rule, 2)
	})
}

func TestMessagesWaitForADuration(t *testing.T) {
	onCracks(t, 1, func(c *cracks) {
		rule := c.rule("15 min", asking(alarm.Conditions{Minutes: 15}))
		c.rule("at once", func(rule *delivery.Rule) {
			asking(alarm.Conditions{Minutes: 1})(rule)
			rule.Level, rule.Addresses = alarm.Red, []string{"chief@example.com"}
		})
		c.enter(0, 50, 1.5)
		c.enter(0, 40, 1.6)
		c.looked()
		c.expect("after 10 min", shift+" raised waiting")
		c.enter(0, 30, 1.7)
		c.looked()
		c.expect("after 20 min", shift+" raised sent,sent")
		c.previewed(rule, 1)
	})
}

// Readings that arrive in another order give the same messages.
func TestConditionsAreMetInAnyOrder(t *testing.T) {
	orders := [][]int{{0, 1, 2, 3}, {3, 2, 1, 0}, {2, 0, 3, 1}}
	onCracks(t, len(orders), func(c *cracks) {
		c.rule("3 of 4", asking(alarm.Conditions{Reached: 3, Readings: 4}))
		var want []string
		for point, order := range orders {
			for _, i := range order {
				c.looked()
				c.enter(point, 50-10*i, []float64{1.5, 0.2, 1.6, 1.7}[i])
			}
			c.looked()
			want = append(want, shift+" raised sent,sent")
			c.expect(fmt.Sprint(order), want...)
		}
	})
}

// One point alone may be a faulty instrument; two that agree are not. A false alarm does not agree.
func TestMessagesWaitForOtherPoints(t *testing.T) {
	onCracks(t, 3, func(c *cracks) {
		rule := c.rule("two points", asking(alarm.Conditions{Points: 2, Within: 30}))
		c.enter(0, 180, 1.5)
		c.looked()
		alerts := ask(c.TB.(*testing.T), c.server, "guest", "GET", "/api/alerts", "", 200)["list"].([]any)
		ask(c.TB.(*testing.T), c.server, "owner", "PATCH", fmt.Sprintf("/api/alerts/%.0f/status", alerts[0].(map[string]any)["id"]),
			`{"status":"FalseAlarm","note":"a loose bolt"}`, 200)
		c.looked()
		c.enter(1, 90, 1.5)
		c.looked()
		c.expect("a false alarm and another", shift+" raised skipped unmet", shift+" raised waiting")
		c.enter(2, 75, 2.5)
		c.looked()
		c.expect("two points", shift+" raised skipped unmet", shift+" raised sent,sent", shift+" raised waiting")
		c.enter(1, 70, 2.5)
		c.looked()
		c.expect("two points at yellow", shift+" raised skipped unmet", shift+" raised sent,sent", shift+" raised sent,sent", shift+" escalated sent,sent")
		c.previewed(rule, 3)
	})
}
