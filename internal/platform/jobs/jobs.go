// Package jobs runs long and recurring work from a queue and schedules in the database. Nodes claim jobs with a lease
// and a fence, so any node may be killed at any time and no job runs twice at once. Handlers define the kinds of jobs.
package jobs

import (
	"context"
	"encoding/json"
	"errors"
	"time"

	"plumbline/internal/platform/access"
	"plumbline/internal/platform/audit"
	"plumbline/internal/platform/clock"
	"plumbline/internal/platform/paging"
)

// State is the state of a job.
type State string

// States. Waiting and Running may become Cancelled at any time.
const (
	Waiting   State = "waiting"
	Running   State = "running"
	Done      State = "done"
	Failed    State = "failed"
	Cancelled State = "cancelled"
)

// Job is a queued unit of work.
type Job struct {
	ID            int64
	Kind          string
	Args          json.RawMessage
	State         State
	CorporationID int64 // 0: the installation
	ProjectID     int64 // 0: no project
	AccountID     int64 // account that started it; 0: the program
	UniqueKey     string
	RunAt         int64 // earliest start, UTC ms
	Attempt       int   // number of claims; also the fence of the claim
	LeaseUntil    int64
	Progress      Progress
	Error         string // cause of the failure, for the log
	CreatedAt     int64
	FinishedAt    int64
}

// Progress is the progress of a job, with the checkpoint from which its handler resumes after a crash.
type Progress struct {
	Done, Total int64
	Checkpoint  json.RawMessage
	Result      json.RawMessage // set when done
}

// New is a job to enqueue.
type New struct {
	Kind          string
	Args          any // marshalled to JSON
	CorporationID int64
	ProjectID     int64
	AccountID     int64
	UniqueKey     string // if set, enqueueing returns the waiting or running job with this key instead of a new one
	RunAt         time.Time

	By      audit.Actor // account that started it, for the audit log; zero for the program
	Subject string      // display name of the thing that the job processes, for the log
}

// Errors of Run.Report.
var (
	// ErrCancelled means that a user cancelled the job.
	ErrCancelled = errors.New("job cancelled")
	// ErrLost means that another node took over the lease. The handler must stop at once.
	ErrLost = errors.New("job taken over by another node")
)

// Final marks an error that a retry cannot fix, so the job fails at once.
func Final(err error) error { return final{err} }

type final struct{ error }

func (f final) Unwrap() error { return f.error }

// Run is a claimed job for its handler.
type Run struct {
	Job   Job
	store Store
}

// Report stores progress and extends the lease. It returns ErrCancelled or ErrLost if the handler must stop.
func (r *Run) Report(ctx context.Context, p Progress) error {
	r.Job.Progress = p
	return r.store.ReportJob(ctx, r.Job, clock.Now().Add(lease).UnixMilli())
}

// Handler runs jobs of one kind. It resumes from Run.Job.Progress.Checkpoint and returns nil when done. After an
// error that is not Final, the job is retried later, up to MaxAttempts attempts.
type Handler func(ctx context.Context, run *Run) error

// Store stores the queue and the schedules.
type Store interface {
	Enqueue(ctx context.Context, n New) (Job, error)
	Job(ctx context.Context, scope access.Scope, id int64) (Job, error)
	Jobs(ctx context.Context, scope access.Scope, filter Filter) (paging.Page[Job], error)
	// CancelJob cancels an unfinished job.
	CancelJob(ctx context.Context, who audit.Actor, id int64) (Job, error)

	// ClaimJobs claims up to n jobs of the given kinds that are due or whose lease has expired, and increments their
	// attempt. server is the server that runs them.
	ClaimJobs(ctx context.Context, server int64, kinds []string, n int, now, leaseUntil int64) ([]Job, error)
	// ReportJob stores the progress of a claimed job and extends its lease.
	ReportJob(ctx context.Context, j Job, leaseUntil int64) error
	// KeepJob extends the lease of a claimed job.
	KeepJob(ctx context.Context, j Job, leaseUntil int64) error
	// FinishJob finishes a claimed job, or requeues it for retryAt if that is not 0.
	FinishJob(ctx context.Context, j Job, state State, message string, retryAt int64) error

	// SetSchedule creates or changes a schedule by name.
	SetSchedule(ctx context.Context, s Schedule) error
	// TickSchedules enqueues a job for each due schedule and advances the schedule, in one transaction.
	TickSchedules(ctx context.Context, now int64) (queued int, err error)
	// DeleteJobs removes jobs that ended before a time.
	DeleteJobs(ctx context.Context, endedBefore int64) error
}

// Filter narrows a list of jobs.
type Filter struct {
	paging.Query
	ProjectID int64
	Kind      string
	States    []State
}

// Schedule queues a job at regular intervals. Missed times run only once.
type Schedule struct {
	Name  string
	Kind  string
	Args  any
	Every time.Duration
}
