// Package section finds the monitored sections of structures and their members.
package section

import (
	"cmp"
	"context"
	"math"
	"slices"

	"plumbline/internal/platform/access"
	"plumbline/internal/site/point"
	"plumbline/internal/site/project"
)

// Place is where a member of a section is.
type Place struct {
	ID       int64   // of the point
	Name     string  // of the point
	Section  string  // that the engineering data of the point name, or else its item or structure
	Chainage float64 // m along the structure; NaN: not known
}

// Fields are asked which points compute a field of sections at a time, in their order.
type Fields interface {
	Sectioned(ctx context.Context, ids []int64, field string, at int64) ([]int64, error)
}

// Finder finds members.
type Finder struct {
	Projects *project.Service
	Points   *point.Service
	Fields   Fields
}

// Members returns the points of a structure or item that compute a field of sections at a time, by chainage, then in the order
// of the structure. The caller sees the project.
func (f *Finder) Members(ctx context.Context, scope access.Scope, projectID, structureID int64, field string, at int64) ([]Place, error) {
	tree, err := f.Projects.Tree(ctx, scope, projectID)
	if err != nil {
		return nil, err
	}
	names := map[int64]string{}
	var walk func(nodes []project.Node)
	walk = func(nodes []project.Node) {
		for i := range nodes {
			if nodes[i].Kind != project.PointNode {
				names[nodes[i].ID] = nodes[i].Name
				walk(nodes[i].Children)
			}
		}
	}
	walk(tree)
	points := project.PointsIn(tree, structureID)
	ids := make([]int64, len(points))
	placed := make(map[int64]*project.Placed, len(points))
	for i := range points {
		ids[i], placed[points[i].ID] = points[i].ID, &points[i]
	}
	if ids, err = f.Fields.Sectioned(ctx, ids, field, at); err != nil {
		return nil, err
	}
	known, err := f.Points.EngineeringOf(ctx, ids, at)
	if err != nil {
		return nil, err
	}
	places := make([]Place, len(ids))
	for i, id := range ids {
		p := placed[id]
		places[i] = Place{id, p.Node.Name, cmp.Or(known[id].Section, names[cmp.Or(p.ItemID, p.StructureID)]), math.NaN()}
		if meters, ok := known[id].Meters(); ok {
			places[i].Chainage = meters
		}
	}
	slices.SortStableFunc(places, func(a, b Place) int {
		switch unknown := [2]bool{math.IsNaN(a.Chainage), math.IsNaN(b.Chainage)}; {
		case unknown[0] && unknown[1]:
			return 0
		case unknown[0]:
			return 1
		case unknown[1]:
			return -1
		}
		return cmp.Compare(a.Chainage, b.Chainage)
	})
	return places, nil
}
