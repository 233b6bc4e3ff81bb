package calls_test

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"plumbline/internal/core/definition"
	"plumbline/internal/field/collection"
	"plumbline/internal/httpapi"
	"plumbline/internal/httpapi/fieldapi"
	"plumbline/internal/httpapi/siteapi"
)

func TestKeepSendingEndsWhenCancelled(t *testing.T) {
	f := newField(t)
	f.connect()
	var kept fieldapi.Command
	w := f.ask("POST", loggerCommands+"/keep-sending", `{"kind":"read","every":5}`, 200)
	if err := json.Unmarshal(w.Body.Bytes(), &kept); err != nil {
		t.Fatal(err)
	}
	if kept.Every != 5 || kept.RepeatUntil < time.Now().Add(9*time.Minute).UnixMilli() {
		t.Errorf("%+v", kept)
	}
	f.ids["command"] = kept.ID
	f.ask("POST", loggerCommands+"/{command}/lease", "", 200)
	if got := f.untilIs(f.path(loggerCommands), func(c fieldapi.Command) bool { return c.Answers > 0 }); got.State != "waiting" || got.ID != kept.ID {
		t.Errorf("after the first response: %+v", got)
	}
	f.ask("POST", loggerCommands+"/{command}/cancel", "", 200)
	f.ask("POST", loggerCommands+"/{command}/lease", "", 409)
	f.ask("POST", "/api/corporations/{ours}/devices/{gauge}/commands/{command}/cancel", "", 404) // another's
}

func TestCollectionSettingsAreSentToDevice(t *testing.T) {
	f := newField(t)
	const one = "/api/structures/{structure}/measuring-points/{level}/collect-config"
	w := f.ask("PATCH", one, `{"interval":1800,"mode":"UploadCollect","end":1999999800000}`, 200)
	if body := w.Body.String(); !strings.Contains(body, `when the device wakes up`) ||
		!strings.Contains(body, `"args":{"interval":1800,"end":1999999800000}`) || !strings.Contains(body, `"state":"hanging"`) {
		t.Errorf("%s", body)
	}
	// Changed again before the device connects: only the newest setting is sent.
	w = f.ask("PATCH", "/api/projects/{project}/measuring-points/collect-config", f.path(`{"points":[{level},{point}],"collectConfig":{"interval":600}}`), 200)
	if body := w.Body.String(); !strings.Contains(body, `2 points`) || !strings.Contains(body, `"args":{"interval":600}`) {
		t.Errorf("%s", body)
	}
	var now siteapi.CollectConfig
	if err := json.Unmarshal(f.ask("GET", one, "", 200).Body.Bytes(), &now); err != nil {
		t.Fatal(err)
	}
	if now.Mode != "UploadCollect" || now.Interval != 600 || now.ID == 0 {
		t.Errorf("%+v", now)
	}
	// Recording versions has the same effect; versions for later or for the past send the device nothing.
	const versions = "/api/structures/{structure}/measuring-points/{level}/versions"
	record := func(from time.Duration, interval string) string {
		t.Helper()
		return f.ask("POST", versions, fmt.Sprintf(`{"aspect":"collect","validFrom":%d,"value":{"mode":"UploadCollect","interval":%s}}`,
			time.Now().Add(from).UnixMilli(), interval), 201).Body.String()
	}
	if body := record(0, "1200"); !strings.Contains(body, `when the device wakes up`) {
		t.Errorf("%s", body)
	}
	if body := f.ask("GET", "/api/corporations/{ours}/devices/{gauge}/commands", "", 200).Body.String(); !strings.Contains(body, `"args":{"interval":1200}`) {
		t.Errorf("%s", body)
	}
	if body := record(time.Hour, "7200"); !strings.Contains(body, "saved for later") {
		t.Errorf("%s", body)
	}
	if body := record(-24*time.Hour, "3600"); strings.Contains(body, "updateTips") {
		t.Errorf("%s", body)
	}
	if body := f.ask("POST", "/api/projects/{project}/versions",
		f.path(fmt.Sprintf(`{"aspect":"collect","validFrom":%d,"changes":[{"measuringPointIds":[{level}],"value":{"mode":"UploadCollect","interval":600}}]}`,
			time.Now().UnixMilli())), 201).Body.String(); !strings.Contains(body, "when the device wakes up") {
		t.Errorf("%s", body)
	}
	f.ask("PATCH", one, `{"interval":600,"id":1}`, 409) // somebody else has changed it in the meantime
	f.ask("PATCH", one, `{"interval":299}`, 422)
	f.ask("PATCH", "/api/projects/{project}/measuring-points/collect-config", f.path(`{"points":[{level},999999],"collectConfig":{"interval":900}}`), 422)
	f.connect()
	if done := f.until(f.path("/api/corporations/{ours}/devices/{gauge}/commands"), "answered"); string(done.Args) != `{"interval":600}` {
		t.Errorf("the rejected batch created a command: %+v", done)
	}
}

// TestCommandCollect checks the mode CommandCollect: the device gets one request per interval, even across a restart,
// and none once the mode ends.
func TestCommandCollect(t *testing.T) {
	f := newField(t)
	const one = "/api/structures/{structure}/measuring-points/{level}/collect-config"
	w := f.ask("PATCH", one, `{"interval":86400,"mode":"CommandCollect"}`, 200)
	if body := w.Body.String(); !strings.Contains(body, "the platform requests readings") || !strings.Contains(body, `"commands":[]`) {
		t.Errorf("%s", body)
	}
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	gauge := f.path("/api/corporations/{ours}/devices/{gauge}/commands")
	f.connect()
	start := func() {
		working, stop := context.WithCancel(ctx)
		var running sync.WaitGroup
		running.Go(func() { collection.New(f.Store, f.Commands, f.Directory, slog.New(slog.DiscardHandler)).Run(working) })
		if done := f.until(gauge, "answered"); done.Kind != "read" || done.CreatedBy != "" {
			t.Errorf("%+v", done)
		}
		stop()
		running.Wait()
	}
	start()
	start()
	var page httpapi.Page[fieldapi.Command]
	if err := json.Unmarshal(f.call("owner", "GET", gauge, "").Body.Bytes(), &page); err != nil || page.Total != 1 {
		t.Errorf("%d requests, %v", page.Total, err)
	}
	const collected = "/api/structures/{structure}/measuring-points/{level}/collection"
	polled := fmt.Sprintf(`"due":1,"polled":1,"pending":0,"missed":0,"fetched":0,"reasons":[],"cycles":[{"due":%d,"every":86400,"state":"polled"}]`,
		collection.DueAt(time.Now().UnixMilli(), 24*time.Hour))
	for _, path := range []string{collected, "/api/corporations/{ours}/devices/{gauge}/collection"} {
		if body := f.ask("GET", path, "", 200).Body.String(); !strings.Contains(body, polled) {
			t.Errorf("%s, want %s", body, polled)
		}
	}
	f.ask("GET", collected+"?from=1800000000000&to=1799999999999", "", 422)
	f.ask("GET", collected+"?from=5", "", 422)
	if body := f.ask("PATCH", one, `{"interval":86400,"mode":"NoCollect"}`, 200).Body.String(); !strings.Contains(body, "no longer collected") {
		t.Errorf("%s", body)
	}
}

// TestTCPStandardNetwork checks the mode tcpStandard: a device is asked over its line in its standard protocol, and never
// with a message.
func TestTCPStandardNetwork(t *testing.T) {
	f := newField(t)
	const one, ledger = aLevel + "/collect-config", aLevel + "/collection"
	collect := func(interval int) string {
		t.Helper()
		body := f.ask("PATCH", one, fmt.Sprintf(`{"interval":%d,"mode":"tcpStandard"}`, interval), 200).Body.String()
		if !strings.Contains(body, "the platform requests readings") {
			t.Errorf("%s", body)
		}
		at := time.Now().UnixMilli()
		for !slices.ContainsFunc(f.Directory.Requests(at), func(r definition.Request) bool {
			return r.LineOnly && r.Every == time.Duration(interval)*time.Second
		}) { // the change arrives with an event
			if t.Context().Err() != nil {
				t.Fatal("the device is not asked")
			}
			at = time.Now().UnixMilli()
		}
		if err := collection.New(f.Store, f.Commands, f.Directory, slog.New(slog.DiscardHandler)).Collect(t.Context(), at); err != nil {
			t.Fatal(err)
		}
		return f.ask("GET", ledger, "", 200).Body.String()
	}
	if body := collect(86400); !strings.Contains(body, `"reason":"noWay"`) {
		t.Errorf("a device without a line: %s", body)
	}
	f.ask("PATCH", "/api/corporations/{ours}/devices/{gauge}/link-config",
		`{"validFrom":0,"value":{"protocol":"modbus","address":5,"profile":{"preset":"vw","channels":1}}}`, 200)
	line := f.dialIn(f.Collector.Register + "\r\n")
	collect(43200)
	exchange(t, line, "05 03 00 00 00 04 45 8D", "05 03 08 45 26 FC CD 41 7B 33 33 0A 06")
	if done := f.until(f.path("/api/corporations/{ours}/devices/{gauge}/commands"), "answered"); done.Kind != "read" || done.CreatedBy != "" {
		t.Errorf("%+v", done)
	}
}
