package compute_test

import (
	"context"
	"math"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"plumbline/internal/core/alarm"
	"plumbline/internal/core/compute"
	"plumbline/internal/core/correction"
	"plumbline/internal/core/definition"
	"plumbline/internal/core/reading"
	"plumbline/internal/core/series"
)

var faceColumns = reading.Intern([]reading.Column{{Field: "face"}, {Field: "hz"}, {Field: "sd"}, {Field: "v"}})

// shot is one reading of a prism, by an instrument with a collimation error of 0.01° and an index error of 0.02°.
func shot(id series.ID, t int64, face int, distance float64) series.Put {
	const hz, z, c, i = 30, 90, 0.01, 0.02
	values := []float64{1, hz + c, distance, z + i}
	if face == 2 {
		values = []float64{2, hz + 180 - c, distance, 360 - z + i}
	}
	return series.Put{Series: id, Time: t, Columns: faceColumns, Values: values}
}

// prism is a point to the north that a total station observes in both faces.
func prism(h *harness, more ...since[definition.Formula]) (definition.Definition, series.ID) {
	d, raw := gauge(h)
	d.Point.Measurement = "SurfaceDisplacement"
	d.Config.Formula = versions(h, append([]since[definition.Formula]{at(0, faces("2"))}, more...)...)
	return d, raw
}

func faces(number string) definition.Formula {
	return definition.Formula{Rules: []definition.Rule{{
		FormulaType: definition.SystemFormula, SysFormula: "TS_POLAR", Options: map[string]string{"faces": number, "ppmApplied": "true"},
		Params: map[string]float64{"N0": 0, "E0": 0, "Z0": 0, "orientation": -30},
	}}}
}

func TestFacesArePaired(t *testing.T) {
	const minute = 60 * second
	tests := []struct {
		name  string
		shots [][2]int64 // minute and face
		times []int64    // of results
		flags []reading.Flag
	}{
		{"left and right", [][2]int64{{0, 1}, {2, 2}}, []int64{2}, []reading.Flag{0}},
		{"right and left", [][2]int64{{0, 2}, {2, 1}}, []int64{2}, []reading.Flag{0}},
		{"two rounds in both orders", [][2]int64{{0, 1}, {2, 2}, {4, 2}, {6, 1}}, []int64{2, 6}, []reading.Flag{0, 0}},
		{"the newest waits", [][2]int64{{0, 1}, {2, 2}, {4, 1}}, []int64{2}, []reading.Flag{0}},
		{"an unpaired face", [][2]int64{{0, 1}, {2, 1}, {4, 2}}, []int64{0, 4}, []reading.Flag{reading.Partial, 0}},
		{"the other face too late", [][2]int64{{0, 1}, {11, 2}, {30, 1}}, []int64{0, 11}, []reading.Flag{reading.Partial, reading.Partial}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			h := openHarness(t)
			d, raw := prism(h)
			s := newSite(t, h, d)
			for _, one := range test.shots {
				s.send(true, shot(raw, start+one[0]*minute, int(one[1]), 100))
				s.drain()
			}
			var times []int64
			rows := s.results(d.Point.ID)
			for _, r := range rows {
				times = append(times, (r.Time-start)/minute)
				if r.Flag != 0 {
					continue
				}
				if e := r.Values[reading.Column{Field: "easting"}]; math.Abs(e) > 1e-7 {
					t.Errorf("the collimation is still in: easting %v", e)
				}
				if c := r.Values[reading.Column{Field: "collimation"}]; math.Abs(c-36) > 1e-4 {
					t.Errorf("collimation %v″", c)
				}
				if i := r.Values[reading.Column{Field: "index"}]; math.Abs(i-72) > 1e-4 {
					t.Errorf("index %v″", i)
				}
			}
			if diff := cmp.Diff(test.times, times); diff != "" {
				t.Errorf("times of results (-want +got):\n%s", diff)
			}
			if diff := cmp.Diff(test.flags, flags(rows)); diff != "" {
				t.Errorf("flags (-want +got):\n%s", diff)
			}
		})
	}
}

// A waiting face has no result yet, and a late earlier reading does not lose it.
func TestLateReadingKeepsWaitingFace(t *testing.T) {
	const minute = 60 * second
	h := openHarness(t)
	d, raw := prism(h, at(0, faces("2")))
	s := newSite(t, h, d)
	s.restart()
	for i, r := range []series.Put{
		shot(raw, start, 1, 100), shot(raw, start+minute, 2, 100), shot(raw, start+60*minute, 1, 100),
		shot(raw, start+30*minute, 1, 100), shot(raw, start+61*minute, 2, 100),
	} {
		if i == 3 {
			s.restart() // its memory is lost
		}
		s.now += 1000 * second
		s.send(true, r)
		s.drain()
	}
	var times []int64
	for _, r := range s.results(d.Point.ID) {
		times = append(times, (r.Time-start)/minute)
	}
	if diff := cmp.Diff([]int64{1, 30, 61}, times); diff != "" {
		t.Errorf("minutes of results (-want +got):\n%s", diff)
	}
}

// Faces may arrive in any order, in batches, twice, late and with restarts in between: results, alarms and
// explanations equal those of one fold in time order.
func TestPairsIgnoreArrivalOrder(t *testing.T) {
	h, outer := openHarness(t), t
	rapid.Check(t, func(t *rapid.T) {
		const minute = 60 * second
		middle := start + rapid.Int64Range(0, 200).Draw(t, "middle")*minute
		d, raw := prism(h, at(middle, faces(rapid.SampledFrom([]string{"1", "2"}).Draw(t, "faces later"))))
		d.Config.Initial = versions(h, at(0, definition.Initial{Mode: "auto"}), at(middle+20*minute, definition.Initial{Mode: "auto", Count: 2}))
		d.Config.Processor = versions(h, at(0, definition.Processor{Abnormal: []definition.AbnormalRow{{Field: "northing", Value: 0.1}}}))
		limit := limits(100.05, 100.1, 100.3, 101)
		limit.Field, limit.ValueType = "northing", alarm.Observed
		d.Thresholds = versions(h, at(0, alarm.Thresholds{List: []alarm.Threshold{limit}}))
		id := d.Point.ID
		s := newSite(outer, h, d)
		s.every, s.piece = 4, 7
		s.restart()
		var list []series.Put
		now, face, distance := start, 1, 100.0
		for range rapid.IntRange(8, 60).Draw(t, "readings") {
			now += rapid.SampledFrom([]int64{1, 2, 9, 11, 30}).Draw(t, "step") * minute
			face = rapid.SampledFrom([]int{3 - face, 3 - face, face}).Draw(t, "face")
			distance += rapid.Float64Range(-0.06, 0.08).Draw(t, "move")
			list = append(list, shot(raw, now, face, math.Round(distance*1e4)/1e4))
		}
		order := list
		if rapid.Bool().Draw(t, "any order") {
			order = rapid.Permutation(list).Draw(t, "order")
		}
		for i := 0; i < len(order); {
			n := min(rapid.IntRange(1, 6).Draw(t, "batch"), len(order)-i)
			s.now += 1000 * second
			rows := slices.Clone(order[i : i+n])
			if rapid.IntRange(0, 4).Draw(t, "twice") == 0 {
				rows = append(rows, order[i])
			}
			s.send(true, rows...)
			i += n
			switch rapid.IntRange(0, 9).Draw(t, "event") {
			case 0:
				s.restart()
			case 1:
				c := correction.Correction{
					ID: h.next(), PointID: id, Kind: correction.Withdraw, RecordedAt: s.now, From: list[0].Time, To: list[len(list)/2].Time,
				}
				if rapid.Bool().Draw(t, "typed") {
					c.Kind, c.Values, c.From = correction.Replace, map[string]float64{"northing": 100}, rapid.SampledFrom(list).Draw(t, "at").Time+
						rapid.SampledFrom([]int64{0, minute / 2}).Draw(t, "beside")
				}
				s.configure(id, c.From, func(d *definition.Definition) { d.Corrections = append(d.Corrections, c) })
			}
			s.worker.Steps(context.Background(), rapid.IntRange(0, 3).Draw(t, "steps"))
		}
		s.drain()
		s.compare(t, id)
		s.explained(t, id)
	})
}

// explained compares what Trace returns for each result with the result.
func (s *site) explained(t *rapid.T, id int64) {
	s.t.Helper()
	p, _ := s.directory.Point(id)
	for _, r := range s.results(id) {
		if r.Flag&reading.Replaced != 0 {
			continue
		}
		in, _, found, err := compute.Trace(context.Background(), p, s.harness.series, r.Time)
		if err != nil || !found {
			t.Fatalf("result at %d has no reading: %v", r.Time, err)
		}
		program := p.At(r.Time).Program
		out := make([]float64, program.Observed().Len())
		program.Observe(in, nil, out)
		for i, column := range program.Observed().List {
			if v, ok := r.Values[column]; ok && v != out[i] {
				t.Fatalf("%s at %d is explained as %v, stored as %v", column.Field, r.Time, out[i], v)
			}
		}
	}
}
