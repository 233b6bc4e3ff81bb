package compute

import (
	"context"

	"plumbline/internal/core/alarm"
	"plumbline/internal/core/compiled"
	"plumbline/internal/core/reading"
	"plumbline/internal/core/series"
	"plumbline/internal/core/timeline"
)

// Replayed is what dated thresholds do to a point: its levels and episodes over the whole history.
type Replayed struct {
	Levels   []alarm.LevelSince
	Episodes []alarm.Replayed
}

// Replay folds the whole history of a point in memory and judges it with each of several sets of thresholds, as if they
// were those in force. Decisions of people count as they do in force. visit is called with the value of each reading by
// which the first set decides, in time order, and the segment of its configuration. Nothing is written.
func (v *Previewer) Replay(ctx context.Context, p *compiled.Point, sets []timeline.Timeline[alarm.Thresholds],
	visit func(*compiled.Segment, alarm.Deciding),
) ([]Replayed, error) {
	f := newFold(ctx, p, newState(len(p.Keys)), v.Series, compiled.Beginning, &scratch{})
	for i, set := range sets {
		r := newReplay(set, p.Definition.Actions)
		if i == 0 {
			r.visit = visit
		}
		f.replays = append(f.replays, r)
	}
	steps := 0
	_, err := readings(ctx, v.Series, p, compiled.Beginning, compiled.Forever, compiled.Forever,
		func(t int64, flag reading.Flag, columns *reading.Columns, raw, aux []float64) error {
			f.step(t, flag, columns, raw, aux)
			if steps++; steps%replayPiece == 0 {
				f.forgetOld(t)
				if err := ctx.Err(); err != nil {
					return err
				}
			}
			return f.err
		})
	if err != nil {
		return nil, err
	}
	f.finish()
	if f.err != nil {
		return nil, f.err
	}
	list := make([]Replayed, len(sets))
	for i, r := range f.replays {
		list[i] = Replayed{r.Levels(), r.Episodes()}
	}
	return list, nil
}

// replayPiece is the number of readings after which a replay forgets old rows.
const replayPiece = 1024

// forgetOld drops the rows of the run that no later reading looks back to. Rows before those that are left are in the
// store.
func (f *fold) forgetOld(t int64) {
	oldest, _ := f.p.RateWindow(t)
	oldest = min(oldest, t-f.p.LooksBack)
	old := 0
	for old < len(f.rows) && f.rows[old].Time < oldest && old != f.heldRow {
		old++
	}
	if old == 0 {
		return
	}
	f.rows = append(make([]series.Put, 0, len(f.rows)-old+replayPiece), f.rows[old:]...)
	if f.heldRow >= 0 {
		f.heldRow -= old
	}
	f.lookback.own, f.lookback.base = f.rows, oldest
}

// replay judges the results of a fold with thresholds that need not be in force.
type replay struct {
	*alarm.Replay
	set     timeline.Timeline[alarm.Thresholds]
	keys    []alarm.Key
	segment *compiled.Segment
	panel   *alarm.Panel // of segment; nil: nothing is judged
	visit   func(*compiled.Segment, alarm.Deciding)
}

func newReplay(set timeline.Timeline[alarm.Thresholds], actions []alarm.Action) *replay {
	var values []alarm.Thresholds
	for _, version := range set.Versions() {
		values = append(values, version.Value)
	}
	keys := alarm.Keys(values)
	return &replay{Replay: alarm.NewReplay(keys, actions), set: set, keys: keys}
}

// enter prepares the thresholds of a segment. A point that is switched off is not judged.
func (r *replay) enter(p *compiled.Point, s *compiled.Segment) {
	if s == r.segment {
		return
	}
	r.segment, r.panel = s, nil
	if version, ok := r.set.At(s.From); ok && !p.Definition.Config.Off(s.From) {
		r.panel = alarm.NewPanel(version.Value, r.keys, s.Program.Observed(), s.Program.Changed())
	}
}

func (r *replay) judge(t int64, observed, accumulated, rate []float64) {
	if by, ok := r.Judge(r.panel, t, observed, accumulated, rate); ok && r.visit != nil {
		r.visit(r.segment, by)
	}
}
