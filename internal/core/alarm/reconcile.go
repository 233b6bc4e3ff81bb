package alarm

import (
	"cmp"
	"math"
	"slices"
)

// lateAfter is the age of an event (ms before the wall clock) from which its alert counts as retroactive.
const lateAfter = 2 * 60 * 60 * 1000

// Place is the data of a point that its records copy.
type Place struct {
	CorporationID, ProjectID, StructureID, ItemID, PointID int64
	Measurement                                            string
}

// Refolded is a refolded part of a point's alarm history.
type Refolded struct {
	Place    Place
	Kind     Kind  // OfThreshold if empty
	DeviceID int64 // for device health
	Grading  int64 // for OfGraded
	By       Cause // why it was refolded; empty: readings in order
	From     int64 // UTC ms; episodes that ended earlier were not examined
	To       int64 // UTC ms up to which it was folded
	// JudgedFrom and JudgedTo are the last judged readings at or before From and To, UTC ms. They are older if
	// readings did not count; decisions before them have been applied.
	JudgedFrom, JudgedTo int64
	Progress             Progress
	Episodes             []Episode // from Fold.Episodes, with settle if Progress is ToNewest
	Now                  int64     // UTC ms of the wall clock
	// Cause returns the correction that may have removed an episode; 0: none.
	Cause func(opened, ended int64) int64
	// Depth returns the depth of an array node in m.
	Depth func(t int64, node int32) *float64
}

// Progress says what is known about the time after Refolded.To.
type Progress int

const (
	ToNewest Progress = iota // there is no newer reading
	AsBefore                 // everything later is unchanged
	Piece                    // the next piece follows
)

// Since returns the time from which stored records are needed.
func (r *Refolded) Since() int64 {
	since := min(r.From, r.JudgedFrom)
	for i := range r.Episodes {
		since = min(since, r.Episodes[i].Opened)
	}
	return since
}

// Reconcile compares episodes with the stored records of a point that had not ended by, or were decided on after,
// r.Since. They match if they overlap in time. Matched records get the new times and levels and keep decisions,
// unmatched episodes open records, and unmatched records are withdrawn (design core.md section 4).
func Reconcile(stored []Record, r Refolded) []Change {
	c := reconciliation{Refolded: r, stored: stored, matched: make([]bool, len(stored)), kept: make([]bool, len(stored))}
	c.leaveOngoing()
	// Records with a decision choose first; the others fit more episodes.
	found := make([]int, len(r.Episodes))
	for _, decided := range []bool{true, false} {
		for i := range r.Episodes {
			if e := &r.Episodes[i]; (e.Processed > 0) == decided && !c.passedOn(e) {
				found[i] = c.match(e)
			}
		}
	}
	var opened []Change
	for i := range r.Episodes {
		switch e := &r.Episodes[i]; {
		case c.passedOn(e):
		case found[i] < 0:
			opened = append(opened, c.open(e))
		default:
			c.update(stored[found[i]], e)
		}
	}
	for i := range stored {
		if !c.matched[i] && !c.kept[i] && !c.settled(&stored[i]) && stored[i].WithdrawnAt == 0 && stored[i].Opened <= c.reach() {
			c.withdraw(stored[i])
		}
	}
	return append(c.changes, opened...) // last, so that a key never has two open records
}

type reconciliation struct {
	Refolded
	stored  []Record
	matched []bool // has an episode
	kept    []bool // not judged yet
	changes []Change
}

// reach returns the time up to which records are judged. Where everything later is unchanged, so are the readings up to
// To that alarms have not judged yet: the spike filter decides about them with the next one.
func (r *Refolded) reach() int64 {
	if r.Progress == AsBefore {
		return min(r.To, r.JudgedTo)
	}
	return r.To
}

// leaveOngoing keeps the records that a fold which did not reach the newest reading cannot judge: those of episodes
// that continue unchanged and, within a piece, all that extend beyond it or may belong to an open episode.
func (c *reconciliation) leaveOngoing() {
	if c.Progress == ToNewest {
		return
	}
	for k := range c.stored {
		s := &c.stored[k]
		action, decided := ActionOf(s)
		beyond := s.Ended == 0 || s.Ended > c.reach()
		c.kept[k] = c.Progress == Piece && (beyond || decided && s.Ended == action.At && action.At > c.JudgedTo)
		for i := range c.Episodes {
			if e := &c.Episodes[i]; e.Ended != 0 || e.Key != s.Key {
				continue
			} else if c.Progress == Piece {
				c.kept[k] = c.kept[k] || s.Ended >= e.Opened && !(decided && action.At < c.JudgedTo)
			} else if s.WithdrawnAt == 0 && (beyond || decided && s.Ended == action.At && action.At >= c.JudgedTo) {
				c.matched[k] = true
			}
		}
	}
}

// settled reports whether a record lies before the refolded part. If it overlaps an episode that was open there, an
// earlier piece merely kept it.
func (c *reconciliation) settled(s *Record) bool {
	if s.Ended == 0 || s.Ended > c.From {
		return false
	}
	if action, decided := ActionOf(s); decided && action.At < c.JudgedFrom {
		return true
	} else if decided && s.Ended == action.At && action.At > c.JudgedFrom {
		return false // the decision that ended it has not been applied there
	}
	for i := range c.Episodes {
		if e := &c.Episodes[i]; e.Key == s.Key && e.Opened <= c.From && s.Ended >= e.Opened {
			return false
		}
	}
	return true
}

// match returns the record of an episode: one with the same start before any other overlap, and an effective record
// before a withdrawn one.
func (c *reconciliation) match(e *Episode) int {
	best, bestRank := -1, math.MinInt
	for i := range c.stored {
		s := &c.stored[i]
		if c.matched[i] || s.Key != e.Key || !overlaps(s, e) || !mayBelong(s, e) {
			continue
		}
		rank := 0
		if s.Opened == e.Opened {
			rank += 2
		}
		if s.WithdrawnAt == 0 {
			rank++
		}
		if rank > bestRank {
			best, bestRank = i, rank
		}
	}
	if best >= 0 {
		c.matched[best] = true
	}
	return best
}

// passedOn reports whether an episode extends beyond the refolded part.
func (c *reconciliation) passedOn(e *Episode) bool { return c.Progress != ToNewest && e.Ended == 0 }

func overlaps(s *Record, e *Episode) bool {
	return (s.Ended == 0 || e.Opened <= s.Ended) && (e.Ended == 0 || s.Opened <= e.Ended)
}

// mayBelong separates decided records from new episodes: a decision belongs to the episode that it ended, or to one
// that had already ended.
func mayBelong(s *Record, e *Episode) bool {
	action, decided := ActionOf(s)
	switch {
	case e.Processed > 0:
		return decided && action.Level == e.Processed && action.At == e.Ended
	case decided:
		return e.Ended != 0 && e.Ended <= action.At && e.Opened <= action.Seen
	}
	return true
}

// update gives a stored record the times and levels of its episode.
func (c *reconciliation) update(record Record, e *Episode) {
	before := record
	change := Change{Record: record}
	r := &change.Record
	wasActive := r.Active()
	risen := e.peak() > r.Level
	lastEnd := r.Ended
	extended := r.Opened == e.Opened && len(e.Steps) >= len(r.Steps) && slices.Equal(e.Steps[:len(r.Steps)], r.Steps) && (r.Ended == 0 || r.Ended == e.Ended)
	known := len(r.Steps)
	r.Opened, r.Steps, r.Level, r.CurrentLevel = e.Opened, e.Steps, e.peak(), e.Current
	r.Ended, r.RestoreValue = e.Ended, e.RestoreValue
	switch {
	case r.WithdrawnAt != 0:
		change.add(c.note(Reinstated, r, statusOf(r, e), e.Opened, r.Last()))
		r.WithdrawnAt, r.CorrectionID = 0, 0
		r.Status, r.Depth = statusOf(r, e), c.depth(r.Last())
	case !extended:
		c.revise(&change, e, lastEnd, risen, wasActive)
	default:
		for i := known; i < len(e.Steps); i++ {
			if i+1 < len(e.Steps) && e.Steps[i+1].Time == e.Steps[i].Time {
				continue // only the highest level of a reading counts
			}
			to := r.Status
			if !to.Processed() {
				to = Pending
			}
			change.add(c.note(Escalated, r, to, e.Steps[i].Time, e.Steps[i]))
			r.Status = to
			r.Depth = c.depth(e.Steps[i])
		}
		if to := statusOf(r, e); to != r.Status {
			change.add(c.note(Restored, r, to, e.Ended, Step{Level: Normal, Value: e.RestoreValue}))
			r.Status = to
		}
	}
	if len(change.Transitions) == 0 && r.Ended == before.Ended && r.CurrentLevel == before.CurrentLevel {
		return
	}
	r.ChangedAt = c.Now
	c.changes = append(c.changes, change)
}

// revise records that a record's past has changed. People who were notified get the consequences: a restore was undone,
// the level is higher, or the alert has ended.
func (c *reconciliation) revise(change *Change, e *Episode, lastEnd int64, risen, wasActive bool) {
	r := &change.Record
	to := statusOf(r, e)
	kind, at := Revised, e.Opened
	if r.Status == Restore && to.Active() {
		kind, at = Reopened, lastEnd
	}
	r.Depth = c.depth(r.Last())
	if wasActive && to == Restore { // in two steps; only the second is a restore
		change.add(c.note(kind, r, r.Status, at, r.Last()))
		change.add(c.note(Restored, r, to, e.Ended, Step{Level: Normal, Value: e.RestoreValue}))
		r.Status = to
		return
	}
	change.add(c.note(kind, r, to, at, r.Last()))
	r.Status = to
	if risen && wasActive && to.Active() {
		change.add(c.note(Escalated, r, Pending, r.Last().Time, r.Last()))
		r.Status = Pending
	}
}

// statusOf returns the status of a record with its current episode.
func statusOf(r *Record, e *Episode) Status {
	switch {
	case r.Status.Processed():
		return r.Status
	case e.Ended != 0:
		return Restore
	case r.Status == Notice:
		return Notice
	}
	return Pending
}

func (c *reconciliation) open(e *Episode) Change {
	first := e.Steps[0]
	change := Change{Record: Record{
		CorporationID: c.Place.CorporationID, ProjectID: c.Place.ProjectID, StructureID: c.Place.StructureID,
		ItemID: c.Place.ItemID, PointID: c.Place.PointID, Measurement: c.Place.Measurement,
		Kind: cmp.Or(c.Kind, OfThreshold), DeviceID: c.DeviceID, GradingID: c.Grading, Key: e.Key, Status: Pending, Level: e.peak(), CurrentLevel: e.Current,
		Opened: e.Opened, Steps: e.Steps, Ended: e.Ended, RestoreValue: e.RestoreValue,
		FoundLate: c.Now-e.Opened > lateAfter, RecordedAt: c.Now, ChangedAt: c.Now,
	}}
	r := &change.Record
	if r.FoundLate {
		r.FoundBy = c.By
	}
	r.Depth = c.depth(r.Last())
	for i, step := range e.Steps {
		if i+1 < len(e.Steps) && e.Steps[i+1].Time == step.Time {
			continue
		}
		kind := Escalated
		if step.Time == first.Time {
			kind = Raised
		}
		change.add(c.note(kind, r, Pending, step.Time, step))
	}
	if d := c.decision(e); d != nil {
		decided := c.note(Processed, r, d.Status, d.ProcessedAt, Step{})
		decided.RecordedBy, decided.Note = d.ProcessedBy, d.Note
		change.add(decided)
		r.Status, r.ProcessedAt, r.ProcessedBy, r.ProcessedLevel, r.SeenUntil = d.Status, d.ProcessedAt, d.ProcessedBy, d.ProcessedLevel, d.SeenUntil
		r.Cause, r.Measure, r.Note = d.Cause, d.Measure, d.Note
	} else if e.Ended != 0 {
		change.add(c.note(Restored, r, Restore, e.Ended, Step{Level: Normal, Value: e.RestoreValue}))
		r.Status = Restore
	}
	return change
}

// decision returns the record whose decision ended a new episode: late data show that this episode, not that of the
// record, was open at the time. nil: it ended without a decision.
func (c *reconciliation) decision(e *Episode) *Record {
	for i := range c.stored {
		s := &c.stored[i]
		if action, ok := ActionOf(s); ok && e.Processed > 0 && s.Key == e.Key && action.Level == e.Processed && action.At == e.Ended {
			return s
		}
	}
	return nil
}

func (c *reconciliation) withdraw(record Record) {
	ended := record.Ended
	if ended == 0 {
		ended = math.MaxInt64
	}
	change := Change{Record: record}
	r := &change.Record
	r.WithdrawnAt, r.ChangedAt = c.Now, c.Now
	if c.Cause != nil {
		r.CorrectionID = c.Cause(record.Opened, ended)
	}
	if r.Ended == 0 {
		r.Ended = r.Last().Time
	}
	change.add(c.note(Withdrawn, r, r.Status, r.Opened, r.Last()))
	c.changes = append(c.changes, change)
}

func (c *reconciliation) note(kind TransitionKind, r *Record, to Status, at int64, step Step) Transition {
	return Transition{
		AlertID: r.ID, Kind: kind, From: r.Status, To: to, Time: at, RecordedAt: c.Now,
		Level: step.Level, Value: step.Value, Limit: step.Limit, Side: step.Side, Node: step.Node, CorrectionID: r.CorrectionID, Cause: c.causeOf(kind),
	}
}

// causeOf returns what changed the past; live judgements have no cause.
func (c *reconciliation) causeOf(kind TransitionKind) Cause {
	switch kind {
	case Revised, Reopened, Withdrawn, Reinstated:
		return c.By
	}
	return ""
}

func (c *reconciliation) depth(step Step) *float64 {
	if c.Depth == nil {
		return nil
	}
	return c.Depth(step.Time, step.Node)
}

func (c *Change) add(t Transition) { c.Transitions = append(c.Transitions, t) }
