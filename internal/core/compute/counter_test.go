package compute_test

import (
	"math"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"plumbline/internal/core/definition"
	"plumbline/internal/core/reading"
	"plumbline/internal/core/series"
)

// Formulas that read those before a reading: a rain counter with resets, a tracker whose jumps are dropped, the mean of
// winds, the trend of a position. Late readings change the results after them to what readings in order would have given.
func TestOrderOfArrivalDoesNotMatterToCounters(t *testing.T) {
	for _, test := range []struct {
		name        string
		measurement string
		rule        definition.Rule
		fields      []reading.Column
		draw        func(t *rapid.T) []float64
	}{
		{
			"rain", "Crack",
			definition.Rule{SysFormula: "RAIN", Options: map[string]string{"input": "counter"}, Params: map[string]float64{"Kr": 0.2}},
			[]reading.Column{{Field: "pulse"}},
			func(t *rapid.T) []float64 { return []float64{float64(rapid.IntRange(0, 500).Draw(t, "pulse"))} },
		},
		{
			"track", "Crack",
			definition.Rule{SysFormula: "TRAJECTORY"},
			[]reading.Column{{Field: "lat"}, {Field: "lon"}},
			func(t *rapid.T) []float64 {
				return []float64{rapid.Float64Range(30, 33).Draw(t, "lat"), rapid.Float64Range(114, 117).Draw(t, "lon")}
			},
		},
		{
			"mean wind", "Environment",
			definition.Rule{SysFormula: "WIND_MEAN", Params: map[string]float64{"window": 180}},
			[]reading.Column{{Field: "windSpeed"}, {Field: "windDir"}},
			func(t *rapid.T) []float64 {
				return []float64{rapid.Float64Range(0, 30).Draw(t, "speed"), rapid.Float64Range(0, 359).Draw(t, "direction")}
			},
		},
		{
			"trend", "SurfaceDisplacement",
			definition.Rule{SysFormula: "GNSS_ENU", Params: map[string]float64{"trendWindow": 0.5}, Options: map[string]string{"input": "enu"}},
			[]reading.Column{{Field: "n"}, {Field: "e"}, {Field: "u"}, {Field: "quality"}},
			func(t *rapid.T) []float64 {
				coordinate := rapid.Float64Range(-1, 1)
				quality := float64(rapid.IntRange(3, 5).Draw(t, "quality"))
				return []float64{coordinate.Draw(t, "n"), coordinate.Draw(t, "e"), coordinate.Draw(t, "u"), quality}
			},
		},
	} {
		t.Run(test.name, func(t *testing.T) {
			columns := reading.Intern(test.fields)
			test.rule.ComputedField, test.rule.FormulaType = "width", definition.SystemFormula
			h := openHarness(t)
			results := func(rows []series.Put) []row {
				d, raw := gauge(h)
				d.Point.Measurement = test.measurement
				d.Config.Formula = versions(h, at(0, definition.Formula{Rules: []definition.Rule{test.rule}}))
				s := newSite(t, h, d)
				for _, one := range rows {
					one.Series = raw
					s.send(true, one)
					s.drain()
				}
				return s.results(d.Point.ID)
			}
			rapid.Check(t, func(rt *rapid.T) {
				var inOrder []series.Put
				for i := range rapid.IntRange(2, 9).Draw(rt, "readings") {
					inOrder = append(inOrder, series.Put{Time: start + int64(i)*hour, Columns: columns, Values: test.draw(rt)})
				}
				want := results(slices.Clone(inOrder))
				if len(want) != len(inOrder) {
					rt.Fatalf("%d results of %d readings", len(want), len(inOrder))
				}
				if diff := cmp.Diff(want, results(rapid.Permutation(inOrder).Draw(rt, "arrival"))); diff != "" {
					rt.Error(diff)
				}
			})
		})
	}
}

// The sums of rain are the same whether a reading comes in time, after a day has been folded, or while the server restarts.
func TestLateRainIsInEverySumAfterIt(t *testing.T) {
	h, outer := openHarness(t), t
	rapid.Check(t, func(t *rapid.T) {
		var inOrder []series.Put
		columns := reading.Intern([]reading.Column{{Field: "pulse"}})
		for i := range rapid.IntRange(60, 160).Draw(t, "readings") {
			tips := []float64{float64(max(0, rapid.IntRange(-20, 3).Draw(t, "tips")))} // mostly dry, so that only marks change
			inOrder = append(inOrder, series.Put{Time: start + int64(i)*hour, Columns: columns, Values: tips})
		}
		fold := func(rows []series.Put, late []series.Put, restart bool) []row {
			d, raw := gauge(h)
			rule := definition.Rule{
				SysFormula: "RAIN", FormulaType: definition.SystemFormula, ComputedField: "width",
				Params: map[string]float64{"Kr": 0.2}, Options: map[string]string{"antecedent": "7"},
			}
			d.Config.Formula = versions(h, at(0, definition.Formula{Rules: []definition.Rule{rule}}))
			s := newSite(outer, h, d)
			for _, part := range [][]series.Put{rows, late} {
				for i := range part {
					part[i].Series = raw
				}
				s.send(true, part...)
				s.drain()
				if restart {
					s.restart()
				}
			}
			s.drain()
			return s.results(d.Point.ID)
		}
		want := fold(slices.Clone(inOrder), nil, false)
		if len(want) != len(inOrder) {
			t.Fatalf("%d results of %d readings", len(want), len(inOrder))
		}
		var rows, late []series.Put
		for _, one := range inOrder {
			if rapid.IntRange(0, 39).Draw(t, "late") == 0 {
				late = append(late, one)
			} else {
				rows = append(rows, one)
			}
		}
		if diff := cmp.Diff(want, fold(rows, late, rapid.Bool().Draw(t, "restart"))); diff != "" {
			t.Error(diff)
		}
	})
}

// The trend of a position begins again with another receiver: the positions of two are not compared.
func TestTrendIsThatOfOneReceiver(t *testing.T) {
	h := openHarness(t)
	d, first := gauge(h)
	other := h.next()
	second := series.RawID(other, 0)
	const replaced = 30
	d.Point.Measurement = "SurfaceDisplacement"
	one, _ := d.Config.Binding.At(start)
	d.Config.Binding = versions(h, at(0, one.Value),
		at(start+replaced*hour, definition.Binding{Sources: []definition.Source{{Role: "main", DeviceID: other}}}))
	d.Config.Formula = versions(h, at(0, definition.Formula{Rules: []definition.Rule{{
		ComputedField: "n", FormulaType: definition.SystemFormula, SysFormula: "GNSS_ENU",
		Params: map[string]float64{"trendWindow": 0.5}, Options: map[string]string{"input": "enu"},
	}}}))
	s := newSite(t, h, d)
	columns := reading.Intern([]reading.Column{{Field: "n"}, {Field: "e"}, {Field: "u"}, {Field: "quality"}})
	for i := range int64(replaced * 2) {
		put := series.Put{Series: first, Time: start + i*hour, Columns: columns, Values: []float64{float64(i) * 1e-4, 0, 0, 4}}
		if i >= replaced {
			put.Series, put.Values[0] = second, put.Values[0]+0.5
		}
		s.send(true, put)
		s.drain()
	}
	for _, r := range s.results(d.Point.ID) {
		i := (r.Time - start) / hour
		trend, there := r.Values[reading.Column{Field: "trendN"}]
		switch {
		case !there:
			if i >= 12 && i < replaced || i >= replaced+12 {
				t.Errorf("no trend after %d h", i)
			}
		case math.Abs(trend-2.4) > 0.01:
			t.Errorf("after %d h the trend is %v mm/d", i, trend)
		}
	}
}
