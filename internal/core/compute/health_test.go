package compute_test

import (
	"context"
	"database/sql"
	"math"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"plumbline/internal/core/alarm"
	"plumbline/internal/core/catalog"
	"plumbline/internal/core/definition"
	"plumbline/internal/core/reading"
	"plumbline/internal/core/series"
)

// report is one message of a device: a value, its voltage, or both; NaN: not included.
type report struct {
	time          int64
	value, supply float64
}

var reportColumns = reading.Intern([]reading.Column{{Field: "raw"}, {Field: "voltage"}})

func (r report) put(id series.ID) series.Put {
	missing := func(v float64) float64 {
		if math.IsNaN(v) {
			return reading.Missing
		}
		return v
	}
	return series.Put{Series: id, Time: r.time, Columns: reportColumns, Values: []float64{missing(r.value), missing(r.supply)}}
}

// ill is the part of a device's record that must not depend on the order of its reports.
type ill struct {
	Kind          alarm.Kind
	Opened, Ended int64
	Value         float64
}

const (
	lowest  = 11.5                // V
	allowed = 6                   // h of identical values
	missed  = 3*hour + 300*second // without a reading
)

// changed is a rule for devices that is valid from a time on.
func changed(from int64, volts float64, lost int) alarm.HealthRule {
	return alarm.HealthRule{DeviceID: 1, ValidFrom: from, Voltage: &volts, Lost: &lost}
}

// silentAt returns when a device without readings from a time on is silent, and after how long: when enough collections
// are missed, or when a rule begins by which that is so.
func silentAt(last, until int64, rules []alarm.HealthRule) (at, waited int64, silent bool) {
	gap := func(lost int) int64 { return int64(lost)*hour + 300*second }
	moments := []int64{last + gap(3)}
	for _, r := range rules {
		moments = append(moments, last+gap(*r.Lost), r.ValidFrom)
	}
	slices.Sort(moments)
	for _, t := range moments {
		lost := 3
		for _, r := range rules {
			if r.ValidFrom <= t {
				lost = *r.Lost
			}
		}
		if t > last && (until == 0 || t < until) && t-last >= gap(lost) {
			return t, t - last, true
		}
	}
	return 0, 0, false
}

// expectedIlls judges reports in time order, as simply as possible. rules are in time order.
func expectedIlls(reports []report, rules ...alarm.HealthRule) []ill {
	reports = slices.Clone(reports)
	slices.SortFunc(reports, func(a, b report) int { return int(a.time - b.time) })
	var list []ill
	end := func(kind alarm.Kind, t int64) {
		for i := range list {
			if list[i].Kind == kind && list[i].Ended == 0 {
				list[i].Ended = t
			}
		}
	}
	low, last, first, same := 0, int64(0), report{}, 0
	for _, r := range reports {
		limit := lowest
		for _, rule := range rules {
			if rule.ValidFrom <= r.time {
				limit = *rule.Voltage
			}
		}
		switch {
		case math.IsNaN(r.supply):
		case r.supply >= limit:
			low = 0
			end(alarm.OfLowVoltage, r.time)
		default:
			if low++; low == 2 {
				list = append(list, ill{alarm.OfLowVoltage, r.time, 0, r.supply})
			}
		}
		if math.IsNaN(r.value) {
			continue
		}
		if at, waited, silent := silentAt(last, r.time, rules); last != 0 && silent {
			list = append(list, ill{alarm.OfDataLost, at, r.time, float64(waited / (60 * second))})
		}
		last = r.time
		if r.value != first.value || same == 0 || r.supply != first.supply && !(math.IsNaN(r.supply) && math.IsNaN(first.supply)) {
			first, same = r, 1
			end(alarm.OfDataRepeated, r.time)
			continue
		}
		if same++; same >= 5 && r.time-first.time >= allowed*hour && !slices.ContainsFunc(list, func(i ill) bool {
			return i.Kind == alarm.OfDataRepeated && i.Ended == 0
		}) {
			list = append(list, ill{alarm.OfDataRepeated, r.time, 0, 0})
		}
	}
	if last != 0 {
		at, waited, _ := silentAt(last, 0, rules)
		list = append(list, ill{alarm.OfDataLost, at, 0, float64(waited / (60 * second))})
	}
	sortIlls(list)
	return list
}

func sortIlls(list []ill) {
	slices.SortFunc(list, func(a, b ill) int {
		if a.Kind != b.Kind {
			return int(a.Kind[0]) + int(a.Kind[len(a.Kind)-1]) - int(b.Kind[0]) - int(b.Kind[len(b.Kind)-1])
		}
		return int(a.Opened - b.Opened)
	})
}

// ills returns the records of a device that are in effect.
func (s *site) ills(device int64) []ill {
	s.t.Helper()
	ctx := context.Background()
	tx, err := s.harness.db.Reader().BeginTx(ctx, &sql.TxOptions{ReadOnly: true})
	if err != nil {
		s.t.Fatal(err)
	}
	defer tx.Rollback()
	records, err := s.harness.store.DeviceRecordsSince(ctx, tx, device, 0)
	if err != nil {
		s.t.Fatal(err)
	}
	var list []ill
	for _, r := range records {
		if r.WithdrawnAt == 0 {
			list = append(list, ill{r.Kind, r.Opened, r.Ended, r.Last().Value})
		}
		if r.Level != alarm.Normal || r.Last().Level != alarm.Normal {
			s.t.Fatalf("a record about a device has a level: %+v", r)
		}
	}
	sortIlls(list)
	return list
}

func (s *site) watch() {
	s.t.Helper()
	if err := s.worker.Watch(context.Background()); err != nil {
		s.t.Fatal(err)
	}
}

// instrument is a point whose device has every health check.
func instrument(h *harness) (definition.Definition, series.ID) {
	d, raw := gauge(h)
	id, _ := raw.Channel()
	hours := float64(allowed)
	d.Devices[id] = definition.Device{ID: id, Kind: catalog.MeasuringDevice, Type: "STRAIN", RepeatedHours: &hours}
	return d, raw
}

func drawReports(t *rapid.T) []report {
	now := start
	var list []report
	for range rapid.IntRange(5, 60).Draw(t, "reports") {
		now += rapid.SampledFrom([]int64{hour, hour, hour, hour, 2 * hour, missed, missed + 1, 26 * hour}).Draw(t, "step")
		r := report{time: now, value: math.NaN(), supply: math.NaN()}
		if rapid.IntRange(0, 7).Draw(t, "has a value") > 0 {
			r.value = rapid.SampledFrom([]float64{7, 7, 7, 7, 7, 7, 8}).Draw(t, "value")
		}
		if math.IsNaN(r.value) || rapid.IntRange(0, 3).Draw(t, "has a voltage") == 0 {
			r.supply = rapid.SampledFrom([]float64{11.2, 11.2, 11.4, 11.5, 12.6}).Draw(t, "voltage")
		}
		list = append(list, r)
	}
	return list
}

func TestHealthIgnoresArrivalOrder(t *testing.T) {
	h, outer := openHarness(t), t
	rapid.Check(t, func(t *rapid.T) {
		d, raw := instrument(h)
		id, _ := raw.Channel()
		s := newSite(outer, h, d)
		list := drawReports(t)
		for from := start; rapid.Bool().Draw(t, "other thresholds"); {
			from += rapid.Int64Range(1, 40).Draw(t, "after") * hour
			volts := rapid.SampledFrom([]float64{0, 11.3, 12.0}).Draw(t, "threshold")
			s.health = append(s.health, changed(from, volts, rapid.IntRange(1, 6).Draw(t, "missed")))
		}
		s.restart()
		order := rapid.Permutation(list).Draw(t, "order")
		if rapid.Bool().Draw(t, "in order") {
			order = list
		}
		for i := 0; i < len(order); {
			n := min(rapid.IntRange(1, 10).Draw(t, "batch"), len(order)-i)
			var rows []series.Put
			for _, r := range order[i : i+n] {
				rows = append(rows, r.put(raw))
				if rapid.IntRange(0, 9).Draw(t, "twice") == 0 {
					rows = append(rows, r.put(raw))
				}
			}
			i += n
			s.now += 1000 * second
			handed := rapid.IntRange(0, 9).Draw(t, "handed over") > 0
			s.send(handed, rows...)
			s.worker.Steps(context.Background(), rapid.IntRange(0, 2).Draw(t, "steps"))
			if rapid.IntRange(0, 2).Draw(t, "the clock looks") == 0 {
				s.watch()
			}
			if !handed || rapid.IntRange(0, 9).Draw(t, "killed") == 0 {
				s.restart()
			}
		}
		s.drain()
		if diff := cmp.Diff(expectedIlls(list, s.health...), s.ills(id)); diff != "" {
			t.Fatalf("health (-by time +stored):\n%s", diff)
		}
		if n := s.openMarks(); n != 0 {
			t.Fatalf("%d rows of marks left", n)
		}
	})
}

// Readings from before a device was added say nothing about its health, and neither does a device that never reported.
func TestHealthStartsWhenDeviceIsAdded(t *testing.T) {
	h := openHarness(t)
	d, raw := instrument(h)
	id, _ := raw.Channel()
	s := newSite(t, h, d)
	s.entered = start + 100*hour
	s.restart()
	s.watch()
	if got := s.ills(id); len(got) != 0 {
		t.Fatalf("never reported: %+v", got)
	}
	for i := range int64(30) {
		s.send(true, report{start + i*3*hour, 7, 11.2}.put(raw))
	}
	s.drain()
	if got := s.ills(id); len(got) != 0 {
		t.Fatalf("before the device was added: %+v", got)
	}
	s.send(true, report{start + 101*hour, 8, 11.2}.put(raw))
	s.drain()
	want := []ill{{alarm.OfDataLost, start + 101*hour + missed, 0, float64(missed / (60 * second))}}
	if diff := cmp.Diff(want, s.ills(id)); diff != "" {
		t.Error(diff)
	}
}

// The clock may look while stage 1 has stored reports that stage 2 has not folded. Their records stay as they are until
// they are judged by these reports, from their first one on.
func TestCheckByTimeLeavesStoredReports(t *testing.T) {
	h := openHarness(t)
	d, raw := instrument(h)
	id, _ := raw.Channel()
	s := newSite(t, h, d)
	s.send(true, report{start, math.NaN(), 11.2}.put(raw), report{start + hour, 7, 11.2}.put(raw))
	s.drain()
	before := s.ills(id)
	if len(before) != 2 {
		t.Fatalf("%+v", before)
	}
	s.restart()
	s.send(false, report{start + 2*hour, 7, 12.6}.put(raw))
	s.watch()
	if diff := cmp.Diff(before, s.ills(id)); diff != "" {
		t.Errorf("changed by time (-before +after):\n%s", diff)
	}
	s.restart()
	s.drain()
	want := []ill{
		{alarm.OfLowVoltage, start + hour, start + 2*hour, 11.2},
		{alarm.OfDataLost, start + 2*hour + missed, 0, float64(missed / (60 * second))},
	}
	if diff := cmp.Diff(want, s.ills(id)); diff != "" {
		t.Error(diff)
	}
}

// A device that feeds no point is not reported as silent.
func TestUnboundDeviceIsNotSilent(t *testing.T) {
	h := openHarness(t)
	d, raw := instrument(h)
	id, _ := raw.Channel()
	s := newSite(t, h, d)
	s.send(true, report{start, 7, math.NaN()}.put(raw))
	s.drain()
	if got := s.ills(id); len(got) != 1 || got[0].Ended != 0 {
		t.Fatalf("%+v", got)
	}
	binding := d.Config.Binding.Versions()[0].Value
	until := start + 50*hour
	s.configure(d.Point.ID, until, func(d *definition.Definition) {
		d.Config.Binding = versions(h, at(0, binding), at(until, definition.Binding{}))
	})
	s.drain()
	if got := s.ills(id); len(got) != 1 || got[0].Ended != until {
		t.Fatalf("%+v", got)
	}
}
