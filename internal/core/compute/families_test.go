package compute_test

import (
	"cmp"
	"context"
	"math"
	"slices"
	"strconv"
	"testing"

	"pgregory.net/rapid"

	"plumbline/internal/core/catalog"
	"plumbline/internal/core/correction"
	"plumbline/internal/core/definition"
	"plumbline/internal/core/formula"
	"plumbline/internal/core/reading"
	"plumbline/internal/core/series"
	"plumbline/internal/core/timeline"
)

// believable are the ranges of raw fields that formulas accept; others are numbers between 0.5 and 2.
var believable = map[string][2]float64{
	"freq": {800, 2000}, "temp": {-10, 40}, "res": {1000, 9000}, "current": {4, 20}, "rain": {0, 3},
	"hAngle": {0, 360}, "vAngle": {70, 110}, "sDist": {10, 90}, "lat": {31.2, 31.2001}, "lon": {121.5, 121.5001},
	"windDir": {0, 360}, "a0": {-3000, 3000}, "b0": {-3000, 3000}, "a180": {-3000, 3000}, "b180": {-3000, 3000},
	"angle": {0, 360}, "dist": {3, 3.02}, "tilt": {-1, 1}, "freq1": {800, 2000}, "freq2": {800, 2000}, "freq3": {800, 2000},
}

// sized are settings of which most numbers are impossible.
var sized = map[string]float64{"diameter": 90, "wall": 8, "area": 20_000, "width": 800, "height": 600, "bars": 8}

// ofFamily is a point computed by a system formula with drawn settings. Its readings come from the main source and those that the
// settings name.
func ofFamily(t *rapid.T, h *harness, f formula.SystemFormula) (d definition.Definition, sources map[string]series.ID) {
	d, main := gauge(h)
	device, _ := main.Channel()
	sources = map[string]series.ID{"": main}
	binding := definition.Binding{Sources: []definition.Source{{Role: "main", DeviceID: device}}}
	for _, kind := range catalog.DeviceTypes() {
		if slices.Contains(f.SuitsTypes, kind.Code) && len(kind.Measurements) > 0 {
			d.Point.Measurement = kind.Measurements[0]
			break
		}
	}
	rule := definition.Rule{FormulaType: definition.SystemFormula, SysFormula: f.Code, Params: map[string]float64{}, Options: map[string]string{}}
	if len(f.Outputs) == 0 || len(f.Fields) > 0 {
		rule.ComputedField = "width"
		if len(f.Fields) > 0 {
			rule.ComputedField = rapid.SampledFrom(f.Fields).Draw(t, "field")
		}
	}
	for i, s := range f.Settings {
		if !s.Required && !rapid.Bool().Draw(t, "set "+s.Name) {
			continue
		}
		switch {
		case s.Kind == "number" && len(s.Choices) > 0:
			v, err := strconv.ParseFloat(rapid.SampledFrom(s.Choices).Draw(t, s.Name).Code, 64)
			if err != nil {
				t.Fatal(err)
			}
			rule.Params[s.Name] = v
		case s.Kind == "number":
			v, ok := sized[s.Name]
			if !ok {
				v = float64(i + 1)
			}
			if s.Min != nil {
				v = max(v, *s.Min)
			}
			if s.Max != nil {
				v = min(v, *s.Max)
			}
			rule.Params[s.Name] = cmp.Or(v, 1)
		case s.Kind == "source":
			role, id := "at"+s.Name, h.next()
			sources[role] = series.RawID(id, 0)
			binding.Sources = append(binding.Sources, definition.Source{Role: role, DeviceID: id})
			rule.Options[s.Name] = role
		case len(s.Choices) > 0:
			rule.Options[s.Name] = rapid.SampledFrom(s.Choices).Draw(t, s.Name).Code
		}
	}
	d.Config.Binding = versions(h, at(0, binding))
	d.Config.Formula = versions(h, at(0, definition.Formula{Rules: []definition.Rule{rule}}))
	d.Config.Initial = versions(h, at(0, definition.Initial{Mode: "auto", Count: rapid.IntRange(1, 2).Draw(t, "initial")}))
	geometry := definition.Geometry{SegmentLen: 500}
	for no := range int32(4) {
		geometry.Nodes = append(geometry.Nodes, definition.Node{No: no + 1, Used: true})
	}
	config := definition.DeviceConfig{Geometry: timeline.Of([]timeline.Version[definition.Geometry]{{ID: h.next(), Value: geometry}})}
	if f.Code == "PIPE_ATTITUDE" {
		pipe := definition.Pam{Entry: &definition.Station{}, Length: 6, Step: 2, Average: rapid.Bool().Draw(t, "average")}
		config.Pam = timeline.Of([]timeline.Version[definition.Pam]{{ID: h.next(), Value: pipe}})
	}
	d.Devices = map[int64]definition.Device{device: {ID: device, Config: config}}
	return d, sources
}

// readingsOf draws readings of what a program reads, hours apart. Some lack a value.
func readingsOf(t *rapid.T, program formula.Program, sources map[string]series.ID) (rows []series.Put) {
	columns := map[string][]reading.Column{"": {{Field: "battery"}}} // a reading of the main source at least
	for _, in := range program.Inputs() {
		// A section is scanned at up to 40 angles; a pipe has four stations, known by their angles.
		if in.Node > 40 || in.Node > 4 && in.Field != "dist" && in.Field != "angle" || in.Node > 0 && (in.Field == "northing" || in.Field == "easting") {
			continue
		}
		columns[in.Role] = append(columns[in.Role], reading.Column{Field: in.Field, Node: in.Node})
	}
	count := rapid.IntRange(2, 10).Draw(t, "readings")
	for role, list := range columns {
		id, ok := sources[role]
		if !ok {
			continue
		}
		set := reading.Intern(list)
		for i := range count {
			values := make([]float64, set.Len())
			for k, column := range set.List {
				if values[k] = reading.Missing; column.Field != "chainage" && rapid.IntRange(0, 29).Draw(t, "there") == 0 {
					continue
				}
				bounds, ok := believable[column.Field]
				switch {
				case column.Field == "chainage": // stations follow one another
					bounds = [2]float64{float64(2*column.Node - 2), float64(2*column.Node - 1)}
				case column.Field == "angle" && column.Node > 0: // around the section
					bounds = [2]float64{9 * float64(column.Node-1), 9*float64(column.Node-1) + 1}
				case !ok:
					bounds = [2]float64{0.5, 2}
				}
				values[k] = rapid.Float64Range(bounds[0], bounds[1]).Draw(t, column.Field)
				if column.Field == formula.PipeDirection {
					values[k] = math.Copysign(1, values[k]-1)
				}
			}
			late := rapid.Int64Range(0, 20).Draw(t, "late") * 60 * second
			if role == "" {
				late = 0
			}
			rows = append(rows, series.Put{Series: id, Time: start + int64(i)*hour + late, Columns: set, Values: values})
		}
	}
	slices.SortFunc(rows, func(a, b series.Put) int { return cmp.Compare(a.Time, b.Time) })
	return rows
}

// Every system formula gives the same results in whatever order its readings arrive, some of them twice, and whatever is
// withdrawn and restored in between: those of one computation of all that stands.
func TestEveryFamilyIsComputedAliveAsAgain(t *testing.T) {
	families, shown := 0, 0
	for _, f := range formula.SystemFormulas() {
		t.Run(f.Code, func(t *testing.T) {
			h, outer, values, examples := openHarness(t), t, 0, 0
			rapid.Check(t, func(t *rapid.T) {
				if examples++; examples%10 != 1 { // of 41 families a tenth of the examples is enough
					return
				}
				d, sources := ofFamily(t, h, f)
				s := newSite(outer, h, d)
				id := d.Point.ID
				p, ok := s.directory.Point(id)
				if !ok || p.At(start).Program == nil {
					return // settings that contradict each other
				}
				rows := rapid.Permutation(readingsOf(t, p.At(start).Program, sources)).Draw(t, "order")
				for i := 0; i < len(rows); {
					n := min(rapid.IntRange(1, 4).Draw(t, "batch"), len(rows)-i)
					s.now += 1000 * second
					s.send(true, append([]series.Put(nil), rows[i:i+n]...)...)
					if rapid.IntRange(0, 3).Draw(t, "again") == 0 {
						s.send(true, append([]series.Put(nil), rows[:i+n]...)...)
					}
					i += n
					switch rapid.IntRange(0, 4).Draw(t, "event") {
					case 0:
						c := correction.Correction{ID: h.next(), PointID: id, Kind: correction.Withdraw, RecordedAt: s.now}
						c.From = start + rapid.Int64Range(0, 10).Draw(t, "of")*hour
						c.To = c.From
						s.configure(id, c.From, func(d *definition.Definition) { d.Corrections = append(d.Corrections, c) })
					case 1:
						if list := s.definitions[id].Corrections; len(list) > 0 && list[0].RevokedAt == 0 {
							s.configure(id, list[0].From, func(d *definition.Definition) { d.Corrections[0].RevokedAt = s.now })
						}
					}
					s.worker.Steps(context.Background(), rapid.IntRange(0, 3).Draw(t, "steps"))
				}
				s.drain()
				s.compare(t, id)
				for _, r := range s.results(id) {
					values += len(r.Values)
				}
			})
			if families++; values > 0 {
				shown++
			}
		})
	}
	if 4*shown < 3*families { // what was drawn for the others had no result
		t.Errorf("%d of %d formulas had results", shown, families)
	}
}
