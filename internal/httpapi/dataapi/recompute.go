package dataapi

import (
	"context"
	"net/http"

	"plumbline/internal/core/compute"
	"plumbline/internal/httpapi"
	"plumbline/internal/platform/access"
	"plumbline/internal/platform/errs"
	"plumbline/internal/platform/jobs"
	"plumbline/internal/site/project"
)

type recomputePoint struct {
	httpapi.PointPath
	Body RecomputeFrom
}

type recomputeProject struct {
	httpapi.ProjectPath
	Body RecomputeFrom
}

// RecomputeFrom is the time from which results are recomputed.
type RecomputeFrom struct {
	From httpapi.AskedTime `json:"from,omitempty" doc:"UTC ms; 0: all of the history"`
}

func (s *server) recompute() {
	need := access.Permission{Area: access.Data, Action: access.Update}
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "recomputePoint", Method: http.MethodPost, Path: "/structures/{structureId}/measuring-points/{measuringPointId}/recompute",
		Tag: "jobs", Need: need, Status: http.StatusAccepted, Summary: "Recompute the results of a point, as a job",
		Detail: "Configuration changes and corrections trigger this automatically; call it after an upgrade, or to make sure.",
	}, s.recomputePoint)
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "recomputeProject", Method: http.MethodPost, Path: "/projects/{projectId}/recompute",
		Tag: "jobs", Need: need, Status: http.StatusAccepted, Summary: "Recompute the results of all points of a project, as a job",
	}, s.recomputeProject)
}

func (s *server) recomputePoint(ctx context.Context, in *recomputePoint) (*httpapi.Output[httpapi.Job], error) {
	return s.enqueueRecompute(ctx, []int64{in.MeasuringPointID}, in.Body.From.Millis())
}

func (s *server) recomputeProject(ctx context.Context, in *recomputeProject) (*httpapi.Output[httpapi.Job], error) {
	tree, err := s.Projects.Tree(ctx, httpapi.CallerOf(ctx).Scope, in.ProjectID)
	if err != nil {
		return nil, err
	}
	below := project.PointsIn(tree, 0)
	if len(below) == 0 {
		return nil, errs.New(errs.NoConfigurablePoints)
	}
	return s.enqueueRecompute(ctx, httpapi.ListOf(below, func(p project.Placed) int64 { return p.ID }), in.Body.From.Millis())
}

func (s *server) enqueueRecompute(ctx context.Context, points []int64, from int64) (*httpapi.Output[httpapi.Job], error) {
	who := httpapi.CallerOf(ctx)
	j, err := s.Jobs.Enqueue(ctx, jobs.New{
		Kind: compute.RecomputeJob, Args: compute.RecomputeArgs{Points: points, From: from},
		CorporationID: who.Target.Corporation, ProjectID: who.Target.Project, AccountID: who.Account.ID, By: who.Actor(),
	})
	return httpapi.Reply(httpapi.JobOf(j)), err
}
