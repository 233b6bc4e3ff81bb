package sitedb

import (
	"context"
	"fmt"
	"slices"

	"github.com/uptrace/bun"

	"plumbline/internal/core/definition"
	"plumbline/internal/core/foldb"
	"plumbline/internal/core/timeline"
	"plumbline/internal/platform/access"
	"plumbline/internal/platform/audit"
	"plumbline/internal/platform/audit/auditdb"
	"plumbline/internal/platform/errs"
	"plumbline/internal/site/device"
	"plumbline/internal/site/topology"
)

var _ topology.Store = (*Store)(nil)

// Topology runs six queries, and one of the series.
func (s *Store) Topology(ctx context.Context, scope access.Scope, projectID, now int64) (topology.Graph, error) {
	graph := topology.Graph{Devices: []topology.Device{}, Points: []topology.Point{}}
	if _, err := s.ProjectCorporation(ctx, scope, projectID); err != nil {
		return graph, err
	}
	var rows []deviceListRow
	q := filteredDevices(s.Selects(&rows), scope, device.Filter{ProjectID: projectID}).
		Column("d.id", "d.name", "d.kind", "d.type", "d.sn_code", "d.register").ColumnExpr(stateColumnsSQL).Join(stateJoinSQL).
		Join("LEFT JOIN device_order AS o ON o.device_id = d.id").OrderExpr("COALESCE(o.place, d.id), d.id")
	if err := q.Scan(ctx); err != nil {
		return graph, fmt.Errorf("devices of project %d: %w", projectID, err)
	}
	feeds, err := s.feeds(ctx, deviceIDs(rows))
	if err != nil {
		return graph, err
	}
	hangs, err := s.connectionsNow(ctx, projectID, now)
	if err != nil {
		return graph, err
	}
	places, err := s.Places(ctx, scope, projectID, 0)
	if err != nil {
		return graph, err
	}
	ids := make([]int64, len(places))
	for i := range places {
		ids[i] = places[i].PointID
	}
	last, err := s.lastOfPoints(ctx, ids)
	if err != nil {
		return graph, err
	}
	type source struct {
		device  int64
		channel int32
	}
	sources := make(map[int64]source, len(places))
	here := make(map[int64]bool, len(rows))
	for _, r := range rows {
		here[r.ID] = true
		for _, ref := range feeds[r.ID].points {
			if _, known := sources[ref.ID]; !known {
				sources[ref.ID] = source{r.ID, ref.ChannelNo}
			}
		}
	}
	for _, r := range rows {
		state := r.state(feeds[r.ID])
		node := topology.Device{
			ID: r.ID, Name: r.Name, Kind: r.Kind, Type: r.Type, SNCode: r.SNCode, Register: r.Register,
			Status: state.Online(now), Health: state.Health(), LastSeen: state.LastSeen, Voltage: state.Voltage,
		}
		if up, ok := hangs[r.ID]; ok && here[up.DeviceID] {
			node.ParentID, node.Channel = up.DeviceID, up.ChannelNo
		}
		graph.Devices = append(graph.Devices, node)
	}
	for i, p := range places {
		from := sources[p.PointID]
		graph.Points = append(graph.Points, topology.Point{
			ID: p.PointID, DeviceID: from.device, Channel: from.channel, StructureID: p.StructureID, ItemID: p.ItemID,
			Name: p.Name, Measurement: p.Measurement, Level: p.Level, LastReading: last[i],
		})
	}
	return graph, nil
}

// connectionsNow returns the current connections of a project's devices, by device.
func (s *Store) connectionsNow(ctx context.Context, projectID, now int64) (map[int64]foldb.SourceRow, error) {
	var rows []foldb.SourceRow
	err := s.Bun.NewRaw(`SELECT vs.owner_id, vs.device_id, vs.channel_no FROM version_source AS vs JOIN version AS v ON v.id = vs.version_id
		JOIN device AS d ON d.id = vs.owner_id WHERE vs.owner_kind = ?0 AND vs.device_id <> 0 AND d.project_id = ?3 AND `+foldb.InForce,
		timeline.OfDevice, string(definition.AspectConnection), now, projectID).Scan(ctx, &rows)
	if err != nil {
		return nil, fmt.Errorf("connections of project %d: %w", projectID, err)
	}
	hangs := make(map[int64]foldb.SourceRow, len(rows))
	for _, r := range rows {
		hangs[r.OwnerID] = r
	}
	return hangs, nil
}

// sortable are the tables with a display order.
var sortable = map[topology.Kind]string{
	topology.OfDevice:    "SELECT d.id, COALESCE(o.place, d.id) AS place FROM device AS d LEFT JOIN device_order AS o ON o.device_id = d.id WHERE d.project_id = ? AND d.id IN (?)",
	topology.OfPoint:     "SELECT id, sort AS place FROM point WHERE project_id = ? AND id IN (?)",
	topology.OfStructure: "SELECT id, sort AS place FROM structure WHERE project_id = ? AND id IN (?)",
}

var place = map[topology.Kind]string{
	topology.OfDevice:    "INSERT INTO device_order (device_id, place) VALUES (?0, ?1) ON CONFLICT (device_id) DO UPDATE SET place = EXCLUDED.place",
	topology.OfPoint:     "UPDATE point SET sort = ?1 WHERE id = ?0",
	topology.OfStructure: "UPDATE structure SET sort = ?1 WHERE id = ?0",
}

// SortNodes reorders the nodes within their present positions.
func (s *Store) SortNodes(ctx context.Context, who audit.Actor, projectID int64, kind topology.Kind, ids []int64) error {
	return s.write(ctx, func(tx *change) error {
		in, err := tx.project(ctx, who, projectID)
		if err != nil {
			return err
		}
		var nodes []struct{ ID, Place int64 }
		if err := s.Bun.NewRaw(sortable[kind], projectID, bun.List(ids)).Conn(tx.Tx).Scan(ctx, &nodes); err != nil {
			return fmt.Errorf("places of %ss: %w", kind, err)
		}
		if len(nodes) != len(ids) {
			return errs.OnField("ids", errs.MustExist)
		}
		slices.SortFunc(nodes, func(a, b struct{ ID, Place int64 }) int {
			if a.Place != b.Place {
				return int(min(max(a.Place-b.Place, -1), 1))
			}
			return int(min(max(a.ID-b.ID, -1), 1))
		})
		before, free := make([]int64, len(nodes)), make([]int64, len(nodes))
		for i, n := range nodes {
			before[i], free[i] = n.ID, n.Place
			if i > 0 && free[i] <= free[i-1] { // two had the same position
				free[i] = free[i-1] + 1
			}
		}
		for i, id := range ids {
			if _, err := tx.Exec(ctx, place[kind], id, free[i]); err != nil {
				return err
			}
		}
		return tx.Log(ctx, who, auditdb.Entry{
			Kind: "project", Action: "sort", ID: projectID, Corporation: in.CorporationID, Project: projectID, Content: in.Name, Before: before, After: ids,
		})
	})
}
