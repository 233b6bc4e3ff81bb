package api

import (
	"context"
	"net/http"

	"plumbline/internal/core/computation"
	"plumbline/internal/platform/access"
	"plumbline/internal/platform/fault"
	"plumbline/internal/platform/jobs"
)

// Job is a piece of work that takes longer than a call.
type Job struct {
	ID         int64       `json:"id"`
	Kind       string      `json:"kind"`
	ProjectID  int64       `json:"projectId"`
	State      string      `json:"state" enum:"waiting,running,done,failed,cancelled"`
	Done       int64       `json:"done" doc:"Of total"`
	Total      int64       `json:"total" doc:"0: not known yet"`
	Result     AspectValue `json:"result" nullable:"true" doc:"What the job answers, once done; null until then"`
	CreatedAt  int64       `json:"createdAt" doc:"UTC ms"`
	FinishedAt int64       `json:"finishedAt" doc:"UTC ms; 0: not ended"`
}

type jobPath struct {
	JobID int64 `path:"jobId" minimum:"1"`
}

type jobList struct {
	Paging
	ProjectID int64  `query:"projectId" minimum:"0"`
	Kind      string `query:"kind" maxLength:"40"`
}

type recomputePoint struct {
	PointPath
	Body RecomputeFrom
}

type recomputeProject struct {
	ProjectPath
	Body RecomputeFrom
}

// RecomputeFrom says from when on results are computed again.
type RecomputeFrom struct {
	From AskedTime `json:"from,omitempty" doc:"UTC ms; 0: all of the history"`
}

func (s *server) recompute() {
	need := access.Permission{Area: access.Data, Action: access.Update}
	register(s, operation{
		id: "recomputePoint", method: http.MethodPost, path: "/structures/{structureId}/measuring-points/{measuringPointId}/recompute",
		tag: "jobs", need: need, status: http.StatusAccepted, summary: "Compute the results of a point again, as a job",
		detail: "Changes of configuration and corrections do so by themselves; this is for after an upgrade, or to be sure.",
	}, func(ctx context.Context, in *recomputePoint) (*output[Job], error) {
		return s.enqueueRecompute(ctx, []int64{in.MeasuringPointID}, in.Body.From.ms())
	})
	register(s, operation{
		id: "recomputeProject", method: http.MethodPost, path: "/projects/{projectId}/recompute",
		tag: "jobs", need: need, status: http.StatusAccepted, summary: "Compute the results of all points of a project again, as a job",
	}, func(ctx context.Context, in *recomputeProject) (*output[Job], error) {
		tree, err := s.Projects.Tree(ctx, callerOf(ctx).scope, in.ProjectID)
		if err != nil {
			return nil, err
		}
		below := pointsBelow(tree, 0)
		if len(below) == 0 {
			return nil, fault.New(fault.NoConfigurablePoints)
		}
		return s.enqueueRecompute(ctx, listOf(below, func(p placed) int64 { return p.id }), in.Body.From.ms())
	})
}

func (s *server) enqueueRecompute(ctx context.Context, points []int64, from int64) (*output[Job], error) {
	who := callerOf(ctx)
	j, err := s.Jobs.Enqueue(ctx, jobs.New{
		Kind: computation.RecomputeJob, Args: computation.RecomputeArgs{Points: points, From: from},
		CorporationID: who.place.corporation, ProjectID: who.place.project, AccountID: who.Account.ID, By: who.actor(),
	})
	return answer(jobOf(j)), err
}

func (s *server) jobs() {
	register(s, operation{id: "listJobs", method: http.MethodGet, path: "/jobs", tag: "jobs", summary: "Jobs, newest first"},
		func(ctx context.Context, in *jobList) (*output[Page[Job]], error) {
			page, err := s.Jobs.List(ctx, callerOf(ctx).scope, jobs.Filter{Query: in.query(), ProjectID: in.ProjectID, Kind: in.Kind})
			return pageOf(page, jobOf), err
		})
	register(s, operation{id: "getJob", method: http.MethodGet, path: "/jobs/{jobId}", tag: "jobs", summary: "One job with its progress"},
		func(ctx context.Context, in *jobPath) (*output[Job], error) {
			j, err := s.Jobs.Get(ctx, callerOf(ctx).scope, in.JobID)
			return answer(jobOf(j)), err
		})
	register(s, operation{id: "cancelJob", method: http.MethodPost, path: "/jobs/{jobId}/cancel", tag: "jobs", summary: "Cancel a job that has not ended", detail: "Only the account that asked for it, or an administrator."},
		func(ctx context.Context, in *jobPath) (*output[Job], error) {
			who := callerOf(ctx)
			j, err := s.Jobs.Get(ctx, who.scope, in.JobID)
			if err != nil {
				return nil, err
			}
			if j.AccountID != who.Account.ID {
				if err := who.require(cancelOthers, 0); err != nil {
					return nil, err
				}
			}
			j, err = s.Jobs.Cancel(ctx, who.actor(), in.JobID)
			return answer(jobOf(j)), err
		})
}

func jobOf(j jobs.Job) Job {
	return Job{
		ID: j.ID, Kind: j.Kind, ProjectID: j.ProjectID, State: string(j.State), Done: j.Progress.Done, Total: j.Progress.Total,
		Result: AspectValue(j.Progress.Result), CreatedAt: j.CreatedAt, FinishedAt: j.FinishedAt,
	}
}
