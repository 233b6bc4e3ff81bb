package compute

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"plumbline/internal/core/alarm"
	"plumbline/internal/core/compiled"
	"plumbline/internal/core/reading"
	"plumbline/internal/core/series"
)

// Trial is the result at one point of readings that are not stored.
type Trial struct {
	Point   int64
	Follows bool           // it reads none of them itself: it depends on points that do
	Judged  bool           // thresholds are in effect
	Rows    []series.Put   // its results at the times of the readings
	Levels  []alarm.Record // alert records that would open or escalate, without ids
}

// Try folds readings that are not stored, with the definitions in effect, at the points that they feed and their
// dependants. waves are the waveforms that they refer to. Nothing is written.
func (v *Previewer) Try(ctx context.Context, puts []series.Put, waves []series.Waveform) ([]Trial, error) {
	if len(puts) == 0 {
		return nil, nil
	}
	raw := &tried{Store: v.Series, rows: map[series.ID][]series.Put{}, waves: waves}
	first, last := int64(compiled.Forever), int64(compiled.Beginning)
	var fed []int64
	for _, put := range puts {
		raw.rows[put.Series] = append(raw.rows[put.Series], put)
		first, last = min(first, put.Time), max(last, put.Time)
		device, channel := put.Series.Channel()
		fed = v.Directory.AppendPoints(fed, device, channel, put.Time)
	}
	for id := range raw.rows {
		slices.SortStableFunc(raw.rows[id], func(a, b series.Put) int { return compareTimes(a.Time, b.Time) })
	}
	slices.Sort(fed)
	fed = slices.Compact(fed)
	drafts := &drafts{Store: raw, results: map[series.ID]drafted{}}
	ordered, err := v.Directory.InOrder(ctx, fed, nil)
	if err != nil {
		return nil, err
	}
	var trials []Trial
	for _, p := range ordered {
		id := p.Definition.Point.ID
		trial, err := v.tryPoint(ctx, p, first, last, puts, drafts)
		if err != nil {
			return nil, fmt.Errorf("trial at point %d: %w", id, err)
		}
		_, direct := slices.BinarySearch(fed, id)
		trial.Follows = !direct
		trials = append(trials, trial)
	}
	return trials, nil
}

func compareTimes(a, b int64) int {
	switch {
	case a < b:
		return -1
	case a > b:
		return 1
	}
	return 0
}

// tryPoint folds a point from before the first reading up to the last.
func (v *Previewer) tryPoint(ctx context.Context, p *compiled.Point, first, last int64, puts []series.Put, drafts *drafts) (Trial, error) {
	id := p.Definition.Point.ID
	trial := Trial{Point: id, Judged: p.At(last).Panel != nil}
	s := newState(len(p.Keys))
	checkpoint, found, err := v.Store.LastCheckpoint(ctx, id, p.EffectFrom(first))
	if err != nil {
		return trial, fmt.Errorf("checkpoint: %w", err)
	}
	if found {
		if decoded, err := decodeState(checkpoint.State, p.Keys); err == nil {
			s = decoded
		}
	}
	lower, judged := s.time, s.alarms.Time
	computed, err := foldInMemory(ctx, p, s, drafts, v.Series, last)
	if err != nil {
		return trial, err
	}
	drafts.results[series.ResultID(id)] = drafted{after: lower, rows: computed.Rows, first: first}
	for _, row := range computed.Rows {
		if slices.ContainsFunc(puts, func(put series.Put) bool { return put.Time == row.Time }) {
			trial.Rows = append(trial.Rows, row)
		}
	}
	preview := Preview{}
	if err := v.compareAlarms(ctx, computed, lower, judged, &preview); err != nil {
		return trial, err
	}
	open := preview.Appear
	for _, revision := range preview.Change {
		open = append(open, revision.After)
	}
	for _, record := range open {
		if record.Opened <= last && record.WithdrawnAt == 0 {
			trial.Levels = append(trial.Levels, record)
		}
	}
	return trial, nil
}

// tried reads raw series as if the additional readings were stored.
type tried struct {
	series.Store
	rows  map[series.ID][]series.Put
	waves []series.Waveform
}

// Waveforms returns the stored and the tried parts of records.
func (t *tried) Waveforms(ctx context.Context, id series.ID, from, to int64, samples bool) ([]series.Waveform, error) {
	list, err := t.Store.Waveforms(ctx, id, from, to, samples)
	for i := range t.waves {
		if w := &t.waves[i]; w.Series == id && w.Time >= from && w.Time <= to {
			list = append(list, *w)
		}
	}
	slices.SortStableFunc(list, func(a, b series.Waveform) int {
		return cmp.Or(compareTimes(a.Time, b.Time), cmp.Compare(a.Part, b.Part))
	})
	return list, err
}

// Scan visits stored and tried readings; a tried reading replaces a stored one of the same time.
func (t *tried) Scan(ctx context.Context, id series.ID, from, to int64, want []reading.Column, visit func(*series.Block) error) error {
	list := t.rows[id]
	for i := range list {
		at := list[i].Time
		if at < from || at > to || i+1 < len(list) && list[i+1].Time == at {
			continue
		}
		if from < at {
			if err := t.Store.Scan(ctx, id, from, at-1, want, visit); err != nil {
				return err
			}
		}
		if err := series.VisitRows(list[i:i+1], at, at, want, visit); err != nil {
			return err
		}
		from = at + 1
	}
	if from > to {
		return nil
	}
	return t.Store.Scan(ctx, id, from, to, want, visit)
}

// Reached returns which points read a reading of devices, or why none does.
func (v *Previewer) Reached(ctx context.Context, put *series.Put, devices []int64) (compiled.Reach, error) {
	return v.Directory.Reached(ctx, put, devices)
}
