package simulation

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"

	"plumbline/internal/core/alarm"
	"plumbline/internal/core/compiled"
	"plumbline/internal/core/query"
	"plumbline/internal/core/reading"
	"plumbline/internal/platform/errs"
	"plumbline/internal/platform/jobs"
)

// outcomes are the checkpoint of a job: the points that it has simulated.
type outcomes struct {
	Points []SimulatedPoint `json:"points"`
	Reason string           `json:"reason,omitempty"` // why the last attempt failed, see errs.Restored
}

// soFar returns what a job has simulated.
func soFar(j *jobs.Job) (outcomes, error) {
	made := outcomes{Points: []SimulatedPoint{}}
	if text := j.Progress.Checkpoint; len(text) > 0 {
		if err := json.Unmarshal(text, &made); err != nil {
			return made, fmt.Errorf("outcome of job %d: %w", j.ID, err)
		}
	}
	return made, nil
}

// reason returns why a job failed, or why its last attempt did; nil: it has not.
func (o *outcomes) reason(state jobs.State) *errs.Error {
	switch state {
	case jobs.Done, jobs.Cancelled:
		return nil
	case jobs.Waiting, jobs.Running:
		return errs.Restored(o.Reason)
	}
	if reason := errs.Restored(o.Reason); reason != nil {
		return reason
	}
	return errs.New(errs.SimulationFailed)
}

// hideFalse removes what only people who see alerts may know.
func (o *outcomes) hideFalse() {
	for i := range o.Points {
		p := &o.Points[i]
		p.Current.False = 0
		if p.Draft != nil {
			p.Draft.False = 0
		}
	}
}

// run simulates the points of a job and stores the results so far, from which it resumes. Points that were deleted in the
// meantime are left out. An error that has a reason which another attempt would meet again ends the job.
func (s *server) run(ctx context.Context, run *jobs.Run) error {
	var args batchArgs
	if err := json.Unmarshal(run.Job.Args, &args); err != nil {
		return jobs.Final(fmt.Errorf("arguments of the job: %w", err))
	}
	made, err := soFar(&run.Job)
	if err != nil {
		return jobs.Final(err)
	}
	done, err := s.simulateAll(ctx, run, &args, &made)
	if err == nil || ctx.Err() != nil || errors.Is(err, jobs.ErrCancelled) || errors.Is(err, jobs.ErrLost) {
		return err
	}
	reason, known := errs.As(err)
	if known && reason.Kind != errs.Internal && reason.Kind != errs.Unavailable {
		err = jobs.Final(err)
	}
	// What is kept here is stored with the end of the attempt.
	stored, failed := reason.Stored()
	made.Reason = stored
	progress, unwritten := made.progress(done, &args)
	run.Job.Progress = progress
	return errors.Join(err, failed, unwritten)
}

// simulateAll simulates the points that are left, and returns how many are done.
func (s *server) simulateAll(ctx context.Context, run *jobs.Run, args *batchArgs, made *outcomes) (done int, err error) {
	made.Reason = ""
	for done = int(run.Job.Progress.Done); done < len(args.MeasuringPointIDs); {
		one, found, err := s.simulateOne(ctx, args.MeasuringPointIDs[done], args)
		if err != nil {
			return done, err
		}
		if found {
			made.Points = append(made.Points, one)
		}
		done++
		if done%reportEvery != 0 && done < len(args.MeasuringPointIDs) {
			continue
		}
		progress, err := made.progress(done, args)
		if err != nil {
			return done, err
		}
		if err := run.Report(ctx, progress); err != nil {
			return done, err
		}
	}
	if len(made.Points) == 0 {
		return done, errs.New(errs.SimulatedPointsGone)
	}
	return done, nil
}

func (o *outcomes) progress(done int, args *batchArgs) (jobs.Progress, error) {
	text, err := json.Marshal(o)
	if err != nil {
		return jobs.Progress{}, fmt.Errorf("results of the job: %w", err)
	}
	return jobs.Progress{Done: int64(done), Total: int64(len(args.MeasuringPointIDs)), Checkpoint: text}, nil
}

func (s *server) simulateOne(ctx context.Context, id int64, args *batchArgs) (made SimulatedPoint, found bool, err error) {
	p, found, err := s.Previewer.Directory.Find(ctx, id)
	if err != nil || !found {
		return made, false, err
	}
	asked, err := spanOf(p, args.Start.Millis(), args.End.Millis())
	if err != nil {
		return made, false, err
	}
	q := args.quantity()
	var sets []alarm.Thresholds
	if set := args.draft(p, q, asked.now); len(set.List) > 0 {
		sets = append(sets, set)
	}
	outcome, err := simulate(ctx, s.engine, p, q, asked, sets, args.WithFalse)
	switch _, known := errs.As(err); {
	case known:
		return made, false, err
	case err != nil:
		return made, false, errs.Wrap(err, errs.PointUnsimulated, "name", p.Definition.Point.Name)
	}
	made = SimulatedPoint{
		MeasuringPointID: id, MeasuringPointName: p.Definition.Point.Name, Readings: len(outcome.curve.values), Current: outcome.current.Counts,
	}
	if len(outcome.sets) > 0 {
		made.Draft = &outcome.sets[0].Counts
	}
	return made, true, nil
}

// draft returns the changed thresholds of a point.
func (b *PointsSimulation) draft(p *compiled.Point, q quantity, now int64) alarm.Thresholds {
	if b.Set != nil {
		return *b.Set
	}
	version, _ := inForce(p, q).At(now)
	shown := query.ShownOf(p, reading.Column{Field: q.field}, query.ValueType(q.valueType), now)
	return scaled(version.Value, *b.Factor, shown.Decimals)
}

// scaled multiplies limits. They are rounded as displayed if they still rise.
func scaled(set alarm.Thresholds, factor float64, decimals int) alarm.Thresholds {
	for _, scale := range []float64{math.Pow10(decimals), 0} {
		made := alarm.Thresholds{List: slices.Clone(set.List)}
		times := func(limit **float64) {
			if *limit == nil {
				return
			}
			v := **limit * factor
			if scale > 0 {
				v = compiled.RoundTo(v, scale)
			}
			*limit = &v
		}
		for i := range made.List {
			t := &made.List[i]
			for _, limit := range []**float64{&t.Blue, &t.Yellow, &t.Orange, &t.Red} {
				times(limit)
			}
			if t.Lower != nil {
				lower := *t.Lower
				for _, limit := range []**float64{&lower.Blue, &lower.Yellow, &lower.Orange, &lower.Red} {
					times(limit)
				}
				t.Lower = &lower
			}
		}
		if scale == 0 || alarm.Validate(made) == nil {
			return made
		}
	}
	return set
}
