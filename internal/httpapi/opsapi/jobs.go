package opsapi

import (
	"context"
	"net/http"

	"plumbline/internal/httpapi"
	"plumbline/internal/platform/jobs"
)

type jobPath struct {
	JobID int64 `path:"jobId" minimum:"1"`
}

type jobList struct {
	httpapi.Paging
	ProjectID int64  `query:"projectId" minimum:"0"`
	Kind      string `query:"kind" maxLength:"40"`
}

func (s *server) jobs() {
	httpapi.Register(s.Kernel, httpapi.Operation{ID: "listJobs", Method: http.MethodGet, Path: "/jobs", Tag: "jobs", Summary: "Jobs, newest first"},
		s.listJobs)
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "getJob", Method: http.MethodGet, Path: "/jobs/{jobId}", Tag: "jobs", Summary: "One job with its progress",
	},
		s.getJob)
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "cancelJob", Method: http.MethodPost, Path: "/jobs/{jobId}/cancel", Tag: "jobs",
		Summary: "Cancel an unfinished job", Detail: "Only by the account that started it, or by an administrator.",
	},
		s.cancelJob)
}

func (s *server) listJobs(ctx context.Context, in *jobList) (*httpapi.Output[httpapi.Page[httpapi.Job]], error) {
	page, err := s.Jobs.List(ctx, httpapi.CallerOf(ctx).Scope, jobs.Filter{Query: in.Query(), ProjectID: in.ProjectID, Kind: in.Kind})
	return httpapi.ReplyPage(page, httpapi.JobOf), err
}

func (s *server) getJob(ctx context.Context, in *jobPath) (*httpapi.Output[httpapi.Job], error) {
	j, err := s.Jobs.Get(ctx, httpapi.CallerOf(ctx).Scope, in.JobID)
	return httpapi.Reply(httpapi.JobOf(j)), err
}

func (s *server) cancelJob(ctx context.Context, in *jobPath) (*httpapi.Output[httpapi.Job], error) {
	who := httpapi.CallerOf(ctx)
	j, err := s.Jobs.Get(ctx, who.Scope, in.JobID)
	if err != nil {
		return nil, err
	}
	if j.AccountID != who.Account.ID {
		if err := who.Require(httpapi.CancelOthers, 0); err != nil {
			return nil, err
		}
	}
	j, err = s.Jobs.Cancel(ctx, who.Actor(), in.JobID)
	return httpapi.Reply(httpapi.JobOf(j)), err
}
