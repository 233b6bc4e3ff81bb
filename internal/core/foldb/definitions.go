package foldb

import (
	"context"
	"fmt"
	"slices"

	"github.com/uptrace/bun"

	"plumbline/internal/core/alarm"
	"plumbline/internal/core/compiled"
	"plumbline/internal/core/correction"
	"plumbline/internal/core/definition"
	"plumbline/internal/core/timeline"
	"plumbline/internal/platform/sqlkit"
)

var _ compiled.Loader = (*Store)(nil)

// Unscoped: work of the program over all corporations, which no request reaches.
func (s *Store) PointsAfter(ctx context.Context, after int64, limit int) (ids []int64, err error) {
	err = s.Bun.NewSelect().Table("point").Column("id").Where("id > ?", after).OrderExpr("id").Limit(int64(limit)).Scan(ctx, &ids)
	if err != nil {
		return nil, fmt.Errorf("points after %d: %w", after, err)
	}
	return ids, nil
}

// Definitions runs seven queries per 5,000 points.
//
// Unscoped: work of the program over all corporations, which no request reaches.
func (s *Store) Definitions(ctx context.Context, ids []int64) ([]definition.Definition, error) {
	return s.DefinitionsKnown(ctx, ids, 0)
}

// DefinitionsKnown with known 0 returns definitions as they are.
//
// Unscoped: work of the program over all corporations, which no request reaches.
func (s *Store) DefinitionsKnown(ctx context.Context, ids []int64, known int64) ([]definition.Definition, error) {
	out := make([]definition.Definition, 0, len(ids))
	shared := timeline.Shared{}
	for piece := range slices.Chunk(ids, sqlkit.IDsAtOnce) {
		definitions, err := s.definitions(ctx, piece, known, shared)
		if err != nil {
			return nil, err
		}
		out = append(out, definitions...)
	}
	return out, nil
}

// definitions reads definitions as they are, or as known at a time that is not 0. Equal values are shared.
func (s *Store) definitions(ctx context.Context, ids []int64, known int64, shared timeline.Shared) ([]definition.Definition, error) {
	var points []struct {
		bun.BaseModel `bun:"table:point,alias:p"`
		definition.Point
		Zone     string `bun:",scanonly"`
		Language string `bun:",scanonly"`
		Graded   bool   `bun:",scanonly"`
	}
	err := s.Selects(&points).
		Column("p.id", "p.corporation_id", "p.project_id", "p.structure_id", "p.item_id", "p.name", "p.kind", "p.measurement", "p.category", "p.created_at").
		ColumnExpr("pr.time_zone AS zone, pr.language AS language").
		ColumnExpr("EXISTS (SELECT 1 FROM graded_project AS gp WHERE gp.project_id = p.project_id) AS graded").
		Join("JOIN project AS pr ON pr.id = p.project_id AND pr.deleted_at = 0").Where("p.id IN (?)", bun.List(ids)).OrderExpr("p.id").Scan(ctx)
	if err != nil {
		return nil, fmt.Errorf("points: %w", err)
	}
	records, err := s.Versions(ctx, timeline.OfPoint, ids)
	if err != nil {
		return nil, err
	}
	configs := ByOwner(records)
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
			Point: p.Point, Corrections: corrections[p.ID], Actions: actions[p.ID], Devices: make(map[int64]definition.Device, len(named[p.ID])),
			ProjectZone: p.Zone, ProjectLanguage: p.Language, Graded: p.Graded,
		}
		for _, id := range named[p.ID] {
			if found, ok := devices[id]; ok {
				d.Devices[id] = found
			}
		}
		if err := DecodePoint(&d, configs[p.ID], known, shared); err != nil {
			return nil, err
		}
		out[i] = d
	}
	return out, nil
}

// DecodePoint decodes the versions of a point into its timelines.
func DecodePoint(d *definition.Definition, records []timeline.Record, known int64, shared timeline.Shared) (err error) {
	if d.Config.Binding, err = DecodeTimeline[definition.Binding](records, string(definition.AspectBinding), known, shared); err != nil {
		return err
	}
	if d.Config.Formula, err = DecodeTimeline[definition.Formula](records, string(definition.AspectFormula), known, shared); err != nil {
		return err
	}
	if d.Config.Initial, err = DecodeTimeline[definition.Initial](records, string(definition.AspectInitial), known, shared); err != nil {
		return err
	}
	if d.Config.Processor, err = DecodeTimeline[definition.Processor](records, string(definition.AspectProcessor), known, shared); err != nil {
		return err
	}
	if d.Config.Collect, err = DecodeTimeline[definition.Collect](records, string(definition.AspectCollect), known, shared); err != nil {
		return err
	}
	if d.Config.Monitoring, err = DecodeTimeline[definition.Monitoring](records, string(definition.AspectMonitoring), known, shared); err != nil {
		return err
	}
	d.Thresholds, err = DecodeTimeline[alarm.Thresholds](records, string(definition.AspectThresholds), known, shared)
	return err
}

func DecodeDevice(records []timeline.Record, known int64, shared timeline.Shared) (c definition.DeviceConfig, err error) {
	if c.Coefficients, err = DecodeTimeline[definition.Coefficients](records, string(definition.AspectCoefficients), known, shared); err != nil {
		return c, err
	}
	if c.Geometry, err = DecodeTimeline[definition.Geometry](records, string(definition.AspectGeometry), known, shared); err != nil {
		return c, err
	}
	if c.Connection, err = DecodeTimeline[definition.Connection](records, string(definition.AspectConnection), known, shared); err != nil {
		return c, err
	}
	if c.Basic, err = DecodeTimeline[definition.Basic](records, string(definition.AspectBasic), known, shared); err != nil {
		return c, err
	}
	if c.GDMAngle, err = DecodeTimeline[definition.GDMAngle](records, string(definition.AspectGDMAngle), known, shared); err != nil {
		return c, err
	}
	if c.Ranges, err = DecodeTimeline[definition.Ranges](records, string(definition.AspectRanges), known, shared); err != nil {
		return c, err
	}
	if c.Pam, err = DecodeTimeline[definition.Pam](records, string(definition.AspectPam), known, shared); err != nil {
		return c, err
	}
	c.Channels, err = DecodeTimeline[definition.Channels](records, string(definition.AspectChannels), known, shared)
	return c, err
}

// DecodeTimeline decodes the versions of one aspect, as they are or as known at a time that is not 0.
func DecodeTimeline[T any](records []timeline.Record, aspect string, known int64, shared timeline.Shared) (timeline.Timeline[T], error) {
	versions, err := timeline.DecodeShared[T](records, aspect, shared)
	if err != nil || known == 0 {
		return timeline.Of(versions), err
	}
	return timeline.AsKnownOn(versions, known), nil
}

func (s *Store) standingCorrections(ctx context.Context, points []int64, known int64) (map[int64][]correction.Correction, error) {
	var rows []correctionRow
	q := s.Selects(&rows).Where("k.point_id IN (?)", bun.List(points)).OrderExpr("k.point_id, k.id")
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
			c.RevokedAt, c.RevokedBy = 0, 0 // it was in effect then
		}
		out[r.PointID] = append(out[r.PointID], c)
	}
	return out, nil
}

// actions returns the decisions about alerts of points.
func (s *Store) actions(ctx context.Context, points []int64) (map[int64][]alarm.Action, error) {
	var rows []AlertRow
	err := s.Selects(&rows).Where("al.point_id IN (?) AND al.status IN (?)", bun.List(points), bun.List([]alarm.Status{alarm.Confirm, alarm.FalseAlarm})).
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

// namedDevices returns the devices named by any version of the points' bindings, and the devices of each point.
func (s *Store) namedDevices(ctx context.Context, points []int64, known int64, shared timeline.Shared) (map[int64]definition.Device, map[int64][]int64, error) {
	var rows []struct{ OwnerID, DeviceID int64 }
	err := s.Bun.NewRaw(
		"SELECT DISTINCT owner_id, device_id FROM version_source WHERE owner_kind = 'point' AND device_id <> 0 AND owner_id IN (?) ORDER BY owner_id, device_id",
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

// ConfiguredDevices returns devices with their current configuration, by id. Deleted devices are left out.
//
// Unscoped: work of the program over all corporations, which no request reaches.
func (s *Store) ConfiguredDevices(ctx context.Context, ids []int64) (map[int64]definition.Device, error) {
	return s.configuredDevices(ctx, ids, 0, nil)
}

func (s *Store) configuredDevices(ctx context.Context, ids []int64, known int64, shared timeline.Shared) (map[int64]definition.Device, error) {
	out := make(map[int64]definition.Device, len(ids))
	for piece := range slices.Chunk(ids, sqlkit.IDsAtOnce) {
		var devices []struct {
			ID                int64
			Kind              string
			Type              string
			RepeatedHours     *float64
			TypeRepeatedHours *float64
		}
		err := s.Bun.NewSelect().TableExpr("device AS d").Column("d.id", "d.kind", "d.type", "d.repeated_hours").
			ColumnExpr("tr.repeated_hours AS type_repeated_hours").
			Join("LEFT JOIN device_type_rule AS tr ON tr.corporation_id = d.corporation_id AND tr.device_type = d.type").Where("d.id IN (?)", bun.List(piece)).
			Scan(ctx, &devices)
		if err != nil {
			return nil, fmt.Errorf("devices: %w", err)
		}
		records, err := s.Versions(ctx, timeline.OfDevice, piece)
		if err != nil {
			return nil, err
		}
		configs := ByOwner(records)
		for _, d := range devices {
			config, err := DecodeDevice(configs[d.ID], known, shared)
			if err != nil {
				return nil, err
			}
			out[d.ID] = definition.Device{
				ID: d.ID, Kind: d.Kind, Type: d.Type, RepeatedHours: d.RepeatedHours, TypeRepeatedHours: d.TypeRepeatedHours, Config: config,
			}
		}
	}
	return out, nil
}

// Unscoped: work of the program over all corporations, which no request reaches.
func (s *Store) PointsOfDevices(ctx context.Context, devices []int64) ([]int64, error) {
	if len(devices) == 0 {
		return nil, nil
	}
	var points []int64
	err := s.Bun.NewRaw("SELECT DISTINCT owner_id FROM version_source WHERE owner_kind = 'point' AND device_id IN (?) ORDER BY owner_id", bun.List(devices)).
		Scan(ctx, &points)
	if err != nil {
		return nil, fmt.Errorf("points of devices: %w", err)
	}
	return points, nil
}

// Unscoped: work of the program over all corporations, which no request reaches.
func (s *Store) Watched(ctx context.Context, ids []int64) ([]alarm.Device, error) {
	return s.watched(ctx, s.Bun.NewSelect().Where("d.id IN (?)", bun.List(ids)))
}

// Unscoped: work of the program over all corporations, which no request reaches.
func (s *Store) WatchedAfter(ctx context.Context, after int64, limit int) ([]alarm.Device, error) {
	return s.watched(ctx, s.Bun.NewSelect().Where("d.id > ?", after).Limit(int64(limit)))
}
