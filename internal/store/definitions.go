package store

import (
	"context"
	"fmt"
	"slices"

	"github.com/uptrace/bun"

	"plumbline/internal/core/alarm"
	"plumbline/internal/core/computation"
	"plumbline/internal/core/correction"
	"plumbline/internal/core/dated"
	"plumbline/internal/core/definition"
	"plumbline/internal/platform/fault"
	"plumbline/internal/site/device"
	"plumbline/internal/site/point"
)

var _ computation.Loader = (*Store)(nil)

// idsAtOnce bounds the ids of one statement.
const idsAtOnce = 5000

// Definitions implements computation.Loader: seven queries for each 5,000 points.
func (s *Store) Definitions(ctx context.Context, ids []int64) ([]definition.Definition, error) {
	if ids == nil {
		if err := s.bun.NewSelect().Table("point").Column("id").OrderExpr("id").Scan(ctx, &ids); err != nil {
			return nil, fmt.Errorf("all points: %w", err)
		}
	}
	out := make([]definition.Definition, 0, len(ids))
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
func (s *Store) DefinitionKnown(ctx context.Context, id, known int64) (definition.Definition, error) {
	definitions, err := s.definitions(ctx, []int64{id}, known, nil)
	if err != nil {
		return definition.Definition{}, err
	}
	if len(definitions) == 0 {
		return definition.Definition{}, fault.New(fault.NothingHere)
	}
	return definitions[0], nil
}

// definitions reads definitions as they are, or as they were known at a time that is
// not 0. Values that are alike are shared.
func (s *Store) definitions(ctx context.Context, ids []int64, known int64, shared dated.Shared) ([]definition.Definition, error) {
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
	out := make([]definition.Definition, len(points))
	for i, p := range points {
		d := definition.Definition{
			Point: p.Defined(), Corrections: corrections[p.ID], Actions: actions[p.ID], Devices: make(map[int64]definition.Device, len(named[p.ID])),
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
		out[i] = d
	}
	return out, nil
}

// configure decodes the versions of a point into its timelines.
func configure(d *definition.Definition, records []dated.Record, known int64, shared dated.Shared) (err error) {
	if d.Config.Binding, err = timeline[definition.Binding](records, string(definition.AspectBinding), known, shared); err != nil {
		return err
	}
	if d.Config.Formula, err = timeline[definition.Formula](records, string(definition.AspectFormula), known, shared); err != nil {
		return err
	}
	if d.Config.Initial, err = timeline[definition.Initial](records, string(definition.AspectInitial), known, shared); err != nil {
		return err
	}
	if d.Config.Processor, err = timeline[definition.Processor](records, string(definition.AspectProcessor), known, shared); err != nil {
		return err
	}
	if d.Config.Collect, err = timeline[definition.Collect](records, string(definition.AspectCollect), known, shared); err != nil {
		return err
	}
	d.Thresholds, err = timeline[alarm.Thresholds](records, string(definition.AspectThresholds), known, shared)
	return err
}

func configureDevice(records []dated.Record, known int64, shared dated.Shared) (c definition.DeviceConfig, err error) {
	if c.Coefficients, err = timeline[definition.Coefficients](records, string(definition.AspectCoefficients), known, shared); err != nil {
		return c, err
	}
	if c.Geometry, err = timeline[definition.Geometry](records, string(definition.AspectGeometry), known, shared); err != nil {
		return c, err
	}
	if c.Connection, err = timeline[definition.Connection](records, string(definition.AspectConnection), known, shared); err != nil {
		return c, err
	}
	if c.Basic, err = timeline[definition.Basic](records, string(definition.AspectBasic), known, shared); err != nil {
		return c, err
	}
	if c.GDMAngle, err = timeline[definition.GDMAngle](records, string(definition.AspectGDMAngle), known, shared); err != nil {
		return c, err
	}
	if c.Ranges, err = timeline[definition.Ranges](records, string(definition.AspectRanges), known, shared); err != nil {
		return c, err
	}
	c.Channels, err = timeline[definition.Channels](records, string(definition.AspectChannels), known, shared)
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
func (s *Store) namedDevices(ctx context.Context, points []int64, known int64, shared dated.Shared) (map[int64]definition.Device, map[int64][]int64, error) {
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
func (s *Store) ConfiguredDevices(ctx context.Context, ids []int64) (map[int64]definition.Device, error) {
	return s.configuredDevices(ctx, ids, 0, nil)
}

func (s *Store) configuredDevices(ctx context.Context, ids []int64, known int64, shared dated.Shared) (map[int64]definition.Device, error) {
	out := make(map[int64]definition.Device, len(ids))
	for piece := range slices.Chunk(ids, idsAtOnce) {
		var devices []struct {
			bun.BaseModel `bun:"table:device,alias:d"`
			device.Device
			TypeRepeatedHours *float64 `bun:",scanonly"`
		}
		err := s.selects(&devices).ColumnExpr("d.*").ColumnExpr("tr.repeated_hours AS type_repeated_hours").
			Join("LEFT JOIN device_type_rule AS tr ON tr.corporation_id = d.corporation_id AND tr.device_type = d.type").Where("d.id IN (?)", bun.List(piece)).Scan(ctx)
		if err != nil {
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
			fed := d.Defined(config)
			fed.TypeRepeatedHours = d.TypeRepeatedHours
			out[d.ID] = fed
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

// Watched implements computation.Loader.
func (s *Store) Watched(ctx context.Context, ids []int64) ([]alarm.Device, error) {
	q := s.bun.NewSelect().TableExpr("device AS d").ColumnExpr("d.id, d.corporation_id, d.project_id, d.created_at AS entered, COALESCE(d.voltage_threshold, CAST(0 AS DOUBLE PRECISION)) AS voltage_threshold, d.lost_threshold").
		Where("d.project_id <> 0").OrderExpr("d.id")
	if ids != nil {
		q = q.Where("d.id IN (?)", bun.List(ids))
	}
	var devices []alarm.Device
	if err := q.Scan(ctx, &devices); err != nil {
		return nil, fmt.Errorf("devices whose health is judged: %w", err)
	}
	return devices, nil
}
