package store

import (
	"context"
	"fmt"
	"slices"
	"strconv"

	"github.com/uptrace/bun"

	"plumbline/internal/alarm"
	"plumbline/internal/catalogue"
	"plumbline/internal/computation"
	"plumbline/internal/correction"
	"plumbline/internal/dated"
	"plumbline/internal/device"
	"plumbline/internal/fault"
	"plumbline/internal/formula"
	"plumbline/internal/point"
	"plumbline/internal/series"
)

var _ computation.Loader = (*Store)(nil)

// idsAtOnce bounds the ids of one statement.
const idsAtOnce = 5000

// Definitions implements computation.Loader: seven queries for each 5,000 points.
func (s *Store) Definitions(ctx context.Context, ids []int64) ([]computation.Definition, error) {
	if ids == nil {
		if err := s.bun.NewSelect().Table("point").Column("id").OrderExpr("id").Scan(ctx, &ids); err != nil {
			return nil, fmt.Errorf("all points: %w", err)
		}
	}
	out := make([]computation.Definition, 0, len(ids))
	shared := dated.Shared{}
	for piece := range slices.Chunk(ids, idsAtOnce) {
		definitions, err := s.definitions(ctx, piece, 0, shared)
		if err != nil {
			return nil, err
		}
		out = append(out, definitions...)
	}
	return out, nil
}

// DefinitionKnown implements computation.Loader.
func (s *Store) DefinitionKnown(ctx context.Context, id, known int64) (computation.Definition, error) {
	definitions, err := s.definitions(ctx, []int64{id}, known, nil)
	if err != nil {
		return computation.Definition{}, err
	}
	if len(definitions) == 0 {
		return computation.Definition{}, fault.New(fault.NothingHere)
	}
	return definitions[0], nil
}

// definitions reads definitions as they are, or as they were known at a time that is
// not 0. Values that are alike are shared.
func (s *Store) definitions(ctx context.Context, ids []int64, known int64, shared dated.Shared) ([]computation.Definition, error) {
	var points []struct {
		bun.BaseModel `bun:"table:point,alias:p"`
		point.Point
		Zone     string `bun:",scanonly"`
		Language string `bun:",scanonly"`
	}
	err := s.selects(&points).ColumnExpr("p.*").ColumnExpr("pr.time_zone AS zone, pr.language AS language").
		Join("JOIN project AS pr ON pr.id = p.project_id AND pr.deleted_at = 0").Where("p.id IN (?)", bun.List(ids)).OrderExpr("p.id").Scan(ctx)
	if err != nil {
		return nil, fmt.Errorf("points: %w", err)
	}
	records, err := s.versions(ctx, dated.OfPoint, ids)
	if err != nil {
		return nil, err
	}
	configs := byOwner(records)
	corrections, err := s.standingCorrections(ctx, ids, known)
	if err != nil {
		return nil, err
	}
	actions, err := s.actions(ctx, ids)
	if err != nil {
		return nil, err
	}
	devices, named, err := s.namedDevices(ctx, ids, known, shared)
	if err != nil {
		return nil, err
	}
	out := make([]computation.Definition, len(points))
	for i, p := range points {
		d := computation.Definition{
			Point: p.Point, Corrections: corrections[p.ID], Actions: actions[p.ID], Devices: make(map[int64]computation.Device, len(named[p.ID])),
			ProjectZone: p.Zone, ProjectLanguage: p.Language,
		}
		for _, id := range named[p.ID] {
			if found, ok := devices[id]; ok {
				d.Devices[id] = found
			}
		}
		if err := configure(&d, configs[p.ID], known, shared); err != nil {
			return nil, err
		}
		d.LostThreshold = mainDevice(d).LostThreshold
		out[i] = d
	}
	return out, nil
}

// mainDevice is the device whose readings give the times of the point, by its last binding.
func mainDevice(d computation.Definition) device.Device {
	versions := d.Config.Binding.Versions()
	if len(versions) == 0 {
		return device.Device{}
	}
	sources := versions[len(versions)-1].Value.Sources
	if len(sources) == 0 {
		return device.Device{}
	}
	return d.Devices[sources[0].DeviceID].Device
}

// configure decodes the versions of a point into its timelines.
func configure(d *computation.Definition, records []dated.Record, known int64, shared dated.Shared) (err error) {
	if d.Config.Binding, err = timeline[point.Binding](records, string(point.AspectBinding), known, shared); err != nil {
		return err
	}
	if d.Config.Formula, err = timeline[point.Formula](records, string(point.AspectFormula), known, shared); err != nil {
		return err
	}
	if d.Config.Initial, err = timeline[point.Initial](records, string(point.AspectInitial), known, shared); err != nil {
		return err
	}
	if d.Config.Processor, err = timeline[point.Processor](records, string(point.AspectProcessor), known, shared); err != nil {
		return err
	}
	if d.Config.Collect, err = timeline[point.Collect](records, string(point.AspectCollect), known, shared); err != nil {
		return err
	}
	d.Thresholds, err = timeline[alarm.Thresholds](records, string(point.AspectThresholds), known, shared)
	return err
}

func configureDevice(records []dated.Record, known int64, shared dated.Shared) (c device.Config, err error) {
	if c.Coefficients, err = timeline[device.Coefficients](records, string(device.AspectCoefficients), known, shared); err != nil {
		return c, err
	}
	if c.Geometry, err = timeline[device.Geometry](records, string(device.AspectGeometry), known, shared); err != nil {
		return c, err
	}
	if c.Connection, err = timeline[device.Connection](records, string(device.AspectConnection), known, shared); err != nil {
		return c, err
	}
	if c.Basic, err = timeline[device.Basic](records, string(device.AspectBasic), known, shared); err != nil {
		return c, err
	}
	if c.GDMAngle, err = timeline[device.GDMAngle](records, string(device.AspectGDMAngle), known, shared); err != nil {
		return c, err
	}
	c.Channels, err = timeline[device.Channels](records, string(device.AspectChannels), known, shared)
	return c, err
}

// timeline decodes the versions of one aspect, as they stand or as known at a time that is not 0.
func timeline[T any](records []dated.Record, aspect string, known int64, shared dated.Shared) (dated.Timeline[T], error) {
	versions, err := dated.DecodeShared[T](records, aspect, shared)
	if err != nil || known == 0 {
		return dated.Of(versions), err
	}
	return dated.AsKnownOn(versions, known), nil
}

func (s *Store) standingCorrections(ctx context.Context, points []int64, known int64) (map[int64][]correction.Correction, error) {
	var rows []correctionRow
	q := s.selects(&rows).Where("k.point_id IN (?)", bun.List(points)).OrderExpr("k.point_id, k.id")
	if known == 0 {
		q = q.Where("k.taken_back_at = 0")
	} else {
		q = q.Where("k.recorded_at < ? AND (k.taken_back_at = 0 OR k.taken_back_at >= ?)", known, known)
	}
	if err := q.Scan(ctx); err != nil {
		return nil, fmt.Errorf("corrections: %w", err)
	}
	out := make(map[int64][]correction.Correction)
	for _, r := range rows {
		c := r.correction()
		if known != 0 {
			c.TakenBackAt, c.TakenBackBy = 0, 0 // it stood then
		}
		out[r.PointID] = append(out[r.PointID], c)
	}
	return out, nil
}

// actions answers what people decided about alerts of points.
func (s *Store) actions(ctx context.Context, points []int64) (map[int64][]alarm.Action, error) {
	var rows []alertRow
	err := s.selects(&rows).Where("al.point_id IN (?) AND al.status IN (?)", bun.List(points), bun.List([]alarm.Status{alarm.Confirm, alarm.FalseAlarm})).
		OrderExpr("al.point_id, al.id").Scan(ctx)
	if err != nil {
		return nil, fmt.Errorf("decisions about alerts: %w", err)
	}
	out := make(map[int64][]alarm.Action)
	for _, r := range rows {
		record, err := r.record()
		if err != nil {
			return nil, err
		}
		if action, ok := alarm.ActionOf(&record); ok {
			out[r.PointID] = append(out[r.PointID], action)
		}
	}
	return out, nil
}

// namedDevices answers the devices that the bindings of points name at any time,
// and for each point which.
func (s *Store) namedDevices(ctx context.Context, points []int64, known int64, shared dated.Shared) (map[int64]computation.Device, map[int64][]int64, error) {
	var rows []struct{ OwnerID, DeviceID int64 }
	err := s.bun.NewRaw("SELECT DISTINCT owner_id, device_id FROM version_source WHERE owner_kind = 'point' AND device_id <> 0 AND owner_id IN (?) ORDER BY owner_id, device_id",
		bun.List(points)).Scan(ctx, &rows)
	if err != nil {
		return nil, nil, fmt.Errorf("devices of points: %w", err)
	}
	named := make(map[int64][]int64)
	var ids []int64
	for _, r := range rows {
		named[r.OwnerID] = append(named[r.OwnerID], r.DeviceID)
		ids = append(ids, r.DeviceID)
	}
	slices.Sort(ids)
	out, err := s.configuredDevices(ctx, slices.Compact(ids), known, shared)
	if err != nil {
		return nil, nil, err
	}
	return out, named, nil
}

// ConfiguredDevices answers devices with their configuration as it stands, by id.
// What does not exist (any more) is left out.
func (s *Store) ConfiguredDevices(ctx context.Context, ids []int64) (map[int64]computation.Device, error) {
	return s.configuredDevices(ctx, ids, 0, nil)
}

func (s *Store) configuredDevices(ctx context.Context, ids []int64, known int64, shared dated.Shared) (map[int64]computation.Device, error) {
	out := make(map[int64]computation.Device, len(ids))
	for piece := range slices.Chunk(ids, idsAtOnce) {
		var devices []deviceRow
		if err := s.selects(&devices).Where("d.id IN (?)", bun.List(piece)).Scan(ctx); err != nil {
			return nil, fmt.Errorf("devices: %w", err)
		}
		records, err := s.versions(ctx, dated.OfDevice, piece)
		if err != nil {
			return nil, err
		}
		configs := byOwner(records)
		for _, d := range devices {
			config, err := configureDevice(configs[d.ID], known, shared)
			if err != nil {
				return nil, err
			}
			out[d.ID] = computation.Device{Device: d.Device, Config: config}
		}
	}
	return out, nil
}

// PointsOfDevices implements computation.Loader.
func (s *Store) PointsOfDevices(ctx context.Context, devices []int64) ([]int64, error) {
	if len(devices) == 0 {
		return nil, nil
	}
	var points []int64
	err := s.bun.NewRaw("SELECT DISTINCT owner_id FROM version_source WHERE owner_kind = 'point' AND device_id IN (?) ORDER BY owner_id", bun.List(devices)).Scan(ctx, &points)
	if err != nil {
		return nil, fmt.Errorf("points of devices: %w", err)
	}
	return points, nil
}

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
