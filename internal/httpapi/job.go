package httpapi

import (
	"plumbline/internal/platform/access"
	"plumbline/internal/platform/jobs"
)

// Job is work that takes longer than a call.
type Job struct {
	ID         int64       `json:"id"`
	Kind       string      `json:"kind"`
	ProjectID  int64       `json:"projectId"`
	State      string      `json:"state" enum:"waiting,running,done,failed,cancelled"`
	Done       int64       `json:"done" doc:"Out of total"`
	Total      int64       `json:"total" doc:"0: not known yet"`
	Result     AspectValue `json:"result" nullable:"true" doc:"Result of the job; null until it is done"`
	CreatedAt  int64       `json:"createdAt" doc:"UTC ms"`
	FinishedAt int64       `json:"finishedAt" doc:"UTC ms; 0: not finished"`
}

func JobOf(j jobs.Job) Job {
	return Job{
		ID: j.ID, Kind: j.Kind, ProjectID: j.ProjectID, State: string(j.State), Done: j.Progress.Done, Total: j.Progress.Total,
		Result: AspectValue(j.Progress.Result), CreatedAt: j.CreatedAt, FinishedAt: j.FinishedAt,
	}
}

// CancelOthers is the permission to cancel another account's job.
var CancelOthers = access.Permission{Area: access.Corporation, Action: access.Update}
