package sitedb

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"

	"plumbline/internal/core/catalog"
	"plumbline/internal/core/definition"
	"plumbline/internal/core/formula"
	"plumbline/internal/core/series"
	"plumbline/internal/core/timeline"
	"plumbline/internal/core/vibration"
	"plumbline/internal/platform/i18n"
	"plumbline/internal/site/point"
)

// Unscoped: the service has just looked the thing up in the caller's scope.
func (s *Store) FormulaInputs(ctx context.Context, p point.Point, records []timeline.Record, at int64) ([]point.Input, error) {
	d, binding, _, err := s.boundAt(ctx, p, records, at)
	if err != nil {
		return nil, err
	}
	var inputs []point.Input
	for i, source := range binding.Sources {
		var found []point.Input
		if source.PointID != 0 {
			found, err = s.resultsOf(ctx, p.ProjectID, source)
		} else {
			found, err = s.readingsOf(ctx, d, source, at)
		}
		if err != nil {
			return nil, err
		}
		for _, input := range found {
			if i > 0 { // the main source needs no role
				input.Name = source.Role + "." + input.Name
			}
			inputs = append(inputs, input)
		}
	}
	return inputs, nil
}

// readingsOf returns the fields of a device's newest readings or, before the first, those of its type.
func (s *Store) readingsOf(ctx context.Context, d definition.Definition, source definition.Source, at int64) ([]point.Input, error) {
	from, err := s.originOf(ctx, d, source, at)
	if err != nil {
		return nil, err
	}
	inputs, err := s.newest(ctx, from.raw)
	if err != nil {
		return nil, err
	}
	if len(inputs) == 0 {
		kind, _ := catalog.DeviceTypeOf(from.types[0])
		for _, field := range kind.Fields {
			inputs = append(inputs, point.Input{Name: field.Name})
		}
	}
	if d.Point.Measurement == dynamic {
		inputs = withSummary(inputs)
	}
	for i := range inputs {
		inputs[i].Label, inputs[i].Unit = from.shown(d.Point.Measurement, inputs[i].Name)
	}
	return inputs, nil
}

// withSummary offers what a record of samples has instead of the reference to them.
func withSummary(inputs []point.Input) []point.Input {
	inputs = slices.DeleteFunc(inputs, func(one point.Input) bool { return one.Name == vibration.BlockField })
	for _, field := range vibration.Fields() {
		if !slices.ContainsFunc(inputs, func(one point.Input) bool { return one.Name == field }) {
			inputs = append(inputs, point.Input{Name: field})
		}
	}
	return inputs
}

// resultsOf returns the fields of a source point: the one that the source names, or those of its measurement.
func (s *Store) resultsOf(ctx context.Context, projectID int64, source definition.Source) ([]point.Input, error) {
	other, err := s.PointIn(ctx, projectID, source.PointID)
	if err != nil {
		return nil, err
	}
	sent, err := s.newest(ctx, series.ResultID(source.PointID))
	if err != nil {
		return nil, err
	}
	measured, _ := catalog.MeasurementOf(other.Measurement)
	var inputs []point.Input
	for _, attribute := range measured.Attributes {
		if source.Field != "" && source.Field != attribute.Name {
			continue
		}
		input := point.Input{Name: attribute.Name}
		if i := slices.IndexFunc(sent, func(one point.Input) bool { return one.Name == attribute.Name }); i >= 0 {
			input = sent[i]
		} else if len(sent) > 0 {
			continue
		}
		input.Label, input.Unit = attribute.Label, attribute.Unit
		inputs = append(inputs, input)
	}
	return inputs, nil
}

// recentRows is the number of readings examined for their fields: some may omit a value.
const recentRows = 20

// newest returns the fields of a series' newest rows by name, each with the newest value of its first node.
func (s *Store) newest(ctx context.Context, id series.ID) ([]point.Input, error) {
	var inputs []point.Input
	err := s.series.Before(ctx, id, math.MaxInt64, recentRows, nil, func(b *series.Block) error {
		for c, column := range b.Columns.List {
			row := len(b.Times) - 1
			for row >= 0 && math.IsNaN(b.Values[c][row]) {
				row--
			}
			if row < 0 {
				continue
			}
			i := slices.IndexFunc(inputs, func(one point.Input) bool { return one.Name == column.Field })
			if i < 0 {
				inputs = append(inputs, point.Input{Name: column.Field})
				i = len(inputs) - 1
			}
			if one := &inputs[i]; b.Times[row] > one.Time || b.Times[row] == one.Time && column.Node < one.Node {
				one.Time, one.Node, one.Value = b.Times[row], column.Node, b.Values[c][row]
			}
		}
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("fields of series %d: %w", id, err)
	}
	slices.SortFunc(inputs, func(a, b point.Input) int { return cmp.Compare(a.Name, b.Name) })
	return inputs, nil
}

// Digital sub-devices on a bus, and manual readings, deliver engineering values under the names of the measurement.
const (
	digitalField = "reg"
	manualType   = "Artificial"
)

// dynamic is the measurement whose points read records of samples.
const dynamic = "Vibration"

// origin is the origin of a device's readings.
type origin struct {
	types []string // of the device and its collector
	raw   series.ID
}

func (s *Store) originOf(ctx context.Context, d definition.Definition, source definition.Source, at int64) (origin, error) {
	bound := d.Devices[source.DeviceID]
	id, channel, ok := bound.Carrier(at)
	if !ok {
		return origin{types: []string{bound.Type}, raw: series.RawID(source.DeviceID, source.ChannelNo)}, nil
	}
	collector, _, err := s.BoundDevice(ctx, d.Point.CorporationID, id)
	return origin{types: []string{bound.Type, collector.Type}, raw: series.RawID(collector.ID, channel)}, err
}

// shown returns label and unit of a raw field; an unknown name is its own label.
func (o origin) shown(measurement, name string) (label i18n.Label, unit string) {
	for _, code := range o.types {
		kind, _ := catalog.DeviceTypeOf(code)
		for _, field := range kind.Fields {
			if field.Name == name {
				return field.Label, field.Unit
			}
		}
	}
	if attribute, ok := catalog.Field(measurement, name); ok {
		return attribute.Label, attribute.Unit
	}
	return i18n.Label{Zh: name, En: name, Tw: name}, ""
}

// rawNames returns the field names that the device of a point can send: those of the catalog for the device and its
// collector (domain devices.md, appendix A), and those already received.
func (s *Store) rawNames(ctx context.Context, d definition.Definition, main definition.Source, at int64) (func(name string) bool, error) {
	from, err := s.originOf(ctx, d, main, at)
	if err != nil {
		return nil, err
	}
	names := map[string]bool{}
	for _, code := range from.types {
		kind, _ := catalog.DeviceTypeOf(code)
		for _, field := range kind.Fields {
			names[field.Name] = true
		}
	}
	if names[digitalField] || from.types[0] == manualType {
		measured, _ := catalog.MeasurementOf(d.Point.Measurement)
		for _, attribute := range measured.Attributes {
			names[attribute.Name] = true
		}
	}
	if d.Point.Measurement == dynamic {
		for _, field := range vibration.Fields() {
			names[field] = true
		}
	}
	sent, err := s.newest(ctx, from.raw)
	for _, input := range sent {
		names[input.Name] = true
	}
	silent := len(sent) == 0
	return func(name string) bool { return names[name] || silent && !formula.ShortName(name) }, err
}
