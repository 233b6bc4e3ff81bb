package point

import (
	"context"
	"encoding/json"
	"fmt"
	"math"

	"plumbline/internal/core/catalog"
	"plumbline/internal/core/definition"
	"plumbline/internal/core/formula"
	"plumbline/internal/core/reading"
	"plumbline/internal/core/timeline"
	"plumbline/internal/platform/clock"
	"plumbline/internal/platform/errs"
)

// checkFormula validates rules against the fields of the measurement, and compiles them with binding, device and
// processor of the time.
func (s *Service) checkFormula(ctx context.Context, p Point, records []timeline.Record, from int64, f definition.Formula) error {
	var refusals errs.Refusals
	if len(f.Rules) > maxRules {
		refusals.Add("rules", errs.TooManyEntries, "max", maxRules)
		return refusals.Err()
	}
	for i, rule := range f.Rules {
		at := entry("rules", i)
		switch rule.FormulaType {
		case definition.SystemFormula:
			if rule.SysFormula == "" {
				refusals.Add(at+"sysFormula", errs.Empty)
			}
		case definition.CustomFormula:
			if rule.Text == "" {
				refusals.Add(at+"formula", errs.Empty)
			}
			if _, ok := catalog.Field(p.Measurement, rule.ComputedField); !ok {
				refusals.Add(at+"computedField", errs.FieldUnknown, "field", rule.ComputedField)
			}
		default:
			refusals.Add(at+"formulaType", errs.NotOneOf, "allowed", "SYSTEM_FORMULA, CUSTOM_FORMULA")
		}
		for name, value := range rule.Params {
			if !reading.IsFinite(value) {
				refusals.Add(at+"params."+name, errs.NotFinite)
			}
		}
	}
	if err := refusals.Err(); err != nil || len(f.Rules) == 0 {
		return err
	}
	return s.compile(ctx, p, records, from, f)
}

func (s *Service) compile(ctx context.Context, p Point, records []timeline.Record, from int64, f definition.Formula) error {
	value, err := json.Marshal(f)
	if err != nil {
		return fmt.Errorf("formula: %w", err)
	}
	at := from
	if at == 0 {
		at = clock.Now().UnixMilli() // "always" is checked with the current configuration
	}
	candidate := timeline.Record{OwnerKind: timeline.OfPoint, OwnerID: p.ID, Aspect: string(definition.AspectFormula)}
	candidate.ValidFrom, candidate.Value, candidate.RecordedAt = at, value, math.MaxInt64
	if err := s.checkNamedPoints(ctx, p, f); err != nil {
		return err
	}
	setting, bound, err := s.store.FormulaSetting(ctx, p, append(append([]timeline.Record(nil), records...), candidate), at)
	if err != nil {
		return err
	}
	_, err = formula.Compile(setting)
	wrong, ok := formula.AsError(err)
	if !ok {
		return err
	}
	if wrong.Code == formula.Incomplete && !bound {
		return nil // device settings are checked once there is a device
	}
	message, field := errs.FormulaIllegal, "formula"
	if wrong.Code == formula.Incomplete {
		message = errs.FormulaIncomplete
	}
	if f.Rules[wrong.Rule].FormulaType == definition.SystemFormula {
		field = "sysFormula"
	}
	return errs.OnField(entry("rules", wrong.Rule)+field, message, "problem", wrong.Problem, "detail", wrong.Detail,
		"column", wrong.Column, "where", whereOf(wrong))
}

// checkNamedPoints checks that a point is not computed from itself through the points in its formula and their
// sources.
func (s *Service) checkNamedPoints(ctx context.Context, p Point, f definition.Formula) error {
	for i, rule := range f.Rules {
		named := formula.PointsRead(rule.Text, rule.Options)
		if len(named) == 0 || p.ID == 0 {
			continue
		}
		feeds, err := s.store.SourcePoints(ctx, p.ProjectID)
		if err != nil {
			return err
		}
		feeds[p.ID] = named
		if circle(feeds, p.ID) {
			field := "formula"
			if rule.FormulaType == definition.SystemFormula {
				field = "sysFormula"
			}
			return errs.OnField(entry("rules", i)+field, errs.FormulaIncomplete, "problem", formula.Circular,
				"detail", p.Name, "column", 0, "where", ": "+p.Name)
		}
	}
	return nil
}

// whereOf describes the place of an error in a formula: a name with its position, or a setting with its allowed
// values.
func whereOf(wrong *formula.Error) string {
	switch {
	case wrong.Detail == "":
		return ""
	case wrong.Allowed != "":
		return fmt.Sprintf(": %s (%s)", wrong.Detail, wrong.Allowed)
	case wrong.Column == 0:
		return ": " + wrong.Detail
	}
	return fmt.Sprintf(": %s (%d)", wrong.Detail, wrong.Column)
}
