package compute

import (
	"context"
	"encoding/json"
	"fmt"
	"reflect"
	"slices"

	"plumbline/internal/core/alarm"
	"plumbline/internal/core/compiled"
	"plumbline/internal/core/marks"
	"plumbline/internal/platform/events"
)

// configured handles an event about changed configuration or corrections.
func (w *Worker) configured(ctx context.Context, event events.Event) {
	if event.Topic == "" {
		return // the subscription has ended
	}
	// Read the marks before the configuration, so that it includes whatever they announce. In the other order, a
	// change stored in between would be folded with the old configuration.
	entries, err := w.pending(ctx)
	if err != nil {
		w.Log.Error("read the marks of changed configuration", "error", err)
		return
	}
	before := w.Directory.All()
	points, err := w.reload(ctx, event.Payload)
	if err != nil {
		w.Log.Error("load changed configuration", "error", err)
		return
	}
	changed := make(map[int64]alarm.Cause, len(points))
	for _, id := range points {
		p, ok := w.Directory.Point(id)
		if !ok {
			w.refolds.remove(id)
		}
		changed[id] = causeOf(before[id], p)
		if was := before[id]; was != nil && (!ok || !slices.Equal(was.Mains, p.Mains)) {
			w.devices.released(was)
		}
	}
	if err := w.refoldMarked(ctx, entries, changed); err != nil {
		w.Log.Error("take the marks of changed configuration", "error", err)
	}
}

// causeOf returns what changed in a point's configuration: a correction or anything else.
func causeOf(before, now *compiled.Point) alarm.Cause {
	if before != nil && now != nil && !reflect.DeepEqual(before.Definition.Corrections, now.Definition.Corrections) {
		return alarm.ByCorrection
	}
	return alarm.ByConfiguration
}

// pending reads all rows of marks.
func (w *Worker) pending(ctx context.Context) (all []marks.Entry, err error) {
	for after := int64(0); ; {
		entries, err := marks.Pending(ctx, w.DB.Reader(), after)
		if err != nil || len(entries) == 0 {
			return all, err
		}
		all = append(all, entries...)
		after = entries[len(entries)-1].Seq
	}
}

// reload loads the points named by an event, or all points if events were lost, and returns them.
func (w *Worker) reload(ctx context.Context, payload json.RawMessage) ([]int64, error) {
	if payload == nil {
		return w.Directory.Reload(ctx)
	}
	var changed events.ConfigPayload
	if err := json.Unmarshal(payload, &changed); err != nil {
		return nil, fmt.Errorf("configuration event: %w", err)
	}
	return w.Directory.Refresh(ctx, changed.Points, changed.Devices)
}

// poll looks for marks whose event was lost.
func (w *Worker) poll(ctx context.Context) {
	if len(w.in) > 0 {
		return
	}
	w.dirty.look()
	if err := w.refoldPending(ctx, map[int64]alarm.Cause{}); err != nil {
		w.Log.Error("read the marks", "error", err)
	}
}

// refoldPending turns rows of marks without a worker into refolds. only limits it to rows that name just these points;
// nil means all. Rows that stage 1 has just written are still in the queue: they are picked up at the second check.
func (w *Worker) refoldPending(ctx context.Context, only map[int64]alarm.Cause) error {
	entries, err := w.pending(ctx)
	if err != nil {
		return err
	}
	return w.refoldMarked(ctx, entries, only)
}

func (w *Worker) refoldMarked(ctx context.Context, entries []marks.Entry, only map[int64]alarm.Cause) error {
	for _, entry := range entries {
		if w.dirty.known(entry.Seq) {
			continue
		}
		if only != nil && !w.within(entry.Marks, only) {
			if !w.dirty.abandoned(entry.Seq) {
				continue
			}
			// The event was lost, so the cached definitions may be old.
			if _, err := w.Directory.Refresh(ctx, pointsOf(entry.Marks), nil); err != nil {
				return err
			}
		}
		w.refoldEntry(entry, only)
	}
	return nil
}

// within reports whether a row of marks names only these points, or devices.
func (w *Worker) within(list []marks.Mark, points map[int64]alarm.Cause) bool {
	for _, mark := range list {
		if _, ok := points[mark.Point]; ok {
			continue
		}
		if _, ok := w.Directory.Device(mark.Point); !ok {
			return false
		}
	}
	return true
}

func (w *Worker) refoldEntry(entry marks.Entry, causes map[int64]alarm.Cause) {
	w.dirty.admit(entry.Seq)
	for _, mark := range entry.Marks {
		p, ok := w.Directory.Point(mark.Point)
		if !ok { // a device, or deleted since
			if _, ok := w.Directory.Device(mark.Point); ok {
				w.devices.reported(mark.Point, mark.From, entry.Seq, "")
			}
			continue
		}
		for _, m := range p.Mains {
			if _, watched := w.Directory.Device(m.Device); !watched {
				continue
			}
			w.devices.reported(m.Device, max(m.From, mark.From), entry.Seq, causes[mark.Point])
		}
		w.refolds.again(p, span{p.EffectFrom(mark.From), compiled.Forever}, entry.Seq, causes[mark.Point])
	}
	if w.dirty.idle(entry.Seq) {
		w.dirty.release(entry.Seq)
	}
}
