package point

import (
	"context"
	"encoding/json"

	"plumbline/internal/core/catalog"
	"plumbline/internal/core/definition"
	"plumbline/internal/core/timeline"
	"plumbline/internal/platform/access"
	"plumbline/internal/platform/audit"
	"plumbline/internal/platform/errs"
	"plumbline/internal/platform/exclusion"
	"plumbline/internal/site/versions"
)

// Conversion changes the kind of a point from a time on (specification section 4: normal, combination, artificial).
// Earlier results are kept.
type Conversion struct {
	Kind     Kind
	Category string              // of a normal point: the device type; otherwise derived from the kind
	From     int64               // UTC ms
	Sources  []definition.Source // its sources from then on; composite: its sub-points; may otherwise be empty
	Formula  []definition.Rule   // its formula from then on; empty: the values of the sources
	Note     string
}

// Convert changes kind, binding and formula in one step.
func (s *Service) Convert(ctx context.Context, who audit.Actor, id int64, c Conversion) (converted Point, err error) {
	err = s.store.Exclusively(ctx, exclusion.Owners{Points: []int64{id}}, func(ctx context.Context) error {
		p, drafts, err := s.PlanConversion(ctx, who.Scope, id, c)
		if err != nil {
			return err
		}
		converted = p
		return s.store.ConvertPoint(ctx, who, p, drafts)
	})
	return converted, err
}

// PlanConversion returns the converted point and the versions that start with it; never none.
func (s *Service) PlanConversion(ctx context.Context, scope access.Scope, id int64, c Conversion) (Point, []timeline.Draft, error) {
	p, err := s.store.Point(ctx, scope, id)
	if err != nil {
		return Point{}, nil, err
	}
	var refusals errs.Refusals
	switch {
	case p.Kind == Virtual || p.Kind == Temporary:
		return Point{}, nil, errs.OnField("type", errs.NoConversion)
	case c.Kind == p.Kind:
		refusals.Add("type", errs.Unchangeable)
	}
	switch c.Kind {
	case Normal:
		if !catalog.Serves(c.Category, p.Measurement) {
			refusals.Add("category", errs.CategoryMismatch)
		}
	case Composite:
		c.Category = compositeCategory
		if len(c.Sources) == 0 {
			refusals.Add("sources", errs.AtLeastOnePoint)
		}
	case Artificial:
		if m, _ := catalog.MeasurementOf(p.Measurement); !m.Manual {
			refusals.Add("type", errs.NotByHand)
		}
		c.Category = artificialCategory
	default:
		refusals.Add("type", errs.NotOneOf, "allowed", "normal, composite, artificial")
	}
	if err := refusals.Err(); err != nil {
		return Point{}, nil, err
	}
	p.Kind, p.Category = c.Kind, c.Category
	records, err := s.store.VersionsOf(ctx, scope, timeline.OfPoint, id)
	if err != nil {
		return Point{}, nil, err
	}
	binding, formula := definition.Binding{Sources: c.Sources}, definition.Formula{Rules: c.Formula}
	if binding.Sources == nil {
		binding.Sources = []definition.Source{}
	}
	if formula.Rules == nil {
		formula.Rules = []definition.Rule{}
	}
	drafts := make([]timeline.Draft, 0, 2)
	for _, part := range []struct {
		aspect definition.PointAspect
		value  any
		empty  bool
	}{{definition.AspectBinding, binding, len(c.Sources) == 0}, {definition.AspectFormula, formula, len(c.Formula) == 0}} {
		value, err := json.Marshal(part.value)
		if err != nil {
			return Point{}, nil, err
		}
		draft := timeline.Draft{Aspect: string(part.aspect), ValidFrom: c.From, Value: value, Note: c.Note}
		if err := versions.CheckDate(draft); err != nil {
			return Point{}, nil, err
		}
		if !part.empty {
			if err := refusals.Merge("", s.CheckDraft(ctx, p, records, draft, 0)); err != nil {
				return Point{}, nil, err
			}
		}
		drafts = append(drafts, draft)
		records = append(records, versions.Drafted(timeline.OfPoint, draft)...)
	}
	return p, drafts, refusals.Err()
}
