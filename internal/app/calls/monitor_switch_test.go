package calls_test

import (
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"testing"
	"time"

	"plumbline/internal/field/collection"
	"plumbline/internal/httpapi"
	"plumbline/internal/httpapi/dataapi"
	"plumbline/internal/httpapi/fieldapi"
	"plumbline/internal/httpapi/siteapi"
	"plumbline/internal/platform/errs"
	"plumbline/internal/testing/await"
)

// TestSwitchedOffPointRaisesNoAlarm follows a point that is switched off while its pier is rebuilt: its readings are
// kept and computed, none raises an alarm, and the alarms are back with the first reading after switching on.
func TestSwitchedOffPointRaisesNoAlarm(t *testing.T) {
	h := newHarness(t)
	const from = 1_700_000_000_000
	h.must("owner", "POST", aPoint+"/versions", binding)
	h.must("owner", "POST", aPoint+"/versions", fmt.Sprintf(`{"aspect":"formula","validFrom":%d,"value":{"rules":[
		{"computedField":"width","formulaType":"SYSTEM_FORMULA","sysFormula":"DIRECT","options":{"field":"disp"}}]}}`, from))
	h.must("owner", "PUT", aPoint+"/thresholds",
		fmt.Sprintf(`{"validFrom":%d,"list":[{"field":"width","valueType":"observed","blue":1,"yellow":2,"orange":3,"red":4,"enable":true}]}`, from))
	const path, many = aPoint + "/monitor-switch", "/api/projects/{project}/measuring-points/monitor-switch"
	state := func(body []byte) siteapi.MonitorSwitch { return decoded[siteapi.MonitorSwitch](t, body) }
	if got := state(h.must("guest", "GET", path, "")); got != (siteapi.MonitorSwitch{On: true}) {
		t.Errorf("at first: %+v", got)
	}
	now := time.Now().UnixMilli()
	off := state(h.must("owner", "PUT", path, fmt.Sprintf(`{"on":false,"from":%d,"reason":"The pier is being rebuilt"}`, now-600_000)))
	if off != (siteapi.MonitorSwitch{Since: now - 600_000, Reason: "The pier is being rebuilt"}) {
		t.Errorf("switched off: %+v", off)
	}

	wait := h.listen("guest")
	wait("ready")
	send := func(at int64, disp float64) {
		t.Helper()
		if w := h.send("HDA3-110742", h.Secret, fmt.Sprintf(`{"records":[{"t":%d,"ch":[{"no":2,"disp":%g}]}]}`, at, disp)); w.Code != 200 {
			t.Fatalf("a reading: %d %s", w.Code, w.Body)
		}
		wait("live")
	}
	latest := func() dataapi.LatestValue {
		t.Helper()
		return decoded[dataapi.LatestList](t, h.must("guest", "POST", "/api/monitor/latest", `{"measuringPointIds":[{point}]}`)).List[0]
	}
	send(now-300_000, 3.5)
	if got := latest(); got.Level != nil || got.Judgement.Code != "switchedOff" || got.Judgement.Since != now-600_000 || *got.Observed != 3.5 {
		t.Errorf("while off: %+v", got)
	}
	const alerts = "/api/alerts?projectId={project}&status=Pending,Notice"
	if page := decoded[dataapi.AlertPage](t, h.must("guest", "GET", alerts, "")); page.Total != 0 {
		t.Errorf("alerts while off: %+v", page.List)
	}

	made := decoded[httpapi.Page[siteapi.Version]](t, h.must("owner", "PUT", many, fmt.Sprintf(`{"points":[{point},{level}],"on":true,"from":%d}`, now-200_000)))
	if made.Total != 2 {
		t.Errorf("switched on: %+v", made)
	}
	send(now-100_000, 3.6)
	page := decoded[dataapi.AlertPage](t, h.must("guest", "GET", alerts, ""))
	for deadline := time.Now().Add(20 * time.Second); page.Total == 0 && time.Now().Before(deadline); {
		page = decoded[dataapi.AlertPage](t, h.must("guest", "GET", alerts, ""))
		await.Pause()
	}
	if page.Total != 1 || page.List[0].Level != 3 {
		t.Errorf("alerts after switching on: %+v", page.List)
	}
	later := time.Now().Add(time.Hour).UnixMilli()
	h.must("owner", "PUT", path, fmt.Sprintf(`{"on":false,"from":%d,"reason":"Blasting tonight"}`, later))
	if got := state(h.must("guest", "GET", path, "")); !got.On || got.Next == nil || *got.Next != (siteapi.NextSwitched{From: later, Reason: "Blasting tonight"}) {
		t.Errorf("before a switch: %+v", got)
	}
	h.ask([]asking{
		{errs.Empty, "owner", "PUT", path, `{"on":false}`},
		{errs.MustExist, "owner", "PUT", many, `{"points":[{point},99],"on":true}`},
		{errs.TimeBetween, "owner", "PUT", path, `{"on":true,"from":5}`},
	})
	if w := h.call("owner", "PUT", h.path(many), h.path(`{"points":[{point},99],"on":true}`)); !strings.Contains(w.Body.String(), `"points[1]"`) {
		t.Errorf("an unknown point: %s", w.Body)
	}
}

// TestSwitchedOffDeviceIsNotAsked follows a request that waits for an absent device: it ends with its reason once the
// only point of the device is switched off.
func TestSwitchedOffDeviceIsNotAsked(t *testing.T) {
	f := newField(t)
	f.ask("PATCH", "/api/structures/{structure}/measuring-points/{level}/collect-config", `{"interval":86400,"mode":"CommandCollect"}`, 200)
	collector := collection.New(f.Store, f.Commands, f.Directory, slog.New(slog.DiscardHandler))
	collect := func() {
		t.Helper()
		if err := collector.Collect(t.Context(), time.Now().UnixMilli()); err != nil {
			t.Fatal(err)
		}
	}
	const commands = "/api/corporations/{ours}/devices/{gauge}/commands"
	collect()
	if waiting := f.until(f.path(commands), "hanging"); waiting.Kind != "read" {
		t.Errorf("asked: %+v", waiting)
	}
	f.must("owner", "POST", commands, `{"kind":"setTime"}`) // of a person, which stays
	f.must("owner", "PUT", aLevel+"/monitor-switch", `{"on":false,"reason":"The pier is being rebuilt"}`)
	for !slices.Contains(f.Directory.SwitchedOff(time.Now().UnixMilli()), f.Gauge.ID) { // the change arrives with an event
		if t.Context().Err() != nil {
			t.Fatal("the point is not switched off")
		}
	}
	collect()
	for _, c := range decoded[httpapi.Page[fieldapi.Command]](t, f.must("owner", "GET", commands, "")).List {
		want := map[string]string{"read": "cancelled 6", "setTime": "hanging 0"}[c.Kind]
		if got := fmt.Sprint(c.State, " ", c.Code); got != want {
			t.Errorf("%s is %s, want %s", c.Kind, got, want)
		}
	}
	list := decoded[httpapi.Page[siteapi.PointSummary]](t, f.must("owner", "GET", "/api/structures/{structure}/measuring-points", "")).List
	for _, p := range list {
		if p.Off != (p.ID == f.Level.ID) {
			t.Errorf("%s: off %v", p.Name, p.Off)
		}
	}
}
