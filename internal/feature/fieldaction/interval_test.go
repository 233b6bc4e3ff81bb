package fieldaction_test

import (
	"context"
	"database/sql"
	"fmt"
	"io"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"plumbline/internal/core/alarm"
	"plumbline/internal/field/simulate"
	"plumbline/internal/platform/clock"
	"plumbline/internal/platform/database"
	"plumbline/internal/platform/events"
)

// logger simulates the logger, which carries out commands that set its interval.
func (c *chain) logger() {
	web := httptest.NewServer(c.API)
	ctx, stop := context.WithCancel(context.Background())
	var running sync.WaitGroup
	running.Go(func() {
		err := simulate.Run(ctx, simulate.Options{
			MQTT: c.broker, Register: c.Collector.Register, Secret: c.Secret, Server: web.URL, Fields: "1.freq,voltage", Interval: time.Hour, Speed: 1,
		}, io.Discard)
		if err != nil && ctx.Err() == nil {
			c.Error(err)
		}
	})
	c.Cleanup(func() { stop(); running.Wait(); web.Close() })
}

// set sets the interval of the logger by hand and waits until it has answered.
func (c *chain) set(seconds int) {
	c.Helper()
	path := fmt.Sprintf("/api/corporations/%d/devices/%d/commands", c.Corporation.ID, c.Collector.ID)
	ctx, cancel := context.WithTimeout(c.Context(), 20*time.Second)
	defer cancel()
	changed := c.Site.Bus.Subscribe(ctx, events.Command)
	c.ask("owner", "POST", path, fmt.Sprintf(`{"kind":"setInterval","args":{"interval":%d}}`, seconds), 200)
	for {
		newest := c.ask("owner", "GET", path, "", 200)["list"].([]any)[0].(map[string]any)
		if newest["state"] == "answered" {
			return
		}
		if _, ok := <-changed; !ok {
			c.Fatalf("the logger did not answer: %v", newest)
		}
	}
}

// intervals returns the intervals that the logger was set to, the oldest first.
func (c *chain) intervals() (list string) {
	path := fmt.Sprintf("/api/corporations/%d/devices/%d/commands", c.Corporation.ID, c.Collector.ID)
	for _, one := range c.ask("owner", "GET", path, "", 200)["list"].([]any) {
		list = fmt.Sprint(one.(map[string]any)["args"].(map[string]any)["interval"], " ", list)
	}
	return strings.TrimSpace(list)
}

// An alert raises the interval of a logger, and its end sets the earlier one back, unless somebody has set another one.
func TestAlertRaisesTheInterval(t *testing.T) {
	onSites(t, func(c *chain) {
		c.ask("owner", "DELETE", fmt.Sprintf("%s/%d", c.rules(), c.rule), "", 200)
		c.logger()
		c.set(3600)
		rule := func(seconds int) string {
			return fmt.Sprintf(`{"name":"Denser","enable":true,"level":2,"deviceIds":[%d],"action":"interval","intervalSeconds":%d,"longestMinutes":60}`,
				c.Collector.ID, seconds)
		}
		made := c.id(c.ask("owner", "POST", c.rules(), rule(600), 201))
		c.enter(c.point, 20*time.Minute, 2.5)
		c.until(0, "on raised answered")
		c.enter(c.point, 19*time.Minute, 0, 0, 0)
		c.until(0, "on raised answered", "off restored answered")
		c.enter(c.point, 15*time.Minute, 2.5)
		c.until(0, "on raised answered", "off restored answered", "on raised answered")
		c.set(1800)
		c.enter(c.point, 14*time.Minute, 0, 0, 0)
		c.until(0, "on raised answered", "off restored answered", "on raised answered", "off restored left setByOthers")
		c.ask("owner", "PUT", fmt.Sprintf("%s/%d", c.rules(), made), rule(7200), 200)
		c.enter(c.point, 10*time.Minute, 2.5)
		c.until(0, "on raised answered", "off restored answered", "on raised answered", "off restored left setByOthers", "on raised left oftenEnough")
		if got := c.intervals(); got != "3600 600 3600 600 1800" {
			c.Errorf("the logger was set to %s", got)
		}
	})
}

// An alert whose end is found late switches nothing, and no longer keeps the siren on when another one ends.
func TestLateEnd(t *testing.T) {
	onBoth(t, func(c *chain) {
		raise := func(point int64) alarm.Change {
			at := clock.Now().UnixMilli()
			return alarm.Change{Record: alarm.Record{
				CorporationID: c.Corporation.ID, ProjectID: c.Project.ID, StructureID: c.Structure.ID, PointID: point, Kind: alarm.OfThreshold,
				Key: alarm.Key{Field: "width", ValueType: alarm.Accumulated}, Measurement: "Crack", Status: alarm.Pending, Level: alarm.Orange,
				CurrentLevel: alarm.Orange, Opened: at, Steps: []alarm.Step{{Level: alarm.Orange, Time: at}}, RecordedAt: at, ChangedAt: at,
			}, Transitions: []alarm.Transition{{Kind: alarm.Raised, From: alarm.Pending, To: alarm.Pending, Level: alarm.Orange, Time: at, RecordedAt: at}}}
		}
		end := func(change alarm.Change, ago time.Duration) alarm.Change {
			at := clock.Now()
			change.Record.Status = alarm.Restore
			change.Transitions = []alarm.Transition{{
				Kind: alarm.Restored, From: alarm.Pending, To: alarm.Restore, Time: at.Add(-ago).UnixMilli(), RecordedAt: at.UnixMilli(),
			}}
			return change
		}
		first, second := c.store(raise(c.Level.ID)), c.store(raise(c.Crack.ID))
		c.until(0, "on raised answered", "on raised joined")
		c.store(end(first, 3*time.Hour))
		c.pass(0)
		c.expect(true, 1)
		c.store(end(second, 0))
		c.until(0, "on raised answered", "on raised joined", "off restored answered")
		c.expect(false, 2)
	})
}

// store stores a change as the fold does, and returns it with its ids.
func (c *chain) store(change alarm.Change) alarm.Change {
	c.Helper()
	list := []alarm.Change{change}
	err := c.Site.DB.Write(c.Context(), func(tx *database.Tx) error { return c.save(tx.Tx, list) })
	if err != nil {
		c.Fatal(err)
	}
	return list[0]
}

func (c *chain) save(tx *sql.Tx, list []alarm.Change) error {
	if err := c.Site.Store.SaveAlerts(c.Context(), tx, list); err != nil {
		return err
	}
	return c.worker.NotifyAlerts(c.Context(), tx, list)
}
