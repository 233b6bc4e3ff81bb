package simulation

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"net/http"
	"slices"

	"plumbline/internal/core/alarm"
	"plumbline/internal/core/compiled"
	"plumbline/internal/core/query"
	"plumbline/internal/core/reading"
	"plumbline/internal/httpapi"
	"plumbline/internal/platform/access"
	"plumbline/internal/platform/errs"
	"plumbline/internal/platform/jobs"
	"plumbline/internal/site/point"
)

// simulateJob is the kind of the job that simulates thresholds of many points.
const simulateJob = "simulateThresholds"

const (
	mostPoints = 500
	// reportEvery is the number of points after which a job stores its results so far.
	reportEvery = 10
)

// PointsSimulation asks what a change of thresholds would have done to points of one measurement.
type PointsSimulation struct {
	SimulationAsked
	MeasuringPointIDs []int64           `json:"measuringPointIds" minItems:"1" doc:"At most 500, of one measurement"`
	Factor            *float64          `json:"factor,omitempty" doc:"The limits in force now times this, 0.01 to 100; either this or set"`
	Set               *alarm.Thresholds `json:"set,omitempty" doc:"The same thresholds for all points"`
}

type batchInput struct {
	httpapi.ProjectPath
	Body PointsSimulation
}

// batchArgs are the arguments of the job.
type batchArgs struct {
	PointsSimulation
	WithFalse bool `json:"withFalse"` // the person may see alerts
}

// SimulatedPoint is the outcome for one of many points.
type SimulatedPoint struct {
	MeasuringPointID   int64   `json:"measuringPointId"`
	MeasuringPointName string  `json:"measuringPointName"`
	Readings           int     `json:"readings"`
	Current            Counts  `json:"current"`
	Draft              *Counts `json:"draft,omitempty" doc:"Missing: the point has no thresholds to multiply"`
}

// ProjectSimulation is a simulation of many points.
type ProjectSimulation struct {
	JobID  int64            `json:"jobId"`
	State  string           `json:"state" enum:"waiting,running,done,failed,cancelled"`
	Done   int64            `json:"done" doc:"Points"`
	Total  int64            `json:"total" doc:"0: not begun"`
	Points []SimulatedPoint `json:"points" doc:"In the order of their ids"`
}

type jobInput struct {
	httpapi.ProjectPath
	JobID int64 `path:"simulationId" minimum:"1" doc:"Id of its job"`
}

const (
	batchExample = `{"field":"width","valueType":"accumulated","start":1699900000000,"end":1700000000000,"measuringPointIds":[{measuringPointId}],"factor":1.2}`
	batchMiss    = `{"field":"width","valueType":"accumulated","start":1699900000000,"end":1700000000000,"measuringPointIds":[{measuringPointId}],"factor":0}`
)

func (s *server) registerBatch(see access.Permission) {
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "simulateProjectThresholds", Method: http.MethodPost, Path: "/projects/{projectId}/threshold-simulations", Tag: tag, Need: see,
		Status: http.StatusAccepted, Example: batchExample, NearMiss: httpapi.NearMiss{Body: batchMiss, Field: "factor"},
		Summary: "What a change of thresholds would have done to up to 500 points, as a job",
		Detail:  "Read its outcome with the call of the same path and the id of the job.",
	}, s.simulatePoints)
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "getProjectSimulation", Method: http.MethodGet, Path: "/projects/{projectId}/threshold-simulations/{simulationId}", Tag: tag, Need: see,
		Unmeasured: "one row, by id", Summary: "The outcome of a simulation of many points, as far as it has come",
	}, s.simulationOf)
}

func (s *server) simulatePoints(ctx context.Context, in *batchInput) (*httpapi.Output[httpapi.Job], error) {
	b := &in.Body
	if err := b.check(); err != nil {
		return nil, err
	}
	if err := b.checkChange(); err != nil {
		return nil, err
	}
	who := httpapi.CallerOf(ctx)
	slices.Sort(b.MeasuringPointIDs)
	b.MeasuringPointIDs = slices.Compact(b.MeasuringPointIDs)
	if len(b.MeasuringPointIDs) > mostPoints {
		return nil, errs.OnField("measuringPointIds", errs.TooManyPoints, "max", mostPoints)
	}
	if err := s.checkPoints(ctx, in.ProjectID, b); err != nil {
		return nil, err
	}
	j, err := s.Jobs.Enqueue(ctx, jobs.New{
		Kind: simulateJob, Args: batchArgs{*b, who.May(access.Alert, access.Retrieve, in.ProjectID)},
		CorporationID: who.Target.Corporation, ProjectID: who.Target.Project, AccountID: who.Account.ID, By: who.Actor(),
	})
	return httpapi.Reply(httpapi.JobOf(j)), err
}

// checkChange refuses a question without a change, or with two.
func (b *PointsSimulation) checkChange() error {
	switch {
	case b.Factor == nil && b.Set == nil:
		return errs.OnField("factor", errs.Empty)
	case b.Factor == nil:
		var refused errs.Refusals
		if err := refused.Merge("set.", b.quantity().check(*b.Set)); err != nil {
			return err
		}
		return refused.Err()
	case b.Set != nil:
		return errs.OnField("set", errs.FactorOrThresholds)
	case !(*b.Factor >= 0.01 && *b.Factor <= 100):
		return errs.OnField("factor", errs.OutOfRange, "min", 0.01, "max", 100)
	}
	return nil
}

// checkPoints refuses points outside the project, and of different measurements.
func (s *server) checkPoints(ctx context.Context, project int64, b *PointsSimulation) error {
	filter := point.Filter{ProjectID: project, IDs: b.MeasuringPointIDs}
	filter.Page, filter.Size = 1, mostPoints
	page, err := s.Points.List(ctx, httpapi.CallerOf(ctx).Scope, filter)
	switch {
	case err != nil:
		return err
	case len(page.List) < len(b.MeasuringPointIDs):
		return errs.OnField("measuringPointIds", errs.NothingHere)
	}
	for i := range page.List {
		if page.List[i].Measurement != page.List[0].Measurement {
			return errs.OnField("measuringPointIds", errs.OneMeasurement)
		}
	}
	p, err := s.pointOf(ctx, page.List[0].ID)
	if err != nil {
		return err
	}
	return s.checkField(ctx, p, b.quantity())
}

// simulationOf returns the outcome so far. It is no part of the job as everybody in the project sees it.
func (s *server) simulationOf(ctx context.Context, in *jobInput) (*httpapi.Output[ProjectSimulation], error) {
	j, err := s.Jobs.Get(ctx, httpapi.CallerOf(ctx).Scope, in.JobID)
	if err != nil {
		return nil, err
	}
	if j.Kind != simulateJob || j.ProjectID != in.ProjectID {
		return nil, errs.New(errs.NothingHere)
	}
	list, err := pointsOf(&j)
	return httpapi.Reply(ProjectSimulation{JobID: j.ID, State: string(j.State), Done: j.Progress.Done, Total: j.Progress.Total, Points: list}), err
}

// pointsOf returns the points that a job has simulated.
func pointsOf(j *jobs.Job) ([]SimulatedPoint, error) {
	list := []SimulatedPoint{}
	if text := j.Progress.Checkpoint; len(text) > 0 {
		if err := json.Unmarshal(text, &list); err != nil {
			return nil, fmt.Errorf("outcome of job %d: %w", j.ID, err)
		}
	}
	return list, nil
}

// run simulates the points of a job and stores the results so far, from which it resumes. Points that were deleted in the
// meantime are left out.
func (s *server) run(ctx context.Context, run *jobs.Run) error {
	var args batchArgs
	if err := json.Unmarshal(run.Job.Args, &args); err != nil {
		return jobs.Final(fmt.Errorf("arguments of the job: %w", err))
	}
	list, err := pointsOf(&run.Job)
	if err != nil {
		return jobs.Final(err)
	}
	done := int(run.Job.Progress.Done)
	for i, id := range args.MeasuringPointIDs {
		if i < done {
			continue
		}
		made, found, err := s.simulateOne(ctx, id, &args)
		if err != nil {
			return err
		}
		if found {
			list = append(list, made)
		}
		if (i+1)%reportEvery != 0 && i+1 < len(args.MeasuringPointIDs) {
			continue
		}
		text, err := json.Marshal(list)
		if err != nil {
			return fmt.Errorf("results of the job: %w", err)
		}
		if err := run.Report(ctx, jobs.Progress{Done: int64(i + 1), Total: int64(len(args.MeasuringPointIDs)), Checkpoint: text}); err != nil {
			return err
		}
	}
	return nil
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
	outcome, err := simulate(ctx, s.Previewer, p, q, asked, sets, args.WithFalse)
	if err != nil {
		return made, false, fmt.Errorf("thresholds of point %d: %w", id, err)
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
