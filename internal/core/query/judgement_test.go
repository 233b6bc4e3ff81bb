package query_test

import (
	"slices"
	"strings"
	"testing"

	"plumbline/internal/core/alarm"
	"plumbline/internal/core/compiled"
	"plumbline/internal/core/definition"
	"plumbline/internal/core/query"
	"plumbline/internal/core/reading"
	"plumbline/internal/core/series"
	"plumbline/internal/core/timeline"
)

func limit(field string, kind alarm.ValueType) alarm.Threshold {
	return alarm.Threshold{Field: field, ValueType: kind, Blue: ptr(1), Red: ptr(4), Enable: true}
}

func thresholds(list ...alarm.Threshold) timeline.Timeline[alarm.Thresholds] {
	return versions(alarm.Thresholds{List: list})
}

// stands returns what the fold stores for a threshold that has judged.
func stands(t alarm.Threshold, level alarm.Level) alarm.PointLevel {
	return alarm.PointLevel{PointID: pointID, Level: level, Outcomes: []alarm.Outcome{{Key: t.Key(), Level: level, Side: alarm.Upper, Since: start}}}
}

func newestOf(t *testing.T, s *site) query.Latest {
	t.Helper()
	list, err := s.read.Latest(t.Context(), []int64{pointID})
	if err != nil {
		t.Fatal(err)
	}
	return list[0]
}

// Every reason for which a point is not judged, and its fix.
func TestJudgementReasons(t *testing.T) {
	change, observed := limit("level", alarm.Accumulated), limit("level", alarm.Observed)
	off := observed
	off.Enable = false
	none := timeline.Timeline[alarm.Thresholds]{}
	tests := []struct {
		name       string
		thresholds timeline.Timeline[alarm.Thresholds]
		configure  func(d *definition.Definition)
		readings   []message
		initial    bool
		stored     *alarm.PointLevel
		code       query.Code
		fix        query.Fix
		reason     string
	}{
		{
			name: "judged", thresholds: thresholds(observed), readings: []message{level(start, 3)},
			stored: new(stands(observed, 1)), code: query.Judged, reason: "Judged",
		},
		{
			name: "no threshold", thresholds: none, readings: []message{level(start, 3)}, code: query.NoThreshold,
			fix: query.SetThreshold, reason: "No threshold",
		},
		{
			name: "monitoring off", thresholds: thresholds(observed), readings: []message{level(start, 3)}, stored: new(stands(observed, 1)),
			code: query.SwitchedOff, fix: query.SwitchOn, reason: "switched off",
			configure: func(d *definition.Definition) { d.Config.Monitoring = versions(definition.Monitoring{Off: true}) },
		},
		{
			name: "thresholds off", thresholds: thresholds(off), readings: []message{level(start, 3)},
			code: query.NoThreshold, fix: query.EnableThreshold, reason: "No threshold enabled",
		},
		{
			name: "no initial value", thresholds: thresholds(change), readings: []message{level(start, 3)},
			code: query.NoInitialValue, fix: query.SetInitialValue,
			configure: func(d *definition.Definition) { d.Config.Initial = timeline.Timeline[definition.Initial]{} }, reason: "no initial value",
		},
		{
			name: "initial value is forming", thresholds: thresholds(change), readings: []message{level(start, 3)},
			code: query.NoInitialValue, fix: query.SetInitialValue, reason: "still being formed",
		},
		{
			name: "no formula", thresholds: thresholds(observed), readings: []message{level(start, 3)}, code: query.NoFormula, fix: query.SetFormula,
			configure: func(d *definition.Definition) { d.Config.Formula = timeline.Timeline[definition.Formula]{} }, reason: "No formula",
		},
		{
			name: "a formula that fails", thresholds: thresholds(observed), code: query.NoFormula, fix: query.SetFormula,
			configure: func(d *definition.Definition) {
				d.Config.Formula = versions(definition.Formula{
					Rules: []definition.Rule{{ComputedField: "level", FormulaType: definition.CustomFormula, Text: "1 +"}},
				})
			}, reason: "has an error",
		},
		{
			name: "no device", thresholds: thresholds(observed), code: query.NoFormula, fix: query.BindDevice,
			configure: func(d *definition.Definition) { d.Config.Binding = timeline.Timeline[definition.Binding]{} }, reason: "No device",
		},
		{
			name: "another field", thresholds: thresholds(limit("pressure", alarm.Observed)),
			readings: []message{level(start, 3)}, code: query.NoFormula, fix: query.SetFormula, reason: "does not compute this field",
		},
		{
			name: "a held reading", thresholds: thresholds(observed),
			readings: []message{level(start, 99, reading.Provisional)}, code: query.ReadingHeld, fix: query.ViewData, reason: "jumped",
		},
		{
			name: "the other face", thresholds: thresholds(limit("displX", alarm.Accumulated)), code: query.UnpairedFace, fix: query.ViewData,
			configure: prism, reason: "other face",
		},
		{name: "never any data", thresholds: thresholds(observed), code: query.NoData, fix: query.ViewDevice, reason: "No data received yet"},
		{
			name: "no data since", readings: []message{level(start, 3)}, code: query.NoData, fix: query.ViewDevice, reason: "since the threshold took effect",
			thresholds: timeline.Of([]timeline.Version[alarm.Thresholds]{
				{ID: 9, ValidFrom: start + hour, Value: alarm.Thresholds{List: []alarm.Threshold{observed}}},
			}),
		},
		{
			name: "no rate yet", thresholds: thresholds(limit("level", alarm.Rate)),
			readings: []message{level(start, 3)}, initial: true, code: query.NoData, fix: query.ViewData, reason: "change rate",
		},
		{
			name: "no value of the field", thresholds: thresholds(limit("temp", alarm.Observed)),
			readings: []message{{t: start, values: map[string]float64{"level": 3}}},
			code:     query.NoData, fix: query.ViewData, reason: "no value for this field",
		},
	}
	met := map[query.Code]bool{query.PartlyJudged: true} // tested separately
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			s := newSite(t)
			d := piezometer(pointID)
			d.Thresholds = test.thresholds
			if test.configure != nil {
				test.configure(&d)
			}
			p := s.add(d)
			switch {
			case test.code == query.UnpairedFace:
				s.write(series.Batch{Raw: []series.Put{{
					Series: p.At(start).Main, Time: start, Received: start, Values: []float64{127.2356, 88.3596, 183.2746, 1},
					Columns: reading.Intern([]reading.Column{{Field: "hz"}, {Field: "v"}, {Field: "sd"}, {Field: "face"}}),
				}}})
			case p.At(start).Program != nil:
				s.store(pointID, test.readings...)
			}
			if test.initial {
				s.initial(pointID, 1, 2, 3)
			}
			if test.stored != nil {
				s.levels = []alarm.PointLevel{*test.stored}
			}
			got := newestOf(t, s)
			j := got.Judgement
			if j.Code != test.code || j.Fix() != test.fix || !strings.Contains(j.Reason.En, test.reason) ||
				(got.Level == alarm.NotJudged) != (test.code != query.Judged) {
				t.Errorf("level %d, %s, fix %q, %q", got.Level, j.Code, j.Fix(), j.Reason.En)
			}
			if j.Reason.Zh == "" || j.Reason.Tw == "" || test.fix != "" && (test.fix.Name().Zh == "" || test.fix.Name().Tw == "") {
				t.Errorf("missing in a language: %+v, %+v", j.Reason, test.fix.Name())
			}
			met[j.Code] = true
		})
	}
	for _, code := range query.Codes() {
		if !met[code] {
			t.Errorf("no case for %s", code)
		}
	}
}

// prism turns a point into a total station target in two faces.
func prism(d *definition.Definition) {
	d.Point.Measurement, d.Point.Category = "SurfaceDisplacement", "Station"
	d.Config.Formula = versions(definition.Formula{Rules: []definition.Rule{{
		FormulaType: definition.SystemFormula, SysFormula: "TS_POLAR", Options: map[string]string{"faces": "2", "ppmApplied": "true"},
		Params: map[string]float64{"N0": 0, "E0": 0, "Z0": 0, "orientation": -30},
	}}})
}

// A partly judged point names the thresholds that do not judge, with their limits.
func TestPartlyJudgedPointNamesMissingThresholds(t *testing.T) {
	s := newSite(t)
	d := piezometer(pointID)
	judged := limit("temp", alarm.Observed)
	change := limit("level", alarm.Accumulated)
	change.Lower = &alarm.Lower{Blue: ptr(0.5)}
	d.Thresholds = thresholds(judged, change)
	d.Config.Initial = timeline.Timeline[definition.Initial]{}
	s.add(d)
	s.store(pointID, level(start, 3))
	s.levels = []alarm.PointLevel{stands(judged, 2)}
	got := newestOf(t, s)
	j := got.Judgement
	if got.Level != 2 || j.Code != query.PartlyJudged || j.Fix() != query.SetInitialValue || len(j.Missing) != 1 {
		t.Fatalf("level %d, %+v", got.Level, j)
	}
	missing := j.Missing[0]
	if missing.Field != "level" || missing.ValueType != query.Accumulated || missing.Code != query.NoInitialValue || missing.Limits != 3 {
		t.Errorf("%+v", missing)
	}
	if want := "部分未判定：" + missing.Label.Zh + "（阈值未生效：无初始值）"; missing.Label.Zh == "" || j.Reason.Zh != want {
		t.Errorf("%q, want %q", j.Reason.Zh, want)
	}
	sum := query.NewSummary()
	sum.Add(&got, s.now)
	if sum.Judged != 1 || sum.Levels[2] != 1 || sum.NotJudged() != 0 {
		t.Errorf("%+v", sum)
	}
}

// A summary has the highest level of the judged points, their number, and no level without any.
func TestSummaryCountsJudgedPoints(t *testing.T) {
	const now = start + day
	sum := query.NewSummary()
	for _, l := range []query.Latest{{Level: alarm.NotJudged, Time: now}, {Level: alarm.NotJudged}} {
		sum.Add(&l, now)
	}
	if sum.Level != alarm.NotJudged || sum.Judged != 0 || sum.NotJudged() != 2 || sum.NoData != 1 || sum.Levels != [5]int{} {
		t.Errorf("none judged: %+v", sum)
	}
	other := query.NewSummary()
	for _, level := range []alarm.Level{0, 3} {
		other.Add(&query.Latest{Level: level, Time: now}, now)
	}
	sum.Merge(other)
	if sum.Level != 3 || sum.Judged != 2 || sum.Points != 4 || sum.Levels != [5]int{0: 1, 3: 1} {
		t.Errorf("2 of 4 judged: %+v", sum)
	}
}

// Data is stale after three intervals. A point that never reported has no data, and is not stale.
func TestStaleIsOlderThanThreeIntervals(t *testing.T) {
	for _, test := range []struct {
		name   string
		latest query.Latest
		stale  bool
	}{
		{"three intervals", query.Latest{Time: start, Interval: hour}, false},
		{"longer", query.Latest{Time: start - 1, Interval: hour}, true},
		{"never", query.Latest{Interval: hour}, false},
		{"manual", query.Latest{Time: start - 900*hour}, false},
	} {
		if got := test.latest.Stale(start + 3*hour); got != test.stale {
			t.Errorf("%s: %v", test.name, got)
		}
	}
}

// A threshold that cannot judge is reported before it is saved.
func TestUnarmedThresholds(t *testing.T) {
	s := newSite(t)
	draft := func(id int64, configure func(d *definition.Definition), list ...alarm.Threshold) *compiled.Point {
		d := piezometer(id)
		d.Point.Name = "SW"
		d.Thresholds = timeline.Of([]timeline.Version[alarm.Thresholds]{
			{ID: -1, ValidFrom: start + 90*day, Value: alarm.Thresholds{List: list}},
		}) // begins later
		if configure != nil {
			configure(&d)
		}
		return s.add(d)
	}
	change, observed := limit("level", alarm.Accumulated), limit("level", alarm.Observed)
	noInitial := func(d *definition.Definition) { d.Config.Initial = timeline.Timeline[definition.Initial]{} }
	points := []*compiled.Point{
		draft(1, nil, change, observed), // its initial value will form from the next readings
		draft(2, noInitial, change, observed),
		draft(3, noInitial, change),
		draft(4, nil, limit("pressure", alarm.Observed)),
		draft(5, func(d *definition.Definition) { d.Config.Formula = timeline.Timeline[definition.Formula]{} }, observed),
		draft(6, nil, observed),
		draft(7, func(d *definition.Definition) { d.Config.Binding = timeline.Timeline[definition.Binding]{} }, observed),
	}
	for id := range int64(5) {
		if points[id].At(start).Program != nil {
			s.store(id+1, level(start, 3))
		}
	}
	found, err := s.read.Unarmed(t.Context(), points)
	if err != nil {
		t.Fatal(err)
	}
	type said struct {
		code   query.Code
		fix    query.Fix
		points []int64
	}
	var got []said
	for _, one := range found {
		line := said{code: one.Code, fix: one.Fix}
		for _, p := range one.Points {
			line.points = append(line.points, p.ID)
			if len(p.Labels) != 1 {
				t.Errorf("point %d: %v", p.ID, p.Labels)
			}
		}
		got = append(got, line)
	}
	want := []said{
		{query.NoFormula, query.BindDevice, []int64{7}},
		{query.NoFormula, query.SetFormula, []int64{5}},
		{query.NoData, query.ViewDevice, []int64{6}},
		{query.NoFormula, query.SetFormula, []int64{4}},
		{query.NoInitialValue, query.SetInitialValue, []int64{2, 3}},
	}
	if !slices.EqualFunc(got, want, func(a, b said) bool { return a.code == b.code && a.fix == b.fix && slices.Equal(a.points, b.points) }) {
		t.Errorf("%+v, want %+v", got, want)
	}
	known, err := s.read.Unarmed(t.Context(), points[:4])
	if err != nil {
		t.Fatal(err)
	}
	var fresh []int64
	for _, one := range query.NewlyUnarmed(known, found) {
		for _, p := range one.Points {
			fresh = append(fresh, p.ID)
		}
	}
	if !slices.Equal(fresh, []int64{7, 5, 6}) {
		t.Errorf("newly unarmed: %v", fresh)
	}
}
