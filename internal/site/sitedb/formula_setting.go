package sitedb

import (
	"context"
	"strconv"

	"plumbline/internal/core/catalog"
	"plumbline/internal/core/compiled"
	"plumbline/internal/core/definition"
	"plumbline/internal/core/foldb"
	"plumbline/internal/core/formula"
	"plumbline/internal/core/timeline"
	"plumbline/internal/site/point"
)

// Unscoped: the service has just looked the thing up in the caller's scope.
func (s *Store) FormulaSetting(ctx context.Context, p point.Point, records []timeline.Record, at int64) (formula.Setting, bool, error) {
	d, binding, bound, err := s.boundAt(ctx, p, records, at)
	if err != nil {
		return formula.Setting{}, false, err
	}
	setting, _ := (&compiled.Point{Definition: d}).Setting(at)
	known, err := s.sourceFields(ctx, d, binding.Sources, setting.Rules, at)
	if err != nil {
		return formula.Setting{}, false, err
	}
	setting.Source = known
	if !bound {
		return setting, false, nil
	}
	main := binding.Sources[0]
	if main.DeviceID == 0 {
		return setting, true, nil
	}
	names, err := s.rawNames(ctx, d, main, at)
	setting.Raw = names
	return setting, true, err
}

// boundAt returns a point with the devices that feed it at a time, from versions that may be unsaved; bound reports
// whether it has a source then.
func (s *Store) boundAt(ctx context.Context, p point.Point, records []timeline.Record,
	at int64,
) (d definition.Definition, binding definition.Binding, bound bool, err error) {
	d = definition.Definition{Point: p.Defined(), Devices: map[int64]definition.Device{}}
	if err := foldb.DecodePoint(&d, records, 0, nil); err != nil {
		return d, binding, false, err
	}
	version, _ := d.Config.Binding.At(at)
	for _, source := range version.Value.Sources {
		if source.DeviceID == 0 {
			continue
		}
		found, versions, err := s.BoundDevice(ctx, p.CorporationID, source.DeviceID)
		if err != nil {
			return d, binding, false, err
		}
		config, err := foldb.DecodeDevice(versions, 0, nil)
		if err != nil {
			return d, binding, false, err
		}
		d.Devices[source.DeviceID] = found.Defined(config)
	}
	return d, version.Value, len(version.Value.Sources) > 0, nil
}

// sourceFields sets which names a formula may use: those of the binding's sources, by role, and of project points that
// its rules name (domain formulas.md section 1).
func (s *Store) sourceFields(ctx context.Context, d definition.Definition, sources []definition.Source,
	rules []formula.Rule, at int64,
) (func(role, field string) (there, has bool), error) {
	var ids []int64
	for _, source := range sources {
		if source.PointID != 0 {
			ids = append(ids, source.PointID)
		}
	}
	for _, rule := range rules {
		ids = append(ids, formula.PointsRead(rule.Text, rule.Options)...)
	}
	others, err := s.PointsNamed(ctx, d.Point.ProjectID, ids)
	if err != nil {
		return nil, err
	}
	fields := map[string]func(string) bool{}
	for id, other := range others {
		fields["P"+strconv.FormatInt(id, 10)] = func(field string) bool {
			_, ok := catalog.Field(other.Measurement, field)
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
		fields[source.Role] = names
	}
	return func(role, field string) (there, has bool) {
		of, there := fields[role]
		return there, there && of(field)
	}, nil
}
