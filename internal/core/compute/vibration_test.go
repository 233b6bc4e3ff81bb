package compute_test

import (
	"context"
	"encoding/json"
	"math"
	"testing"

	"plumbline/internal/core/compute"
	"plumbline/internal/core/definition"
	"plumbline/internal/core/reading"
	"plumbline/internal/core/series"
	"plumbline/internal/core/vibration"
	"plumbline/internal/platform/database"
)

// recorder is a point that shows peak and dominant frequency of a vibration monitor.
func recorder(h *harness) (definition.Definition, series.ID) {
	d, raw := gauge(h)
	d.Point.Measurement = "Vibration"
	d.Config.Formula = versions(h, at(0, definition.Formula{Rules: []definition.Rule{
		{ComputedField: "ppv", FormulaType: definition.SystemFormula, SysFormula: "DIRECT"},
		{ComputedField: "freqX", FormulaType: definition.SystemFormula, SysFormula: "DIRECT"},
	}}))
	return d, raw
}

// wave returns the parts of a record of a wave in mm/s, 200 samples each at 100 Hz.
func wave(id series.ID, t int64, parts int, amplitude, frequency float64) []series.Waveform {
	var list []series.Waveform
	for p := range parts {
		samples := make([]int16, 200)
		for i := range samples {
			samples[i] = int16(math.Round(1000 * amplitude * math.Cos(2*math.Pi*frequency*float64(p*200+i)/100)))
		}
		w := series.Waveform{Series: id, Fragment: vibration.Fragment{
			Time: t, Received: t, Rate: 100, Scale: 0.001, Count: 200,
			Axes: []vibration.Component{{Field: "vx", Unit: "mm/s"}}, Samples: [][]int16{samples},
		}}
		if parts > 1 {
			w.Part, w.Parts = int32(p+1), int32(parts)
		}
		w.Content = vibration.ContentOf(&w.Fragment)
		list = append(list, w)
	}
	return list
}

// record stores parts and sends the readings that refer to them.
func (s *site) record(waves ...series.Waveform) {
	s.t.Helper()
	ctx := context.Background()
	var rows []series.Put
	for i := range waves {
		columns := reading.Intern([]reading.Column{waves[i].Column()})
		rows = append(rows, series.Put{Series: waves[i].Series, Time: waves[i].Time, Columns: columns, Values: []float64{float64(waves[i].Content)}})
	}
	err := s.harness.db.Write(ctx, func(tx *database.Tx) error {
		_, apply, err := s.harness.series.Write(ctx, tx.Tx, series.Batch{Waveforms: waves})
		if err == nil {
			tx.AfterCommit(apply)
		}
		return err
	})
	if err != nil {
		s.t.Fatal(err)
	}
	s.send(true, rows...)
}

func (s *site) values(id int64) [][]float64 {
	s.t.Helper()
	s.drain()
	var list [][]float64
	for _, r := range s.results(id) {
		list = append(list, []float64{r.Values[reading.Column{Field: "ppv"}], r.Values[reading.Column{Field: "freqX"}]})
	}
	return list
}

func (s *site) want(id int64, want ...[]float64) {
	s.t.Helper()
	got := s.values(id)
	if len(got) != len(want) {
		s.t.Fatalf("results %v, want %v", got, want)
	}
	for i := range want {
		for k := range want[i] {
			if math.Abs(got[i][k]-want[i][k]) > 0.01 {
				s.t.Fatalf("results %v, want %v", got, want)
			}
		}
	}
}

// A record gives its point one result at its start. Its parts come in any order; until all are there it has no frequency.
// A late record, a corrected part and other settings are folded like any other reading.
func TestRecordsGiveResults(t *testing.T) {
	h := openHarness(t)
	d, raw := recorder(h)
	s := newSite(t, h, d)
	id := d.Point.ID

	s.record(wave(raw, start+hour, 1, 2, 10)...)
	s.want(id, []float64{2, 10})

	parts := wave(raw, start+2*hour, 3, 4, 5)
	s.record(parts[2])
	s.record(parts[0])
	if v := s.values(id); len(v) != 2 || math.Abs(v[1][0]-4) > 0.01 || v[1][1] != 0 {
		t.Fatalf("with a gap: %v", v)
	}
	s.record(parts[1])
	s.record(parts[1])
	s.want(id, []float64{2, 10}, []float64{4, 5})

	s.record(wave(raw, start, 1, 1, 20)...) // late
	s.want(id, []float64{1, 20}, []float64{2, 10}, []float64{4, 5})

	s.record(wave(raw, start+2*hour, 3, 6, 5)...) // corrected
	s.want(id, []float64{1, 20}, []float64{2, 10}, []float64{6, 5})

	// What the instrument sent itself stays.
	own := series.Put{Series: raw, Time: start, Columns: reading.Intern([]reading.Column{{Field: "ppv"}}), Values: []float64{1.5}}
	s.send(true, own)
	s.want(id, []float64{1.5, 20}, []float64{2, 10}, []float64{6, 5})

	s.restart()
	s.mark(id, 0)
	s.want(id, []float64{1.5, 20}, []float64{2, 10}, []float64{6, 5})
}

// Other settings give other results of the samples that are kept, from their date on. Where retention deleted the samples,
// the summaries stay that were in use.
func TestSettingsOfRecordsAreDated(t *testing.T) {
	h := openHarness(t)
	d, raw := recorder(h)
	d.Config.Formula = versions(h, at(0, definition.Formula{Rules: []definition.Rule{
		{ComputedField: "ppv", FormulaType: definition.SystemFormula, SysFormula: "DIRECT"},
	}}))
	s := newSite(t, h, d)
	id := d.Point.ID
	accelerated := func(t int64) []series.Waveform {
		list := wave(raw, t, 5, 10, 5)
		for i := range list {
			list[i].Axes = []vibration.Component{{Field: "ax", Unit: "m/s2"}}
			list[i].Content = vibration.ContentOf(&list[i].Fragment)
		}
		return list
	}
	s.record(accelerated(start)...)
	s.record(accelerated(start + hour)...)
	before := s.values(id)
	if len(before) != 2 || before[0][0] < 300 || before[0] == nil {
		t.Fatalf("velocity of an acceleration of 10 m/s² at 5 Hz: %v", before)
	}
	s.configure(id, start+hour, func(d *definition.Definition) {
		d.Config.Processor = versions(h, at(start+hour, definition.Processor{Vibration: &definition.Vibration{HighPass: 10}}))
	})
	after := s.values(id)
	if after[0][0] != before[0][0] || after[1][0] > before[1][0]/2 {
		t.Fatalf("a corner above the wave from the second record on: %v became %v", before, after)
	}

	ctx := context.Background()
	kept, err := json.Marshal(map[string]vibration.Summary{
		vibration.Settings{}.Key(): {"ppv": before[0][0]}, vibration.Settings{HighPass: 10}.Key(): {"ppv": after[1][0]},
	})
	if err != nil {
		t.Fatal(err)
	}
	err = h.db.Write(ctx, func(tx *database.Tx) error {
		_, err := h.series.DropSamples(ctx, tx.Tx, raw, start+hour, start+2*hour, string(kept))
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	s.mark(id, 0)
	s.want(id, after...)

	// A frame that is only tried sees its own samples.
	w := wave(raw, start+2*hour, 1, 3, 10)
	tried, err := s.previewer.Try(ctx, []series.Put{{
		Series: raw, Time: w[0].Time, Columns: reading.Intern([]reading.Column{w[0].Column()}), Values: []float64{float64(w[0].Content)},
	}}, w)
	if err != nil || len(tried) != 1 || len(tried[0].Rows) != 1 || math.Abs(tried[0].Rows[0].Values[0]-3) > 0.01 {
		t.Errorf("tried %+v, %v", tried, err)
	}
	if _, _, found, err := compute.Trace(ctx, must(s.directory.Point(id)), h.series, start); !found || err != nil {
		t.Error("no trace of a record", err)
	}
}

func must[T any](made T, _ bool) T { return made }
