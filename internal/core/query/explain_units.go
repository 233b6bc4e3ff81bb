package query

import (
	"cmp"
	"context"
	"slices"

	"plumbline/internal/core/catalog"
	"plumbline/internal/core/compiled"
	"plumbline/internal/core/definition"
	"plumbline/internal/core/formula"
	"plumbline/internal/core/reading"
)

// withUnits adds the units of values from instruments and other points, because names in a formula have none.
func (s *Service) withUnits(ctx context.Context, p *compiled.Point, t int64, terms []formula.Term) (err error) {
	for i := range terms {
		if term := &terms[i]; term.Unit == "" && (term.Kind == formula.RawTerm || term.Kind == formula.PointTerm) {
			if term.Unit, err = s.unitOfSource(ctx, p, t, term.Role, cmp.Or(term.Field, term.Name)); err != nil {
				return err
			}
		}
	}
	return nil
}

// unitOfSource returns the unit of a field of a source, a device or another point; role "" is the main source.
func (s *Service) unitOfSource(ctx context.Context, p *compiled.Point, t int64, role, field string) (string, error) {
	if ids := formula.PointsRead(role+".", nil); len(ids) == 1 {
		return s.unitOfPoint(ctx, ids[0], field)
	}
	binding, _ := p.Definition.Config.Binding.At(t)
	at := slices.IndexFunc(binding.Value.Sources, func(source definition.Source) bool {
		return role == "" || source.Role == role // the first source is the main one, whatever its name
	})
	if at < 0 {
		return "", nil
	}
	source := binding.Value.Sources[at]
	if source.PointID != 0 {
		return s.unitOfPoint(ctx, source.PointID, field)
	}
	unit := RawColumn(p.Definition.Devices[source.DeviceID].Type, reading.Column{Field: field}).Unit
	if unit == "" && role == "" { // devices that compute results send them under the names of the measurement
		unit = catalog.Shown(p.Definition.Point.Measurement, field).Unit
	}
	return unit, nil
}

func (s *Service) unitOfPoint(ctx context.Context, id int64, field string) (string, error) {
	other, ok, err := s.directory.Find(ctx, id)
	if !ok || err != nil {
		return "", err
	}
	return catalog.Shown(other.Definition.Point.Measurement, field).Unit, nil
}
