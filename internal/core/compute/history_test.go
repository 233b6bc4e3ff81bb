package compute_test

import (
	"context"
	"fmt"
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"

	"plumbline/internal/core/alarm"
	"plumbline/internal/core/compiled"
	"plumbline/internal/core/compute"
	"plumbline/internal/core/correction"
	"plumbline/internal/core/definition"
	"plumbline/internal/core/series"
	"plumbline/internal/platform/audit"
)

// delivery is one message: a value and its time. A time may be sent twice, with a different value the second time.
type delivery struct {
	time  int64
	value float64
}

func drawReadings(t *rapid.T) []delivery {
	n := rapid.IntRange(10, 70).Draw(t, "readings")
	now, value := start, 1.0
	var list []delivery
	for range n {
		step := rapid.SampledFrom([]int64{hour, hour, hour, hour - 7*60*second, 3 * hour, 26 * hour}).Draw(t, "step")
		now += step
		value += rapid.Float64Range(-2, 2.2).Draw(t, "move")
		sent := value
		switch rapid.IntRange(0, 11).Draw(t, "kind") {
		case 0:
			sent = value + rapid.Float64Range(5, 30).Draw(t, "spike")
		case 1:
			sent = math.NaN()
		case 2:
			value += 12
			sent = value
		}
		list = append(list, delivery{now, math.Round(sent*100) / 100})
	}
	return list
}

func drawThresholds(t *rapid.T) alarm.Thresholds {
	var list []alarm.Threshold
	for _, valueType := range []alarm.ValueType{alarm.Observed, alarm.Accumulated, alarm.Rate} {
		if rapid.IntRange(0, 3).Draw(t, "some "+string(valueType)) == 0 {
			continue
		}
		blue := rapid.Float64Range(1, 15).Draw(t, "blue")
		threshold := limits(blue, blue*1.3, blue*1.8, blue*2.5)
		threshold.Field, threshold.ValueType = "width", valueType
		threshold.ConfirmTimes = rapid.IntRange(0, 3).Draw(t, "confirm")
		threshold.RestoreTimes = rapid.IntRange(0, 3).Draw(t, "restore")
		threshold.Direction = rapid.SampledFrom([]string{"", "both", "positive", "negative"}).Draw(t, "direction")
		list = append(list, threshold)
	}
	return alarm.Thresholds{List: list}
}

func drawInitial(t *rapid.T, from int64) definition.Initial {
	switch rapid.IntRange(0, 3).Draw(t, "initial") {
	case 0:
		return definition.Initial{Mode: "manual", Values: map[string]float64{"width": 2}}
	case 1:
		return definition.Initial{Mode: "current", Count: rapid.IntRange(1, 4).Draw(t, "count"), Time: from}
	case 2:
		return definition.Initial{Mode: "auto", Count: 2, Time: from - 5*hour}
	}
	return definition.Initial{Mode: "auto", Count: rapid.IntRange(0, 4).Draw(t, "count")}
}

func drawDefinition(t *rapid.T, h *harness) (definition.Definition, series.ID) {
	d, raw := gauge(h)
	middle := start + rapid.Int64Range(0, 60).Draw(t, "middle")*hour
	d.Config.Formula = versions(h, at(0, formulaOf("raw*2")), at(middle, formulaOf(rapid.SampledFrom([]string{
		"raw*3", "raw*2+prev.width*0.25", "raw*2-init.width*0.5+dt/36000",
	}).Draw(t, "formula"))))
	d.Config.Initial = versions(h, at(0, drawInitial(t, start+3*hour)), at(middle+3*hour, drawInitial(t, middle+3*hour)))
	if rapid.Bool().Draw(t, "processor") {
		d.Config.Processor = versions(h, at(0, drawProcessor(t)), at(middle+20*hour, drawProcessor(t)))
	}
	d.Thresholds = versions(h, at(0, drawThresholds(t)), at(middle+9*hour, drawThresholds(t)))
	return d, raw
}

func drawProcessor(t *rapid.T) definition.Processor {
	var p definition.Processor
	if rapid.Bool().Draw(t, "spike filter") {
		p.Abnormal = []definition.AbnormalRow{{Field: "width", Value: 9}}
	}
	switch rapid.IntRange(0, 4).Draw(t, "filter") {
	case 1:
		p.Filter = &definition.Smoothing{Kind: definition.FilterMedian}
	case 2:
		p.Filter = &definition.Smoothing{Kind: definition.FilterMean, Count: rapid.IntRange(2, 9).Draw(t, "of")}
	case 3:
		p.Filter = &definition.Smoothing{Kind: definition.FilterEWMA, Alpha: rapid.Float64Range(0.05, 1).Draw(t, "alpha")}
	}
	if rapid.IntRange(0, 2).Draw(t, "outliers") == 0 {
		p.OutlierSigma = rapid.Float64Range(1, 5).Draw(t, "sigma")
	}
	return p
}

func drawCorrection(t *rapid.T, h *harness, id, now int64) correction.Correction {
	from := start + rapid.Int64Range(0, 80).Draw(t, "correction from")*hour
	c := correction.Correction{ID: h.next(), PointID: id, From: from, RecordedAt: now}
	switch rapid.IntRange(0, 3).Draw(t, "correction") {
	case 0:
		c.Kind, c.To = correction.Withdraw, from+rapid.Int64Range(0, 6).Draw(t, "hours")*hour
	case 1:
		c.Kind, c.Fields, c.Amount = correction.Shift, []string{"width"}, rapid.Float64Range(-20, 20).Draw(t, "amount")
	case 2:
		c.Kind, c.Values = correction.Replace, map[string]float64{"width": rapid.Float64Range(-20, 20).Draw(t, "value")}
	case 3:
		c.Kind, c.To, c.Fields = correction.Withdraw, from+hour, []string{"width"}
	}
	return c
}

// expect folds the stored readings in one run, in time order and in memory.
func (s *site) expect(id int64) *compute.Computed {
	s.t.Helper()
	computed, err := s.previewer.AsOf(context.Background(), s, id, math.MaxInt64-1, math.MaxInt64)
	if err != nil {
		s.t.Fatal(err)
	}
	return computed
}

// compare compares what stage 2 has stored with the fold in one run.
func (s *site) compare(t *rapid.T, id int64) {
	s.t.Helper()
	expected := s.expect(id)
	if diff := cmp.Diff(rowsOf(expected.Rows), s.results(id)); diff != "" {
		t.Fatalf("results (-one fold +stored):\n%s", diff)
	}
	initials := s.initials(id)
	if diff := cmp.Diff(plainInitials(expected.Initials), plainInitials(initials)); diff != "" {
		t.Fatalf("initial values (-one fold +stored):\n%s", diff)
	}
	records := s.records(id)
	if diff := cmp.Diff(plainEpisodes(expected.Episodes), standingEpisodes(records)); diff != "" {
		for _, r := range records {
			t.Logf("%s", describe(&r))
		}
		t.Fatalf("alarms (-one fold +stored):\n%s", diff)
	}
	if len(expected.Rows) > 0 {
		if diff := cmp.Diff(expected.Level, s.level(id), cmpopts.EquateEmpty()); diff != "" {
			t.Fatalf("judgement (-one fold +stored):\n%s", diff)
		}
	}
	open := map[alarm.Key]int{}
	for _, r := range records {
		if r.Active() {
			if open[r.Key]++; open[r.Key] > 1 {
				t.Fatalf("two open records of %+v", r.Key)
			}
		}
	}
	if n := s.openMarks(); n != 0 {
		t.Fatalf("%d rows of marks left", n)
	}
}

// level returns the stored level of a point.
func (s *site) level(id int64) alarm.PointLevel {
	s.t.Helper()
	list, err := s.harness.store.PointLevels(context.Background(), []int64{id})
	if err != nil {
		s.t.Fatal(err)
	}
	if len(list) != 1 {
		s.t.Fatalf("%d levels are stored of point %d", len(list), id)
	}
	return list[0]
}

func describe(r *alarm.Record) string {
	var levels []alarm.Level
	for _, step := range r.Steps {
		levels = append(levels, step.Level)
	}
	return fmt.Sprintf("record %d %s %v: %d to %d, levels %v, %s, withdrawn %v, processed %d at %d, seen %d",
		r.ID, r.Key.ValueType, r.Key.NodeRange, r.Opened, r.Ended, levels, r.Status, r.WithdrawnAt != 0, r.ProcessedLevel, r.ProcessedAt, r.SeenUntil)
}

func plainInitials(list []compiled.InitialValue) []string {
	var plain []string
	for _, v := range list {
		plain = append(plain, fmt.Sprint(v.From, v.Version, v.Formed, v.Count, v.Columns.List, v.Values))
	}
	return plain
}

// process decides about one of the active records.
func (s *site) process(t *rapid.T, id int64) {
	s.t.Helper()
	ctx := context.Background()
	var active []alarm.Record
	for _, r := range s.records(id) {
		if r.WithdrawnAt == 0 && !r.Status.Processed() {
			active = append(active, r)
		}
	}
	if len(active) == 0 {
		return
	}
	r := active[rapid.IntRange(0, len(active)-1).Draw(t, "record")]
	latest, err := s.harness.series.Latest(ctx, []series.ID{series.ResultID(id)})
	if err != nil {
		s.t.Fatal(err)
	}
	was := r.Status
	decided, action := alarm.Decide(&r, alarm.Decision{
		Handling: alarm.Handling{To: alarm.Confirm, Seen: alarm.Level(rapid.IntRange(0, 4).Draw(t, "seen")), Note: "seen"},
		At:       latest[0].Time + rapid.Int64Range(-2, 3).Draw(t, "act")*hour, Latest: latest[0].Time, By: 1,
	})
	if err := s.harness.store.Process(ctx, audit.Program("test"), decided, was, alarm.Transition{
		Kind: alarm.Processed, From: was, To: decided.Status, Time: decided.ProcessedAt, RecordedAt: s.now,
	}, action.At); err != nil {
		s.t.Fatal(err)
	}
	d := s.definitions[id]
	d.Actions = append(d.Actions, action)
	s.configure(id, action.At, func(*definition.Definition) {})
}

func TestHistoryIgnoresArrivalOrder(t *testing.T) {
	h, outer := openHarness(t), t
	rapid.Check(t, func(t *rapid.T) {
		d, raw := drawDefinition(t, h)
		id := d.Point.ID
		s := newSite(outer, h, d)
		list := drawReadings(t)
		// Revisions of a reading keep their order; everything else may arrive in any order.
		order := rapid.Permutation(list).Draw(t, "order")
		if rapid.Bool().Draw(t, "mostly in order") {
			order = list
			for range rapid.IntRange(0, 6).Draw(t, "late") {
				i := rapid.IntRange(0, len(order)-1).Draw(t, "which")
				late := order[i]
				order = append(append(append([]delivery(nil), order[:i]...), order[i+1:]...), late)
			}
		}
		for i := 0; i < len(order); {
			n := min(rapid.IntRange(1, 9).Draw(t, "batch"), len(order)-i)
			var rows []series.Put
			for _, m := range order[i : i+n] {
				rows = append(rows, put(raw, m.time, m.value))
				if rapid.IntRange(0, 9).Draw(t, "duplicate") == 0 {
					rows = append(rows, put(raw, m.time, m.value))
				}
			}
			i += n
			s.now += 1000 * second
			handed := rapid.IntRange(0, 9).Draw(t, "handed over") > 0
			s.send(handed, rows...)
			switch rapid.IntRange(0, 13).Draw(t, "event") {
			case 0:
				s.restart()
			case 1, 2:
				c := drawCorrection(t, h, id, s.now)
				s.configure(id, c.From, func(d *definition.Definition) { d.Corrections = append(d.Corrections, c) })
			case 3:
				if n := len(s.definitions[id].Corrections); n > 0 {
					c := &s.definitions[id].Corrections[rapid.IntRange(0, n-1).Draw(t, "taken back")]
					if c.InEffect() {
						s.configure(id, c.From, func(*definition.Definition) { c.RevokedAt = s.now })
					}
				}
			case 4, 5:
				s.drain()
				s.process(t, id)
			case 6:
				again := order[rapid.IntRange(0, i-1).Draw(t, "again")]
				s.send(true, put(raw, again.time, again.value+1)) // a revision
			}
			s.worker.Steps(context.Background(), rapid.IntRange(0, 3).Draw(t, "steps"))
			if !handed {
				s.restart()
			}
		}
		if rapid.Bool().Draw(t, "killed at the end") {
			s.restart()
		}
		s.drain()
		s.compare(t, id)
	})
}
