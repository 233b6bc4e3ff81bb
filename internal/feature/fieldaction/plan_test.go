package fieldaction_test

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"testing"
	"time"

	"plumbline/internal/core/alarm"
	"plumbline/internal/feature/fieldaction"
	"plumbline/internal/field/command"
	"plumbline/internal/platform/audit"
	"plumbline/internal/platform/clock"
	"plumbline/internal/platform/database"
	"plumbline/internal/platform/sqlkit"
	"plumbline/internal/site/device"
)

// plan sets the emergency plan of a grade; seconds 0: it is not ticked that devices are asked.
func (c *chain) plan(grade, seconds, longest int) {
	c.Helper()
	c.ask("owner", "PUT", fmt.Sprintf("/api/projects/%d/emergency-plans/%d", c.Project.ID, grade), fmt.Sprintf(
		`{"name":"Plan %d","measures":"look","responseMinutes":60,"responders":[],"monitoringFrequency":"often","raiseInterval":%t,"intervalSeconds":%d,"longestMinutes":%d}`,
		grade, seconds > 0, seconds, longest), 200)
}

// graded returns a warning of a grade about the water level, which the gauge on the logger measures.
func (c *chain) graded(level alarm.Level, ago time.Duration) alarm.Change {
	at, now := clock.Now().Add(-ago).UnixMilli(), clock.Now().UnixMilli()
	ground := alarm.GroundsText([]alarm.Ground{{Measurement: "Waterlevel", Field: "level", ValueType: alarm.Accumulated, Value: 2, Limit: 1}})
	return alarm.Change{Record: alarm.Record{
		CorporationID: c.Corporation.ID, ProjectID: c.Project.ID, StructureID: c.Structure.ID, PointID: c.Level.ID, Kind: alarm.OfGraded, GradingID: 1,
		Key: alarm.Key{Field: "level"}, Measurement: "Waterlevel", Status: alarm.Pending, Level: level, CurrentLevel: level,
		Opened: at, Steps: []alarm.Step{{Level: level, Time: at, Ground: ground}}, RecordedAt: now, ChangedAt: now,
	}, Transitions: []alarm.Transition{{Kind: alarm.Raised, From: alarm.Pending, To: alarm.Pending, Level: level, Time: at, RecordedAt: now}}}
}

// then returns a change with its next transition.
func then(change alarm.Change, kind alarm.TransitionKind, to alarm.Status, level alarm.Level) alarm.Change {
	at := clock.Now().UnixMilli()
	change.Transitions = []alarm.Transition{{AlertID: change.Record.ID, Kind: kind, From: change.Record.Status, To: to, Level: level, Time: at, RecordedAt: at}}
	change.Record.Status, change.Record.Level = to, max(change.Record.Level, level)
	if to == alarm.Restore {
		change.Record.Ended = at
	}
	return change
}

// A ticked plan asks the logger of a warning's point for its interval, a graver grade for that of its plan, and the end of
// the warning gives the earlier one back. Nothing is asked because of late data, or by a plan that is not ticked.
func TestPlanRaisesTheInterval(t *testing.T) {
	onBare(t, func(c *chain) {
		c.logger()
		c.set(3600)
		c.plan(2, 1200, 60)
		c.plan(3, 0, 0)
		c.plan(4, 600, 60)
		c.store(c.graded(alarm.Yellow, 3*time.Hour))
		c.store(c.graded(alarm.Orange, time.Minute))
		c.pass(0)
		if got := c.lines(); got != "" {
			c.Fatalf("late data or an unticked plan asked: %s", got)
		}
		warning := c.store(c.graded(alarm.Yellow, time.Minute))
		var running sync.WaitGroup
		for range 4 { // of servers that work at once, one asks
			worker := c.newWorker()
			running.Go(func() {
				if err := worker.Pass(c.Context(), clock.Now().UnixMilli()); err != nil {
					c.Error(err)
				}
			})
		}
		running.Wait()
		c.until(0, "on raised answered")
		warning = c.store(then(warning, alarm.Escalated, alarm.Pending, alarm.Red))
		c.until(0, "on raised answered", "on escalated answered")
		list := c.ask("guest", "GET", fmt.Sprintf("/api/projects/%d/field-actions?alertId=%d", c.Project.ID, warning.Record.ID), "", 200)["list"].([]any)
		newest := list[0].(map[string]any)
		if newest["grade"] != 4.0 || newest["fieldRuleName"] != "Plan 4" || newest["intervalSeconds"] != 600.0 || newest["deviceId"] != float64(c.Collector.ID) ||
			newest["answer"] != `{"interval":600}` || newest["commandId"] == 0.0 {
			c.Errorf("what the warning shows: %v", newest)
		}
		c.store(then(warning, alarm.Restored, alarm.Restore, 0))
		c.until(0, "on raised answered", "on escalated answered", "off restored answered")
		if got := c.intervals(); got != "3600 1200 600 3600" {
			c.Errorf("the logger was set to %s", got)
		}
	})
}

// A warning that a person closes, a plan that is changed, and the longest duration give the earlier interval back.
func TestPlanGivesTheIntervalBack(t *testing.T) {
	onBare(t, func(c *chain) {
		c.logger()
		c.set(3600)
		c.plan(3, 600, 60)
		first := c.store(c.graded(alarm.Orange, time.Minute))
		want := []string{"on raised answered"}
		c.until(0, want...)
		c.ask("owner", "PATCH", fmt.Sprintf("/api/alerts/%d/status", first.Record.ID), `{"status":"Confirm","note":"repaired"}`, 200)
		want = append(want, "off closed answered")
		c.until(0, want...)
		second := c.store(c.graded(alarm.Orange, time.Minute))
		want = append(want, "on raised answered")
		c.until(0, want...)
		c.plan(3, 600, 90) // the longest duration of the next
		c.until(0, want...)
		c.plan(3, 0, 0)
		want = append(want, "off plan answered")
		c.until(0, want...)
		c.store(then(second, alarm.Restored, alarm.Restore, 0))
		c.until(0, want...)
		c.plan(3, 900, 60)
		c.store(c.graded(alarm.Orange, time.Minute))
		want = append(want, "on raised answered")
		c.until(59*time.Minute, want...)
		want = append(want, "off longest answered")
		c.until(61*time.Minute, want...)
		if got := c.intervals(); got != "3600 600 3600 600 3600 900 3600" {
			c.Errorf("the logger was set to %s", got)
		}
	})
}

// A rule and a plan hold one logger: it keeps the shorter interval until both have ended.
func TestRuleAndPlanHoldOneLogger(t *testing.T) {
	onBare(t, func(c *chain) {
		c.logger()
		c.set(3600)
		c.ask("owner", "POST", c.rules(), fmt.Sprintf(
			`{"name":"Denser","enable":true,"level":2,"measurements":["Crack"],"deviceIds":[%d],"action":"interval","intervalSeconds":1800,"longestMinutes":60}`,
			c.Collector.ID), 201)
		c.plan(3, 600, 60)
		c.enter(c.point, 20*time.Minute, 2.5)
		c.until(0, "on raised answered")
		warning := c.store(c.graded(alarm.Orange, time.Minute))
		c.until(0, "on raised answered", "on raised answered")
		c.store(then(warning, alarm.Restored, alarm.Restore, 0))
		c.until(0, "on raised answered", "on raised answered", "off restored kept")
		c.enter(c.point, 19*time.Minute, 0, 0, 0)
		c.until(0, "on raised answered", "on raised answered", "off restored kept", "off restored answered")
		if got := c.intervals(); got != "3600 1800 600 3600" {
			c.Errorf("the logger was set to %s", got)
		}
	})
}

// dying is what a server has that ends before or after it has queued a command, and writes down neither.
type dying struct {
	*command.Service
	after bool
}

var errEnded = errors.New("the server has ended")

func (d dying) Send(ctx context.Context, who audit.Actor, to device.Device, o command.Order) (command.Command, error) {
	if !d.after {
		return command.Command{}, errEnded
	}
	_, err := d.Service.Send(ctx, who, to, o)
	return command.Command{}, errors.Join(errEnded, err)
}

// A server that ends between claim and order leaves the action to another one. What it has queued is not queued again, and
// the earlier interval is not forgotten.
func TestServerEndsWhileAPlanAsks(t *testing.T) {
	onBare(t, func(c *chain) {
		c.logger()
		c.set(3600)
		c.plan(3, 600, 60)
		ends := func(change alarm.Change, after bool) alarm.Change {
			change = c.store(change)
			ending := c.newWorker()
			ending.Commands = dying{c.Commands, after}
			if err := ending.Pass(c.Context(), clock.Now().UnixMilli()); !errors.Is(err, errEnded) {
				c.Fatalf("the server did not end: %v", err)
			}
			c.pass(0) // the claim holds
			return change
		}
		newest := func(member string) any {
			list := c.ask("guest", "GET", fmt.Sprintf("/api/projects/%d/field-actions", c.Project.ID), "", 200)["list"].([]any)
			return list[0].(map[string]any)[member]
		}
		warning := ends(c.graded(alarm.Orange, time.Minute), true)
		c.until(2*time.Minute, "on raised answered")
		if newest("repeated") != false || newest("answer") != `{"interval":600}` {
			c.Errorf("repeated %v, answer %v", newest("repeated"), newest("answer"))
		}
		err := c.Site.DB.Write(c.Context(), func(tx *database.Tx) error { return c.worker.NotifyAlerts(c.Context(), tx.Tx, []alarm.Change{warning}) })
		if err != nil {
			c.Fatal(err)
		}
		c.until(0, "on raised answered") // the same transition again asks nothing
		ends(then(warning, alarm.Restored, alarm.Restore, 0), true)
		c.until(2*time.Minute, "on raised answered", "off restored answered")
		ends(c.graded(alarm.Orange, time.Minute), false)
		c.until(2*time.Minute, "on raised answered", "off restored answered", "on raised answered")
		if newest("repeated") != true {
			c.Error("it is not known whether the first server has sent it, and nothing says so")
		}
		if got := c.intervals(); got != "3600 600 3600 600" {
			c.Errorf("the logger was set to %s", got)
		}
	})
}

// The device that is asked is the one that keeps the schedule of the warning's points.
func TestWhomAPlanAsks(t *testing.T) {
	onBare(t, func(c *chain) {
		c.plan(3, 600, 60)
		asked := func(change alarm.Change) (ids []float64) {
			warning := c.store(change)
			list := c.ask("guest", "GET", fmt.Sprintf("/api/projects/%d/field-actions?alertId=%d", c.Project.ID, warning.Record.ID), "", 200)["list"].([]any)
			for _, one := range list {
				ids = append(ids, one.(map[string]any)["deviceId"].(float64))
			}
			return ids
		}
		same := func(what string, got []float64, want ...float64) {
			if fmt.Sprint(got) != fmt.Sprint(want) {
				c.Errorf("%s: devices %v, want %v", what, got, want)
			}
		}
		same("a sensor on a channel", asked(c.graded(alarm.Orange, time.Minute)), float64(c.Collector.ID))
		entered := c.graded(alarm.Orange, time.Minute)
		entered.Record.PointID = c.Crack.ID
		same("a point without a device", asked(entered))
		several := c.graded(alarm.Orange, time.Minute)
		several.Record.PointID = 0
		several.Record.Steps[0].Ground = alarm.GroundsText([]alarm.Ground{{Point: c.Crack.ID}, {Point: c.Level.ID}, {Point: c.Level.ID}})
		same("a grading of several points", asked(several), float64(c.Collector.ID))
		c.speak()
		same("an instrument on the line", asked(c.graded(alarm.Orange, time.Minute)), float64(c.Gauge.ID))
		c.exec("UPDATE device SET project_id = 0 WHERE id = ?", c.Gauge.ID)
		same("a device of another project", asked(c.graded(alarm.Orange, time.Minute)))
	})
}

func (c *chain) exec(query string, args ...any) {
	c.Helper()
	err := c.Site.Store.Tables.Write(c.Context(), func(tx *sqlkit.Transaction) error {
		_, err := tx.Exec(c.Context(), query, args...)
		return err
	})
	if err != nil {
		c.Fatal(err)
	}
}

var _ fieldaction.Commands = dying{}
