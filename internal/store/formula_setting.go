package store

import (
	"context"
	"fmt"
	"strconv"

	"plumbline/internal/catalogue"
	"plumbline/internal/computation"
	"plumbline/internal/dated"
	"plumbline/internal/formula"
	"plumbline/internal/point"
	"plumbline/internal/series"
)

// FormulaSetting implements point.Store.
func (s *Store) FormulaSetting(ctx context.Context, p point.Point, records []dated.Record, at int64) (formula.Setting, bool, error) {
	d := computation.Definition{Point: p, Devices: map[int64]computation.Device{}}
	if err := configure(&d, records, 0, nil); err != nil {
		return formula.Setting{}, false, err
	}
	binding, bound := d.Config.Binding.At(at)
	for _, source := range binding.Value.Sources {
		if source.DeviceID == 0 {
			continue
		}
		found, versions, err := s.BoundDevice(ctx, p.CorporationID, source.DeviceID)
		if err != nil {
			return formula.Setting{}, false, err
		}
		config, err := configureDevice(versions, 0, nil)
		if err != nil {
			return formula.Setting{}, false, err
		}
		d.Devices[source.DeviceID] = computation.Device{Device: found, Config: config}
	}
	setting, _ := (&computation.Point{Definition: d}).Setting(at)
	known, err := s.sourceFields(ctx, d, binding.Value.Sources, setting.Rules, at)
	if err != nil {
		return formula.Setting{}, false, err
	}
	setting.Source = known
	if bound = bound && len(binding.Value.Sources) > 0; !bound {
		return setting, false, nil
	}
	main := binding.Value.Sources[0]
	if main.DeviceID == 0 {
		return setting, true, nil
	}
	names, err := s.rawNames(ctx, d, main, at)
	setting.Raw = func(name string) bool { return names[name] }
	return setting, true, err
}

// sourceFields tells which names a formula may take of the sources of a binding, by their
// roles, and of the points of the project that its rules name (domain formulas.md section 1).
func (s *Store) sourceFields(ctx context.Context, d computation.Definition, sources []point.Source, rules []formula.Rule, at int64) (func(role, field string) (there, has bool), error) {
	var ids []int64
	for _, source := range sources {
		if source.PointID != 0 {
			ids = append(ids, source.PointID)
		}
	}
	for _, rule := range rules {
		ids = append(ids, formula.PointsNamed(rule.Text)...)
	}
	others, err := s.PointsNamed(ctx, d.Point.ProjectID, ids)
	if err != nil {
		return nil, err
	}
	fields := map[string]func(string) bool{}
	for id, other := range others {
		fields["P"+strconv.FormatInt(id, 10)] = func(field string) bool {
			_, ok := catalogue.Field(other.Measurement, field)
			return ok
		}
	}
	for _, source := range sources {
		if source.PointID != 0 {
			field := source.Field
			of := fields["P"+strconv.FormatInt(source.PointID, 10)]
			fields[source.Role] = func(name string) bool { return field != "" || of != nil && of(name) }
			continue
		}
		names, err := s.rawNames(ctx, d, source, at)
		if err != nil {
			return nil, err
		}
		fields[source.Role] = func(name string) bool { return names[name] }
	}
	return func(role, field string) (there, has bool) {
		of, there := fields[role]
		return there, there && of(field)
	}, nil
}

// The raw field of values of digital sub-devices on a bus, and the device type of
// what people read: both bring engineering values under the names of the measurement.
const (
	digitalField = "reg"
	manualType   = "Artificial"
)

// rawNames are the names that the device that feeds a point can send: those of the
// catalogue for the device and for the collector it hangs on (domain devices.md,
// appendix A), and those that have come already.
func (s *Store) rawNames(ctx context.Context, d computation.Definition, main point.Source, at int64) (map[string]bool, error) {
	bound := d.Devices[main.DeviceID]
	types := []string{bound.Type}
	raw := series.RawID(main.DeviceID, main.ChannelNo)
	if id, channel, ok := bound.Carrier(at); ok {
		collector, _, err := s.BoundDevice(ctx, d.Point.CorporationID, id)
		if err != nil {
			return nil, err
		}
		types = append(types, collector.Type)
		raw = series.RawID(collector.ID, channel)
	}
	names := map[string]bool{}
	for _, code := range types {
		kind, _ := catalogue.DeviceTypeOf(code)
		for _, field := range kind.Fields {
			names[field.Name] = true
		}
	}
	if names[digitalField] || bound.Type == manualType {
		measured, _ := catalogue.MeasurementOf(d.Point.Measurement)
		for _, attribute := range measured.Attributes {
			names[attribute.Name] = true
		}
	}
	latest, err := s.series.Latest(ctx, []series.ID{raw})
	if err != nil {
		return nil, fmt.Errorf("names that device %d has sent: %w", main.DeviceID, err)
	}
	if latest[0].Found {
		for _, column := range latest[0].Columns.List {
			names[column.Field] = true
		}
	}
	return names, nil
}
