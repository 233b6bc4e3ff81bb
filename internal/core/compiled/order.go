package compiled

import (
	"context"
	"maps"
	"slices"

	"plumbline/internal/core/series"
)

// dependants returns the points computed, directly or indirectly, from a point's results.
func (d *Directory) dependants(id int64) []int64 {
	d.mu.RLock()
	defer d.mu.RUnlock()
	var list []int64
	seen := map[int64]bool{id: true}
	for queue := []int64{id}; len(queue) > 0; queue = queue[1:] {
		source := series.ResultID(queue[0])
		next := d.appendAway(nil, source, Beginning)
		for _, p := range d.feeds[source] {
			next = append(next, p.Definition.Point.ID)
		}
		for _, id := range next {
			if !seen[id] {
				seen[id] = true
				list = append(list, id)
				queue = append(queue, id)
			}
		}
	}
	return list
}

// InOrder returns points and their dependants, each after the points that it reads. changed are points with definitions
// that differ from the directory. Deleted points are left out.
func (d *Directory) InOrder(ctx context.Context, first []int64, changed map[int64]*Point) ([]*Point, error) {
	affected := map[int64]bool{}
	for _, id := range first {
		affected[id] = true
		for _, dependant := range d.dependants(id) {
			affected[dependant] = true
		}
	}
	ids := slices.Sorted(maps.Keys(affected))
	find, err := d.FindAll(ctx, slices.DeleteFunc(slices.Clone(ids), func(id int64) bool { return changed[id] != nil }))
	if err != nil {
		return nil, err
	}
	var order []*Point
	done := map[int64]bool{}
	var visit func(id int64)
	visit = func(id int64) {
		if done[id] || !affected[id] {
			return
		}
		done[id] = true
		p := changed[id]
		if p == nil {
			p, _ = find(id)
		}
		if p == nil {
			return
		}
		for _, source := range p.DependsOn() {
			visit(source)
		}
		order = append(order, p)
	}
	for _, id := range ids {
		visit(id)
	}
	return order, nil
}
