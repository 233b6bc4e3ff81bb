package query

import (
	"context"
	"math"
	"slices"

	"plumbline/internal/core/alarm"
	"plumbline/internal/core/catalog"
	"plumbline/internal/core/compiled"
	"plumbline/internal/core/compute"
	"plumbline/internal/core/formula"
	"plumbline/internal/core/reading"
	"plumbline/internal/core/series"
	"plumbline/internal/platform/errs"
)

// Explain traces one value of a point back to what the instrument sent. column has field, node and value type; at is
// the time of the result.
func (s *Service) Explain(ctx context.Context, pointID int64, column Column, at int64) (Explanation, error) {
	p, err := s.point(ctx, pointID)
	if err != nil {
		return Explanation{}, err
	}
	name := reading.Column{Field: column.Field, Node: column.Node}
	r := Request{Point: pointID, Fields: []string{column.Field}, Nodes: []int32{column.Node}, Start: at, End: at}
	known, err := columns(p, &r, column.ValueType)
	if err != nil {
		return Explanation{}, err
	}
	if len(known) == 0 {
		return Explanation{}, errs.New(errs.NothingHere)
	}
	e := Explanation{Column: known[0], Time: at, Initial: math.NaN(), Observed: math.NaN(), Accumulated: math.NaN(), Change: math.NaN(), Rate: math.NaN()}
	change, found, err := s.explainValues(ctx, p, name, &e)
	if err != nil {
		return Explanation{}, err
	}
	if !found {
		return Explanation{}, errs.New(errs.NoCollections)
	}
	if err := s.explainSteps(ctx, p, name, &e); err != nil {
		return Explanation{}, err
	}
	if err := s.explainFilter(ctx, p, name, &e); err != nil {
		return Explanation{}, err
	}
	if column.ValueType != Observed {
		e.Steps = append(e.Steps, change...)
	}
	if last, ok := e.lastStep(); ok {
		e.Steps = append(e.Steps, last)
	}
	e.Versions = usedVersions(p, at)
	e.Corrections = correctionsAt(p, name, column.ValueType, at)
	e.Verdicts = verdicts(p, name, &e)
	return e, nil
}

// explainValues fills in the value of a result in all value types, and the steps to its change.
func (s *Service) explainValues(ctx context.Context, p *compiled.Point, name reading.Column, e *Explanation) (change []Step, found bool, err error) {
	w, err := s.newWalker(ctx, p, []ValueType{Accumulated, Change, Rate})
	if err != nil {
		return nil, false, err
	}
	err = w.walk(ctx, e.Time, e.Time, func(r *row) error {
		found = true
		e.Flag = r.flag
		observed, changed := r.segment.Program.Observed(), r.segment.Program.Changed()
		e.Observed = pick(observed, r.observed, name)
		e.Accumulated = pick(changed, r.accumulated, name)
		e.Change = pick(changed, r.change, name)
		e.Rate = pick(changed, r.rate, name)
		initial, ok := w.changes.Initial(e.Time)
		if !ok {
			return nil
		}
		e.InitialFrom = max(initial.From, initial.Formed)
		if initial.From > 0 { // a version in effect from the beginning starts with its readings
			e.InitialFrom = initial.From
		}
		e.Initial = pick(initial.Columns, initial.Values, name)
		if r.accumulated != nil && changed.Index(name) >= 0 {
			change = changeSteps(p, r, arranged(initial.Values, initial.Columns, observed), name)
		}
		return nil
	})
	return change, found, err
}

// changeSteps returns the accumulated change with its numbers: for a base column, the observed and initial values and
// the shifts; for another, the columns it is computed from, each after its own step.
func changeSteps(p *compiled.Point, r *row, initial []float64, name reading.Column) []Step {
	program := r.segment.Program
	changed := program.Changed()
	if changed.Index(name) < program.Base() {
		return []Step{baseStep(p, r, initial, name)}
	}
	text, from := program.ExplainChange(name)
	last := Step{
		Key: string(Accumulated), Formula: text, Field: name.Field, Value: pick(changed, r.accumulated, name), Unit: ShownOf(p, name, Accumulated, r.time).Unit,
	}
	var steps []Step
	for _, c := range from {
		steps = append(steps, baseStep(p, r, initial, c))
		last.Inputs = append(last.Inputs, Input{Name: c.Field, Value: pick(changed, r.accumulated, c), Unit: ShownOf(p, c, Accumulated, r.time).Unit})
	}
	return append(steps, last)
}

func baseStep(p *compiled.Point, r *row, initial []float64, name reading.Column) Step {
	program := r.segment.Program
	observed, changed := program.Observed(), program.Changed()
	measurement := p.Definition.Point.Measurement
	at := changed.Index(name)
	text, from := program.ExplainChange(name)
	step := Step{Key: string(Accumulated), Formula: text, Field: name.Field, Value: r.accumulated[at], Unit: ShownOf(p, name, Accumulated, r.time).Unit}
	for _, c := range from {
		unit := shownColumn(measurement, c, Observed).Unit
		now, before := "v", "v_init"
		if len(from) > 1 {
			now, before = c.Field, c.Field+"_init"
		}
		step.Inputs = append(step.Inputs, Input{Name: now, Value: pick(observed, r.observed, c), Unit: unit},
			Input{Name: before, Value: pick(observed, initial, c), Unit: unit})
	}
	plain := make([]float64, changed.Len())
	program.Change(r.observed, initial, plain)
	scale := math.Pow10(catalog.ResultDecimals(measurement, name.Field))
	if shift := math.Round((r.accumulated[at]-plain[at])*scale) / scale; shift != 0 && !math.IsNaN(shift) {
		step.Formula += " + shift"
		step.Inputs = append(step.Inputs, Input{Name: "shift", Value: shift, Unit: step.Unit})
	}
	return step
}

// explainSteps runs the program again to explain it, and finds the raw readings that went in.
func (s *Service) explainSteps(ctx context.Context, p *compiled.Point, name reading.Column, e *Explanation) error {
	if e.Flag&reading.Manual != 0 && byHand(p, e.Time) {
		return nil // nothing was sent or computed
	}
	program := p.At(e.Time).Program
	in, origins, _, err := compute.Trace(ctx, p, s.series, e.Time)
	if err != nil {
		return err
	}
	env, err := s.envAt(ctx, p, e.Time)
	if err != nil {
		return err
	}
	// A field that exists only as a change (a resultant, a component) has no step: the observed columns of its node
	// explain it.
	type quantity struct {
		key  string
		node int32
	}
	told := map[quantity]bool{} // columns of one formula share intermediate quantities
	for _, observed := range explaining(program, name) {
		for _, step := range program.Explain(in, env, observed) {
			if q := (quantity{step.Key, step.Node}); step.Field == "" {
				if told[q] {
					continue
				}
				told[q] = true
			}
			if err := s.withUnits(ctx, p, e.Time, step.Inputs); err != nil {
				return err
			}
			e.Steps = append(e.Steps, stepOf(step))
			if step.Reason != "" && reading.IsMissing(step.Value) {
				e.Reason = step.Reason
			}
		}
	}
	var reads []int
	for _, observed := range explaining(program, name) {
		for _, input := range program.Reads(observed) {
			if !slices.Contains(reads, input) {
				reads = append(reads, input)
			}
		}
	}
	return s.explainRaw(ctx, p, reads, in, origins, e)
}

// explaining returns the observed columns that explain a column.
func explaining(program formula.Program, name reading.Column) []reading.Column {
	var list []reading.Column
	for _, c := range program.Observed().List {
		if c == name || program.Observed().Index(name) < 0 && c.Node == name.Node && !formula.Hidden(c.Field) {
			list = append(list, c)
		}
	}
	_, from := program.ExplainChange(name) // columns used only for the change explain it too
	for _, c := range from {
		if formula.Hidden(c.Field) {
			list = append(list, c)
		}
	}
	return list
}

// envAt returns the earlier results that the formula saw at a time.
func (s *Service) envAt(ctx context.Context, p *compiled.Point, t int64) (*formula.Env, error) {
	env := &formula.Env{Elapsed: math.NaN(), Interval: p.At(t).Collect}
	observed := p.At(t).Program.Observed()
	changes, _, err := s.changesOf(ctx, p)
	if err != nil {
		return nil, err
	}
	if initial, ok := changes.Initial(t); ok {
		env.Initial = arranged(initial.Values, initial.Columns, observed)
	}
	id := series.ResultID(p.Definition.Point.ID)
	if memory := p.At(t).Program.Memory(); memory.Span > 0 {
		env.Time, env.Zone = t, p.Zone
		if env.Past, err = s.pastAt(ctx, p, t); err != nil {
			return nil, err
		}
	}
	before, ok, err := s.before(ctx, id, t)
	if err != nil || !ok {
		return env, err
	}
	env.Previous = arranged(before.values, before.columns, observed)
	env.Elapsed = float64(t-before.time) / 1000
	return env, nil
}

// pastAt returns the valid results before a time that the program of a point reads.
func (s *Service) pastAt(ctx context.Context, p *compiled.Point, t int64) (*formula.Past, error) {
	past, program := new(formula.Past), p.At(t).Program
	from := p.MemorySince(t, program.Memory())
	return past, s.series.Scan(ctx, series.ResultID(p.Definition.Point.ID), from, t-1, nil, func(b *series.Block) error {
		for i, at := range b.Times {
			if b.Flags[i].Judged() {
				past.Append(program, at, b.Columns, rowOf(b, i).values)
			}
		}
		return nil
	})
}

func stepOf(step formula.Step) Step {
	made := Step{Key: step.Key, Formula: step.Text, Field: step.Field, Value: step.Value, Unit: step.Unit}
	for _, term := range step.Inputs {
		made.Inputs = append(made.Inputs, Input{Name: term.Name, Value: term.Value, Unit: term.Unit})
	}
	return made
}

// lastStep returns the definition of change in period or change rate (domain measurements.md section 0.1).
func (e *Explanation) lastStep() (Step, bool) {
	switch e.Column.ValueType {
	case Change:
		return Step{Key: string(Change), Formula: "δ = Δ(t) − Δ(t_prev)", Field: e.Column.Field, Value: e.Change, Unit: e.Column.Unit}, true
	case Rate:
		return Step{Key: string(Rate), Formula: "r = [Δ(t) − Δ(t*)] / (t − t*)", Field: e.Column.Field, Value: e.Rate, Unit: e.Column.Unit}, true
	}
	return Step{}, false
}

// explainRaw returns the raw readings that went in, with their earlier revisions.
func (s *Service) explainRaw(ctx context.Context, p *compiled.Point, reads []int, in []float64, origins []compute.Origin, e *Explanation) error {
	type asked struct {
		id series.ID
		at int64
	}
	revisions := map[asked][]series.Revision{}
	received := map[asked]int64{}
	for _, i := range reads {
		origin := origins[i]
		if origin.Series == 0 || !origin.Series.IsRaw() {
			continue
		}
		key := asked{origin.Series, origin.Time}
		if _, done := received[key]; !done {
			old, err := s.series.Revisions(ctx, key.id, key.at, key.at)
			if err != nil {
				return err
			}
			revisions[key] = old
			received[key] = 0
			err = s.series.Scan(ctx, key.id, key.at, key.at, nil, func(b *series.Block) error {
				if len(b.Received) > 0 {
					received[key] = b.Received[0]
				}
				return nil
			})
			if err != nil {
				return err
			}
		}
		device, channel := origin.Series.Channel()
		made := RawValue{
			Device: device, Channel: channel, Field: origin.Column.Field, Node: origin.Column.Node, Time: origin.Time, Received: received[key], Value: in[i],
		}
		if origin.Amended {
			made.Value = origin.Sent
		}
		made.Low, made.High = inputRange(p, e.Time, i)
		for _, old := range revisions[key] {
			// A column added by a later message was missing before: that is no revision.
			if old.Column == origin.Column && !reading.IsMissing(old.Value) {
				made.Revisions = append(made.Revisions, RawRevision{Value: old.Value, Received: old.Received, Replaced: old.Replaced})
			}
		}
		slices.Reverse(made.Revisions)
		e.Raw = append(e.Raw, made)
	}
	return nil
}

// isDerived reports whether a column is computed from those to which shifts are added.
func isDerived(p *compiled.Point, name reading.Column, t int64) bool {
	program := p.At(t).Program
	return program != nil && program.Changed().Index(name) >= program.Base()
}

// verdicts returns how each threshold of a field judges the value.
func verdicts(p *compiled.Point, name reading.Column, e *Explanation) []Verdict {
	thresholds, ok := p.Definition.Thresholds.At(e.Time)
	if !ok {
		return nil
	}
	var list []Verdict
	for i := range thresholds.Value.List {
		t := thresholds.Value.List[i]
		if !t.Enable || t.Field != name.Field || t.NodeRange != nil && (name.Node < t.NodeRange[0] || name.Node > t.NodeRange[1]) {
			continue
		}
		v := e.Observed
		switch t.ValueType {
		case alarm.Accumulated:
			v = e.Accumulated
		case alarm.Rate:
			v = e.Rate
		}
		verdict := Verdict{Threshold: t, Value: v, Limit: math.NaN()}
		if !math.IsNaN(v) && e.Flag.Judged() {
			judged := t.JudgeValue(v)
			verdict.Level, verdict.Side, verdict.Limit = judged.Level, judged.Side, judged.Limit
		}
		list = append(list, verdict)
	}
	return list
}
