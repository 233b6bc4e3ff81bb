package compiled

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"sync"

	"plumbline/internal/core/marks"
	"plumbline/internal/core/series"
)

// Directory holds all compiled points and the series that feed them. It is safe for concurrent use.
type Directory struct {
	loader Loader

	refreshing sync.Mutex // one refresh at a time, without blocking readers

	mu     sync.RWMutex
	points map[int64]*Point
	feeds  map[series.ID][]*Point // points that read a series, in any role, at any time
	fleet
}

var _ marks.Feeds = (*Directory)(nil)

// NewDirectory loads all points.
func NewDirectory(ctx context.Context, loader Loader) (*Directory, error) {
	d := &Directory{loader: loader, points: map[int64]*Point{}, feeds: map[series.ID][]*Point{}, fleet: newFleet()}
	if _, err := d.Reload(ctx); err != nil {
		return nil, err
	}
	return d, nil
}

// Reload loads all points again. It returns those that it replaced.
func (d *Directory) Reload(ctx context.Context) ([]*Point, error) {
	d.refreshing.Lock()
	defer d.refreshing.Unlock()
	definitions, err := d.loader.Definitions(ctx, nil)
	if err != nil {
		return nil, fmt.Errorf("load the points: %w", err)
	}
	devices, err := d.loader.Watched(ctx, nil)
	if err != nil {
		return nil, fmt.Errorf("load the devices: %w", err)
	}
	made := compileAll(definitions)
	d.mu.Lock()
	defer d.mu.Unlock()
	d.fleet = newFleet()
	d.keep(nil, devices)
	replaced := slices.Collect(maps.Values(d.points))
	clear(d.points)
	clear(d.feeds)
	for _, p := range made {
		d.enter(p)
	}
	return replaced, nil
}

func (d *Directory) Point(id int64) (*Point, bool) {
	d.mu.RLock()
	defer d.mu.RUnlock()
	p, ok := d.points[id]
	return p, ok
}

// Find returns an existing point; one that another process has just created is loaded.
func (d *Directory) Find(ctx context.Context, id int64) (*Point, bool, error) {
	if p, ok := d.Point(id); ok {
		return p, true, nil
	}
	if _, err := d.Refresh(ctx, []int64{id}, nil); err != nil {
		return nil, false, err
	}
	p, ok := d.Point(id)
	return p, ok, nil
}

// All returns the points by id.
func (d *Directory) All() map[int64]*Point {
	d.mu.RLock()
	defer d.mu.RUnlock()
	return maps.Clone(d.points)
}

func (d *Directory) Points() []*Point {
	d.mu.RLock()
	defer d.mu.RUnlock()
	list := make([]*Point, 0, len(d.points))
	for _, p := range d.points {
		list = append(list, p)
	}
	return list
}

// AppendPoints appends the points that read a channel at a time, for ingest. A device whose voltage is judged is
// marked like a point: both have ids of one sequence.
func (d *Directory) AppendPoints(dst []int64, device int64, channel int32, from int64) []int64 {
	d.mu.RLock()
	defer d.mu.RUnlock()
	id := series.RawID(device, channel)
	for _, p := range d.feeds[id] {
		if p.readsFrom(id, from) {
			dst = append(dst, p.Definition.Point.ID)
		}
	}
	if d.supplied[id] {
		dst = append(dst, device)
	}
	return dst
}

// readsFrom reports whether a point reads a series at any time from t on.
func (p *Point) readsFrom(id series.ID, t int64) bool {
	for i := range p.Segments {
		if s := &p.Segments[i]; s.Until > t && s.Reads(id) {
			return true
		}
	}
	return false
}

func (s *Segment) Reads(id series.ID) bool { return s.Main == id || slices.Contains(s.Feeds, id) }

// FedBy returns the points that read a series at any time.
func (d *Directory) FedBy(id series.ID) []*Point {
	d.mu.RLock()
	defer d.mu.RUnlock()
	return d.feeds[id]
}

// Refresh reloads points, and the points that the given devices feed, after a change of configuration or corrections.
// It returns the points that it replaced.
func (d *Directory) Refresh(ctx context.Context, points, devices []int64) ([]*Point, error) {
	d.refreshing.Lock()
	defer d.refreshing.Unlock()
	ids := slices.Clone(points)
	if len(devices) > 0 {
		more, err := d.loader.PointsOfDevices(ctx, devices)
		if err != nil {
			return nil, fmt.Errorf("points of changed devices: %w", err)
		}
		ids = append(ids, more...)
	}
	if len(devices) > 0 {
		watched, err := d.loader.Watched(ctx, devices)
		if err != nil {
			return nil, fmt.Errorf("load changed devices: %w", err)
		}
		d.mu.Lock()
		d.keep(devices, watched)
		d.mu.Unlock()
	}
	if len(ids) == 0 {
		return nil, nil
	}
	slices.Sort(ids)
	ids = slices.Compact(ids)
	definitions, err := d.loader.Definitions(ctx, ids)
	if err != nil {
		return nil, fmt.Errorf("load changed points: %w", err)
	}
	made := compileAll(definitions)
	d.mu.Lock()
	defer d.mu.Unlock()
	var replaced []*Point
	for _, id := range ids {
		if p, ok := d.points[id]; ok {
			replaced = append(replaced, p)
		}
		d.leave(id)
	}
	for _, p := range made {
		d.enter(p)
	}
	return replaced, nil
}

func (d *Directory) enter(p *Point) {
	d.points[p.Definition.Point.ID] = p
	for _, id := range p.SourceSeries() {
		d.feeds[id] = append(slices.Clone(d.feeds[id]), p) // readers may still use the old list
	}
	d.bind(p)
}

func (d *Directory) leave(id int64) {
	p, ok := d.points[id]
	if !ok {
		return
	}
	delete(d.points, id)
	d.unbind(p)
	for _, source := range p.SourceSeries() {
		left := slices.DeleteFunc(slices.Clone(d.feeds[source]), func(other *Point) bool { return other == p })
		if len(left) == 0 {
			delete(d.feeds, source)
		} else {
			d.feeds[source] = left
		}
	}
}

// SourceSeries returns the series that a point reads at any time.
func (p *Point) SourceSeries() []series.ID {
	var list []series.ID
	for i := range p.Segments {
		s := &p.Segments[i]
		if s.Main != 0 {
			list = append(list, s.Main)
		}
		list = append(list, s.Feeds...)
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// DependsOn returns the points whose results a point reads at any time.
func (p *Point) DependsOn() []int64 {
	var list []int64
	for _, id := range p.SourceSeries() {
		if !id.IsRaw() {
			list = append(list, id.Point())
		}
	}
	return list
}

// Dependants returns the points computed, directly or indirectly, from a point's results.
func (d *Directory) Dependants(id int64) []int64 {
	var list []int64
	seen := map[int64]bool{id: true}
	for queue := []int64{id}; len(queue) > 0; queue = queue[1:] {
		for _, p := range d.FedBy(series.ResultID(queue[0])) {
			if next := p.Definition.Point.ID; !seen[next] {
				seen[next] = true
				list = append(list, next)
				queue = append(queue, next)
			}
		}
	}
	return list
}

// Cycle returns the cycle that new dependencies would create: the points along it, starting and ending with the given
// one; nil if there is none. Saving such configuration is refused (design core.md section 3).
func (d *Directory) Cycle(point int64, reads []int64) []int64 {
	d.mu.RLock()
	defer d.mu.RUnlock()
	seen := map[int64]bool{}
	var path []int64
	var visit func(id int64) bool
	visit = func(id int64) bool {
		path = append(path, id)
		if id == point {
			return true
		}
		if !seen[id] {
			seen[id] = true
			if p, ok := d.points[id]; ok {
				for _, next := range p.DependsOn() {
					if visit(next) {
						return true
					}
				}
			}
		}
		path = path[:len(path)-1]
		return false
	}
	for _, id := range reads {
		path = []int64{point}
		if visit(id) {
			return path
		}
	}
	return nil
}

// InOrder returns points and their dependants, each after the points that it reads. changed are points with
// definitions that differ from the directory.
func (d *Directory) InOrder(first []int64, changed map[int64]*Point) []int64 {
	affected := map[int64]bool{}
	for _, id := range first {
		affected[id] = true
		for _, dependant := range d.Dependants(id) {
			affected[dependant] = true
		}
	}
	var order []int64
	done := map[int64]bool{}
	var visit func(id int64)
	visit = func(id int64) {
		if done[id] || !affected[id] {
			return
		}
		done[id] = true
		p := changed[id]
		if p == nil {
			p, _ = d.Point(id)
		}
		if p != nil {
			for _, source := range p.DependsOn() {
				visit(source)
			}
		}
		order = append(order, id)
	}
	for _, id := range slices.Sorted(maps.Keys(affected)) {
		visit(id)
	}
	return order
}
