package query

import (
	"context"
	"fmt"
	"strconv"

	"plumbline/internal/core/compiled"
	"plumbline/internal/core/compute"
	"plumbline/internal/core/definition"
	"plumbline/internal/core/reading"
	"plumbline/internal/core/series"
)

// explainFilter adds how the processor's filter computed the observed value: the previous unfiltered values that it
// used.
func (s *Service) explainFilter(ctx context.Context, p *compiled.Point, name reading.Column, e *Explanation) error {
	segment := p.At(e.Time)
	filter, ok := segment.Filter(name)
	if !ok || e.Flag&reading.Replaced != 0 || byHand(p, e.Time) || reading.IsMissing(e.Observed) {
		return nil
	}
	unit := shownColumn(p.Definition.Point.Measurement, name, Observed).Unit
	step := Step{Key: "filter", Field: name.Field, Value: e.Observed, Unit: unit}
	own, err := s.unfiltered(ctx, p, name, e.Time)
	if err != nil {
		return err
	}
	before := 1
	switch filter.Kind {
	case definition.FilterMedian:
		step.Formula, before = "v = median(v₀, v₋₁, v₋₂)", 2
	case definition.FilterMean:
		step.Formula, before = fmt.Sprintf("v = mean(v₀ … v₋%d)", filter.Count-1), filter.Count-1
	case definition.FilterEWMA:
		step.Formula = "v = v_prev + α·(v₀ − v_prev)"
	}
	step.Inputs = append(step.Inputs, Input{Name: "v₀", Value: own, Unit: unit})
	if filter.Kind == definition.FilterEWMA {
		step.Inputs = append(step.Inputs, Input{Name: "α", Value: filter.Alpha})
	}
	at := e.Time
	for i := range before {
		row, found, err := s.before(ctx, series.ResultID(p.Definition.Point.ID), at)
		if err != nil {
			return err
		}
		if !found || !p.At(row.time).MeasuresLike(segment) {
			break
		}
		at = row.time
		input := Input{Name: "v₋" + strconv.Itoa(i+1), Unit: unit}
		if filter.Kind == definition.FilterEWMA {
			input.Name, input.Value = "v_prev", pick(row.columns, row.values, name)
		} else if input.Value, err = s.unfiltered(ctx, p, name, at); err != nil {
			return err
		}
		step.Inputs = append(step.Inputs, input)
	}
	e.Steps = append(e.Steps, step)
	return nil
}

// unfiltered returns the result of the formula for the readings at a time.
func (s *Service) unfiltered(ctx context.Context, p *compiled.Point, name reading.Column, t int64) (float64, error) {
	program := p.At(t).Program
	in, _, _, err := compute.Trace(ctx, p, s.series, t)
	if err != nil {
		return reading.Missing, err
	}
	env, err := s.envAt(ctx, p, t)
	if err != nil {
		return reading.Missing, err
	}
	out := make([]float64, program.Observed().Len())
	program.Observe(in, env, out)
	return pick(program.Observed(), out, name), nil
}
