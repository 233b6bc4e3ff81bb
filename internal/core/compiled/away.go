package compiled

import (
	"context"
	"fmt"
	"slices"

	"plumbline/internal/core/series"
	"plumbline/internal/platform/cluster"
)

// away is the points that other servers fold: enough to mark them, and those that were last looked at.
type away struct {
	places  map[int64]place
	readers map[series.ID][]reader
	visited map[int64]*Point
}

// place is where an away point is, and what it reads.
type place struct {
	part    uint8
	sources []series.ID
}

// reader is an away point that reads a series until a time.
type reader struct{ point, until int64 }

func newAway() away {
	return away{places: map[int64]place{}, readers: map[series.ID][]reader{}, visited: map[int64]*Point{}}
}

func (a *away) enter(p *Point) {
	id := p.Definition.Point.ID
	sources := slices.Clip(p.SourceSeries())
	a.places[id] = place{part: uint8(p.Part), sources: sources}
	for _, source := range sources {
		r := reader{point: id, until: Beginning}
		for i := range p.Segments {
			if s := &p.Segments[i]; s.Reads(source) {
				r.until = s.Until
			}
		}
		a.readers[source] = slices.Clip(append(slices.Clip(a.readers[source]), r))
	}
}

func (a *away) leave(id int64) {
	delete(a.visited, id)
	was, ok := a.places[id]
	if !ok {
		return
	}
	delete(a.places, id)
	for _, source := range was.sources {
		drop(a.readers, source, func(r reader) bool { return r.point == id })
	}
}

func (a *away) appendAway(dst []int64, id series.ID, from int64) []int64 {
	for _, r := range a.readers[id] {
		if r.until > from {
			dst = append(dst, r.point)
		}
	}
	return dst
}

// AppendAway appends the points not kept here that read a series at any time from the given one on.
func (d *Directory) AppendAway(dst []int64, id series.ID, from int64) []int64 {
	d.mu.RLock()
	defer d.mu.RUnlock()
	return d.appendAway(dst, id, from)
}

// Part returns the partition of a point or a device; false if there is neither.
func (d *Directory) Part(id int64) (int, bool) {
	d.mu.RLock()
	defer d.mu.RUnlock()
	if p, ok := d.points[id]; ok {
		return p.Part, true
	}
	if a, ok := d.places[id]; ok {
		return int(a.part), true
	}
	device, ok := d.devices[id]
	return cluster.PartOf(device.ProjectID, id), ok
}

// IsPoint reports whether an id is that of a point.
func (d *Directory) IsPoint(id int64) bool {
	d.mu.RLock()
	defer d.mu.RUnlock()
	_, kept := d.points[id]
	_, away := d.places[id]
	return kept || away
}

// Hold loads the points of partitions, and those that feed from devices of these partitions, a page at a time. It may
// be repeated after an error.
func (d *Directory) Hold(ctx context.Context, parts []int) error {
	if !d.shared || len(parts) == 0 {
		return nil
	}
	d.refreshing.Lock()
	defer d.refreshing.Unlock()
	ids, devices := d.take(parts)
	for piece := range slices.Chunk(devices, page) {
		fed, err := d.loader.PointsOfDevices(ctx, piece)
		if err != nil {
			return fmt.Errorf("points of the devices of %d partitions: %w", len(parts), err)
		}
		ids = append(ids, fed...)
	}
	ids = slices.DeleteFunc(ids, func(id int64) bool { _, kept := d.Point(id); return kept })
	slices.Sort(ids)
	return d.compilePages(ctx, pagesOf(ids), func(ids []int64, made []*Point) { d.replace(ids, made) })
}

// take records that this server folds partitions. It returns their away points and their devices.
func (d *Directory) take(parts []int) (points, devices []int64) {
	d.mu.Lock()
	defer d.mu.Unlock()
	var taken [cluster.Partitions]bool
	for _, part := range parts {
		d.held[part], taken[part] = true, true
	}
	for id, p := range d.places {
		if taken[p.part] {
			points = append(points, id)
		}
	}
	for id, device := range d.devices {
		if taken[cluster.PartOf(device.ProjectID, id)] {
			devices = append(devices, id)
		}
	}
	return points, devices
}

// Release drops the points of partitions that another server folds now.
func (d *Directory) Release(parts []int) {
	d.refreshing.Lock()
	defer d.refreshing.Unlock()
	d.mu.Lock()
	defer d.mu.Unlock()
	released := false
	for _, part := range parts {
		released = released || d.held[part]
		d.held[part] = false
	}
	if !released {
		return
	}
	for id, p := range d.points {
		if !d.keeps(&d.content, p) {
			d.leave(id)
			d.enter(p, false)
		}
	}
}
