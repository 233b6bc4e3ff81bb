package compute

import (
	"context"
	"slices"

	"plumbline/internal/core/alarm"
	"plumbline/internal/core/compiled"
	"plumbline/internal/core/marks"
)

// look picks up all marks for this server, and routes those of nobody.
func (w *Worker) look(ctx context.Context) {
	if err := w.lookAll(ctx); err != nil && ctx.Err() == nil {
		w.Log.Error("read the marks", "error", err)
	}
}

func (w *Worker) lookAll(ctx context.Context) error {
	servers, err := w.markQueue.Route(ctx, w.DB, w.gone)
	if err != nil {
		return err
	}
	w.markQueue.Signal(ctx, w.Bus, servers)
	if err := w.pickUp(ctx); err != nil {
		return err
	}
	if w.Configuration != nil {
		if err := w.Configuration.CatchUp(ctx); err != nil {
			return err
		}
	}
	w.applyReplaced()
	w.storeLive(ctx, 0, 0)
	return nil
}

// pickUp takes the marks that others have written for this server. It reads them before the configuration, and so folds
// them with whatever they announce.
func (w *Worker) pickUp(ctx context.Context) error {
	arrived, err := w.arrivals(ctx)
	if err != nil || len(arrived.entries) == 0 {
		return err
	}
	defer arrived.end()
	if w.Configuration != nil && slices.ContainsFunc(arrived.entries, func(e marks.Entry) bool { return e.Cause != "" }) {
		if err := w.Configuration.CatchUp(ctx); err != nil {
			return err
		}
	}
	return w.continueLive(ctx, arrived)
}

// Replaced records points whose configuration has been replaced, or that were deleted. It is safe for concurrent use.
func (w *Worker) Replaced(points []*compiled.Point) {
	w.replacing.Lock()
	defer w.replacing.Unlock()
	w.replaced = append(w.replaced, points...)
}

// applyReplaced drops deleted points, and lets the devices that no longer feed a point be judged.
func (w *Worker) applyReplaced() {
	w.replacing.Lock()
	list := w.replaced
	w.replaced = nil
	w.replacing.Unlock()
	gone := map[int64]bool{} // or no longer kept
	for _, was := range list {
		now, ok := w.Directory.Point(was.Definition.Point.ID)
		if !ok {
			gone[was.Definition.Point.ID] = true
		}
		if !ok || !slices.Equal(was.Mains, now.Mains) {
			w.devices.released(was)
		}
	}
	if len(gone) > 0 {
		leaving := func(id int64) bool { return gone[id] }
		w.refolds.leave(leaving)
		w.states.leave(leaving)
	}
}

// refoldLeft turns the marks that a killed process left to this server into refolds.
func (w *Worker) refoldLeft(ctx context.Context) error {
	entries, err := w.markQueue.Left(ctx, w.DB.Reader())
	if err != nil {
		return err
	}
	for _, entry := range entries {
		if !w.dirty.known(entry.Seq) {
			w.refoldEntry(entry)
		}
	}
	return nil
}

// refoldEntry turns a row of marks into refolds.
func (w *Worker) refoldEntry(entry marks.Entry) {
	w.dirty.admit(entry.Seq)
	ofDevices := w.ofDevices(entry)
	for _, mark := range entry.Marks {
		w.refoldMark(entry.Seq, mark, alarm.Cause(entry.Cause), ofDevices)
	}
	if w.dirty.idle(entry.Seq) {
		w.dirty.release(entry.Seq)
	}
}

// ofDevices reports whether a row has no marks of points.
func (w *Worker) ofDevices(entry marks.Entry) bool {
	return !slices.ContainsFunc(entry.Marks, func(m marks.Mark) bool {
		return w.Directory.IsPoint(m.Point)
	})
}

// refoldMark turns a mark of a row into a refold, or passes it on to the server that folds its point. The row waits for
// the judgement of a device only if it has no points.
func (w *Worker) refoldMark(row int64, mark marks.Mark, cause alarm.Cause, ofDevices bool) {
	p, kept := w.Directory.Point(mark.Point)
	switch {
	case w.gone(mark.Point):
		return
	case !w.judges(mark.Point):
		w.forward = append(w.forward, mark)
		return
	case !kept && ofDevices:
		w.devices.reported(mark.Point, mark.From, row, "")
		return
	case !kept:
		w.concerned(mark.Point, mark.From, "")
		return
	}
	for _, m := range p.Mains {
		if _, watched := w.Directory.Device(m.Device); watched {
			w.concerned(m.Device, max(m.From, mark.From), cause)
		}
	}
	w.refolds.again(p, span{p.EffectFrom(mark.From), compiled.Forever}, row, cause)
}

// concerned records that something concerns the health of a device. The next transaction marks the device in a row of
// its own, so that the row of points need not wait for the judgement.
func (w *Worker) concerned(device, from int64, cause alarm.Cause) {
	if w.judges(device) {
		w.devices.reported(device, from, 0, cause)
	}
	w.reports.add(device, from)
}
