package compute

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"time"

	"plumbline/internal/core/alarm"
	"plumbline/internal/core/compiled"
	"plumbline/internal/core/health"
	"plumbline/internal/core/marks"
	"plumbline/internal/core/series"
	"plumbline/internal/platform/database"
)

const (
	// watchEvery is the interval between checks of device health.
	watchEvery = 30 * time.Second
	// careTogether is the maximum number of devices judged in one transaction.
	careTogether = 200
)

// deviceWatch judges device health. Between two checks it records which devices have new reports and from when, and
// when each silent device falls due. Rows of marks cover what it has recorded, so that a kill loses nothing.
type deviceWatch struct {
	writer
	dirty *dirtyRows

	notes map[int64]*note
	due   map[int64]int64 // UTC ms; devices without an entry have not been judged since the start
}

type note struct {
	from  int64
	cause alarm.Cause
	safe  int64   // a row of marks covers everything from here on; forever: nothing is covered
	marks []int64 // rows to delete
}

func newDeviceWatch(p *placed, dirty *dirtyRows) *deviceWatch {
	return &deviceWatch{writer: writer{p}, dirty: dirty, notes: map[int64]*note{}, due: map[int64]int64{}}
}

// reported records that a device has reports from a time on. mark is the row that covers them; 0: none yet.
func (w *deviceWatch) reported(device, from, mark int64, cause alarm.Cause) {
	from = max(from, 0) // no reading is older
	n := w.notes[device]
	if n == nil {
		n = &note{from: from, safe: compiled.Forever}
		w.notes[device] = n
	}
	n.from = min(n.from, from)
	if cause != "" {
		n.cause = cause
	}
	if mark != 0 {
		n.safe = min(n.safe, from)
		n.marks = append(n.marks, mark)
		w.dirty.hold(mark)
	}
}

// safe reports whether a row of marks covers the reports of a device from a time on.
func (w *deviceWatch) safe(device, from int64) bool {
	n := w.notes[device]
	return n != nil && n.safe <= from
}

// reports maps devices to the time of their first new report.
type reports map[int64]int64

func (r *reports) add(device, from int64) {
	if *r == nil {
		*r = reports{}
	}
	if before, ok := (*r)[device]; !ok || from < before {
		(*r)[device] = from
	}
}

// markReports records the devices whose readings produced the results of [first, last].
func (c *commit) markReports(p *compiled.Point, first, last int64) {
	for i := range p.Mains {
		if m := &p.Mains[i]; m.Until > first && m.From <= last {
			c.reports.add(m.Device, max(first, m.From))
		}
	}
}

// unmarked returns the devices whose reports no row of marks covers yet.
func (w *deviceWatch) unmarked(reports reports) (list []marks.Mark) {
	for device, from := range reports {
		if _, watched := w.Directory.Device(device); watched && !(w.judges(device) && w.safe(device, from)) {
			list = append(list, marks.Mark{Point: device, From: from})
		}
	}
	return list
}

// noteReports records the reports that a transaction stored.
func (w *deviceWatch) noteReports(c *commit) {
	if c.reportMark != 0 {
		w.dirty.admit(c.reportMark)
	}
	for _, m := range c.unmarked {
		if w.judges(m.Point) {
			w.reported(m.Point, m.From, c.reportMark, "")
		}
	}
	for device, from := range c.reports {
		if _, watched := w.Directory.Device(device); watched && w.judges(device) {
			w.reported(device, from, 0, "")
		}
	}
}

// look calls watch and logs its error; the next check tries again.
func (w *deviceWatch) look(ctx context.Context) {
	if err := w.watch(ctx); err != nil && ctx.Err() == nil {
		w.Log.Error("judge the health of devices", "error", err)
	}
}

// watch judges the devices that have new reports, are overdue, or whose records come from an older configuration.
func (w *deviceWatch) watch(ctx context.Context) error {
	now := utcNow()
	if err := w.noteSilent(ctx, now); err != nil {
		return err
	}
	ids := make([]int64, 0, len(w.notes))
	for id := range w.notes {
		ids = append(ids, id)
	}
	slices.Sort(ids)
	begun := time.Now()
	for piece := range slices.Chunk(ids, careTogether) {
		if err := w.judgeDevices(ctx, piece, now); err != nil {
			return err
		}
		if time.Since(begun) > watchFor {
			break // the rest follow at the next check
		}
	}
	return nil
}

// watchFor bounds the time for which one check delays readings.
const watchFor = 500 * time.Millisecond

// noteSilent records the devices that are due for a check, and those that are no longer watched but still have a
// record.
func (w *deviceWatch) noteSilent(ctx context.Context, now int64) error {
	watched := slices.DeleteFunc(w.Directory.Watched(), func(id int64) bool { return !w.judges(id) })
	for _, id := range watched {
		if due, known := w.due[id]; (!known || due != 0 && due < now) && w.notes[id] == nil {
			w.reported(id, compiled.Forever, 0, "")
		}
	}
	open, err := w.Alarms.DeviceRecords(ctx)
	if err != nil {
		return fmt.Errorf("records of devices: %w", err)
	}
	for i := range open {
		if _, still := slices.BinarySearch(watched, open[i].DeviceID); !still && w.judges(open[i].DeviceID) {
			w.reported(open[i].DeviceID, open[i].Opened+1, 0, "")
		}
	}
	return nil
}

// judgeDevices judges devices from their first new report on and stores the outcome, in one transaction.
func (w *deviceWatch) judgeDevices(ctx context.Context, ids []int64, now int64) error {
	dues := make([]int64, len(ids))
	var changes []alarm.Change
	var rows []int64
	for _, id := range ids {
		rows = append(rows, w.notes[id].marks...)
	}
	clear := w.dirty.lend(rows)
	err := w.DB.Write(ctx, func(tx *database.Tx) error {
		changes = changes[:0]
		if err := w.permit(ctx, tx, nil, w.corporations(ids)...); err != nil {
			return err
		}
		for i, id := range ids {
			some, due, err := w.judgeDevice(ctx, tx, id, w.notes[id], now)
			if err != nil {
				return fmt.Errorf("health of device %d: %w", id, err)
			}
			changes, dues[i] = append(changes, some...), due
		}
		if len(changes) > 0 {
			if err := w.Alarms.SaveAlerts(ctx, tx.Tx, changes); err != nil {
				return fmt.Errorf("store records of devices: %w", err)
			}
			if w.Notifier != nil {
				if err := w.Notifier.NotifyAlerts(ctx, tx.Tx, changes); err != nil {
					return fmt.Errorf("notify of devices: %w", err)
				}
			}
		}
		return marks.Clear(ctx, tx.Tx, clear)
	})
	if err != nil {
		w.dirty.giveBack(rows)
		return err
	}
	for i, id := range ids {
		delete(w.notes, id)
		w.due[id] = dues[i]
	}
	w.dirty.forget(clear...)
	w.tell(ctx, &commit{alerts: changes})
	return nil
}

// corporations returns the owners of devices.
func (w *deviceWatch) corporations(ids []int64) (list []int64) {
	for _, id := range ids {
		if d, ok := w.Directory.Device(id); ok {
			list = append(list, d.CorporationID)
		}
	}
	return list
}

// unfinished returns marks for the reports of leaving devices that have not been judged.
func (w *deviceWatch) unfinished(leaving func(id int64) bool) (list []marks.Mark) {
	for id, n := range w.notes {
		if leaving(id) {
			list = append(list, marks.Mark{Point: id, From: n.from})
		}
	}
	return list
}

// leave drops the devices that another server judges now.
func (w *deviceWatch) leave(leaving func(id int64) bool) {
	for id, n := range w.notes {
		if leaving(id) {
			w.dirty.drop(n.marks...)
			delete(w.notes, id)
		}
	}
	for id := range w.due {
		if leaving(id) {
			delete(w.due, id)
		}
	}
}

// judgeDevice judges a device by event time, from its first new report on.
func (w *deviceWatch) judgeDevice(ctx context.Context, tx *database.Tx, id int64, n *note, now int64) (changes []alarm.Change, due int64, err error) {
	d, known := w.Directory.Device(id)
	var points []*compiled.Point
	if known {
		points = w.Directory.MainOf(id)
	}
	look := health.Look{Device: d, Series: w.Series, Points: points, From: n.from}
	timeOnly := n.from == compiled.Forever
	if timeOnly {
		if known && len(points) == 0 { // cannot fall silent
			return nil, 0, nil
		}
		if look.From, err = w.afterNewest(ctx, points); err != nil {
			return nil, 0, err
		}
	}
	stored, err := w.Alarms.DeviceRecordsSince(ctx, tx.Tx, id, look.From)
	if err != nil {
		return nil, 0, err
	}
	if !known || !d.JudgesVoltage() && len(points) == 0 {
		// A device that is no longer watched: close its record when its configuration ended.
		for i := range stored {
			if stored[i].Ended == 0 && stored[i].WithdrawnAt == 0 {
				changes = append(changes, alarm.End(stored[i], now))
			}
		}
		return changes, 0, nil
	}
	var episodes map[alarm.Kind][]alarm.Episode
	if timeOnly {
		stored, episodes, due, err = look.JudgeSilence(ctx, stored, now)
	} else {
		episodes, due, err = look.Judge(ctx, stored, now)
	}
	if err != nil {
		return nil, 0, err
	}
	place := alarm.Place{CorporationID: d.CorporationID, ProjectID: d.ProjectID}
	if len(points) > 0 {
		p := &slices.MinFunc(points, func(a, b *compiled.Point) int { return int(a.Definition.Point.ID - b.Definition.Point.ID) }).Definition.Point
		place.StructureID, place.ItemID, place.Measurement = p.StructureID, p.ItemID, p.Measurement
	}
	// If the configuration did not change, only data can change an earlier judgement.
	return alarm.ReconcileHealth(stored, id, place, look.From, episodes, cmp.Or(n.cause, alarm.ByLateData), now), due, nil
}

// afterNewest returns the time just after the newest valid result of a device's points.
func (w *deviceWatch) afterNewest(ctx context.Context, points []*compiled.Point) (int64, error) {
	ids := make([]series.ID, len(points))
	for i, p := range points {
		ids[i] = series.ResultID(p.Definition.Point.ID)
	}
	latest, err := w.Series.Latest(ctx, ids)
	if err != nil {
		return 0, fmt.Errorf("latest results: %w", err)
	}
	newest := int64(0)
	for i := range latest {
		if latest[i].Found {
			newest = max(newest, latest[i].Time)
		}
	}
	return newest + 1, nil
}

// released records the devices that fed a point before its configuration changed.
func (w *deviceWatch) released(before *compiled.Point) {
	for i := range before.Mains {
		if m := &before.Mains[i]; m.Until > m.From {
			w.reported(m.Device, m.From, 0, alarm.ByConfiguration)
		}
	}
}
