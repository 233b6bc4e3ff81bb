package fieldaction_test

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"os"
	"testing"
	"time"

	"plumbline/internal/app"
	"plumbline/internal/feature/fieldaction"
	"plumbline/internal/platform/access"
	"plumbline/internal/platform/clock"
	"plumbline/internal/site/device"
	"plumbline/internal/testing/killtest"
)

func TestMain(m *testing.M) { os.Exit(killtest.Main(m, claimOnly)) }

// doomed is what the second process needs: it claims what is due, and is killed before it orders the command.
type doomed struct {
	Folder, Database string
	At               int64 // UTC ms
}

// stuck announces that an action is claimed, and never finds its device.
type stuck struct {
	fieldaction.Devices
	ready func()
}

func (s stuck) Get(ctx context.Context, _ access.Scope, _ int64) (device.Device, error) {
	s.ready()
	<-ctx.Done()
	return device.Device{}, ctx.Err()
}

func claimOnly(argument string, ready func()) error {
	var d doomed
	if err := json.Unmarshal([]byte(argument), &d); err != nil {
		return err
	}
	ctx, quiet := context.Background(), slog.New(slog.DiscardHandler)
	in, err := app.Open(ctx, app.Config{Data: d.Folder, DatabaseURL: d.Database, Version: "test"}, quiet)
	if err != nil {
		return err
	}
	worker := &fieldaction.Worker{
		Ledger: fieldaction.Ledger{Tables: in.Store.Tables}, Devices: stuck{in.Devices, ready}, Log: quiet, // it orders nothing
	}
	return worker.Pass(ctx, d.At)
}

// A server killed between claim and order switched nothing: another one does it after the claim has run out. After two such
// ends nobody tries again.
func TestKilledBetweenClaimAndOrder(t *testing.T) {
	onBoth(t, func(c *chain) {
		kill := func(after time.Duration) {
			argument, err := json.Marshal(doomed{c.Config.Data, c.Config.DatabaseURL, clock.Now().Add(after).UnixMilli()})
			if err != nil {
				c.Fatal(err)
			}
			killtest.Start(c.T, string(argument)).Kill()
		}
		c.enter(c.point, 10*time.Minute, 2.5)
		kill(0)
		c.pass(0)
		if got := c.lines(); got != "on raised claimed" {
			c.Fatalf("killed: %s", got)
		}
		c.expect(false, 0)
		c.until(62*time.Second, "on raised answered")
		c.expect(true, 1)

		c.enter(c.point, 9*time.Minute, 0, 0, 0)
		kill(0)
		kill(62 * time.Second)
		c.pass(3 * time.Minute)
		if got := c.lines(); got != "on raised answered\noff restored unknown lostServer" {
			c.Errorf("killed twice: %s", got)
		}
	})
}

// A test of a rule says that the device is not connected, and leaves nothing to switch off.
func TestOfflineSirenCannotBeTried(t *testing.T) {
	onSites(t, func(c *chain) {
		c.ask("owner", "POST", fmt.Sprintf("%s/%d/test", c.rules(), c.rule), fmt.Sprintf(`{"deviceId":%d,"turn":"on"}`, c.Gauge.ID), 200)
		c.until(0, "on test failed notConnected", "off test left overtaken")
		c.pass(6 * time.Second)
		if got := c.lines(); got != "on test failed notConnected\noff test left overtaken" {
			c.Errorf("later: %s", got)
		}
	})
}

// Relays of one device are switched apart.
func TestRelaysOfOneDevice(t *testing.T) {
	onBoth(t, func(c *chain) {
		c.ask("owner", "POST", c.rules(), fmt.Sprintf(`{"name":"Lamp","enable":true,"level":4,"deviceIds":[%d],"action":"command","on":{"code":"lampOn"},
			"off":{"code":"lampOff"},"longestMinutes":60}`, c.Gauge.ID), 201)
		c.enter(c.point, 10*time.Minute, 2.5)
		c.until(0, "on raised answered")
		if c.siren.lampOn() {
			c.Error("the lamp is on at orange")
		}
		c.enter(c.point, 9*time.Minute, 4.5)
		c.until(0, "on raised answered", "on escalated answered")
		if on, _ := c.siren.state(); !on || !c.siren.lampOn() {
			c.Error("siren and lamp are not both on")
		}
		c.ask("owner", "DELETE", fmt.Sprintf("%s/%d", c.rules(), c.rule), "", 200)
		c.until(0, "on raised answered", "on escalated answered", "off rule answered")
		if on, _ := c.siren.state(); on || !c.siren.lampOn() {
			c.Error("the end of one rule switched the other relay")
		}
	})
}

// Of two rules for the interval of a device the shorter one counts, and the last end sets the earlier interval back.
func TestTwoRulesForOneInterval(t *testing.T) {
	onSites(t, func(c *chain) {
		c.ask("owner", "DELETE", fmt.Sprintf("%s/%d", c.rules(), c.rule), "", 200)
		c.logger()
		c.set(3600)
		for _, of := range [][2]int{{2, 900}, {4, 300}} {
			c.ask("owner", "POST", c.rules(), fmt.Sprintf(`{"name":"Denser %d","enable":true,"level":%d,"deviceIds":[%d],"action":"interval","intervalSeconds":%d,
				"longestMinutes":60}`, of[0], of[0], c.Collector.ID, of[1]), 201)
		}
		c.enter(c.point, 20*time.Minute, 2.5)
		c.until(0, "on raised answered")
		c.enter(c.point, 19*time.Minute, 4.5)
		c.until(0, "on raised answered", "on escalated answered")
		c.enter(c.point, 18*time.Minute, 0, 0, 0)
		c.until(0, "on raised answered", "on escalated answered", "off restored answered", "off restored left overtaken")
		if got := c.intervals(); got != "3600 900 300 3600" {
			c.Errorf("the logger was set to %s", got)
		}
	})
}
