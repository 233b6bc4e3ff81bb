package compute_test

import (
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"

	"plumbline/internal/core/alarm"
	"plumbline/internal/core/compiled"
	"plumbline/internal/core/definition"
	"plumbline/internal/core/reading"
)

func observed(rows []row, field string) []float64 {
	var list []float64
	for _, r := range rows {
		v, ok := r.Values[reading.Column{Field: field}]
		if !ok {
			v = math.NaN()
		}
		list = append(list, v)
	}
	return list
}

func TestFilters(t *testing.T) {
	raw := []float64{1, 2, 9, 3, 4} // observed is twice that
	tests := []struct {
		name   string
		filter *definition.Smoothing
		want   []float64
	}{
		{"none", nil, []float64{2, 4, 18, 6, 8}},
		{"the middle of three", &definition.Smoothing{Kind: definition.FilterMedian}, []float64{2, 4, 4, 6, 8}},
		{"the mean of three", &definition.Smoothing{Kind: definition.FilterMean, Count: 3}, []float64{2, 3, 8, 9.33333, 10.66667}},
		{"a quarter of the newest", &definition.Smoothing{Kind: definition.FilterEWMA, Alpha: 0.25}, []float64{2, 2.5, 6.375, 6.28125, 6.71094}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			h := openHarness(t)
			d, id := gauge(h)
			d.Config.Processor = versions(h, at(0, definition.Processor{Filter: test.filter}))
			s := newSite(t, h, d)
			s.hourly(id, raw...)
			rows := s.results(d.Point.ID)
			if diff := cmp.Diff(test.want, observed(rows, "width")); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
			for _, flag := range flags(rows) {
				if flag != 0 {
					t.Errorf("flags %v", flags(rows))
				}
			}
		})
	}
}

// A filter that applies from a past time recomputes the results from then on, from the readings.
func TestFilterFromPastTime(t *testing.T) {
	h := openHarness(t)
	d, id := gauge(h)
	s := newSite(t, h, d)
	s.hourly(id, 1, 2, 9, 3, 4)
	filtered := versions(h, at(start+2*hour, definition.Processor{Filter: &definition.Smoothing{Kind: definition.FilterMean, Count: 2}}))
	s.configure(d.Point.ID, start+2*hour, func(d *definition.Definition) { d.Config.Processor = filtered })
	s.drain()
	if diff := cmp.Diff([]float64{2, 4, 18, 12, 7}, observed(s.results(d.Point.ID), "width")); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	s.configure(d.Point.ID, start+2*hour, func(d *definition.Definition) { d.Config.Processor = versions[definition.Processor](h) })
	s.drain()
	if diff := cmp.Diff([]float64{2, 4, 18, 6, 8}, observed(s.results(d.Point.ID), "width")); diff != "" {
		t.Errorf("revoked (-want +got):\n%s", diff)
	}
}

// Values computed by another version of the formula are not used by a filter.
func TestFilterRestartsWithNewFormula(t *testing.T) {
	h := openHarness(t)
	d, id := gauge(h)
	d.Config.Formula = versions(h, at(0, formulaOf("raw*2")), at(start+2*hour, formulaOf("raw*10")))
	d.Config.Processor = versions(h, at(0, definition.Processor{Filter: &definition.Smoothing{Kind: definition.FilterMean, Count: 2}}))
	s := newSite(t, h, d)
	s.hourly(id, 1, 2, 3, 4)
	if diff := cmp.Diff([]float64{2, 3, 30, 35}, observed(s.results(d.Point.ID), "width")); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestOutliers(t *testing.T) {
	calm := []float64{1, 1.1, 0.9, 1, 1.1, 0.9, 1, 1.1, 0.9, 1, 1.1, 0.9}
	tests := []struct {
		name   string
		values []float64
		want   reading.Flag // of the reading after the calm ones
		last   reading.Flag
	}{
		{"a lone outlier", append(calm[:12:12], 2, 1), reading.Abnormal, 0},
		{"a confirmed outlier", append(calm[:12:12], 2, 2.1), 0, 0},
		{"within the usual range", append(calm[:12:12], 1.2, 1), 0, 0},
		{"too few readings", append(calm[:8:8], 2, 1), 0, 0},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			h := openHarness(t)
			d, id := gauge(h)
			d.Config.Processor = versions(h, at(0, definition.Processor{OutlierSigma: 3}))
			s := newSite(t, h, d)
			s.hourly(id, test.values...)
			got := flags(s.results(d.Point.ID))
			if n := len(got); got[n-2] != test.want || got[n-1] != test.last {
				t.Errorf("flags %v", got)
			}
		})
	}
}

// With settlement positive downwards, changes and their thresholds change sign; observed values do not.
func TestSettlementSign(t *testing.T) {
	h := openHarness(t)
	d, raw := gauge(h)
	d.Point.Measurement = "DBCJ"
	main := d.Config.Binding.Versions()[0].Value.Sources[0].DeviceID
	d.Devices[main] = definition.Device{Config: definition.DeviceConfig{Basic: versions(h, at(0, definition.Basic{SettlementSign: -1}))}}
	d.Config.Formula = versions(h,
		at(0, definition.Formula{Rules: []definition.Rule{{ComputedField: "settlement", FormulaType: definition.CustomFormula, Text: "raw"}}}))
	limit := limits(10, 20, 30, 40)
	limit.Field, limit.ValueType, limit.Direction = "settlement", alarm.Accumulated, "positive"
	d.Thresholds = versions(h, at(0, alarm.Thresholds{List: []alarm.Threshold{limit}}))
	s := newSite(t, h, d)
	s.hourly(raw, 0, 0, 0, -12.37)
	records := s.records(d.Point.ID)
	if len(records) != 1 || records[0].Last().Value != 12.37 {
		t.Errorf("%+v", records)
	}
	if diff := cmp.Diff([]float64{0, 0, 0, -12.37}, observed(s.results(d.Point.ID), "settlement")); diff != "" {
		t.Error(diff)
	}
}

func TestLevelChangesInMillimeters(t *testing.T) {
	h := openHarness(t)
	d, raw := gauge(h)
	d.Point.Measurement = "Waterlevel"
	d.Config.Formula = versions(h,
		at(0, definition.Formula{Rules: []definition.Rule{{ComputedField: "level", FormulaType: definition.CustomFormula, Text: "raw"}}}))
	d.Config.Processor = versions(h, at(0, definition.Processor{ChangeUnit: "mm"}))
	limit := limits(1000, 1500, 1800, 2000)
	limit.Field, limit.ValueType = "level", alarm.Accumulated
	d.Thresholds = versions(h, at(0, alarm.Thresholds{List: []alarm.Threshold{limit}}))
	s := newSite(t, h, d)
	s.hourly(raw, 41.1275, 41.1275, 41.1275, 40.0025)
	records := s.records(d.Point.ID)
	if len(records) != 1 || records[0].Last().Value != -1125 {
		t.Errorf("%+v", records)
	}
	if diff := cmp.Diff([]float64{41.1275, 41.1275, 41.1275, 40.0025}, observed(s.results(d.Point.ID), "level")); diff != "" {
		t.Error(diff)
	}
	p, _ := s.directory.Point(d.Point.ID)
	if unit, decimals, ok := p.ChangeUnit("level", start); unit != "mm" || decimals != 1 || !ok {
		t.Errorf("changes are in %q with %d decimals", unit, decimals)
	}
}

// The initial tilt of a gateway is the initial value of the point that measures its tilt, from its time on.
func TestInitialTiltOfGateway(t *testing.T) {
	h := openHarness(t)
	d, raw := gauge(h)
	d.Point.Measurement = "Tilt"
	main := d.Config.Binding.Versions()[0].Value.Sources[0].DeviceID
	d.Devices[main] = definition.Device{
		Type:   "GDM",
		Config: definition.DeviceConfig{GDMAngle: versions(h, at(start+3*hour, definition.GDMAngle{X0: 0.25}))},
	}
	d.Config.Initial = versions(h, at(0, definition.Initial{Mode: "manual", Values: map[string]float64{"angleX": 0.1}}))
	d.Config.Formula = versions(h,
		at(0, definition.Formula{Rules: []definition.Rule{{ComputedField: "angleX", FormulaType: definition.CustomFormula, Text: "raw"}}}))
	s := newSite(t, h, d)
	s.hourly(raw, 0.3, 0.3, 0.3, 0.3)
	p, _ := s.directory.Point(d.Point.ID)
	changes := compiled.NewChanges(p, s.initials(d.Point.ID))
	for hours, want := range map[int64]float64{0: 0.2, 2: 0.2, 3: 0.05} {
		out := []float64{0}
		if changes.Accumulated(start+hours*hour, []float64{0.3}, out); out[0] != want {
			t.Errorf("after %d h: %v, want %v", hours, out[0], want)
		}
	}
}
