package query

import (
	"context"
	"slices"

	"plumbline/internal/core/catalog"
	"plumbline/internal/core/compiled"
	"plumbline/internal/core/definition"
	"plumbline/internal/core/formula"
	"plumbline/internal/core/reading"
)

// ComputedField is a field that the formula of a point computes.
type ComputedField struct {
	catalog.Attribute
	PerNode  bool // an array has one value per node
	Custom   bool // a custom formula computes it
	Reported bool // in reports that name no fields
}

// Computed returns the fields that the formulas of points compute now, in the order of their measurements, each with its
// value types. Nothing for a point without a formula.
func (s *Service) Computed(ctx context.Context, ids []int64) ([][]ComputedField, error) {
	find, err := s.directory.FindAll(ctx, ids)
	if err != nil {
		return nil, err
	}
	list := make([][]ComputedField, len(ids))
	for i, id := range ids {
		if p, ok := find(id); ok {
			list[i] = s.computed(p)
		}
	}
	return list, nil
}

func (s *Service) computed(p *compiled.Point) []ComputedField {
	now := s.now().UnixMilli()
	segment := p.At(now)
	each := computedFields(segment)
	rules, _ := p.Definition.Config.Formula.At(now)
	reported := reportedFields(p, segment)
	measurement := p.Definition.Point.Measurement
	there := make(map[string]bool, len(each))
	for name := range each {
		there[name] = true
	}
	list := make([]ComputedField, 0, len(each))
	for _, name := range order(measurement, there) {
		shown := catalog.Shown(measurement, name)
		types := make([]string, 0, len(shown.Types))
		for _, kind := range shown.Types {
			if hasField(layout(segment, ValueType(kind)), name) {
				types = append(types, kind)
			}
		}
		shown.Types = types
		list = append(list, ComputedField{
			Attribute: shown, PerNode: each[name], Reported: slices.Contains(reported, name),
			Custom: slices.ContainsFunc(rules.Value.Rules, func(r definition.Rule) bool {
				return r.ComputedField == name && r.FormulaType == definition.CustomFormula
			}),
		})
	}
	return list
}

// computedFields returns the fields that a segment computes, true for one value per node; nil without a program.
func computedFields(s *compiled.Segment) map[string]bool {
	if s.Program == nil {
		return nil
	}
	fields := map[string]bool{}
	for _, columns := range [...]*reading.Columns{s.Program.Observed(), s.Program.Changed()} {
		for _, c := range columns.List {
			if !formula.Hidden(c.Field) {
				fields[c.Field] = fields[c.Field] || c.Node > 0
			}
		}
	}
	return fields
}

// circular reports whether the nodes of a segment lie around a section, and so have no depth.
func circular(s *compiled.Segment) bool {
	columns := layout(s, Accumulated)
	if columns == nil {
		return false
	}
	for _, c := range columns.List {
		if c.Field == "radial" {
			return true
		}
	}
	return false
}

// pages caches the data views of a point while its configuration is unchanged.
type pages struct {
	point *compiled.Point
	until int64
	slugs []string
}

// Pages returns the slugs of the data views of points, the default first; nothing for an unknown point. Only this
// method decides which views a point has.
func (s *Service) Pages(ctx context.Context, ids []int64) ([][]string, error) {
	find, err := s.directory.FindAll(ctx, ids)
	if err != nil {
		return nil, err
	}
	now := s.now().UnixMilli()
	s.pagesMu.Lock()
	defer s.pagesMu.Unlock()
	list := make([][]string, len(ids))
	for i, id := range ids {
		p, ok := find(id)
		if !ok {
			continue
		}
		known := s.pages[id]
		if known.point != p || now >= known.until {
			known = pagesOf(p, now)
			s.pages[id] = known
		}
		list[i] = known.slugs
	}
	return list, nil
}

func pagesOf(p *compiled.Point, now int64) pages {
	d, segment := &p.Definition, p.At(now)
	processor, _ := d.Config.Processor.At(now)
	found := catalog.PagesFor(catalog.Viewed{
		Category: d.Point.Category, Kind: string(d.Point.Kind), Measurement: d.Point.Measurement,
		Mode: processor.Value.Mode, Fields: computedFields(segment),
	})
	slugs := make([]string, len(found))
	for i, page := range found {
		slugs[i] = page.Slug
	}
	return pages{p, segment.Until, slugs}
}
