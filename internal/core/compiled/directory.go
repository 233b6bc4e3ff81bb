package compiled

import (
	"context"
	"fmt"
	"iter"
	"maps"
	"slices"
	"sync"

	"golang.org/x/sync/errgroup"

	"plumbline/internal/core/marks"
	"plumbline/internal/core/series"
	"plumbline/internal/platform/cluster"
)

// Directory holds compiled points and the series that feed them: all points, or those of the partitions that this
// server folds and, in about 150 bytes each, where the others are. It is safe for concurrent use.
type Directory struct {
	loader Loader
	shared bool // several servers fold the points

	refreshing sync.Mutex // one refresh at a time, without blocking readers

	mu   sync.RWMutex
	held [cluster.Partitions]bool // partitions that this server folds; changes with both locks held
	content
}

// content is what the lock of a directory guards. A point is either kept or away.
type content struct {
	points map[int64]*Point       // kept
	feeds  map[series.ID][]*Point // kept points that read a series, in any role, at any time
	fleet
	away
}

func newContent() content {
	return content{points: map[int64]*Point{}, feeds: map[series.ID][]*Point{}, fleet: newFleet(), away: newAway()}
}

var _ marks.Feeds = (*Directory)(nil)

// NewDirectory loads all points.
func NewDirectory(ctx context.Context, loader Loader) (*Directory, error) {
	return newDirectory(ctx, &Directory{loader: loader})
}

// NewSharedDirectory loads where all points are, and as the first server the points themselves; otherwise Hold loads
// them.
func NewSharedDirectory(ctx context.Context, loader Loader, first bool) (*Directory, error) {
	d := &Directory{loader: loader, shared: true}
	for part := range d.held {
		d.held[part] = first
	}
	return newDirectory(ctx, d)
}

func newDirectory(ctx context.Context, d *Directory) (*Directory, error) {
	if _, err := d.Reload(ctx); err != nil {
		return nil, err
	}
	return d, nil
}

// Reload loads all points again, a page at a time. It returns those that it replaced.
func (d *Directory) Reload(ctx context.Context) ([]*Point, error) {
	d.refreshing.Lock()
	defer d.refreshing.Unlock()
	fresh := newContent()
	for after, more := int64(0), true; more; {
		devices, err := d.loader.WatchedAfter(ctx, after, page)
		if err != nil {
			return nil, fmt.Errorf("load the devices: %w", err)
		}
		fresh.keep(nil, devices)
		if more = len(devices) == page; more {
			after = devices[page-1].ID
		}
	}
	err := d.compilePages(ctx, d.allPoints(ctx), func(_ []int64, made []*Point) {
		for _, p := range made {
			fresh.enter(p, d.keeps(&fresh, p))
		}
	})
	if err != nil {
		return nil, err
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	replaced := slices.Collect(maps.Values(d.points))
	d.content = fresh
	return replaced, nil
}

// page is the number of points loaded at once.
const page = 5000

// allPoints returns the ids of all points, page by page.
func (d *Directory) allPoints(ctx context.Context) iter.Seq2[[]int64, error] {
	return func(yield func([]int64, error) bool) {
		for after := int64(0); ; {
			ids, err := d.loader.PointsAfter(ctx, after, page)
			if !yield(ids, err) || err != nil || len(ids) < page {
				return
			}
			after = ids[page-1]
		}
	}
}

// pagesOf returns sorted ids page by page, each id once.
func pagesOf(ids []int64) iter.Seq2[[]int64, error] {
	return func(yield func([]int64, error) bool) {
		for piece := range slices.Chunk(slices.Compact(ids), page) {
			if !yield(piece, nil) {
				return
			}
		}
	}
}

// compilePages loads and compiles points. While the database reads a page, the one before is compiled. use is called for
// one page at a time.
func (d *Directory) compilePages(ctx context.Context, pages iter.Seq2[[]int64, error], use func(ids []int64, made []*Point)) error {
	var using sync.Mutex
	work, ctx := errgroup.WithContext(ctx)
	work.SetLimit(2)
	for ids, err := range pages {
		work.Go(func() error {
			if err != nil {
				return err
			}
			made, err := d.compile(ctx, ids)
			if err != nil {
				return err
			}
			using.Lock()
			defer using.Unlock()
			use(ids, made)
			return nil
		})
	}
	return work.Wait()
}

// compile loads and compiles points.
func (d *Directory) compile(ctx context.Context, ids []int64) ([]*Point, error) {
	definitions, err := d.loader.Definitions(ctx, ids)
	if err != nil {
		return nil, fmt.Errorf("load points: %w", err)
	}
	return compileAll(definitions), nil
}

// keeps reports whether a point belongs into memory: this server folds it, or judges the health of a device that feeds
// it.
func (d *Directory) keeps(c *content, p *Point) bool {
	if !d.shared || d.held[p.Part] {
		return true
	}
	return slices.ContainsFunc(p.Mains, func(m MainSource) bool {
		device, ok := c.devices[m.Device]
		return ok && d.held[cluster.PartOf(device.ProjectID, device.ID)]
	})
}

// Point returns a point that this server keeps.
func (d *Directory) Point(id int64) (*Point, bool) {
	d.mu.RLock()
	defer d.mu.RUnlock()
	p, ok := d.points[id]
	return p, ok
}

// Points returns the points that this server keeps.
func (d *Directory) Points() []*Point {
	d.mu.RLock()
	defer d.mu.RUnlock()
	list := make([]*Point, 0, len(d.points))
	for _, p := range d.points {
		list = append(list, p)
	}
	return list
}

// Folded returns the number of points in memory that this server folds, and of the points of others.
func (d *Directory) Folded() (own, others int) {
	d.mu.RLock()
	defer d.mu.RUnlock()
	for _, p := range d.points {
		if !d.shared || d.held[p.Part] {
			own++
		}
	}
	return own, len(d.points) - own + len(d.places)
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
	dst = d.appendAway(dst, id, from)
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

// FedBy returns the kept points that read a series at any time.
func (d *Directory) FedBy(id series.ID) []*Point {
	d.mu.RLock()
	defer d.mu.RUnlock()
	return d.feeds[id]
}

// Refresh reloads points, and the points that the given devices feed, after a change of configuration or corrections.
// It returns the kept points that it replaced.
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
		watched, err := d.loader.Watched(ctx, devices)
		if err != nil {
			return nil, fmt.Errorf("load changed devices: %w", err)
		}
		d.mu.Lock()
		d.keep(devices, watched)
		d.mu.Unlock()
	}
	slices.Sort(ids)
	var replaced []*Point
	err := d.compilePages(ctx, pagesOf(ids), func(ids []int64, made []*Point) {
		replaced = append(replaced, d.replace(ids, made)...)
	})
	return replaced, err
}

// replace replaces points by new ones. It returns the kept points that it replaced.
func (d *Directory) replace(ids []int64, made []*Point) (replaced []*Point) {
	d.mu.Lock()
	defer d.mu.Unlock()
	for _, id := range ids {
		if p, ok := d.points[id]; ok {
			replaced = append(replaced, p)
		}
		d.leave(id)
	}
	for _, p := range made {
		d.enter(p, d.keeps(&d.content, p))
	}
	return replaced
}

func (c *content) enter(p *Point, keep bool) {
	if !keep {
		c.away.enter(p)
		return
	}
	c.points[p.Definition.Point.ID] = p
	for _, id := range p.SourceSeries() {
		c.feeds[id] = append(c.feeds[id], p) // readers of the list do not look past its end
	}
	c.bind(p)
}

func (c *content) leave(id int64) {
	c.away.leave(id)
	p, ok := c.points[id]
	if !ok {
		return
	}
	delete(c.points, id)
	c.unbind(p)
	for _, source := range p.SourceSeries() {
		drop(c.feeds, source, func(other *Point) bool { return other == p })
	}
}

// drop deletes entries of a list, without changing the old list, which readers may still use.
func drop[K comparable, E any](lists map[K][]E, key K, gone func(E) bool) {
	left := slices.DeleteFunc(slices.Clone(lists[key]), gone)
	if len(left) == 0 {
		delete(lists, key)
	} else {
		lists[key] = left
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
