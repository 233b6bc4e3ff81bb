package app

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"plumbline/internal/account/verification"
	"plumbline/internal/core/compute"
	"plumbline/internal/field/ingest/files"
	"plumbline/internal/platform/clock"
	"plumbline/internal/platform/jobs"
	"plumbline/internal/site/project"
)

// housekeeping deletes expired data: ended sessions, old notifications, unreferenced pictures.
const housekeeping = "housekeeping"

// registerJobs registers the handlers of jobs.
func (s *Server) registerJobs(ctx context.Context) error {
	s.Jobs.Handle(compute.RecomputeJob, s.recompute)
	s.Imports = files.NewService(s.Store, s.Intake, s.Blobs, s.Series)
	s.Jobs.Handle(files.Job, s.Imports.Run)
	s.Jobs.Handle(verification.SendJob, s.Verification.Send)
	s.Jobs.Handle(housekeeping, func(ctx context.Context, _ *jobs.Run) error {
		errs := []error{
			s.Identity.ForgetExpired(ctx), s.Verification.Forget(ctx), s.Uploads.Sweep(ctx), s.Intake.TrimPictures(ctx), s.Store.ForgetCycles(ctx),
			s.Store.ForgetImports(ctx, clock.Now().Add(-files.KeepUploads).UnixMilli(), clock.Now().Add(-files.KeepRefusals).UnixMilli()),
		}
		for _, parts := range s.features {
			if parts.Forget != nil {
				errs = append(errs, parts.Forget(ctx))
			}
		}
		return errors.Join(errs...)
	})
	s.Jobs.Handle(project.PurgeJob, func(ctx context.Context, run *jobs.Run) error {
		return s.Projects.Purge(ctx, clock.Now().Add(-project.KeepDeleted).UnixMilli(), func(pieces int64) error {
			return run.Report(ctx, jobs.Progress{Done: pieces})
		})
	})
	if err := s.Jobs.Schedule(ctx, jobs.Schedule{Name: project.PurgeJob, Kind: project.PurgeJob, Every: time.Hour}); err != nil {
		return err
	}
	return s.Jobs.Schedule(ctx, jobs.Schedule{Name: housekeeping, Kind: housekeeping, Every: 24 * time.Hour})
}

// recompute refolds points from a time on. Pending work survives a kill in the marks, so a resumed job only waits for
// it.
func (s *Server) recompute(ctx context.Context, run *jobs.Run) error {
	var args compute.RecomputeArgs
	if err := json.Unmarshal(run.Job.Args, &args); err != nil {
		return fmt.Errorf("arguments of the job: %w", err)
	}
	resumed := len(run.Job.Progress.Checkpoint) > 0
	return s.Worker.Recompute(ctx, args.Points, args.From, resumed, func(done, total int64) error {
		return run.Report(ctx, jobs.Progress{Done: done, Total: total, Checkpoint: json.RawMessage(`{"marked":true}`)})
	})
}
