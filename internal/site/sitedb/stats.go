package sitedb

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"github.com/uptrace/bun"

	"plumbline/internal/core/reading"
	"plumbline/internal/platform/access"
	"plumbline/internal/platform/sqlkit"
	"plumbline/internal/site/device"
	"plumbline/internal/site/stats"
)

var _ stats.Store = (*Store)(nil)

func (s *Store) CorporationStats(ctx context.Context, scope access.Scope, places []stats.Place, now int64) (stats.Corporation, error) {
	out, tallied, err := s.countAll(ctx, scope, 0, 0, places, now)
	if err != nil {
		return stats.Corporation{}, err
	}
	var projects []int64
	if err := sqlkit.Visible(s.Bun.NewSelect().TableExpr("project AS p").Column("p.id"), scope, "p.corporation_id", "p.id").Scan(ctx, &projects); err != nil {
		return stats.Corporation{}, fmt.Errorf("count projects: %w", err)
	}
	corporation := stats.Corporation{Projects: len(projects), ProjectTypes: tallied.projectTypes, Project: out}
	for _, id := range projects {
		tallied.points.worst.count(&corporation.ProjectLevels, id)
	}
	return corporation, nil
}

func (s *Store) ProjectStats(ctx context.Context, scope access.Scope, projectID, structureID int64, places []stats.Place, now int64) (stats.Project, error) {
	if _, err := s.ProjectCorporation(ctx, scope, projectID); err != nil {
		return stats.Project{}, err
	}
	out, _, err := s.countAll(ctx, scope, projectID, structureID, places, now)
	return out, err
}

type tally struct {
	points       pointCounts
	projectTypes []stats.Count
}

// countAll counts everything in the scope, a project or a structure: five queries.
func (s *Store) countAll(ctx context.Context, scope access.Scope, projectID, structureID int64, places []stats.Place, now int64) (stats.Project, tally, error) {
	points := countPoints(places, now)
	structures, err := s.countStructures(ctx, scope, projectID, structureID, points.worst)
	if err != nil {
		return stats.Project{}, tally{}, err
	}
	statuses, err := s.AlertStatus(ctx, scope, projectID, structureID)
	if err != nil {
		return stats.Project{}, tally{}, err
	}
	health, err := s.DeviceHealth(ctx, scope, projectID, structureID, now)
	if err != nil {
		return stats.Project{}, tally{}, err
	}
	out := stats.Project{
		Structures: structures.structures, Items: structures.items, StructureTypes: structures.types,
		StructureLevels: structures.levels, ItemTypes: structures.itemTypes,
		Points: points.total, PointLevels: points.levels, NoData: points.noData, Stale: points.stale,
		Measurements: points.measurements, Categories: points.categories, LastReading: points.last,
		ActiveAlerts: active(statuses), AlertStatus: statuses, HealthTypes: health,
	}
	for _, one := range health {
		out.Health.Add(one.Health)
	}
	return out, tally{points, structures.projectTypes}, nil
}

type pointCounts struct {
	total, noData, stale     int
	levels                   stats.Levels
	measurements, categories []stats.Count
	worst                    worst
	last                     int64
}

// worst is the highest level of the judged points of a project, structure or item; those without one are missing.
type worst map[int64]int

func (w worst) of(id int64) int {
	if level, ok := w[id]; ok {
		return level
	}
	return stats.NotJudged
}

// count counts an entry with a judged point.
func (w worst) count(levels *stats.Levels, id int64) {
	if level, ok := w[id]; ok {
		levels[level]++
	}
}

// Places scans rows without the ORM, because there are many.
func (s *Store) Places(ctx context.Context, scope access.Scope, projectID, structureID int64) ([]stats.Place, error) {
	q := s.Bun.NewSelect().TableExpr("point AS p").
		ColumnExpr("p.id, p.project_id, p.structure_id, p.item_id, p.name, p.measurement, p.category").OrderExpr("p.sort, p.id")
	q = within(sqlkit.Visible(q, scope, "p.corporation_id", "p.project_id"), "p.project_id", projectID, "", 0)
	if structureID != 0 {
		q = q.Where("(p.structure_id = ? OR p.item_id = ?)", structureID, structureID)
	}
	rows, err := q.Rows(ctx)
	if err != nil {
		return nil, fmt.Errorf("places of points: %w", err)
	}
	defer rows.Close()
	places := []stats.Place{}
	for rows.Next() {
		p := stats.Place{Level: stats.NotJudged}
		if err := rows.Scan(&p.PointID, &p.ProjectID, &p.StructureID, &p.ItemID, &p.Name, &p.Measurement, &p.Category); err != nil {
			return nil, fmt.Errorf("places of points: %w", err)
		}
		places = append(places, p)
	}
	return places, rows.Err()
}

func (s *Store) Extents(ctx context.Context, scope access.Scope, projectID int64) (map[int64]stats.Extent, error) {
	var rows []struct {
		StructureID, ItemID int64
		stats.Extent
	}
	q := s.Bun.NewSelect().TableExpr("point AS p").Column("p.structure_id", "p.item_id").
		ColumnExpr("MIN(p.longitude) AS west, MIN(p.latitude) AS south, MAX(p.longitude) AS east, MAX(p.latitude) AS north").
		Where("p.longitude IS NOT NULL AND p.latitude IS NOT NULL").Group("p.structure_id", "p.item_id")
	if err := within(sqlkit.Visible(q, scope, "p.corporation_id", "p.project_id"), "p.project_id", projectID, "", 0).Scan(ctx, &rows); err != nil {
		return nil, fmt.Errorf("positions of points: %w", err)
	}
	extents := map[int64]stats.Extent{}
	for _, r := range rows {
		for _, id := range []int64{r.StructureID, r.ItemID} {
			if id == 0 {
				continue
			}
			known, ok := extents[id]
			if !ok {
				known = r.Extent
			}
			extents[id] = known.Around(r.Extent)
		}
	}
	return extents, nil
}

func (s *Store) Sites(ctx context.Context, scope access.Scope, keyword string) ([]stats.Site, error) {
	sites := []stats.Site{}
	q := s.Bun.NewSelect().TableExpr("project AS p").Column("p.id", "p.name", "p.time_zone", "p.longitude", "p.latitude").OrderExpr("p.id")
	if err := sqlkit.Matching(sqlkit.Visible(q, scope, "p.corporation_id", "p.id"), keyword, "p.name", "p.address").Scan(ctx, &sites); err != nil {
		return nil, fmt.Errorf("projects: %w", err)
	}
	return sites, nil
}

// countPoints counts points.
func countPoints(places []stats.Place, now int64) pointCounts {
	counts := pointCounts{total: len(places), worst: worst{}}
	measurements, categories := map[string]*stats.Count{}, map[string]*stats.Count{}
	for _, p := range places {
		if p.Level != stats.NotJudged {
			counts.levels[p.Level]++
			for _, id := range [...]int64{p.ProjectID, p.StructureID, p.ItemID} {
				counts.worst[id] = max(counts.worst.of(id), p.Level)
			}
		}
		if p.Last == 0 {
			counts.noData++
		}
		if p.Stale {
			counts.stale++
		}
		if p.Last <= now+reading.ClockSlack {
			counts.last = max(counts.last, p.Last)
		}
		count(measurements, p.Measurement, p.Level)
		count(categories, p.Category, p.Level)
	}
	counts.measurements, counts.categories = sorted(measurements), sorted(categories)
	return counts
}

// within limits a query to a project and a structure; 0 means no limit.
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
	if level != stats.NotJudged {
		c.Levels[level]++
	}
}

// sorted returns counts, highest first; never nil.
func sorted(counts map[string]*stats.Count) []stats.Count {
	list := make([]stats.Count, 0, len(counts))
	for _, code := range slices.Sorted(maps.Keys(counts)) {
		list = append(list, *counts[code])
	}
	slices.SortStableFunc(list, func(a, b stats.Count) int { return b.Count - a.Count })
	return list
}

type structureCounts struct {
	structures, items              int
	levels                         stats.Levels
	types, itemTypes, projectTypes []stats.Count
}

// countStructures counts structures and items by the given levels, in one query.
func (s *Store) countStructures(ctx context.Context, scope access.Scope, projectID, structureID int64, worst worst) (structureCounts, error) {
	var rows []struct {
		ID, ProjectID, ParentID int64
		IsItem                  bool
		Type                    string
	}
	q := s.Bun.NewSelect().TableExpr("structure AS st").ColumnExpr("st.id, st.project_id, st.parent_id, st.is_item, st.type")
	q = within(sqlkit.Visible(q, scope, "st.corporation_id", "st.project_id"), "st.project_id", projectID, "", 0)
	if structureID != 0 {
		q = q.Where("(st.id = ? OR st.parent_id = ?)", structureID, structureID)
	}
	if err := q.Scan(ctx, &rows); err != nil {
		return structureCounts{}, fmt.Errorf("count structures: %w", err)
	}
	var counts structureCounts
	types, itemTypes, projectTypes := map[string]*stats.Count{}, map[string]*stats.Count{}, map[string]*stats.Count{}
	typeOf, seen := make(map[int64]string, len(rows)), map[string]bool{}
	for _, r := range rows {
		if r.IsItem {
			continue
		}
		typeOf[r.ID] = r.Type
		counts.structures++
		worst.count(&counts.levels, r.ID)
		count(types, r.Type, worst.of(r.ID))
		if of := fmt.Sprint(r.ProjectID, " ", r.Type); !seen[of] {
			seen[of] = true
			count(projectTypes, r.Type, worst.of(r.ProjectID))
		}
	}
	for _, r := range rows {
		if r.IsItem {
			counts.items++
			kind, ok := typeOf[r.ParentID]
			if !ok { // an item is counted by itself
				kind = r.Type
			}
			count(itemTypes, kind, worst.of(r.ID))
		}
	}
	counts.types, counts.itemTypes, counts.projectTypes = sorted(types), sorted(itemTypes), sorted(projectTypes)
	return counts, nil
}

func (s *Store) AlertStatus(ctx context.Context, scope access.Scope, projectID, structureID int64) ([]stats.Count, error) {
	var rows []struct {
		Status string
		Level  int
		N      int
	}
	q := s.Bun.NewSelect().TableExpr("alert AS al").ColumnExpr("al.status, al.level, COUNT(*) AS n").
		Where("al.withdrawn_at = 0 AND al.kind = 'threshold'").GroupExpr("al.status, al.level")
	q = within(sqlkit.Visible(q, scope, "al.corporation_id", "al.project_id"), "al.project_id", projectID, "", 0)
	if structureID != 0 {
		q = q.Where("(al.structure_id = ? OR al.item_id = ?)", structureID, structureID)
	}
	if err := q.Scan(ctx, &rows); err != nil {
		return nil, fmt.Errorf("count alerts: %w", err)
	}
	statuses := map[string]*stats.Count{}
	for _, r := range rows {
		c, ok := statuses[r.Status]
		if !ok {
			c = &stats.Count{Type: r.Status}
			statuses[r.Status] = c
		}
		c.Count += r.N
		c.Levels[min(max(r.Level, 0), len(c.Levels)-1)] += r.N
	}
	return sorted(statuses), nil
}

// active returns the number of active alerts.
func active(statuses []stats.Count) int {
	n := 0
	for _, c := range statuses {
		if c.Type == "Pending" || c.Type == "Notice" {
			n += c.Count
		}
	}
	return n
}

func (s *Store) ActiveAlerts(ctx context.Context, scope access.Scope, projectID int64) (stats.ActiveAlerts, error) {
	var rows []struct {
		ProjectID, StructureID, ItemID int64
		N                              int
	}
	out := stats.ActiveAlerts{Projects: map[int64]int{}, Structures: map[int64]int{}, Items: map[int64]int{}}
	q := s.Bun.NewSelect().TableExpr("alert AS al").ColumnExpr("al.project_id, al.structure_id, al.item_id, COUNT(*) AS n").
		Where(activeAlert).GroupExpr("al.project_id, al.structure_id, al.item_id")
	q = within(sqlkit.Visible(q, scope, "al.corporation_id", "al.project_id"), "al.project_id", projectID, "", 0)
	if err := q.Scan(ctx, &rows); err != nil {
		return out, fmt.Errorf("count open alerts: %w", err)
	}
	for _, r := range rows {
		out.Projects[r.ProjectID] += r.N
		out.Structures[r.StructureID] += r.N
		out.Items[r.ItemID] += r.N
	}
	return out, nil
}

func (s *Store) DeviceHealth(ctx context.Context, scope access.Scope, projectID, structureID, now int64) ([]stats.TypeHealth, error) {
	var rows []deviceListRow
	filter := device.Filter{ProjectID: projectID, StructureID: structureID}
	q := filteredDevices(s.Selects(&rows), scope, filter).Column("d.id", "d.register", "d.type").ColumnExpr(stateColumnsSQL).Join(stateJoinSQL)
	if err := q.Scan(ctx); err != nil {
		return nil, fmt.Errorf("health of devices: %w", err)
	}
	feeds, err := s.feeds(ctx, deviceIDs(rows))
	if err != nil {
		return nil, err
	}
	types := map[string]*device.Counts{}
	for _, r := range rows {
		c, ok := types[r.Type]
		if !ok {
			c = &device.Counts{}
			types[r.Type] = c
		}
		c.Add(r.state(feeds[r.ID]), now)
	}
	list := make([]stats.TypeHealth, 0, len(types))
	for _, code := range slices.Sorted(maps.Keys(types)) {
		c := types[code]
		list = append(list, stats.TypeHealth{Type: code, Health: stats.Health{
			Total: c.Total, Online: c.Online, Sleep: c.Sleep, Offline: c.Offline,
			Normal:     c.Total - c.Unknown - c.LowVoltage - c.DataLost - c.DataRepeated,
			Unknown:    c.Unknown,
			LowVoltage: c.LowVoltage, DataLost: c.DataLost, DataRepeated: c.DataRepeated,
		}})
	}
	slices.SortStableFunc(list, func(a, b stats.TypeHealth) int { return b.Total - a.Total })
	return list, nil
}

func (s *Store) AlertOpenings(ctx context.Context, scope access.Scope, projectID, since int64) ([]stats.Opening, error) {
	var openings []stats.Opening
	q := s.Bun.NewSelect().TableExpr("alert AS al").ColumnExpr("al.opened AS at, al.level").
		Where("al.opened >= ? AND al.withdrawn_at = 0 AND al.kind = 'threshold'", since)
	q = within(sqlkit.Visible(q, scope, "al.corporation_id", "al.project_id"), "al.project_id", projectID, "", 0)
	if err := q.Scan(ctx, &openings); err != nil {
		return nil, fmt.Errorf("openings of alerts: %w", err)
	}
	return openings, nil
}
