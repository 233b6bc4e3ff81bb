package sitedb

import (
	"context"
	"fmt"

	"github.com/uptrace/bun"

	"plumbline/internal/core/series"
	"plumbline/internal/platform/access"
	"plumbline/internal/site/project"
)

// Subtree runs at most eight queries, and one of the series.
func (s *Store) Subtree(ctx context.Context, scope access.Scope, at project.Place) (project.Subtree, error) {
	out, points, alerts, err := s.placed(ctx, scope, at)
	if err != nil {
		return out, err
	}
	var ids []int64
	if err := points(s.Bun.NewSelect().TableExpr("point AS p").Column("p.id")).Scan(ctx, &ids); err != nil {
		return out, fmt.Errorf("points below: %w", err)
	}
	out.Points = len(ids)
	results := make([]series.ID, len(ids))
	for i, id := range ids {
		results[i] = series.ResultID(id)
	}
	if out.Results, err = s.series.Rows(ctx, results); err != nil {
		return out, err
	}
	open, err := alerts(s.Bun.NewSelect().TableExpr("alert AS al").Where("al.status IN ('Pending', 'Notice') AND al.withdrawn_at = 0")).Count(ctx)
	if err != nil {
		return out, fmt.Errorf("alerts of the subtree: %w", err)
	}
	out.OpenAlerts = int(open)
	inside := points(s.Bun.NewSelect().TableExpr("point AS p").Column("p.id"))
	if at.ProjectID == 0 {
		err = s.Bun.NewSelect().TableExpr("version_source AS vs").ColumnExpr("COUNT(DISTINCT vs.device_id)").Join("JOIN version AS v ON v.id = vs.version_id").
			Where("vs.owner_kind = 'point' AND v.superseded_at = 0 AND vs.device_id <> 0 AND vs.owner_id IN (?)", inside).Scan(ctx, &out.Devices)
		if err != nil {
			return out, fmt.Errorf("devices below: %w", err)
		}
		if out.Dependants, out.MoreDependants, err = s.dependants(ctx, inside); err != nil {
			return out, err
		}
	}
	return out, nil
}

// placed finds a place in the scope, its name, and the conditions for its points and alerts.
func (s *Store) placed(ctx context.Context, scope access.Scope,
	at project.Place,
) (out project.Subtree, points, alerts func(*bun.SelectQuery) *bun.SelectQuery, err error) {
	where := func(condition string, id int64) func(*bun.SelectQuery) *bun.SelectQuery {
		return func(q *bun.SelectQuery) *bun.SelectQuery { return q.Where(condition, id) }
	}
	switch {
	case at.PointID != 0:
		p, err := s.Point(ctx, scope, at.PointID)
		out.Name = p.Name
		return out, where("p.id = ?0", p.ID), where("al.point_id = ?0", p.ID), err
	case at.StructureID != 0:
		st, err := s.Structure(ctx, scope, at.StructureID)
		if err != nil {
			return out, nil, nil, err
		}
		out.Name = st.Name
		err = s.branches(ctx, &out, "st.parent_id = ?", "p.item_id", st.ID)
		out.Items = len(out.Branches)
		if err == nil {
			err = s.pointBranches(ctx, &out, st.ID)
		}
		return out, where("(p.structure_id = ?0 OR p.item_id = ?0)", st.ID), where("(al.structure_id = ?0 OR al.item_id = ?0)", st.ID), err
	}
	p, err := s.Project(ctx, scope, at.ProjectID)
	if err != nil {
		return out, nil, nil, err
	}
	out.Name = p.Name
	if err = s.branches(ctx, &out, "st.project_id = ? AND NOT st.is_item", "p.structure_id", p.ID); err != nil {
		return out, nil, nil, err
	}
	err = s.Bun.NewRaw(
		`SELECT (SELECT COUNT(*) FROM structure WHERE project_id = ?0 AND NOT is_item) AS structures,
		(SELECT COUNT(*) FROM structure WHERE project_id = ?0 AND is_item) AS items,
		(SELECT COUNT(*) FROM device WHERE project_id = ?0) AS devices, (SELECT COUNT(*) FROM project_member WHERE project_id = ?0) AS members`, p.ID).
		Scan(ctx, &out.Structures, &out.Items, &out.Devices, &out.Members)
	return out, where("p.project_id = ?0", p.ID), where("al.project_id = ?0", p.ID), err
}

// branches lists the structures or items of a place with their points, largest first.
func (s *Store) branches(ctx context.Context, out *project.Subtree, condition, column string, id int64) error {
	var rows []struct {
		ID     int64
		Name   string
		IsItem bool
		Points int
	}
	err := s.Bun.NewSelect().TableExpr("structure AS st").Column("st.id", "st.name", "st.is_item").
		ColumnExpr("(SELECT COUNT(*) FROM point AS p WHERE ? = st.id) AS points", bun.Safe(column)).
		Where(condition, id).OrderExpr("points DESC, st.sort, st.id").Scan(ctx, &rows)
	if err != nil {
		return fmt.Errorf("subtree of %d: %w", id, err)
	}
	for _, r := range rows {
		kind := project.StructureNode
		if r.IsItem {
			kind = project.ItemNode
		}
		out.Branches = append(out.Branches, project.Branch{Kind: kind, ID: r.ID, Name: r.Name, Points: r.Points})
	}
	return nil
}

// pointBranches lists the points directly below a structure or item.
func (s *Store) pointBranches(ctx context.Context, out *project.Subtree, id int64) error {
	var rows []struct {
		ID   int64
		Name string
	}
	err := s.Bun.NewSelect().Table("point").Column("id", "name").Where("item_id = ?0 OR structure_id = ?0 AND item_id = 0", id).
		OrderExpr("sort, id").Scan(ctx, &rows)
	if err != nil {
		return fmt.Errorf("points below %d: %w", id, err)
	}
	for _, r := range rows {
		out.Branches = append(out.Branches, project.Branch{Kind: project.PointNode, ID: r.ID, Name: r.Name})
	}
	return nil
}

// dependants lists outside points computed from inside points, and counts those not listed.
func (s *Store) dependants(ctx context.Context, inside *bun.SelectQuery) ([]project.Branch, int, error) {
	var rows []struct {
		ID   int64
		Name string
	}
	outside := func(columns string) *bun.SelectQuery {
		return s.Bun.NewSelect().TableExpr("version_source AS vs").ColumnExpr(columns).
			Join("JOIN version AS v ON v.id = vs.version_id").Join("JOIN point AS o ON o.id = vs.owner_id").
			Where("v.superseded_at = 0 AND vs.owner_kind = 'point' AND vs.point_id IN (?0) AND vs.owner_id NOT IN (?0)", inside)
	}
	if err := outside("DISTINCT o.id, o.name").OrderExpr("o.name").Limit(project.MaxBranches).Scan(ctx, &rows); err != nil {
		return nil, 0, fmt.Errorf("points computed from the subtree: %w", err)
	}
	total := len(rows)
	if total == project.MaxBranches {
		if err := outside("COUNT(DISTINCT o.id)").Scan(ctx, &total); err != nil {
			return nil, 0, fmt.Errorf("points computed from the subtree: %w", err)
		}
	}
	list := make([]project.Branch, len(rows))
	for i, r := range rows {
		list[i] = project.Branch{Kind: project.PointNode, ID: r.ID, Name: r.Name}
	}
	return list, total - len(list), nil
}
