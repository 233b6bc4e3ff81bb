package retention_test

import (
	"context"
	"encoding/base64"
	"encoding/binary"
	"fmt"
	"math"
	"testing"

	"plumbline/internal/core/alarm"
	"plumbline/internal/core/definition"
	"plumbline/internal/core/reading"
	"plumbline/internal/core/series"
	"plumbline/internal/core/timeline"
	"plumbline/internal/feature/retention"
	"plumbline/internal/field/ingest"
	"plumbline/internal/site/device"
	"plumbline/internal/site/point"
	"plumbline/internal/testing/apptest"
)

const ninetyDays = `{"kind":"waveform","days":90}`

// recorder is a vibration monitor with a point that shows its displacement by another filter than the default.
type recorder struct {
	*rig
	device device.Device
	point  point.Point
}

func withRecorder(r *rig) *recorder {
	r.Helper()
	ctx, admin := r.Context(), apptest.Actor(r.Admin)
	made := &recorder{rig: r}
	var err error
	made.device, _, err = r.Devices.Create(ctx, admin, device.Device{
		CorporationID: r.Corporation.ID, ProjectID: r.Project.ID, Name: "Recorder", Kind: device.Measuring, Type: "VDM", Model: "VDM-3",
		SNCode: "VDM-0001", Register: "VDM-0001",
	}, nil)
	r.must(err)
	points, err := r.Points.Create(ctx, admin, r.Project.ID, []point.New{{
		Point: point.Point{StructureID: r.Structure.ID, Name: "ZD-01", Kind: point.Normal, Measurement: "Vibration", Category: "VDM"},
		Config: []timeline.Draft{
			apptest.Draft(r.TB, string(definition.AspectBinding), 0, definition.Binding{Sources: []definition.Source{{Role: "main", DeviceID: made.device.ID}}}),
			apptest.Draft(r.TB, string(definition.AspectFormula), 0, definition.Formula{Rules: []definition.Rule{
				{ComputedField: "disp", FormulaType: definition.SystemFormula, SysFormula: "DIRECT"},
			}}),
			apptest.Draft(r.TB, string(definition.AspectProcessor), 0, definition.Processor{Vibration: &definition.Vibration{HighPass: 2}}),
		},
	}})
	r.must(err)
	made.point = points[0]
	return made
}

// record sends a record of a device that began and came so many days ago: 4 s of a wave of 3 Hz in mm/s at 100 Hz.
func (r *recorder) record(began, received float64) (at int64) {
	r.Helper()
	at = r.ago(began)
	var samples []byte
	for i := range 400 {
		v := 1000 * 5 * math.Sin(2*math.Pi*3*float64(i)/100)
		samples = binary.LittleEndian.AppendUint16(samples, uint16(int16(v)))
	}
	entry, err := r.Intake.Commit(r.Context(), ingest.Frame{
		Device: r.device.ID, Register: r.device.Register, Transport: ingest.MQTT, Kind: ingest.Up, Received: r.ago(received),
		Payload: fmt.Appendf(nil, `{"type":"block","t":%d,"hist":true,"fs":100,"n":400,"scale":0.001,"unit":"mm/s","enc":"i16le-b64","axes":{"z":"%s"}}`,
			at, base64.StdEncoding.EncodeToString(samples)),
	})
	r.must(err)
	r.must(r.Intake.WaitStored(r.Context(), entry))
	return at
}

// samples returns which records of the device have samples, by their time.
func (r *recorder) samples() map[int64]bool {
	r.Helper()
	list, err := r.Intake.Records(r.Context(), r.device.ID, 0, math.MaxInt64, 100)
	r.must(err)
	found := map[int64]bool{}
	for _, one := range list {
		found[one.Time] = !one.Deleted
	}
	return found
}

// results returns the displacement of the point by time, after a fold of everything.
func (r *recorder) results() map[int64]float64 {
	r.Helper()
	r.must(r.Worker.Recompute(r.Context(), []int64{r.point.ID}, 0, false, func(_, _ int64) error { return nil }))
	found := map[int64]float64{}
	disp := []reading.Column{{Field: "disp"}}
	r.must(r.Series.Scan(r.Context(), series.ResultID(r.point.ID), 0, math.MaxInt64, disp, func(b *series.Block) error {
		for i, at := range b.Times {
			found[at] = b.Values[0][i]
		}
		return nil
	}))
	return found
}

func waveformsOf(state map[string]any) map[string]any {
	return state["kinds"].([]any)[2].(map[string]any)
}

// Samples go after 90 days without any setting; readings and summaries stay, also by the settings of points, so that a
// new fold gives the same results.
func TestOldWaveformsAreDeleted(t *testing.T) {
	onBoth(t, func(rig *rig) {
		r := withRecorder(rig)
		old, young := r.record(91, 91), r.record(89, 89)
		late := r.record(300, 3) // of a history that came three days ago
		before := r.results()
		if len(before) != 3 || before[old] < 0.1 {
			r.Fatalf("results %v", before)
		}
		state := waveformsOf(r.ask("guest", "GET", r.project, "", 200))
		stored := state["stored"].(map[string]any)
		if state["days"] != 90.0 || state["origin"] != "product" || state["minDays"] != 7.0 || stored["rows"] != 3.0 || stored["first"] != float64(late) {
			r.Errorf("before: %v", state)
		}
		r.run()
		got := r.samples()
		if len(got) != 3 || got[old] || !got[young] || !got[late] {
			r.Errorf("want all but the samples of %d, got %v", old, got)
		}
		if after := r.results(); len(after) != 3 || after[old] != before[old] {
			r.Errorf("results %v became %v", before, after)
		}
		runs := r.ask("guest", "GET", r.project+"/runs", "", 200)["list"].([]any)
		if run := runs[0].(map[string]any); len(runs) != 1 || run["rows"] != 1.0 || run["kind"] != "waveform" || run["bytes"].(float64) < 100 {
			r.Errorf("runs %v", runs)
		}
		marks := r.ask("guest", "GET", fmt.Sprintf("/api/corporations/%d/devices/%d/retention", r.Corporation.ID, r.device.ID), "", 200)["list"].([]any)
		if mark := marks[0].(map[string]any); mark["kind"] != "waveform" || mark["last"] != float64(old) {
			r.Errorf("the device says %v", mark)
		}
	})
}

// An open alert keeps the samples since 7 days before it, also if a run takes them in several transactions.
func TestOpenAlertsProtectWaveforms(t *testing.T) {
	onBoth(t, func(rig *rig) {
		r := withRecorder(rig)
		var times []int64
		for days := 120; days > 100; days-- {
			times = append(times, r.record(float64(days)-0.5, float64(days)-0.5))
		}
		r.keep(ninetyDays)
		alert := r.raise(r.point.ID, 0, 105)
		preview := r.ask("manager", "POST", r.project+"/preview", ninetyDays, 200)
		deleted, protected := preview["deleted"].(map[string]any), preview["protected"].(map[string]any)
		if deleted["rows"] != 8.0 || protected["rows"] != 12.0 {
			r.Errorf("would delete %v, protected %v", deleted, protected)
		}
		s := r.service()
		s.Batches(retention.Waveform, 3, func(context.Context) error { return nil })
		place := retention.Place{Corporation: r.Corporation.ID, Project: r.Project.ID}
		r.must(s.Clean(r.Context(), 1, place, func() error { return nil }))
		got := r.samples()
		for i, at := range times {
			if got[at] != (i >= 8) {
				r.Errorf("record %d: samples %v", i, got[at])
			}
		}
		r.settle(alert, alarm.Confirm)
		r.must(s.Clean(r.Context(), 2, place, func() error { return nil }))
		for at, has := range r.samples() {
			if has {
				r.Errorf("after the alert %d has samples", at)
			}
		}
	})
}
