package query

import (
	"context"
	"math"
	"slices"

	"plumbline/internal/core/compiled"
	"plumbline/internal/core/formula"
	"plumbline/internal/core/reading"
	"plumbline/internal/platform/errs"
)

// SurveyedByHand is the category of casings that are surveyed with a probe.
const SurveyedByHand = "RDM"

// mostApart is how far an automatic reading may be from a manual run to be compared with it (domain views.md section 1).
const mostApart = 12 * 3_600_000

// ManualRequest selects a manual run in the hole of an array, and what it is compared with.
type ManualRequest struct {
	Point, Manual int64  // the array, and the casing that is surveyed by hand
	Field         string // x or y
	Start, End    int64  // UTC ms, ends included
	Run           int64  // time of the run; any other time: the last one of the range
	Base          int64  // both are zero at the first run from this time on; 0: at their common initial time
	SameToe       bool   // the manual result is shifted to the automatic one at the deepest common node
}

// ManualCompare is a manual run and the automatic reading nearest to it, both zero at the same earlier run.
type ManualCompare struct {
	Runs    []int64 // valid runs of the range, rising
	Run     int64   // 0: the range has none
	Reading int64   // 0: no automatic reading within 12 h
	// The run at which both are zero, and the automatic reading nearest to it; 0: no earlier run has one within 12 h.
	ZeroRun, ZeroReading int64
	// The automatic initial value is older: only what changed since the zero run is compared.
	Increments bool
	Pairs      []ManualPair // of the nodes of the array, from the collar down
	Statistics ManualStatistics
}

// ManualCompare compares a manual run with an array in the same hole. Zero runs are looked for in the year before the
// end of the range.
func (s *Service) ManualCompare(ctx context.Context, r ManualRequest) (ManualCompare, error) {
	if r.End-r.Start > MostSurveyDays*dayMS {
		return ManualCompare{}, errs.OnField("start", errs.SpanTooLong, "days", MostSurveyDays)
	}
	array, err := s.point(ctx, r.Point)
	if err != nil {
		return ManualCompare{}, err
	}
	hole, err := s.point(ctx, r.Manual)
	if err != nil {
		return ManualCompare{}, err
	}
	if hole.Definition.Point.Category != SurveyedByHand {
		return ManualCompare{}, errs.OnField("manualId", errs.CategoryMismatch)
	}
	all, err := s.Surveys(ctx, SurveyRequest{Point: r.Manual, Start: r.End - MostSurveyDays*dayMS, End: r.End})
	if err != nil {
		return ManualCompare{}, err
	}
	all = slices.DeleteFunc(all, func(one Survey) bool { return len(one.Withdrawals) > 0 || !one.Flag.Judged() })
	found := ManualCompare{Runs: []int64{}, Statistics: manualStatistics(nil)}
	run := -1
	for i := range all {
		if all[i].Time >= r.Start {
			found.Runs = append(found.Runs, all[i].Time)
			if run < 0 || all[run].Time != r.Run {
				run = i
			}
		}
	}
	if run < 0 {
		return found, nil
	}
	err = s.compareRun(ctx, array, hole, r, all[:run+1], &found)
	return found, err
}

// compareRun compares the last of the runs.
func (s *Service) compareRun(ctx context.Context, array, hole *compiled.Point, r ManualRequest, runs []Survey, found *ManualCompare) error {
	run := &runs[len(runs)-1]
	found.Run = run.Time
	now, err := s.automaticNear(ctx, array, r.Field, run.Time)
	if err != nil || now == nil {
		return err
	}
	found.Reading = now.time
	manualFrom, err := s.initialTime(ctx, hole, run.Time)
	if err != nil {
		return err
	}
	arrayFrom, err := s.initialTime(ctx, array, run.Time)
	if err != nil {
		return err
	}
	from := r.Base
	if from == 0 {
		from = max(manualFrom, arrayFrom)
	}
	for i := range runs[:len(runs)-1] {
		zero := &runs[i]
		if zero.Time < from {
			continue
		}
		then, err := s.automaticNear(ctx, array, r.Field, zero.Time)
		if err != nil {
			return err
		}
		if then == nil {
			continue
		}
		found.ZeroRun, found.ZeroReading = zero.Time, then.time
		found.Increments = r.Base == 0 && zero.Time > arrayFrom+mostApart && manualFrom > arrayFrom
		depths, moved := movedByHand(run, zero, r.Field, zero.Time == manualFrom)
		for _, node := range now.nodes {
			found.Pairs = append(found.Pairs, ManualPair{
				No: node.No, Depth: node.Depth, Automatic: now.values[node.No] - valueOr(then.values, node.No), Manual: resample(depths, moved, node.Depth),
			})
		}
		if r.SameToe {
			sameToe(found.Pairs)
		}
		found.Statistics = manualStatistics(found.Pairs)
		return nil
	}
	return nil
}

// movedByHand returns how far a casing moved since another run, by rising depth. The run that formed the initial value is
// represented by it, which is the mean of the zero readings.
func movedByHand(run, zero *Survey, field string, initial bool) (depths, moved []float64) {
	change := func(n SurveyNode) float64 {
		if field == "y" {
			return n.Dy
		}
		return n.Dx
	}
	before := map[float64]float64{}
	for _, n := range zero.Nodes {
		before[n.Depth] = change(n)
	}
	for _, n := range run.Nodes {
		was := 0.0
		if !initial {
			was = valueOr(before, n.Depth)
		}
		if now := change(n) - was; !math.IsNaN(now) {
			depths, moved = append(depths, n.Depth), append(moved, now)
		}
	}
	return depths, moved
}

func valueOr[K comparable](values map[K]float64, key K) float64 {
	if v, ok := values[key]; ok {
		return v
	}
	return math.NaN()
}

// automatic is a reading of an array.
type automatic struct {
	time   int64
	nodes  []formula.Node
	values map[int32]float64 // accumulated change by node, mm
}

// automaticNear returns the valid reading of an array nearest to a time; nil if none is near enough.
func (s *Service) automaticNear(ctx context.Context, p *compiled.Point, field string, t int64) (*automatic, error) {
	w, err := s.newWalker(ctx, p, []ValueType{Accumulated})
	if err != nil {
		return nil, err
	}
	var best *automatic
	err = w.walk(ctx, t-mostApart, t+mostApart, func(row *row) error {
		if !row.flag.Judged() || best != nil && apart(row.time, t) >= apart(best.time, t) {
			return nil
		}
		best = &automatic{time: row.time, nodes: p.At(row.time).Nodes, values: map[int32]float64{}}
		columns := layout(row.segment, Accumulated)
		for _, node := range best.nodes {
			best.values[node.No] = pick(columns, row.accumulated, reading.Column{Field: field, Node: node.No})
		}
		return nil
	})
	return best, err
}

func apart(a, b int64) int64 { return max(a-b, b-a) }

// initialTime returns the time of the initial value in force at a time; 0 without one.
func (s *Service) initialTime(ctx context.Context, p *compiled.Point, t int64) (at int64, err error) {
	_, initials, err := s.changesOf(ctx, p)
	for i := range initials {
		if initials[i].From <= t {
			at = max(initials[i].From, initials[i].Formed)
		}
	}
	return at, err
}
