package sitedb

import (
	"context"
	"fmt"

	"plumbline/internal/platform/access"
	"plumbline/internal/site/project"
)

// Tree runs three queries, and one of the series.
func (s *Store) Tree(ctx context.Context, scope access.Scope, projectID int64) ([]project.Node, error) {
	structures, err := s.Structures(ctx, scope, projectID)
	if err != nil {
		return nil, err
	}
	var points []struct {
		ID, StructureID, ItemID           int64
		Name, Kind, Measurement, Category string
		Level                             int
	}
	err = s.Bun.NewRaw(`SELECT p.id, p.structure_id, p.item_id, p.name, p.kind, p.measurement, p.category, COALESCE(l.level, -1) AS level
		FROM point AS p LEFT JOIN point_level AS l ON l.point_id = p.id
		WHERE p.project_id = ? ORDER BY p.sort, p.id`, projectID).Scan(ctx, &points)
	if err != nil {
		return nil, fmt.Errorf("points of project %d: %w", projectID, err)
	}
	ids := make([]int64, len(points))
	for i := range points {
		ids[i] = points[i].ID
	}
	last, err := s.lastOfPoints(ctx, ids)
	if err != nil {
		return nil, err
	}
	below := make(map[int64][]project.Node, len(structures))
	for i, p := range points {
		place := p.StructureID
		if p.ItemID != 0 {
			place = p.ItemID
		}
		below[place] = append(below[place], project.Node{
			Kind: project.PointNode, ID: p.ID, Name: p.Name, Type: p.Category, Measurement: p.Measurement, PointKind: p.Kind,
			Level: p.Level, LastReading: last[i], Children: []project.Node{},
		})
	}
	items := make(map[int64][]project.Node)
	for _, st := range structures {
		if st.IsItem {
			items[st.ParentID] = append(items[st.ParentID], node(project.ItemNode, st, below[st.ID]))
		}
	}
	tree := make([]project.Node, 0, len(structures))
	for _, st := range structures {
		if !st.IsItem {
			tree = append(tree, node(project.StructureNode, st, append(items[st.ID], below[st.ID]...)))
		}
	}
	return tree, nil
}

// node returns the node of a structure or item with its children and highest level.
func node(kind project.NodeKind, st project.Structure, children []project.Node) project.Node {
	n := project.Node{Kind: kind, ID: st.ID, Name: st.Name, Type: st.Type, Children: children}
	if n.Children == nil {
		n.Children = []project.Node{}
	}
	for _, child := range children {
		n.Level = max(n.Level, child.Level)
		n.LastReading = max(n.LastReading, child.LastReading)
		n.Points += child.Points
		if child.Kind == project.PointNode {
			n.Points++
		}
	}
	return n
}
