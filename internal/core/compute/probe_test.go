package compute_test

import (
	"context"
	"testing"

	"pgregory.net/rapid"

	"plumbline/internal/core/correction"
	"plumbline/internal/core/definition"
	"plumbline/internal/core/reading"
	"plumbline/internal/core/series"
	"plumbline/internal/core/timeline"
)

var probeColumns = reading.Intern([]reading.Column{
	{Field: "a0", Node: 1}, {Field: "a180", Node: 1}, {Field: "a0", Node: 2}, {Field: "a180", Node: 2}, {Field: "a0", Node: 3}, {Field: "a180", Node: 3},
})

// probe is a casing of three stations of 500 mm that is surveyed along A.
func probe(h *harness) (definition.Definition, series.ID) {
	d, raw := gauge(h)
	d.Point.Measurement = "DeepDisplacement"
	rule := definition.Rule{FormulaType: definition.SystemFormula, SysFormula: "INCLINO_PROBE", Options: map[string]string{"axes": "A"}}
	d.Config.Formula = versions(h, at(0, definition.Formula{Rules: []definition.Rule{rule}}))
	geometry := definition.Geometry{SegmentLen: 500, Nodes: []definition.Node{{No: 1, Used: true}, {No: 2, Used: true}, {No: 3, Used: true}}}
	id, _ := raw.Channel()
	d.Devices = map[int64]definition.Device{id: {ID: id, Config: definition.DeviceConfig{
		Geometry: timeline.Of([]timeline.Version[definition.Geometry]{{ID: h.next(), Value: geometry}}),
	}}}
	return d, raw
}

// Surveys of any depth, in one direction or two, give the same results in any order of arrival, whatever is amended,
// withdrawn and revoked in between.
func TestSurveysDoNotDependOnArrival(t *testing.T) {
	h, outer := openHarness(t), t
	rapid.Check(t, func(t *rapid.T) {
		d, raw := probe(h)
		d.Config.Initial = versions(h, at(0, definition.Initial{Mode: "auto", Count: rapid.IntRange(1, 2).Draw(t, "initial")}))
		s := newSite(outer, h, d)
		id := d.Point.ID
		var rows []series.Put
		for i := range rapid.IntRange(2, 12).Draw(t, "surveys") {
			values := make([]float64, probeColumns.Len())
			first, last := rapid.IntRange(0, 1).Draw(t, "first"), rapid.IntRange(1, 2).Draw(t, "last")
			turned := rapid.IntRange(0, 3).Draw(t, "turned") > 0
			for station := range 3 {
				values[2*station], values[2*station+1] = reading.Missing, reading.Missing
				if station < first || station > last {
					continue
				}
				values[2*station] = float64(rapid.IntRange(-2000, 2000).Draw(t, "a0"))
				if turned {
					values[2*station+1] = 16 - values[2*station] + float64(rapid.IntRange(-9, 9).Draw(t, "error"))
				}
			}
			rows = append(rows, series.Put{Series: raw, Time: start + int64(i)*hour, Columns: probeColumns, Values: values})
		}
		rows = rapid.Permutation(rows).Draw(t, "order")
		for i := 0; i < len(rows); {
			n := min(rapid.IntRange(1, 4).Draw(t, "batch"), len(rows)-i)
			s.now += 1000 * 1000
			s.send(true, append([]series.Put(nil), rows[i:i+n]...)...)
			i += n
			c := correction.Correction{ID: h.next(), PointID: id, RecordedAt: s.now, From: start + rapid.Int64Range(0, 12).Draw(t, "of")*hour}
			switch rapid.IntRange(0, 5).Draw(t, "event") {
			case 0:
				c.Kind, c.To = correction.Withdraw, c.From
			case 1:
				c.Kind = correction.Amend
				c.NodeValues = []correction.NodeValue{{No: 2, Values: map[string]float64{"a0": float64(rapid.IntRange(-2000, 2000).Draw(t, "amended"))}}}
			case 2:
				c.Kind = correction.Casing
				c.Values = map[string]float64{"biasA": rapid.Float64Range(-50, 50).Draw(t, "bias"), "depth": rapid.Float64Range(-90, 90).Draw(t, "deep")}
			}
			if c.Kind != "" {
				s.configure(id, c.From, func(d *definition.Definition) { d.Corrections = append(d.Corrections, c) })
			} else if list := s.definitions[id].Corrections; len(list) > 0 && list[0].RevokedAt == 0 {
				s.configure(id, list[0].From, func(d *definition.Definition) { d.Corrections[0].RevokedAt = s.now })
			}
			s.worker.Steps(context.Background(), rapid.IntRange(0, 3).Draw(t, "steps"))
		}
		s.drain()
		s.compare(t, id)
	})
}

// surveyed has one survey of a probe; check compares the displacement of its top, mm.
func surveyed(t *testing.T, h *harness) (s *site, id int64, check func(want float64, flagged bool)) {
	d, raw := probe(h)
	s, id = newSite(t, h, d), d.Point.ID
	s.send(true, series.Put{Series: raw, Time: start, Columns: probeColumns, Values: []float64{1254, -1238, 500, -484, 250, -234}})
	s.drain()
	return s, id, func(want float64, flagged bool) {
		t.Helper()
		got := s.results(id)[0]
		if x := got.Values[reading.Column{Field: "x"}]; x < want-1e-6 || x > want+1e-6 || (got.Flag&reading.Replaced != 0) != flagged {
			t.Errorf("x %v %v, want %v", x, got.Flag.Names(), want)
		}
	}
}

// An amended survey is computed from the better readings; revoking the amendment restores what was read.
func TestAmendedSurvey(t *testing.T) {
	h := openHarness(t)
	s, id, check := surveyed(t, h)
	check(24.92+9.84+4.84, false)
	c := correction.Correction{
		ID: h.next(), PointID: id, Kind: correction.Amend, RecordedAt: s.now, From: start,
		NodeValues: []correction.NodeValue{{No: 3, Values: map[string]float64{"a0": 350}}},
	}
	s.configure(id, start, func(d *definition.Definition) { d.Corrections = append(d.Corrections, c) })
	s.drain()
	check(24.92+9.84+5.84, true)
	s.configure(id, start, func(d *definition.Definition) { d.Corrections[0].RevokedAt = s.now })
	s.drain()
	check(24.92+9.84+4.84, false)
}

// A survey without its systematic errors is computed from better readings; revoking the correction restores what was read, and
// of two the last one recorded counts.
func TestSurveyWithoutItsErrors(t *testing.T) {
	h := openHarness(t)
	s, id, check := surveyed(t, h)
	const read = 24.92 + 9.84 + 4.84
	remove := func(values map[string]float64) {
		c := correction.Correction{ID: h.next(), PointID: id, Kind: correction.Casing, RecordedAt: s.now, From: start, Values: values}
		s.now++
		s.configure(id, start, func(d *definition.Definition) { d.Corrections = append(d.Corrections, c) })
		s.drain()
	}
	remove(map[string]float64{"biasA": 10})
	check(read-3*10*500/25000.0, true)
	// The half differences 1246, 492 and 242 bend by −1508, −1004 and −500 digits a meter.
	remove(map[string]float64{"biasA": 20, "depth": 100})
	check(read-(3*20-150.8-100.4-50)*500/25000, true)
	for i := range 2 {
		s.configure(id, start, func(d *definition.Definition) { d.Corrections[i].RevokedAt = s.now })
	}
	s.drain()
	check(read, false)
}
