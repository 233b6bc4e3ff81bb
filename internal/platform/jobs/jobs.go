// Package jobs runs work that takes longer than a call, and work that recurs: a
// queue and schedules in the database, claimed with a lease and a fence, so that
// any node may be killed at any time and no job is done twice at once. What a job
// does is given by the handler of its kind; this package knows no kind.
package jobs

import (
	"context"
	"encoding/json"
	"errors"
	"time"

	"plumbline/internal/platform/access"
	"plumbline/internal/platform/listing"
	"plumbline/internal/platform/oplog"
)

// State is where a job stands.
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
	AccountID     int64 // who asked for it; 0: the program
	UniqueKey     string
	RunAt         int64 // UTC ms before which it is not run
	Attempt       int   // how often it was claimed; also the fence of the claim
	LeaseUntil    int64
	Progress      Progress
	Error         string // why it failed, for people of the log
	CreatedAt     int64
	FinishedAt    int64
}

// Progress is how far a job is, with what its handler needs to go on after a kill.
type Progress struct {
	Done, Total int64
	Checkpoint  json.RawMessage
	Result      json.RawMessage // what the job answers, once done
}

// New is a job that is to be queued.
type New struct {
	Kind          string
	Args          any // marshalled to JSON
	CorporationID int64
	ProjectID     int64
	AccountID     int64
	UniqueKey     string // not empty: queued once; a second with the key of a waiting or running job is that job
	RunAt         time.Time

	By      oplog.Actor // the account that asked: the log of operations has it; zero for the program
	Subject string      // name of what the job works on, for the log
}

// Errors of a handler's report.
var (
	// ErrCancelled tells the handler that a person cancelled the job.
	ErrCancelled = errors.New("job cancelled")
	// ErrLost tells the handler that its lease was taken over: it must stop at once.
	ErrLost = errors.New("job taken over by another node")
)

// Final wraps the error of a handler that no other try would mend: the job fails at once.
func Final(err error) error { return final{err} }

type final struct{ error }

func (f final) Unwrap() error { return f.error }

// Run is a claimed job in the hands of its handler.
type Run struct {
	Job   Job
	store Store
}

// Report stores progress and keeps the lease; it answers ErrCancelled or ErrLost
// when the handler has to stop.
func (r *Run) Report(ctx context.Context, p Progress) error {
	r.Job.Progress = p
	return r.store.ReportJob(ctx, r.Job, time.Now().Add(lease).UnixMilli())
}

// Handler does the work of a kind. It goes on from Run.Job.Progress.Checkpoint and
// returns nil when done. An error is tried again later, at most MaxAttempts times,
// unless it is Final.
type Handler func(ctx context.Context, run *Run) error

// Store keeps the queue and the schedules.
type Store interface {
	Enqueue(ctx context.Context, n New) (Job, error)
	Job(ctx context.Context, scope access.Scope, id int64) (Job, error)
	Jobs(ctx context.Context, scope access.Scope, filter Filter) (listing.Page[Job], error)
	// CancelJob ends a job that has not ended yet.
	CancelJob(ctx context.Context, who oplog.Actor, id int64) (Job, error)

	// ClaimJobs takes up to n jobs of the kinds that are due, or whose lease has run
	// out, and counts their attempt up.
	ClaimJobs(ctx context.Context, kinds []string, n int, now, leaseUntil int64) ([]Job, error)
	// ReportJob stores the progress of a claimed job and prolongs its lease.
	ReportJob(ctx context.Context, j Job, leaseUntil int64) error
	// KeepJob prolongs the lease of a claimed job.
	KeepJob(ctx context.Context, j Job, leaseUntil int64) error
	// FinishJob ends a claimed job, or puts it back to wait until retryAt when that is not 0.
	FinishJob(ctx context.Context, j Job, state State, message string, retryAt int64) error

	// SetSchedule makes or changes a schedule by its name.
	SetSchedule(ctx context.Context, s Schedule) error
	// TickSchedules queues a job for each schedule that is due and moves it on, in one transaction.
	TickSchedules(ctx context.Context, now int64) (queued int, err error)
	// DeleteJobs removes jobs that ended before a time.
	DeleteJobs(ctx context.Context, endedBefore int64) error
}

// Filter narrows a list of jobs.
type Filter struct {
	listing.Query
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
