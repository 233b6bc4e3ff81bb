package retention

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"

	"github.com/uptrace/bun"

	"plumbline/internal/core/definition"
	"plumbline/internal/core/formula"
	"plumbline/internal/core/timeline"
	"plumbline/internal/platform/sqlkit"
)

// feeds are the devices and points that points take their values from, and the collectors of devices, by any version
// that stands: also those of the past, which data of the past came through.
type feeds struct {
	points  map[int64][]int64 // points that a point names
	devices map[int64][]int64 // devices that a point names
	above   map[int64][]int64 // collectors of a device
}

// source is what an owner takes its values from.
type source struct{ OwnerID, DeviceID, PointID int64 }

// readFeeds reads what is behind points and devices.
func readFeeds(ctx context.Context, tables *sqlkit.Tables, db bun.IConn, points, devices []int64) (*feeds, error) {
	f := &feeds{points: map[int64][]int64{}, devices: map[int64][]int64{}, above: map[int64][]int64{}}
	err := follow(points, func(some []int64) (named []int64, err error) {
		sources, err := sourcesOf(ctx, tables, db, timeline.OfPoint, some)
		if err != nil {
			return nil, err
		}
		inFormulas, err := pointsInFormulas(ctx, tables, db, some)
		for _, s := range append(sources, inFormulas...) {
			if s.PointID != 0 {
				f.points[s.OwnerID], named = append(f.points[s.OwnerID], s.PointID), append(named, s.PointID)
			}
			if s.DeviceID != 0 {
				f.devices[s.OwnerID], devices = append(f.devices[s.OwnerID], s.DeviceID), append(devices, s.DeviceID)
			}
		}
		return named, err
	})
	if err != nil {
		return nil, err
	}
	return f, follow(devices, func(some []int64) (named []int64, err error) {
		sources, err := sourcesOf(ctx, tables, db, timeline.OfDevice, some)
		for _, s := range sources {
			f.above[s.OwnerID], named = append(f.above[s.OwnerID], s.DeviceID), append(named, s.DeviceID)
		}
		return named, err
	})
}

// follow calls read with ids, with those that it returns, and so on, with each once.
func follow(ids []int64, read func(some []int64) (named []int64, err error)) error {
	known := map[int64]bool{0: true}
	for len(ids) > 0 {
		var next []int64
		for _, id := range ids {
			if !known[id] {
				known[id], next = true, append(next, id)
			}
		}
		ids = nil
		for some := range slices.Chunk(next, sqlkit.IDsAtOnce) {
			named, err := read(some)
			if err != nil {
				return err
			}
			ids = append(ids, named...)
		}
	}
	return nil
}

func sourcesOf(ctx context.Context, tables *sqlkit.Tables, db bun.IConn, kind timeline.OwnerKind, owners []int64) (list []source, err error) {
	err = tables.Bun.NewRaw(`SELECT DISTINCT vs.owner_id, vs.device_id, vs.point_id FROM version_source AS vs JOIN version AS v ON v.id = vs.version_id
		WHERE vs.owner_kind = ? AND vs.owner_id IN (?) AND v.superseded_at = 0`, kind, bun.List(owners)).Conn(db).Scan(ctx, &list)
	if err != nil {
		return nil, fmt.Errorf("sources of %ss: %w", kind, err)
	}
	return list, nil
}

func pointsInFormulas(ctx context.Context, tables *sqlkit.Tables, db bun.IConn, points []int64) (list []source, err error) {
	var rows []struct {
		OwnerID int64
		Value   string
	}
	err = tables.Bun.NewRaw(`SELECT v.owner_id, v.value FROM version AS v WHERE v.owner_kind = ? AND v.owner_id IN (?) AND v.aspect = ?
		AND v.superseded_at = 0 AND v.value LIKE '%P%'`, timeline.OfPoint, bun.List(points), definition.AspectFormula).Conn(db).Scan(ctx, &rows)
	if err != nil {
		return nil, fmt.Errorf("points in formulas: %w", err)
	}
	for _, r := range rows {
		var f definition.Formula
		if err := json.Unmarshal([]byte(r.Value), &f); err != nil {
			return nil, fmt.Errorf("formula of point %d: %w", r.OwnerID, err)
		}
		for _, rule := range f.Rules {
			for _, id := range formula.PointsRead(rule.Text, rule.Options) {
				list = append(list, source{OwnerID: r.OwnerID, PointID: id})
			}
		}
	}
	return list, nil
}

// behind returns the devices that a point depends on, or a device with those above it.
func (f *feeds) behind(point, device int64) map[int64]bool {
	seen, devices := map[int64]bool{0: true}, map[int64]bool{}
	var visit func(device int64)
	visit = func(device int64) {
		if device == 0 || devices[device] {
			return
		}
		devices[device] = true
		for _, above := range f.above[device] {
			visit(above)
		}
	}
	visit(device)
	for queue := []int64{point}; len(queue) > 0; queue = queue[1:] {
		id := queue[0]
		if seen[id] {
			continue
		}
		seen[id] = true
		for _, d := range f.devices[id] {
			visit(d)
		}
		queue = append(queue, f.points[id]...)
	}
	return devices
}
