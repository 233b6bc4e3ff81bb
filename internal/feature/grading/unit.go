package grading

import (
	"cmp"
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"

	"plumbline/internal/core/alarm"
	"plumbline/internal/core/grading"
	"plumbline/internal/core/marks"
	"plumbline/internal/platform/sqlkit"
)

const (
	dayMS = 24 * 3600_000
	// pieceMS is the span whose readings of several points are in memory at once.
	pieceMS = 30 * dayMS
	// layout is the version of stored states.
	layout = 1
)

// units judges gradings of a project within a transaction. A unit is a grading with one point, or with 0 if it is about
// several.
type units struct {
	*Worker
	tx                   *sqlkit.Transaction
	project, corporation int64

	points []pointRow
}

// judge judges what marks name, and returns the changed warnings.
func (u *units) judge(ctx context.Context, list []marks.Mark) (changes []alarm.Change, err error) {
	all, err := gradings(ctx, u.tx.Tables.Bun.NewSelect().Conn(u.tx.Tx), u.project)
	if err != nil {
		return nil, err
	}
	if err := u.load(ctx, all); err != nil {
		return nil, err
	}
	for i := range all {
		g := &all[i]
		if g.Kind == multi {
			if from, marked := u.earliest(g, list); marked {
				made, err := u.several(ctx, g, from)
				if err != nil {
					return nil, fmt.Errorf("grading %d: %w", g.ID, err)
				}
				changes = append(changes, made...)
			}
			continue
		}
		for _, m := range list {
			at := slices.IndexFunc(u.points, func(p pointRow) bool { return p.ID == m.Point && p.Measurement == g.last().Value.Single.Measurement })
			if at < 0 {
				continue
			}
			made, err := u.one(ctx, g, &u.points[at], m.From)
			if err != nil {
				return nil, fmt.Errorf("grading %d at point %d: %w", g.ID, m.Point, err)
			}
			changes = append(changes, made...)
		}
	}
	return changes, nil
}

// load reads the points that gradings may judge.
func (u *units) load(ctx context.Context, all []Grading) (err error) {
	var measurements []string
	for i := range all {
		for _, v := range all[i].Settings.Versions() {
			if v.Value.Single != nil {
				measurements = append(measurements, v.Value.Single.Measurement)
				continue
			}
			for _, c := range v.Value.Multi.Conditions {
				measurements = append(measurements, c.Measurement)
			}
		}
	}
	if len(measurements) == 0 {
		return nil
	}
	slices.Sort(measurements)
	u.points, err = pointsOf(ctx, u.tx.Tables.Bun.NewSelect().Conn(u.tx.Tx), u.project, slices.Compact(measurements))
	return err
}

// read is an attribute of a point that a grading of several reads.
type read struct {
	point int64
	field string
}

// reads returns what the versions of a grading of several read, in order.
func (u *units) reads(g *Grading) (list []read) {
	for _, v := range g.Settings.Versions() {
		for _, c := range v.Value.Multi.Conditions {
			for _, p := range u.points {
				if c.PointID == p.ID || c.PointID == 0 && c.Measurement == p.Measurement {
					list = append(list, read{p.ID, c.Field})
				}
			}
		}
	}
	slices.SortFunc(list, func(a, b read) int { return cmp.Or(cmp.Compare(a.point, b.point), cmp.Compare(a.field, b.field)) })
	return slices.Compact(list)
}

// earliest returns the earliest mark of a grading of several.
func (u *units) earliest(g *Grading, list []marks.Mark) (from int64, marked bool) {
	reads := u.reads(g)
	from = math.MaxInt64
	for _, m := range list {
		if m.Point == g.ID || slices.ContainsFunc(reads, func(r read) bool { return r.point == m.Point }) {
			from, marked = min(from, m.From), true
		}
	}
	return from, marked
}

// covers reports whether settings judge a point.
func covers(s *grading.Settings, p *pointRow) bool {
	return s.Single != nil && (s.Single.StructureID == 0 || s.Single.StructureID == p.StructureID) && (s.Single.ItemID == 0 || s.Single.ItemID == p.ItemID)
}

// one judges a point by a grading from a time on, to the newest reading.
func (u *units) one(ctx context.Context, g *Grading, p *pointRow, from int64) ([]alarm.Change, error) {
	first := g.Settings.Versions()[0]
	field := first.Value.Single.Field
	f, err := u.begin(ctx, g, p.ID, alarm.Key{Field: field}, max(from, first.ValidFrom))
	if err != nil {
		return nil, err
	}
	err = u.Readings.GradedReadings(ctx, p.ID, field, max(f.after+1, first.ValidFrom), math.MaxInt64, func(r *grading.Reading) error {
		if version, ok := g.Settings.At(r.Time); ok && covers(&version.Value, p) {
			f.take([]*grading.Reading{r})
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	return f.end(ctx, alarm.Place{
		CorporationID: u.corporation, ProjectID: u.project, StructureID: p.StructureID, ItemID: p.ItemID, PointID: p.ID, Measurement: p.Measurement,
	})
}

// several judges a grading of several points from a time on, to the newest reading, a piece of time after another.
func (u *units) several(ctx context.Context, g *Grading, from int64) ([]alarm.Change, error) {
	versions := g.Settings.Versions()
	f, err := u.begin(ctx, g, 0, alarm.Key{}, max(from, versions[0].ValidFrom))
	if err != nil {
		return nil, err
	}
	window := int64(0)
	for i := range versions {
		window = max(window, versions[i].Value.Multi.Window())
	}
	reads := u.reads(g)
	start, last, err := u.extent(ctx, reads, max(f.after+1, versions[0].ValidFrom)-window)
	if err != nil {
		return nil, err
	}
	for ; start <= last; start += pieceMS {
		var list []*grading.Reading
		for _, one := range reads {
			err := u.Readings.GradedReadings(ctx, one.point, one.field, start, start+pieceMS-1, func(r *grading.Reading) error {
				list = append(list, r)
				return nil
			})
			if err != nil {
				return nil, err
			}
		}
		slices.SortStableFunc(list, func(a, b *grading.Reading) int { return cmp.Compare(a.Time, b.Time) })
		for len(list) > 0 {
			n := 1
			for n < len(list) && list[n].Time == list[0].Time {
				n++
			}
			if t := list[0].Time; t <= f.after || t < versions[0].ValidFrom {
				for _, r := range list[:n] {
					f.fold.Recall(r)
				}
			} else {
				f.take(list[:n])
			}
			list = list[n:]
		}
	}
	return f.end(ctx, alarm.Place{CorporationID: u.corporation, ProjectID: u.project})
}

// extent returns the times of the first and the newest reading of some from a time on; last < first: there is none.
func (u *units) extent(ctx context.Context, reads []read, from int64) (first, last int64, err error) {
	first, last = math.MaxInt64, math.MinInt64
	for _, one := range reads {
		err := u.Readings.GradedReadings(ctx, one.point, one.field, from, math.MaxInt64, func(r *grading.Reading) error {
			first, last = min(first, r.Time), max(last, r.Time)
			return nil
		})
		if err != nil {
			return 0, 0, err
		}
	}
	return first, last, nil
}

// folding is the fold of a unit that is being judged.
type folding struct {
	*units
	grading     *Grading
	point       int64
	fold        *grading.Fold
	after       int64 // UTC ms of the last reading before those judged again
	records     []alarm.Record
	checkpoints []checkpointRow
}

type checkpointRow struct {
	GradingID, PointID, Time, Version int64
	State                             string
}

// begin loads the state of a unit before a time, and its warnings with the decisions of people.
func (u *units) begin(ctx context.Context, g *Grading, point int64, key alarm.Key, from int64) (*folding, error) {
	f := &folding{units: u, grading: g, point: point, after: math.MinInt64}
	state := grading.Beginning()
	var text string
	err := u.tx.QueryRowContext(ctx,
		"SELECT state FROM grading_checkpoint WHERE grading_id = $1 AND point_id = $2 AND time < $3 AND version = $4 ORDER BY time DESC LIMIT 1",
		g.ID, point, from, layout).Scan(&text)
	switch {
	case errors.Is(err, sql.ErrNoRows):
	case err != nil:
		return nil, fmt.Errorf("state: %w", err)
	default:
		if err := json.Unmarshal([]byte(text), &state); err != nil {
			return nil, fmt.Errorf("state: %w", err)
		}
		f.after = state.Time
	}
	if _, err := u.tx.ExecContext(ctx, "DELETE FROM grading_checkpoint WHERE grading_id = $1 AND point_id = $2 AND time > $3", g.ID, point, f.after); err != nil {
		return nil, fmt.Errorf("drop states: %w", err)
	}
	if f.records, err = u.Alarms.GradedRecords(ctx, u.tx.Tx.Tx, g.ID, point); err != nil {
		return nil, err
	}
	var actions []alarm.Action
	for i := range f.records {
		if action, ok := alarm.ActionOf(&f.records[i]); ok {
			actions = append(actions, action)
		}
	}
	f.fold = grading.NewFold(g.Settings, key, actions, state)
	return f, nil
}

// take takes the readings of one time. The state before the first reading of each day is kept.
func (f *folding) take(list []*grading.Reading) {
	if s := f.fold.State(); s.Time > f.after && s.Time/dayMS != list[0].Time/dayMS {
		if text, err := json.Marshal(s); err == nil {
			f.checkpoints = append(f.checkpoints, checkpointRow{f.grading.ID, f.point, s.Time, layout, string(text)})
		}
	}
	f.fold.Take(list)
}

// end stores the states of the days and returns the changed warnings of the unit.
func (f *folding) end(ctx context.Context, place alarm.Place) ([]alarm.Change, error) {
	for piece := range slices.Chunk(f.checkpoints, sqlkit.RowsAtOnce) {
		args := make([]any, 0, 5*len(piece))
		for _, c := range piece {
			args = append(args, c.GradingID, c.PointID, c.Time, c.Version, c.State)
		}
		query := "INSERT INTO grading_checkpoint (grading_id, point_id, time, version, state) VALUES " + sqlkit.Placeholders(f.DB.Dialect(), len(piece), 5)
		if _, err := f.tx.ExecContext(ctx, query, args...); err != nil {
			return nil, fmt.Errorf("keep states: %w", err)
		}
	}
	refolded := alarm.Refolded{
		Place: place, Kind: alarm.OfGraded, Grading: f.grading.ID, From: f.after, To: math.MaxInt64, JudgedFrom: f.after, JudgedTo: f.fold.State().Time,
		Progress: alarm.ToNewest, Episodes: f.fold.Episodes(), Now: f.tx.Now,
	}
	since := refolded.Since()
	stored := slices.DeleteFunc(f.records, func(r alarm.Record) bool { return r.Ended != 0 && max(r.Ended, r.ProcessedAt, r.SeenUntil) < since })
	return alarm.Reconcile(stored, refolded), nil
}
