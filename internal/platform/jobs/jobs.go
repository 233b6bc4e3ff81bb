// Package jobs runs work that takes longer than a call, and recurring work: a
// queue and schedules in the database, claimed with a lease and a fence, so that
// any node may be killed at any time and no job runs twice at once. The handler of
// a kind defines the work; this package knows no kind.
package jobs

import (
	"context"
	"encoding/json"
	"errors"
	"time"

	"plumbline/internal/platform/access"
	"plumbline/internal/platform/audit"
	"plumbline/internal/platform/paging"
)

// State is the state of a job.
type State string

// The states. Waiting and Running may become Cancelled at any time.
const (
	Waiting   State = "waiting"
	Running   State = "running"
	Done      State = "done"
	Failed    State = "failed"
	Cancelled State = "cancelled"
)

// Job is one piece of work.
type Job struct {
	ID            int64
	Kind          string
	Args          json.RawMessage
	State         State
	CorporationID int64 // 0: the installation's own
	ProjectID     int64 // 0: outside of projects
	AccountID     int64 // who started it; 0: the program
	UniqueKey     string
	RunAt         int64 // UTC ms before which it is not run
	Attempt       int   // number of claims; also the fence of the claim
	LeaseUntil    int64
	Progress      Progress
	Error         string // why it failed, for the log
	CreatedAt     int64
	FinishedAt    int64
}

// Progress is the progress of a job, with the checkpoint from which its handler resumes after a crash.
type Progress struct {
	Done, Total int64
	Checkpoint  json.RawMessage
	Result      json.RawMessage // the result, once done
}

// New is a job to enqueue.
type New struct {
	Kind          string
	Args          any // marshalled to JSON
	CorporationID int64
	ProjectID     int64
	AccountID     int64
	UniqueKey     string // not empty: queued once; a second with the key of a waiting or running job is that job
	RunAt         time.Time

	By      audit.Actor // the account that started it, for the audit log; zero for the program
	Subject string      // name of what the job works on, for the log
}

// Errors of a handler's report.
var (
	// ErrCancelled means that a user cancelled the job.
	ErrCancelled = errors.New("job cancelled")
	// ErrLost means that another node took over the lease: the handler must stop at once.
	ErrLost = errors.New("job taken over by another node")
)

// Final marks an error that a retry cannot fix: the job fails at once.
func Final(err error) error { return final{err} }

type final struct{ error }

func (f final) Unwrap() error { return f.error }

// Run is a claimed job, as passed to its handler.
type Run struct {
	Job   Job
	store Store
}

// Report stores progress and extends the lease; it returns ErrCancelled or ErrLost
// if the handler must stop.
func (r *Run) Report(ctx context.Context, p Progress) error {
	r.Job.Progress = p
	return r.store.ReportJob(ctx, r.Job, time.Now().Add(lease).UnixMilli())
}

// Handler does the work of a kind. It resumes from Run.Job.Progress.Checkpoint and
// returns nil when done. After an error the job is retried later, at most MaxAttempts
// times, unless the error is Final.
type Handler func(ctx context.Context, run *Run) error

// Store keeps the queue and the schedules.
type Store interface {
	Enqueue(ctx context.Context, n New) (Job, error)
	Job(ctx context.Context, scope access.Scope, id int64) (Job, error)
	Jobs(ctx context.Context, scope access.Scope, filter Filter) (paging.Page[Job], error)
	// CancelJob cancels an unfinished job.
	CancelJob(ctx context.Context, who audit.Actor, id int64) (Job, error)

	// ClaimJobs claims up to n jobs of the kinds that are due or whose lease has expired,
	// and increments their attempt.
	ClaimJobs(ctx context.Context, kinds []string, n int, now, leaseUntil int64) ([]Job, error)
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

// Schedule queues a job again and again. Missed times collapse into one.
type Schedule struct {
	Name  string
	Kind  string
	Args  any
	Every time.Duration
}
