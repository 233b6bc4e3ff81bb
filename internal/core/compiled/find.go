package compiled

import (
	"context"
	"slices"
)

// mostVisited bounds the points of other servers in memory: 30 MB.
const mostVisited = 10_000

// Find returns an existing point; one of another server, or that another process has just created, is loaded.
func (d *Directory) Find(ctx context.Context, id int64) (*Point, bool, error) {
	found, err := d.FindAll(ctx, []int64{id})
	if err != nil {
		return nil, false, err
	}
	p, ok := found(id)
	return p, ok, nil
}

// FindAll returns a function that finds those of the given points that exist.
func (d *Directory) FindAll(ctx context.Context, ids []int64) (func(id int64) (*Point, bool), error) {
	if !d.shared {
		return d.findKept(ctx, ids)
	}
	found := make(map[int64]*Point, len(ids))
	if missed := d.recall(ids, found); len(missed) > 0 {
		d.refreshing.Lock()
		defer d.refreshing.Unlock()
		err := d.compilePages(ctx, pagesOf(d.recall(missed, found)), func(ids []int64, made []*Point) {
			d.replace(ids, made)
			d.visit(made)
			for _, p := range made {
				found[p.Definition.Point.ID] = p
			}
		})
		if err != nil {
			return nil, err
		}
	}
	return func(id int64) (*Point, bool) { p, ok := found[id]; return p, ok }, nil
}

// findKept is FindAll if all points are kept.
func (d *Directory) findKept(ctx context.Context, ids []int64) (func(id int64) (*Point, bool), error) {
	if missed := d.unkept(ids); len(missed) > 0 {
		if _, err := d.Refresh(ctx, missed, nil); err != nil {
			return nil, err
		}
	}
	return d.Point, nil
}

func (d *Directory) unkept(ids []int64) (missed []int64) {
	d.mu.RLock()
	defer d.mu.RUnlock()
	for _, id := range ids {
		if _, ok := d.points[id]; !ok {
			missed = append(missed, id)
		}
	}
	return missed
}

// recall adds the points in memory to found and returns the others.
func (d *Directory) recall(ids []int64, found map[int64]*Point) (missed []int64) {
	d.mu.RLock()
	defer d.mu.RUnlock()
	for _, id := range ids {
		p, ok := d.points[id]
		if !ok {
			p, ok = d.visited[id]
		}
		if ok {
			found[id] = p
		} else {
			missed = append(missed, id)
		}
	}
	slices.Sort(missed)
	return slices.Compact(missed)
}

// visit remembers points of other servers for the next lookup. Which ones give way does not matter.
func (d *Directory) visit(points []*Point) {
	d.mu.Lock()
	defer d.mu.Unlock()
	for _, p := range points {
		id := p.Definition.Point.ID
		if _, away := d.places[id]; away {
			d.visited[id] = p
		}
	}
	for id := range d.visited {
		if len(d.visited) <= mostVisited {
			return
		}
		delete(d.visited, id)
	}
}
