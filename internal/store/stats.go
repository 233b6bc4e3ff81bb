package store

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"github.com/uptrace/bun"

	"plumbline/internal/access"
	"plumbline/internal/device"
	"plumbline/internal/stats"
)

var _ stats.Store = (*Store)(nil)

// CorporationStats implements stats.Store.
func (s *Store) CorporationStats(ctx context.Context, scope access.Scope, now int64) (stats.Corporation, error) {
	points, err := s.countPoints(ctx, scope, 0, 0)
	if err != nil {
		return stats.Corporation{}, err
	}
	structures, err := s.countStructures(ctx, scope, 0, 0)
	if err != nil {
		return stats.Corporation{}, err
	}
	alerts, err := s.countAlertStatus(ctx, scope, 0, 0)
	if err != nil {
		return stats.Corporation{}, err
	}
	health, err := s.countHealth(ctx, scope, device.Filter{}, now)
	if err != nil {
		return stats.Corporation{}, err
	}
	out := stats.Corporation{
		Structures: structures.structures, Items: structures.items, StructureTypes: structures.types,
		Points: points.total, PointLevels: points.levels, Measurements: points.measurements, LastReading: points.last,
		ActiveAlerts: alerts.active, AlertStatus: alerts.statuses, Health: health,
	}
	var projects []int64
	if err := visible(s.bun.NewSelect().TableExpr("project AS p").Column("p.id"), scope, "p.corporation_id", "p.id").Scan(ctx, &projects); err != nil {
		return stats.Corporation{}, fmt.Errorf("count projects: %w", err)
	}
	out.Projects = len(projects)
	for _, id := range projects {
		out.ProjectLevels[points.worst[id]]++
	}
	return out, nil
}

// ProjectStats implements stats.Store.
func (s *Store) ProjectStats(ctx context.Context, scope access.Scope, projectID, structureID, now int64) (stats.Project, error) {
	if _, err := s.ProjectCorporation(ctx, scope, projectID); err != nil {
		return stats.Project{}, err
	}
	points, err := s.countPoints(ctx, scope, projectID, structureID)
	if err != nil {
		return stats.Project{}, err
	}
	structures, err := s.countStructures(ctx, scope, projectID, structureID)
	if err != nil {
		return stats.Project{}, err
	}
	alerts, err := s.countAlertStatus(ctx, scope, projectID, structureID)
	if err != nil {
		return stats.Project{}, err
	}
	health, err := s.countHealth(ctx, scope, device.Filter{ProjectID: projectID, StructureID: structureID}, now)
	if err != nil {
		return stats.Project{}, err
	}
	return stats.Project{
		Structures: structures.structures, Items: structures.items, StructureTypes: structures.types,
		Points: points.total, PointLevels: points.levels, Measurements: points.measurements, Categories: points.categories, LastReading: points.last,
		ActiveAlerts: alerts.active, AlertStatus: alerts.statuses, Health: health,
	}, nil
}

type pointCounts struct {
	total                    int
	levels                   stats.Levels
	measurements, categories []stats.Count
	worst                    map[int64]int // project to its highest level
	last                     int64
}

// countPoints counts points: one query and one look at the series.
func (s *Store) countPoints(ctx context.Context, scope access.Scope, projectID, structureID int64) (pointCounts, error) {
	var rows []struct {
		ID, ProjectID         int64
		Measurement, Category string
		Level                 int
	}
	q := s.bun.NewSelect().TableExpr("point AS p").ColumnExpr("p.id, p.project_id, p.measurement, p.category, COALESCE(l.level, 0) AS level").
		Join("LEFT JOIN point_level AS l ON l.point_id = p.id")
	q = within(visible(q, scope, "p.corporation_id", "p.project_id"), "p.project_id", projectID, "p.structure_id", structureID)
	if err := q.Scan(ctx, &rows); err != nil {
		return pointCounts{}, fmt.Errorf("count points: %w", err)
	}
	counts := pointCounts{total: len(rows), worst: map[int64]int{}}
	measurements, categories := map[string]*stats.Count{}, map[string]*stats.Count{}
	ids := make([]int64, len(rows))
	for i, r := range rows {
		ids[i] = r.ID
		level := min(max(r.Level, 0), len(counts.levels)-1)
		counts.levels[level]++
		counts.worst[r.ProjectID] = max(counts.worst[r.ProjectID], level)
		count(measurements, r.Measurement, level)
		count(categories, r.Category, level)
	}
	counts.measurements, counts.categories = sorted(measurements), sorted(categories)
	times, err := s.lastOfPoints(ctx, ids)
	if err != nil {
		return pointCounts{}, err
	}
	if len(times) > 0 {
		counts.last = slices.Max(times)
	}
	return counts, nil
}

// within narrows a query to a project and a structure; 0 does not narrow.
func within(q *bun.SelectQuery, projectColumn string, projectID int64, structureColumn string, structureID int64) *bun.SelectQuery {
	if projectID != 0 {
		q = q.Where("? = ?", bun.Ident(projectColumn), projectID)
	}
	if structureID != 0 {
		q = q.Where("? = ?", bun.Ident(structureColumn), structureID)
	}
	return q
}

func count(counts map[string]*stats.Count, code string, level int) {
	c, ok := counts[code]
	if !ok {
		c = &stats.Count{Type: code}
		counts[code] = c
	}
	c.Count++
	c.Levels[level]++
}

// sorted lists counts, the most first; never nil.
func sorted(counts map[string]*stats.Count) []stats.Count {
	list := make([]stats.Count, 0, len(counts))
	for _, code := range slices.Sorted(maps.Keys(counts)) {
		list = append(list, *counts[code])
	}
	slices.SortStableFunc(list, func(a, b stats.Count) int { return b.Count - a.Count })
	return list
}

type structureCounts struct {
	structures, items int
	types             []stats.Count
}

// countStructures counts structures, by the level of their worst point, in one query.
func (s *Store) countStructures(ctx context.Context, scope access.Scope, projectID, structureID int64) (structureCounts, error) {
	var rows []struct {
		IsItem bool
		Type   string
		Level  int
	}
	q := s.bun.NewSelect().TableExpr("structure AS st").ColumnExpr("st.is_item, st.type").
		ColumnExpr("(SELECT COALESCE(MAX(l.level), 0) FROM point AS p JOIN point_level AS l ON l.point_id = p.id WHERE p.structure_id = st.id) AS level")
	q = visible(q, scope, "st.corporation_id", "st.project_id")
	if projectID != 0 {
		q = q.Where("st.project_id = ?", projectID)
	}
	if structureID != 0 {
		q = q.Where("(st.id = ? OR st.parent_id = ?)", structureID, structureID)
	}
	if err := q.Scan(ctx, &rows); err != nil {
		return structureCounts{}, fmt.Errorf("count structures: %w", err)
	}
	var counts structureCounts
	types := map[string]*stats.Count{}
	for _, r := range rows {
		if r.IsItem {
			counts.items++
			continue
		}
		counts.structures++
		count(types, r.Type, min(max(r.Level, 0), len(stats.Levels{})-1))
	}
	counts.types = sorted(types)
	return counts, nil
}

type alertCounts struct {
	active   int
	statuses []stats.Count
}

// countAlertStatus counts alerts by status and level, withdrawn ones left out, in one query.
func (s *Store) countAlertStatus(ctx context.Context, scope access.Scope, projectID, structureID int64) (alertCounts, error) {
	var rows []struct {
		Status string
		Level  int
		N      int
	}
	q := s.bun.NewSelect().TableExpr("alert AS al").ColumnExpr("al.status, al.level, COUNT(*) AS n").Where("al.withdrawn_at = 0").GroupExpr("al.status, al.level")
	q = within(visible(q, scope, "al.corporation_id", "al.project_id"), "al.project_id", projectID, "al.structure_id", structureID)
	if err := q.Scan(ctx, &rows); err != nil {
		return alertCounts{}, fmt.Errorf("count alerts: %w", err)
	}
	statuses := map[string]*stats.Count{}
	var counts alertCounts
	for _, r := range rows {
		c, ok := statuses[r.Status]
		if !ok {
			c = &stats.Count{Type: r.Status}
			statuses[r.Status] = c
		}
		c.Count += r.N
		c.Levels[min(max(r.Level, 0), len(c.Levels)-1)] += r.N
		if r.Status == "Pending" || r.Status == "Notice" {
			counts.active += r.N
		}
	}
	counts.statuses = sorted(statuses)
	return counts, nil
}

func (s *Store) countHealth(ctx context.Context, scope access.Scope, filter device.Filter, now int64) (stats.Health, error) {
	c, err := s.DeviceCounts(ctx, scope, filter, now)
	return stats.Health{
		Total: c.Total, Online: c.Online, Sleep: c.Sleep, Offline: c.Offline,
		Normal:     c.Total - c.LowVoltage - c.DataLost - c.DataRepeated,
		LowVoltage: c.LowVoltage, DataLost: c.DataLost, DataRepeated: c.DataRepeated,
	}, err
}

// AlertOpenings implements stats.Store.
func (s *Store) AlertOpenings(ctx context.Context, scope access.Scope, projectID, since int64) ([]stats.Opening, error) {
	var openings []stats.Opening
	q := s.bun.NewSelect().TableExpr("alert AS al").ColumnExpr("al.opened AS at, al.level").Where("al.opened >= ? AND al.withdrawn_at = 0", since)
	q = within(visible(q, scope, "al.corporation_id", "al.project_id"), "al.project_id", projectID, "", 0)
	if err := q.Scan(ctx, &openings); err != nil {
		return nil, fmt.Errorf("openings of alerts: %w", err)
	}
	return openings, nil
}
