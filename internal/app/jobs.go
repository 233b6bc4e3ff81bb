package app

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"plumbline/internal/account/verification"
	"plumbline/internal/core/computation"
	"plumbline/internal/field/intake/files"
	"plumbline/internal/platform/jobs"
	"plumbline/internal/site/project"
)

// housekeeping forgets what has outlived its time: ended sessions, old notifications,
// pictures that nothing refers to.
const housekeeping = "housekeeping"

// registerJobs tells the job runner what each kind of job does.
func (s *server) registerJobs(ctx context.Context) error {
	s.jobs.Handle(computation.RecomputeJob, s.recompute)
	s.imports = files.NewService(s.Store, s.intake, s.Blobs, s.Series)
	s.jobs.Handle(files.Job, s.imports.Run)
	s.jobs.Handle(verification.SendJob, s.Verification.Send)
	s.jobs.Handle(housekeeping, func(ctx context.Context, _ *jobs.Run) error {
		return errors.Join(s.Identity.ForgetExpired(ctx), s.Verification.Forget(ctx), s.Notifications.Forget(ctx), s.Uploads.Sweep(ctx),
			s.Store.ForgetImports(ctx, time.Now().Add(-files.KeepUploads).UnixMilli(), time.Now().Add(-files.KeepRefusals).UnixMilli()))
	})
	s.jobs.Handle(project.PurgeJob, func(ctx context.Context, run *jobs.Run) error {
		return s.Projects.Purge(ctx, time.Now().Add(-project.KeepDeleted).UnixMilli(), func(pieces int64) error {
			return run.Report(ctx, jobs.Progress{Done: pieces})
		})
	})
	if err := s.jobs.Schedule(ctx, jobs.Schedule{Name: project.PurgeJob, Kind: project.PurgeJob, Every: time.Hour}); err != nil {
		return err
	}
	return s.jobs.Schedule(ctx, jobs.Schedule{Name: housekeeping, Kind: housekeeping, Every: 24 * time.Hour})
}

// recompute folds points again from a time on. What is under way survives a kill in
// the marks, so a resumed job only waits for it.
func (s *server) recompute(ctx context.Context, run *jobs.Run) error {
	var args computation.RecomputeArgs
	if err := json.Unmarshal(run.Job.Args, &args); err != nil {
		return fmt.Errorf("arguments of the job: %w", err)
	}
	resumed := len(run.Job.Progress.Checkpoint) > 0
	return s.worker.Recompute(ctx, args.Points, args.From, resumed, func(done, total int64) error {
		return run.Report(ctx, jobs.Progress{Done: done, Total: total, Checkpoint: json.RawMessage(`{"marked":true}`)})
	})
}
