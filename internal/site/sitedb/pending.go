package sitedb

import (
	"context"
	"fmt"
	"slices"

	"github.com/uptrace/bun"

	"plumbline/internal/core/marks"
	"plumbline/internal/platform/access"
	"plumbline/internal/site/point"
)

func (s *Store) Pending(ctx context.Context, scope access.Scope, projectID, pointID int64) ([]point.Pending, error) {
	if _, err := s.ProjectCorporation(ctx, scope, projectID); err != nil {
		return nil, err
	}
	marked, err := s.marked(ctx)
	if err != nil {
		return nil, err
	}
	ids := make([]int64, 0, len(marked))
	for _, m := range marked {
		if pointID == 0 || m.Point == pointID {
			ids = append(ids, m.Point)
		}
	}
	if len(ids) == 0 {
		return nil, nil
	}
	var rows []struct {
		ID   int64
		Name string
	}
	err = s.Bun.NewSelect().Table("point").Column("id", "name").Where("project_id = ? AND id IN (?)", projectID, bun.List(ids)).
		OrderExpr("name, id").Limit(point.MaxPending).Scan(ctx, &rows)
	if err != nil {
		return nil, fmt.Errorf("pending points: %w", err)
	}
	from := make(map[int64]int64, len(marked))
	for _, m := range marked {
		from[m.Point] = m.From
	}
	list := make([]point.Pending, len(rows))
	for i, r := range rows {
		list[i] = point.Pending{PointID: r.ID, Name: r.Name, From: from[r.ID]}
	}
	return list, nil
}

// Waiting returns how many of the points wait for a refold.
//
// Unscoped: the service has just looked the thing up in the caller's scope.
func (s *Store) Waiting(ctx context.Context, points []int64) (int, error) {
	marked, err := s.marked(ctx)
	if err != nil {
		return 0, err
	}
	count := 0
	for _, m := range marked {
		if slices.Contains(points, m.Point) {
			count++
		}
	}
	return count, nil
}

// marked returns the pending marks, the earliest of each point.
func (s *Store) marked(ctx context.Context) ([]marks.Mark, error) {
	var list []marks.Mark
	for after := int64(0); ; {
		entries, err := marks.Pending(ctx, s.DB.Reader(), after)
		if err != nil {
			return nil, err
		}
		if len(entries) == 0 {
			return list, nil
		}
		for _, e := range entries {
			after = e.Seq
			list = append(list, e.Marks...)
		}
		list = marks.Merge(list)
	}
}
