package calls_test

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"github.com/xuri/excelize/v2"

	"plumbline/internal/field/ingest"
	"plumbline/internal/httpapi"
	"plumbline/internal/httpapi/fieldapi"
)

// An engineer accepts a logger: four readings of a channel, of which one is lost, are counted, saved as a run and exported.
func TestRunsOfAnAcceptanceTest(t *testing.T) {
	f := newField(t)
	const of = "/api/corporations/{ours}/devices/{logger}"
	for _, payload := range []string{
		`{"t":1795134600000,"ch":[{"no":1,"freq":2671.5}]}`, `{"t":1795134660000,"ch":[{"no":1,"freq":2672.5}]}`,
		`{"t":1795134780000,"ch":[{"no":1,"freq":2673}]}`, `{"t":1795134840000,"ch":[{"no":1,"freq":2671}]}`,
	} {
		frame := ingest.Frame{
			Device: f.Collector.ID, Register: f.Collector.Register, Transport: ingest.MQTT, Kind: ingest.Up, Received: 1795134900000, Payload: []byte(payload),
		}
		if _, err := f.Intake.Commit(t.Context(), frame); err != nil {
			t.Fatal(err)
		}
	}
	if err := f.Intake.WaitAllStored(t.Context()); err != nil {
		t.Fatal(err)
	}
	var found httpapi.List[fieldapi.TestChannel]
	const period = "?from=1795134600000&to=1795134840000"
	if err := json.Unmarshal(f.ask("GET", of+"/test-statistics"+period, "", 200).Body.Bytes(), &found); err != nil {
		t.Fatal(err)
	}
	c := found.List[0]
	if len(found.List) != 1 || c.ChannelNo != 1 || c.Count != 4 || c.Typical != 60_000 || c.Gaps != 1 || c.Missing != 1 || len(c.Widest) != 1 {
		t.Fatalf("%+v", found)
	}
	if freq := c.Fields[0]; freq.Field != "freq" || freq.Min != 2671 || freq.Max != 2673 || *freq.Mean != 2672 || freq.Last != 2671 {
		t.Errorf("%+v", freq)
	}
	// Gauge 1 hangs on channel 1: its readings are those of the channel.
	gauge := f.ask("GET", "/api/corporations/{ours}/devices/{gauge}/test-statistics"+period, "", 200).Body.String()
	if !strings.Contains(gauge, `"channelNo":0,"count":4`) {
		t.Errorf("the sensor: %s", gauge)
	}
	var saved fieldapi.TestRun
	w := f.ask("POST", of+"/test-runs", `{"name":"channel 1","from":1795134600000,"to":1795134700000}`, 201)
	if err := json.Unmarshal(w.Body.Bytes(), &saved); err != nil {
		t.Fatal(err)
	}
	f.ids["saved"] = saved.ID
	table := f.ask("GET", of+"/test-runs/{saved}/export", "", 200).Body.String()
	for _, line := range []string{"Time,Channel,Frequency freq (Hz)\r\n", "2026-11-20 08:30:00.000,1,2671.5\r\n", "2026-11-20 08:31:00.000,1,2672.5\r\n"} {
		if !strings.Contains(table, line) {
			t.Errorf("csv lacks %q: %q", line, table)
		}
	}
	book, err := excelize.OpenReader(bytes.NewReader(f.ask("GET", of+"/test-runs/{saved}/export?format=xlsx", "", 200).Body.Bytes()))
	if err != nil {
		t.Fatal(err)
	}
	readings, err := book.GetRows("Readings")
	if err != nil || len(readings) != 3 || readings[2][2] != "2672.5" {
		t.Errorf("%v %v", readings, err)
	}
	if statistics, err := book.GetRows("Statistics"); err != nil || len(statistics) != 2 || statistics[1][5] != "2672" {
		t.Errorf("%v %v", statistics, err)
	}
}
