package fieldaction_test

import (
	"context"
	"encoding/binary"
	"fmt"
	"io"
	"log/slog"
	"net"
	"strings"
	"sync"
	"testing"
	"time"

	"plumbline/internal/feature/fieldaction"
	"plumbline/internal/feature/grading"
	"plumbline/internal/field/transport/mqtt"
	"plumbline/internal/field/transport/tcp"
	"plumbline/internal/platform/clock"
	"plumbline/internal/platform/crc16"
	"plumbline/internal/platform/events"
	"plumbline/internal/testing/apptest"
)

const coilCommands = `{"code":"own","label":"Own gauge","type":"WATERLEVEL","series":"own","isMeasuring":true,"commands":[
	{"code":"sirenOn","label":{"zh":"开启警报器","en":"Siren on","zh-TW":"開啟警報器"},"form":"hex","send":"{address} 05 00 00 FF 00 {crc16}","answer":"{address} 05 00 00 FF 00 *"},
	{"code":"sirenOff","label":{"zh":"关闭警报器","en":"Siren off","zh-TW":"關閉警報器"},"form":"hex","send":"{address} 05 00 00 00 00 {crc16}","answer":"{address} 05 00 00 00 00 *"},
	{"code":"lampOn","label":{"zh":"开灯","en":"Lamp on","zh-TW":"開燈"},"form":"hex","send":"{address} 05 00 01 FF 00 {crc16}","answer":"{address} 05 00 01 FF 00 *"},
	{"code":"lampOff","label":{"zh":"关灯","en":"Lamp off","zh-TW":"關燈"},"form":"hex","send":"{address} 05 00 01 00 00 {crc16}","answer":"{address} 05 00 01 00 00 *"}]}`

// siren is a Modbus instrument at address 5 with two coils, a siren and a lamp, which repeats what writes them.
type siren struct {
	mu     sync.Mutex
	on     bool
	lamp   bool
	writes int // of the siren
}

func (s *siren) lampOn() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.lamp
}

func (s *siren) state() (on bool, writes int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.on, s.writes
}

// serve carries out requests on a line until it ends.
func (s *siren) serve(t *testing.T, line net.Conn) {
	for {
		request := make([]byte, 8)
		if _, err := io.ReadFull(line, request); err != nil {
			return
		}
		if sum := crc16.Modbus(request[:6]); binary.LittleEndian.Uint16(request[6:]) != sum || request[0] != 5 || request[1] != 5 {
			t.Errorf("the siren got % x", request)
			return
		}
		s.mu.Lock()
		if request[3] == 1 {
			s.lamp = request[4] == 0xFF
		} else {
			s.on, s.writes = request[4] == 0xFF, s.writes+1
		}
		s.mu.Unlock()
		if _, err := line.Write(request); err != nil {
			return
		}
	}
}

// chain is a running server with a point, a threshold and a siren on a line.
type chain struct {
	*testing.T
	*apptest.Server
	siren  *siren
	worker *fieldaction.Worker
	point  string
	broker string // address for messages
	port   string // address for lines
	rule   int64
}

// onBoth runs a test with the siren on both databases.
func onBoth(t *testing.T, test func(*chain)) {
	onSites(t, func(c *chain) {
		c.dialIn()
		test(c)
	})
}

func onSites(t *testing.T, test func(*chain)) {
	onBare(t, func(c *chain) {
		c.ask("admin", "POST", fmt.Sprintf("/api/corporations/%d/device-models", c.Corporation.ID), coilCommands, 201)
		c.speak()
		c.rule = c.id(c.ask("owner", "POST", c.rules(), c.body(60), 201))
		test(c)
	})
}

// onBare runs a test without rules. The gauge is a bare sensor on a channel of the logger.
func onBare(t *testing.T, test func(*chain)) {
	for _, engine := range apptest.Engines() {
		t.Run(string(engine), func(t *testing.T) {
			c := &chain{T: t, Server: apptest.Start(t, engine, apptest.Options{}), siren: &siren{}}
			c.worker = c.newWorker()
			c.listen()
			c.point = c.newPoint("P7")
			test(c)
		})
	}
}

// speak makes the gauge an instrument on the line of the logger.
func (c *chain) speak() {
	c.ask("owner", "PATCH", fmt.Sprintf("/api/corporations/%d/devices/%d/link-config", c.Corporation.ID, c.Gauge.ID),
		`{"validFrom":0,"value":{"protocol":"modbus","address":5,"retries":-1,"profile":{"preset":"vw","channels":1}}}`, 200)
}

func (c *chain) newWorker() *fieldaction.Worker {
	return &fieldaction.Worker{
		Ledger:   fieldaction.Ledger{Tables: c.Site.Store.Tables, Plans: &grading.Store{Tables: c.Site.Store.Tables}},
		Commands: c.Commands, Devices: c.Server.Devices, Log: slog.New(slog.DiscardHandler),
	}
}

func (c *chain) rules() string { return fmt.Sprintf("/api/projects/%d/field-rules", c.Project.ID) }

func (c *chain) body(longest int) string {
	return fmt.Sprintf(`{"name":"Siren","enable":true,"level":2,"deviceIds":[%d],"action":"command","on":{"code":"sirenOn"},"off":{"code":"sirenOff"},
		"longestMinutes":%d}`, c.Gauge.ID, longest)
}

func (c *chain) ask(who, method, path, body string, status int) map[string]any {
	c.Helper()
	var answer map[string]any
	c.Ask(c.T, who, method, path, body, status, &answer)
	return answer
}

func (c *chain) id(answer map[string]any) int64 { return int64(answer["id"].(float64)) }

func (c *chain) newPoint(name string) string {
	points := fmt.Sprintf("/api/structures/%d/measuring-points", c.Structure.ID)
	made := c.ask("owner", "POST", points, `{"points":[{"name":"`+name+`","type":"artificial","measurement":"Crack","category":"Artificial"}]}`, 201)
	point := fmt.Sprintf("%s/%.0f", points, made["list"].([]any)[0].(map[string]any)["id"])
	c.ask("owner", "PUT", point+"/thresholds", `{"validFrom":1700000000000,"list":[
		{"field":"width","valueType":"observed","blue":1,"yellow":2,"orange":3,"red":4,"enable":true}]}`, 200)
	return point
}

// listen lets the server send commands to what connects.
func (c *chain) listen() {
	quiet := slog.New(slog.DiscardHandler)
	lines, err := tcp.Listen(tcp.Config{
		Ports: []tcp.Port{{Address: "127.0.0.1:0"}}, Intake: c.Intake, Log: quiet, Arrived: c.Dispatcher.Connected,
		Answered: c.Intake.Answer, Released: c.Site.Store.ReleaseCommand,
	})
	if err != nil {
		c.Fatal(err)
	}
	broker, err := mqtt.Listen(mqtt.Config{Address: "127.0.0.1:0", Intake: c.Intake, Log: quiet, Arrived: c.Dispatcher.Connected})
	if err != nil {
		c.Fatal(err)
	}
	c.Dispatcher.SetLines(lines)
	c.Dispatcher.SetLink(broker)
	c.broker, c.port = broker.Address(), lines.Addresses()[0]
	ctx, stop := context.WithCancel(context.Background())
	var running sync.WaitGroup
	running.Go(func() { c.Dispatcher.Run(ctx) })
	c.Cleanup(func() {
		stop()
		_ = lines.Close()
		_ = broker.Close()
		running.Wait()
	})
}

// dialIn connects the siren, on the line of the logger.
func (c *chain) dialIn() {
	line, err := net.Dial("tcp", c.port)
	if err != nil {
		c.Fatal(err)
	}
	if _, err := io.WriteString(line, c.Collector.Register+"\r\n"); err != nil {
		c.Fatal(err)
	}
	var running sync.WaitGroup
	running.Go(func() { c.siren.serve(c.T, line) })
	c.Cleanup(func() {
		_ = line.Close()
		running.Wait()
	})
}

// enter enters readings of a point and waits for its alert to change.
func (c *chain) enter(point string, ago time.Duration, widths ...float64) {
	c.Helper()
	ctx, cancel := context.WithTimeout(c.Context(), time.Minute)
	defer cancel()
	changed := c.Site.Bus.Subscribe(ctx, events.Alert)
	zone, err := time.LoadLocation(c.Project.TimeZone)
	if err != nil {
		c.Fatal(err)
	}
	rows := make([]string, len(widths)) // 10 s apart
	for i, width := range widths {
		at := clock.Now().Add(-ago + time.Duration(i)*10*time.Second).In(zone).Format(time.DateTime)
		rows[i] = fmt.Sprintf(`{"time":%q,"values":{"width":%g}}`, at, width)
	}
	c.ask("owner", "POST", point+"/artificial-data", `{"rows":[`+strings.Join(rows, ",")+`],"note":"tape"}`, 201)
	if _, ok := <-changed; !ok {
		c.Fatal("no alert changed")
	}
}

// lines returns the ledger as "turn why state reason", the oldest first.
func (c *chain) lines() string {
	c.Helper()
	list := c.ask("guest", "GET", fmt.Sprintf("/api/projects/%d/field-actions", c.Project.ID), "", 200)["list"].([]any)
	var lines []string
	for _, one := range list {
		a := one.(map[string]any)
		line := strings.TrimSpace(fmt.Sprintf("%s %s %s %s", a["turn"], a["why"], a["state"], a["reason"]))
		lines = append([]string{line}, lines...)
	}
	return strings.Join(lines, "\n")
}

// until lets the worker work until the ledger is as wanted.
func (c *chain) until(after time.Duration, want ...string) {
	c.Helper()
	ctx, cancel := context.WithTimeout(c.Context(), 20*time.Second)
	defer cancel()
	changed := c.Site.Bus.Subscribe(ctx, events.Command)
	for {
		c.pass(after)
		got := c.lines()
		if got == strings.Join(want, "\n") {
			return
		}
		if _, ok := <-changed; !ok {
			on, writes := c.siren.state()
			w := c.Call(c.Context(), c.T, "owner", "GET", fmt.Sprintf("/api/corporations/%d/devices/%d/commands", c.Corporation.ID, c.Gauge.ID), "")
			c.Fatalf("the ledger:\n%s\nwant:\n%s\nthe siren is on: %v after %d writes, commands: %s", got, strings.Join(want, "\n"), on, writes, w.Body)
		}
	}
}

func (c *chain) pass(after time.Duration) {
	c.Helper()
	if err := c.worker.Pass(c.Context(), clock.Now().Add(after).UnixMilli()); err != nil {
		c.Fatal(err)
	}
}

func (c *chain) expect(on bool, writes int) {
	c.Helper()
	if is, n := c.siren.state(); is != on || n != writes {
		c.Errorf("the siren is on: %v after %d writes, want %v after %d", is, n, on, writes)
	}
}

// Readings over a threshold switch the siren on, and readings back to normal switch it off. Late readings do nothing.
func TestReadingsSwitchASiren(t *testing.T) {
	onBoth(t, func(c *chain) {
		c.enter(c.point, 5*time.Hour, 3.5) // late
		c.pass(0)
		if got := c.lines(); got != "" {
			c.Fatalf("late readings wrote %s", got)
		}
		c.expect(false, 0)

		second := c.newPoint("P8")
		c.enter(second, 10*time.Minute, 2.5)
		c.until(0, "on raised answered")
		c.expect(true, 1)
		c.enter(second, 9*time.Minute, 4.5) // escalated: it is on
		c.until(0, "on raised answered")
		third := c.newPoint("P9")
		c.enter(third, 8*time.Minute, 2.5)
		c.until(0, "on raised answered", "on raised joined")
		c.enter(second, 7*time.Minute, 0, 0, 0)
		c.until(0, "on raised answered", "on raised joined", "off restored kept")
		c.expect(true, 1)
		c.enter(third, 6*time.Minute, 0, 0, 0)
		c.until(0, "on raised answered", "on raised joined", "off restored kept", "off restored answered")
		c.expect(false, 2)

		w := c.Call(c.Context(), c.T, "owner", "GET", fmt.Sprintf("/api/corporations/%d/devices/%d/commands", c.Corporation.ID, c.Gauge.ID), "")
		if text := w.Body.String(); strings.Count(text, `"state":"answered"`) != 2 || !strings.Contains(text, `{"hex":"05050000ff008`) {
			c.Errorf("the history of the siren: %s", text)
		}
	})
}

// The siren goes off after the longest duration, though the alert is open, and one alert after another does not keep it on.
func TestSirenDoesNotWailForEver(t *testing.T) {
	onBoth(t, func(c *chain) {
		c.enter(c.point, 10*time.Minute, 2.5)
		c.until(0, "on raised answered")
		c.until(59*time.Minute, "on raised answered")
		c.enter(c.newPoint("P8"), 9*time.Minute, 2.5)
		c.until(59*time.Minute, "on raised answered", "on raised joined")
		c.until(61*time.Minute, "on raised answered", "on raised joined", "off longest answered")
		c.expect(false, 2)
		c.pass(3 * time.Hour)
		c.expect(false, 2)
	})
}

// Of servers that work at once, one sends each command.
func TestServersSwitchOnce(t *testing.T) {
	onBoth(t, func(c *chain) {
		c.enter(c.point, 10*time.Minute, 2.5)
		var running sync.WaitGroup
		for range 4 {
			worker := c.newWorker()
			running.Go(func() {
				if err := worker.Pass(c.Context(), clock.Now().UnixMilli()); err != nil {
					c.Error(err)
				}
			})
		}
		running.Wait()
		c.until(0, "on raised answered")
		c.expect(true, 1)
	})
}

// A false alarm and a rule that is deleted switch the siren off.
func TestPeopleEndWhatASirenDoes(t *testing.T) {
	onBoth(t, func(c *chain) {
		c.enter(c.point, 10*time.Minute, 2.5)
		c.until(0, "on raised answered")
		alert := c.id(c.ask("owner", "GET", "/api/alerts", "", 200)["list"].([]any)[0].(map[string]any))
		c.ask("owner", "PATCH", fmt.Sprintf("/api/alerts/%d/status", alert), `{"status":"FalseAlarm","note":"A bird"}`, 200)
		c.until(0, "on raised answered", "off falseAlarm answered")
		c.expect(false, 2)
		c.enter(c.newPoint("P8"), 9*time.Minute, 2.5)
		c.until(0, "on raised answered", "off falseAlarm answered", "on raised answered")
		c.ask("owner", "DELETE", fmt.Sprintf("%s/%d", c.rules(), c.rule), "", 200)
		c.until(0, "on raised answered", "off falseAlarm answered", "on raised answered", "off rule answered")
		c.expect(false, 4)
	})
}

// A person tries the siren out, and switches it off by hand.
func TestPersonTriesASiren(t *testing.T) {
	onBoth(t, func(c *chain) {
		test := fmt.Sprintf("%s/%d/test", c.rules(), c.rule)
		c.ask("guest", "POST", test, fmt.Sprintf(`{"deviceId":%d,"turn":"on"}`, c.Gauge.ID), 403)
		c.ask("owner", "POST", test, fmt.Sprintf(`{"deviceId":%d,"turn":"on"}`, c.Gauge.ID), 200)
		c.until(0, "on test answered", "off test pending")
		c.expect(true, 1)
		c.until(6*time.Second, "on test answered", "off test answered")
		c.expect(false, 2)
		c.enter(c.point, 10*time.Minute, 2.5)
		c.until(0, "on test answered", "off test answered", "on raised answered")
		c.ask("owner", "POST", test, fmt.Sprintf(`{"deviceId":%d,"turn":"off"}`, c.Gauge.ID), 200)
		c.until(0, "on test answered", "off test answered", "on raised answered", "off person answered")
		c.expect(false, 4)
	})
}
