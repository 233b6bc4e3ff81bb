package compute

import (
	"context"
	"fmt"
	"slices"

	"plumbline/internal/core/alarm"
	"plumbline/internal/core/compiled"
	"plumbline/internal/core/marks"
	"plumbline/internal/core/series"
	"plumbline/internal/platform/clock"
	"plumbline/internal/platform/database"
	"plumbline/internal/platform/events"
)

// commit is everything that one transaction of stage 2 stores.
type commit struct {
	effects
	dependants []dependant  // to be folded next
	resume     []marks.Mark // unfinished refolds
	clear      []int64      // rows of marks to delete
	forward    []marks.Mark // of points that another server folds
	folded     []*compiled.Point
	points     []int64                // points whose results changed
	graded     map[int64][]marks.Mark // by project: points whose results gradings judge again

	reports    reports      // devices with new reports
	unmarked   []marks.Mark // the reports that no row of marks covers yet
	reportMark int64        // row of marks that covers unmarked, 0: none

	marked  int64   // row of marks, 0: none
	others  []int64 // servers that got marks
	resumed []int64
	alerts  []alarm.Change
}

// dependant is a point whose inputs changed.
type dependant struct {
	p     *compiled.Point
	s     span
	cause alarm.Cause
}

// follow marks the points computed from the changed results, widened by their interval.
func (c *commit) follow(directory *compiled.Directory, p *compiled.Point, e *effects, cause alarm.Cause) {
	if e.first > e.last {
		return
	}
	c.markReports(p, e.first, e.last)
	id := series.ResultID(p.Definition.Point.ID)
	for _, other := range directory.FedBy(id) {
		s := span{e.first, e.last}
		for _, at := range []*compiled.Segment{other.At(e.first), other.At(e.last)} {
			if slices.Contains(at.Feeds, id) {
				s.from = min(s.from, e.first-at.Interval)
				s.to = max(s.to, e.last+at.Interval)
			}
		}
		c.dependants = append(c.dependants, dependant{other, s, cause})
	}
	for _, other := range directory.AppendAway(nil, id, e.first) {
		c.forward = append(c.forward, marks.Mark{Point: other, From: e.first})
	}
}

// add merges the effects of one point.
func (c *commit) add(p *compiled.Point, e *effects) {
	c.folded = append(c.folded, p)
	c.puts = append(c.puts, e.puts...)
	c.replace = append(c.replace, e.replace...)
	c.dropCheckpoints = append(c.dropCheckpoints, e.dropCheckpoints...)
	c.putCheckpoints = append(c.putCheckpoints, e.putCheckpoints...)
	c.dropInitials = append(c.dropInitials, e.dropInitials...)
	c.putInitials = append(c.putInitials, e.putInitials...)
	c.alarms = append(c.alarms, e.alarms...)
	c.levels = append(c.levels, e.levels...)
	if e.first <= e.last || len(e.levels) > 0 {
		c.points = append(c.points, p.Definition.Point.ID)
	}
	if from, changed := e.judgedFrom(); changed && p.Definition.Graded {
		if c.graded == nil {
			c.graded = map[int64][]marks.Mark{}
		}
		project := p.Definition.Point.ProjectID
		c.graded[project] = append(c.graded[project], marks.Mark{Point: p.Definition.Point.ID, From: from})
	}
}

// judgedFrom returns the time from which results, or what judges them, changed.
func (e *effects) judgedFrom() (from int64, changed bool) {
	from = compiled.Forever
	if e.first <= e.last {
		from, changed = e.first, true
	}
	for i := range e.alarms {
		from, changed = min(from, e.alarms[i].From), true
	}
	return from, changed
}

func (c *commit) empty() bool {
	return len(c.puts) == 0 && len(c.replace) == 0 && len(c.dropCheckpoints) == 0 && len(c.putCheckpoints) == 0 &&
		len(c.dropInitials) == 0 && len(c.putInitials) == 0 && len(c.alarms) == 0 && len(c.levels) == 0 &&
		len(c.dependants) == 0 && len(c.resume) == 0 && len(c.clear) == 0 && len(c.reports) == 0 && len(c.forward) == 0
}

// writer stores commits and publishes events about them.
type writer struct{ *placed }

// store writes everything in one transaction.
func (w *writer) store(ctx context.Context, c *commit) error {
	if c.empty() {
		return nil
	}
	return w.DB.Write(ctx, func(tx *database.Tx) error {
		c.alerts, c.resumed, c.others = nil, c.resumed[:0], nil // a retried transaction starts over
		if err := w.permit(ctx, tx, c.folded); err != nil {
			return err
		}
		if len(c.puts) > 0 || len(c.replace) > 0 {
			_, apply, err := w.Series.Write(ctx, tx.Tx, series.Batch{Results: c.puts, Replace: c.replace})
			if err != nil {
				return fmt.Errorf("store results: %w", err)
			}
			tx.AfterCommit(apply)
		}
		if len(c.dropCheckpoints) > 0 || len(c.putCheckpoints) > 0 {
			if err := w.Store.ReplaceCheckpoints(ctx, tx.Tx, c.dropCheckpoints, c.putCheckpoints); err != nil {
				return fmt.Errorf("store checkpoints: %w", err)
			}
		}
		if len(c.dropInitials) > 0 || len(c.putInitials) > 0 {
			if err := w.Store.ReplaceInitialValues(ctx, tx.Tx, c.dropInitials, c.putInitials); err != nil {
				return fmt.Errorf("store initial values: %w", err)
			}
		}
		if err := w.storeAlarms(ctx, tx, c); err != nil {
			return err
		}
		return w.storeMarks(ctx, tx, c)
	})
}

func (w *writer) storeAlarms(ctx context.Context, tx *database.Tx, c *commit) error {
	refolded := make([]alarm.PointSince, len(c.alarms))
	for i := range c.alarms {
		refolded[i] = alarm.PointSince{Point: c.alarms[i].Place.PointID, From: c.alarms[i].Since()}
	}
	records, err := w.Alarms.PointRecords(ctx, tx.Tx, refolded...)
	if err != nil {
		return err
	}
	for i := range c.alarms {
		c.alerts = append(c.alerts, alarm.Reconcile(records[i], c.alarms[i])...)
	}
	if len(c.alerts) > 0 {
		if err := w.Alarms.SaveAlerts(ctx, tx.Tx, c.alerts); err != nil {
			return fmt.Errorf("store alert records: %w", err)
		}
		if w.Notifier != nil {
			if err := w.Notifier.NotifyAlerts(ctx, tx.Tx, c.alerts); err != nil {
				return fmt.Errorf("notify of alerts: %w", err)
			}
		}
	}
	if len(c.levels) > 0 {
		if err := w.Alarms.SaveLevels(ctx, tx.Tx, c.levels); err != nil {
			return fmt.Errorf("store levels: %w", err)
		}
	}
	return nil
}

func (w *writer) storeMarks(ctx context.Context, tx *database.Tx, c *commit) (err error) {
	list := make([]marks.Mark, 0, len(c.dependants))
	for _, d := range c.dependants {
		list = append(list, marks.Mark{Point: d.p.Definition.Point.ID, From: d.s.from})
	}
	if c.marked, err = w.mark(ctx, tx, c, list); err != nil {
		return fmt.Errorf("mark dependants: %w", err)
	}
	for _, mark := range c.resume {
		seq, err := w.mark(ctx, tx, c, []marks.Mark{mark})
		if err != nil {
			return fmt.Errorf("mark an unfinished refold: %w", err)
		}
		c.resumed = append(c.resumed, seq)
	}
	if c.reportMark, err = w.mark(ctx, tx, c, c.unmarked); err != nil {
		return fmt.Errorf("mark devices with new reports: %w", err)
	}
	if _, err := w.mark(ctx, tx, c, c.forward); err != nil {
		return fmt.Errorf("pass marks on: %w", err)
	}
	for project, list := range c.graded {
		if err := marks.AddGraded(ctx, tx.Tx, project, list); err != nil {
			return err
		}
	}
	if err := marks.Clear(ctx, tx.Tx, c.clear); err != nil {
		return fmt.Errorf("clear marks: %w", err)
	}
	return nil
}

// mark writes marks and returns the number of this server's row; 0: none.
func (w *writer) mark(ctx context.Context, tx *database.Tx, c *commit, list []marks.Mark) (int64, error) {
	written, err := w.markQueue.Add(ctx, tx.Tx, list, "")
	c.others = append(c.others, written.Others...)
	return written.Own, err
}

// tell publishes events about what a commit changed.
func (w *writer) tell(ctx context.Context, c *commit) {
	if w.Bus == nil {
		return
	}
	w.markQueue.Signal(ctx, w.Bus, c.others)
	points := map[int64][]int64{}
	for _, id := range c.points {
		if p, ok := w.Directory.Point(id); ok {
			project := p.Definition.Point.ProjectID
			points[project] = append(points[project], id)
		}
	}
	for project, list := range points {
		events.Publish(ctx, w.Bus, events.Live, project, events.LivePayload{Points: list})
	}
	alerts := map[int64][]int64{}
	for i := range c.alerts {
		r := &c.alerts[i].Record
		alerts[r.ProjectID] = append(alerts[r.ProjectID], r.ID)
	}
	for project, list := range alerts {
		events.Publish(ctx, w.Bus, events.Alert, project, events.AlertPayload{Alerts: list})
		if w.Notifier != nil {
			events.Publish(ctx, w.Bus, events.Notification, project, events.NotificationPayload{})
		}
	}
}

// takesWrites reports whether the database accepts writes at all. If it does not, a failure is not the fault of a
// point.
func (w *writer) takesWrites(ctx context.Context) bool {
	seq := int64(0)
	err := w.DB.Write(ctx, func(tx *database.Tx) (err error) {
		if seq, err = marks.Add(ctx, tx.Tx, []marks.Mark{{Point: 0}}, ""); err != nil {
			return err
		}
		return marks.Clear(ctx, tx.Tx, []int64{seq})
	})
	return err == nil
}

func utcNow() int64 { return clock.Now().UnixMilli() }
