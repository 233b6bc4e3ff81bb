package simulation

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"

	"plumbline/internal/core/alarm"
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
	Reason string           `json:"reason" doc:"Why it failed, in the caller's language. While it waits or runs: why the attempt before failed; else empty"`
	Done   int64            `json:"done" doc:"Points"`
	Total  int64            `json:"total" doc:"0: not begun"`
	Asked  PointsSimulation `json:"asked" doc:"What it was started with"`
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
	who := httpapi.CallerOf(ctx)
	j, err := s.Jobs.Get(ctx, who.Scope, in.JobID)
	if err != nil {
		return nil, err
	}
	if j.Kind != simulateJob || j.ProjectID != in.ProjectID {
		return nil, errs.New(errs.NothingHere)
	}
	var args batchArgs
	if err := json.Unmarshal(j.Args, &args); err != nil {
		return nil, fmt.Errorf("arguments of job %d: %w", j.ID, err)
	}
	found, err := soFar(&j)
	if err != nil {
		return nil, err
	}
	if !who.May(access.Alert, access.Retrieve, in.ProjectID) {
		found.hideFalse()
	}
	made := ProjectSimulation{
		JobID: j.ID, State: string(j.State), Done: j.Progress.Done, Total: j.Progress.Total, Asked: args.PointsSimulation, Points: found.Points,
	}
	if reason := found.reason(j.State); reason != nil {
		made.Reason = reason.Text(httpapi.LanguageOf(ctx))
	}
	return httpapi.Reply(made), nil
}
