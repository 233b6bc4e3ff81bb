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

var (
	vesselColumns = reading.Intern([]reading.Column{{Field: "level"}})
	stringColumns = reading.Intern([]reading.Column{
		{Field: "angleX", Node: 1}, {Field: "angleY", Node: 1}, {Field: "angleX", Node: 2}, {Field: "angleY", Node: 2},
	})
	prismColumns = reading.Intern([]reading.Column{{Field: "northing"}, {Field: "easting"}})
)

func system(code string) definition.Formula {
	return definition.Formula{Rules: []definition.Rule{{FormulaType: definition.SystemFormula, SysFormula: code}}}
}

// A hydrostatic level follows its reference point, and an inclinometer the surveyed point at its top, in whatever
// order readings, revisions and withdrawals arrive. The reference may change over time.
func TestPointsFollowReferencePoints(t *testing.T) {
	h, outer := openHarness(t), t
	rapid.Check(t, func(t *rapid.T) {
		vessel := func(refs ...since[definition.Processor]) (definition.Definition, series.ID) {
			d, raw := gauge(h)
			d.Point.Measurement = "DBCJ"
			d.Config.Formula = versions(h, at(0, system("HSL")))
			d.Config.Processor = versions(h, refs...)
			return d, raw
		}
		first, rawFirst := vessel()
		second, rawSecond := vessel(at(0, definition.Processor{RefPoint: first.Point.ID}))
		third, rawThird := vessel(at(0, definition.Processor{RefPoint: first.Point.ID, SyncTolerance: 600}),
			at(start+15*hour, definition.Processor{RefPoint: second.Point.ID}))

		prism, rawPrism := gauge(h)
		prism.Point.Measurement = "SurfaceDisplacement"
		prism.Config.Formula = versions(h, at(0, definition.Formula{Rules: []definition.Rule{
			{ComputedField: "northing", FormulaType: definition.CustomFormula, Text: "northing"},
			{ComputedField: "easting", FormulaType: definition.CustomFormula, Text: "easting"},
		}}))
		chain, rawChain := gauge(h)
		chain.Point.Measurement = "DeepDisplacement"
		chain.Config.Formula = versions(h, at(0, system("INCLINO_CHAIN")))
		chain.Config.Processor = versions(h, at(0, definition.Processor{FixedEnd: "top", TopShiftSource: prism.Point.ID}))
		geometry := definition.Geometry{SegmentLen: 500, MarkAngle: 30, Nodes: []definition.Node{{No: 1, Used: true}, {No: 2, Used: true}}}
		id, _ := rawChain.Channel()
		chain.Devices = map[int64]definition.Device{id: {ID: id, Config: definition.DeviceConfig{
			Geometry: timeline.Of([]timeline.Version[definition.Geometry]{{ID: h.next(), Value: geometry}}),
		}}}
		chain.Thresholds = versions(h, at(0, drawThresholds(t)))
		s := newSite(outer, h, first, second, third, prism, chain)

		number := func(name string) float64 { return rapid.Float64Range(-3, 3).Draw(t, name) }
		var rows []series.Put
		for i := range rapid.IntRange(5, 30).Draw(t, "readings") {
			when := start + int64(i)*hour
			late := func() int64 { return when + rapid.Int64Range(-12, 12).Draw(t, "apart")*60*1000 }
			of := func(id series.ID, at int64, columns *reading.Columns, values ...float64) {
				rows = append(rows, series.Put{Series: id, Time: at, Columns: columns, Values: values})
			}
			of(rawFirst, when, vesselColumns, 50+number("reference"))
			of(rawSecond, late(), vesselColumns, 60+number("second"))
			of(rawThird, late(), vesselColumns, 40+number("third"))
			of(rawPrism, late(), prismColumns, 500+number("northing")/1000, 800+number("easting")/1000)
			of(rawChain, when, stringColumns, number("A1"), number("B1"), number("A2"), number("B2"))
		}
		rows = rapid.Permutation(rows).Draw(t, "order")
		for i := 0; i < len(rows); {
			n := min(rapid.IntRange(1, 12).Draw(t, "batch"), len(rows)-i)
			s.now += 1000 * 1000
			s.send(true, append([]series.Put(nil), rows[i:i+n]...)...)
			i += n
			if rapid.IntRange(0, 6).Draw(t, "event") == 0 {
				of := rapid.SampledFrom([]int64{first.Point.ID, prism.Point.ID}).Draw(t, "withdrawn of")
				c := correction.Correction{
					ID: h.next(), PointID: of, Kind: correction.Withdraw, RecordedAt: s.now, From: start + 3*hour,
					To: start + rapid.Int64Range(3, 20).Draw(t, "to")*hour,
				}
				s.configure(of, c.From, func(d *definition.Definition) { d.Corrections = append(d.Corrections, c) })
			}
			s.worker.Steps(context.Background(), rapid.IntRange(0, 3).Draw(t, "steps"))
		}
		s.drain()
		for id := range s.definitions {
			s.compare(t, id)
		}
	})
}

// A vessel reading is paired only with a reference reading within the tolerance, and late reference readings count.
func TestVesselWaitsForReference(t *testing.T) {
	h := openHarness(t)
	reference, rawReference := gauge(h)
	vessel, rawVessel := gauge(h)
	for _, d := range []*definition.Definition{&reference, &vessel} {
		d.Point.Measurement = "DBCJ"
		d.Config.Formula = versions(h, at(0, system("HSL")))
	}
	vessel.Config.Processor = versions(h, at(0, definition.Processor{RefPoint: reference.Point.ID}))
	s := newSite(t, h, reference, vessel)
	read := func(id series.ID, when int64, level float64) {
		s.send(true, series.Put{Series: id, Time: when, Columns: vesselColumns, Values: []float64{level}})
		s.drain()
	}
	settled := func() (list []any) {
		for _, r := range s.results(vessel.Point.ID) {
			if v, ok := r.Values[reading.Column{Field: "settlement"}]; ok {
				list = append(list, v)
			} else {
				list = append(list, nil)
			}
		}
		return list
	}
	expect := func(what string, want ...any) {
		t.Helper()
		got := settled()
		if len(got) != len(want) {
			t.Fatalf("%s: %v, want %v", what, got, want)
		}
		for i := range got {
			if got[i] != want[i] {
				t.Fatalf("%s: %v, want %v", what, got, want)
			}
		}
	}
	const minute = 60 * 1000
	read(rawVessel, start, 60)
	expect("before its reference", nil)
	read(rawReference, start+4*minute, 50)
	expect("with it", -10.)
	read(rawVessel, start+hour, 61)
	read(rawReference, start+hour+6*minute, 50)
	expect("with one that came too long after", -10., nil)
}

// A reading of a second instrument belongs to results before it, too: also if the process is killed before it folds it.
func TestReadingOfSecondSourceSurvivesKill(t *testing.T) {
	h := openHarness(t)
	d, raw := gauge(h)
	barometer, main := h.next(), d.Config.Binding.Versions()[0].Value.Sources[0]
	d.Config.Binding = versions(h, at(0, definition.Binding{Sources: []definition.Source{main, {Role: "barometer", DeviceID: barometer}}}))
	d.Config.Formula = versions(h, at(0, formulaOf("raw-barometer.raw")))
	s := newSite(t, h, d)
	s.every = 1
	s.restart()
	s.send(true, put(raw, start, 20), put(raw, start+hour/2, 30))
	s.drain()
	s.send(false, put(series.RawID(barometer, 0), start+hour/2+hour/4, 10))
	s.restart()
	s.drain()
	if got := s.results(d.Point.ID); len(got) != 2 || got[1].Values[reading.Column{Field: "width"}] != 20 {
		t.Errorf("results %+v, want the second one less the barometer", got)
	}
}
