package sitedb

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/uptrace/bun"

	"plumbline/internal/core/definition"
	"plumbline/internal/core/foldb"
	"plumbline/internal/core/series"
	"plumbline/internal/core/timeline"
	"plumbline/internal/platform/sqlkit"
	"plumbline/internal/site/device"
)

// fed is the current points and activity of a device.
type fed struct {
	points   []device.PointRef
	interval int64 // ms, the shortest, including those of sensors on its channels; 0 unknown
	own      device.Own
	last     int64 // UTC ms of the last result, or of the last reading of its channel; 0: none
	hangs    bool  // connected to a collector, which sends for it
}

// feeds returns the points that devices feed now and their intervals: four queries per 5,000 devices that are not
// cached, and two of the series.
func (s *Store) feeds(ctx context.Context, devices []int64) (map[int64]fed, error) {
	now := time.Now()
	known, missing, changes := s.fed.recall(devices, now)
	read := make(map[int64]feeding, len(missing))
	for piece := range slices.Chunk(missing, sqlkit.IDsAtOnce) {
		if err := s.readFeeds(ctx, read, piece, now.UnixMilli()); err != nil {
			return nil, err
		}
	}
	s.fed.learn(read, changes)
	maps.Copy(known, read)
	var points []int64
	for _, id := range devices {
		for _, ref := range known[id].points {
			points = append(points, ref.ID)
		}
	}
	latest, err := s.latest(ctx, points)
	if err != nil {
		return nil, err
	}
	sent, err := s.lastSent(ctx, devices, known)
	if err != nil {
		return nil, err
	}
	out, at := make(map[int64]fed, len(devices)), 0
	for i, id := range devices {
		f := fed{points: known[id].points, last: sent[i], hangs: known[id].channel.series != 0}
		for _, collect := range known[id].collects {
			f.collect(collect)
			if latest[at].Found {
				f.last = max(f.last, latest[at].Time)
			}
			at++
		}
		for _, collect := range known[id].below {
			f.expect(collect)
		}
		out[id] = f
	}
	return out, nil
}

// expect adds the interval at which a point's readings are expected.
func (f *fed) expect(c definition.Collect) {
	if c.Interval <= 0 || c.Mode == "NoCollect" {
		return
	}
	if ms := c.Interval * 1000; f.interval == 0 || ms < f.interval {
		f.interval = ms
	}
}

// collect adds the collection settings of a point.
func (f *fed) collect(c definition.Collect) {
	f.expect(c)
	if c.Interval <= 0 || c.Mode != "UploadCollect" {
		return
	}
	if f.own.Interval == 0 {
		f.own = device.Own{Interval: c.Interval, Start: c.Start, End: c.End}
		return
	}
	f.own.Interval, f.own.Start = min(f.own.Interval, c.Interval), min(f.own.Start, c.Start)
	if c.End == 0 {
		f.own.End = 0
	} else if f.own.End != 0 {
		f.own.End = max(f.own.End, c.End)
	}
}

// lastSent returns when the channels of devices sent their newest reading, UTC ms; 0: never. This includes devices
// that feed no point, or whose point computes nothing.
func (s *Store) lastSent(ctx context.Context, devices []int64, known map[int64]feeding) ([]int64, error) {
	times := make([]int64, len(devices))
	var ids []series.ID
	var places []int
	for i, id := range devices {
		if channel := known[id].channel.series; channel != 0 {
			ids, places = append(ids, channel), append(places, i)
		}
	}
	if len(ids) == 0 {
		return times, nil
	}
	latest, err := s.series.Latest(ctx, ids)
	if err != nil {
		return nil, fmt.Errorf("channels of %d devices: %w", len(ids), err)
	}
	for k, i := range places {
		if latest[k].Found && latest[k].Time >= known[devices[i]].channel.since {
			times[i] = latest[k].Time
		}
	}
	return times, nil
}

// channelsNow adds the channels on which devices send.
func (s *Store) channelsNow(ctx context.Context, read map[int64]feeding, devices []int64, now int64) error {
	rows, err := s.Bun.QueryContext(ctx,
		`SELECT vs.owner_id, vs.device_id, vs.channel_no, v.valid_from FROM version_source AS vs JOIN version AS v ON v.id = vs.version_id
		WHERE vs.owner_id IN (?3) AND vs.owner_kind = ?0 AND vs.device_id <> 0 AND `+foldb.InForce, timeline.OfDevice,
		definition.AspectConnection, now, bun.List(devices))
	if err != nil {
		return fmt.Errorf("channels of devices: %w", err)
	}
	defer rows.Close()
	for rows.Next() {
		var id, collector, since int64
		var no int32
		if err := rows.Scan(&id, &collector, &no, &since); err != nil {
			return fmt.Errorf("channels of devices: %w", err)
		}
		f := read[id]
		f.channel = inputBinding{series.RawID(collector, no), since}
		read[id] = f
	}
	return rows.Err()
}

// readFeeds reads the points of devices into read, with an entry for each device.
func (s *Store) readFeeds(ctx context.Context, read map[int64]feeding, devices []int64, now int64) error {
	for _, id := range devices {
		read[id] = feeding{points: []device.PointRef{}}
	}
	if err := s.channelsNow(ctx, read, devices, now); err != nil {
		return err
	}
	hangsOn, err := s.hangingOn(ctx, devices, now)
	if err != nil {
		return err
	}
	sources, err := s.boundNow(ctx, slices.AppendSeq(slices.Clone(devices), maps.Keys(hangsOn)), now)
	if err != nil || len(sources) == 0 {
		return err
	}
	points := make([]int64, len(sources))
	for i := range sources {
		points[i] = sources[i].ref.ID
	}
	collects, err := s.collectsNow(ctx, points, now)
	if err != nil {
		return err
	}
	for _, source := range sources {
		collect := collects[source.ref.ID]
		if f, asked := read[source.device]; asked {
			f.points, f.collects = append(f.points, source.ref), append(f.collects, collect)
			read[source.device] = f
		}
		if collector, hangs := hangsOn[source.device]; hangs {
			f := read[collector]
			f.below = append(f.below, collect)
			read[collector] = f
		}
	}
	return nil
}

// hangingOn returns the devices connected to collectors, with their collector: a collector is heard as often as its
// sensors are read.
func (s *Store) hangingOn(ctx context.Context, collectors []int64, now int64) (map[int64]int64, error) {
	rows, err := s.Bun.QueryContext(ctx, `SELECT vs.owner_id, vs.device_id FROM version_source AS vs JOIN version AS v ON v.id = vs.version_id
		WHERE vs.device_id IN (?3) AND vs.owner_kind = ?0 AND `+foldb.InForce, timeline.OfDevice, definition.AspectConnection, now, bun.List(collectors))
	if err != nil {
		return nil, fmt.Errorf("sensors of collectors: %w", err)
	}
	defer rows.Close()
	hangsOn := map[int64]int64{}
	for rows.Next() {
		var sensor, collector int64
		if err := rows.Scan(&sensor, &collector); err != nil {
			return nil, fmt.Errorf("sensors of collectors: %w", err)
		}
		hangsOn[sensor] = collector
	}
	return hangsOn, rows.Err()
}

// bound is one source of a binding in effect.
type bound struct {
	device int64
	ref    device.PointRef
}

// boundNow returns the sources of the bindings in effect that name devices, by point.
func (s *Store) boundNow(ctx context.Context, devices []int64, now int64) ([]bound, error) {
	rows, err := s.Bun.QueryContext(ctx, `SELECT vs.device_id, vs.channel_no, p.id, p.name
		FROM version_source AS vs JOIN version AS v ON v.id = vs.version_id JOIN point AS p ON p.id = vs.owner_id
		WHERE vs.device_id IN (?3) AND vs.owner_kind = ?0 AND p.project_id NOT IN `+sqlkit.DeletedProjects+` AND `+
		foldb.InForce+` ORDER BY p.id`, timeline.OfPoint, definition.AspectBinding, now, bun.List(devices))
	if err != nil {
		return nil, fmt.Errorf("points of devices: %w", err)
	}
	defer rows.Close()
	var list []bound
	for rows.Next() {
		var b bound
		if err := rows.Scan(&b.device, &b.ref.ChannelNo, &b.ref.ID, &b.ref.Name); err != nil {
			return nil, fmt.Errorf("points of devices: %w", err)
		}
		list = append(list, b)
	}
	return list, rows.Err()
}

// collectsNow returns the collection settings of points; points without, and those that are switched off, are left out.
func (s *Store) collectsNow(ctx context.Context, points []int64, now int64) (map[int64]definition.Collect, error) {
	rows, err := s.Bun.QueryContext(ctx, "SELECT v.owner_id, v.value FROM version AS v WHERE v.owner_id IN (?3) AND "+foldb.InForce,
		timeline.OfPoint, definition.AspectCollect, now, bun.List(points))
	if err != nil {
		return nil, fmt.Errorf("collection of points: %w", err)
	}
	defer rows.Close()
	collects := make(map[int64]definition.Collect, len(points))
	for rows.Next() {
		var id int64
		var value []byte
		if err := rows.Scan(&id, &value); err != nil {
			return nil, fmt.Errorf("collection of points: %w", err)
		}
		var collect definition.Collect
		if err := json.Unmarshal(value, &collect); err != nil {
			return nil, fmt.Errorf("collection of point %d: %w", id, err)
		}
		collects[id] = collect
	}
	if err := rows.Err(); err != nil {
		return nil, fmt.Errorf("collection of points: %w", err)
	}
	off, err := s.switchedOff(ctx, points, now)
	for _, id := range off {
		delete(collects, id)
	}
	return collects, err
}

// switchedOff returns those of some points whose monitoring is switched off.
func (s *Store) switchedOff(ctx context.Context, points []int64, now int64) ([]int64, error) {
	rows, err := s.Bun.QueryContext(ctx, "SELECT v.owner_id, v.value FROM version AS v WHERE v.owner_id IN (?3) AND "+foldb.InForce,
		timeline.OfPoint, definition.AspectMonitoring, now, bun.List(points))
	if err != nil {
		return nil, fmt.Errorf("monitoring of points: %w", err)
	}
	defer rows.Close()
	var off []int64
	for rows.Next() {
		var id int64
		var value []byte
		if err := rows.Scan(&id, &value); err != nil {
			return nil, fmt.Errorf("monitoring of points: %w", err)
		}
		var switched definition.Monitoring
		if err := json.Unmarshal(value, &switched); err != nil {
			return nil, fmt.Errorf("monitoring of point %d: %w", id, err)
		}
		if switched.Off {
			off = append(off, id)
		}
	}
	return off, rows.Err()
}
