package retention

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"plumbline/internal/field/ingest"
	"plumbline/internal/platform/clock"
	"plumbline/internal/platform/jobs"
)

// Job is the kind of the job that deletes, and the name of its schedule; jobs run on one server at a time.
const Job = "retention"

const every = 24 * time.Hour

// checkpoint is how far a job has come: everything up to a project. What it had deleted of the next one is gone, and
// counted in its runs.
type checkpoint struct {
	Project int64 `json:"project"`
	Rows    int64 `json:"rows"`
	Bytes   int64 `json:"bytes"`
}

// Run deletes what is too old in all projects, one after another. A job that was cut off goes on at the project; one that
// failed in a project does the others, and tries that one again.
func (s *Service) Run(ctx context.Context, run *jobs.Run) error {
	var at checkpoint
	if text := run.Job.Progress.Checkpoint; len(text) > 0 {
		if err := json.Unmarshal(text, &at); err != nil {
			return fmt.Errorf("checkpoint of the job: %w", err)
		}
	}
	projects, err := s.store.Projects(ctx)
	if err != nil {
		return err
	}
	var failed, stopped error
	report := func(done int) error {
		text, err := json.Marshal(at)
		if err != nil {
			return err
		}
		stopped = run.Report(ctx, jobs.Progress{Done: int64(done), Total: int64(len(projects)), Checkpoint: text, Result: text})
		return stopped
	}
	for i, place := range projects {
		if place.Project <= at.Project {
			continue
		}
		deleted, err := s.clean(ctx, run.Job.ID, place, func() error { return report(i) })
		at.Rows, at.Bytes = at.Rows+deleted.Rows, at.Bytes+deleted.Bytes
		switch {
		case stopped != nil || ctx.Err() != nil:
			return err
		case err != nil:
			failed = errors.Join(failed, fmt.Errorf("project %d: %w", place.Project, err))
		case failed == nil:
			at.Project = place.Project
		}
		if err := report(i + 1); err != nil {
			return err
		}
	}
	return failed
}

// clean deletes what is too old in a project, and calls alive after each transaction.
func (s *Service) clean(ctx context.Context, job int64, place Place, alive func() error) (total ingest.Amount, err error) {
	for i := range s.kinds {
		k := &s.kinds[i]
		if !k.settable() {
			continue
		}
		devices, err := s.tooOld(ctx, place, k)
		if err != nil {
			return total, err
		}
		for _, device := range devices {
			for more := true; more; {
				var deleted ingest.Amount
				if deleted, more, err = s.store.deleteSome(ctx, job, place, k, device, s.protected); err != nil {
					return total, err
				}
				total.Add(deleted)
				if err := alive(); err != nil {
					return total, err
				}
			}
		}
	}
	return total, s.store.finish(ctx, place)
}

// tooOld returns the devices that have data before the age, protected or not.
func (s *Service) tooOld(ctx context.Context, place Place, k *Kind) ([]int64, error) {
	setting, err := s.store.Setting(ctx, s.store.DB.Reader(), place, k)
	if err != nil {
		return nil, err
	}
	before, due := setting.before(clock.Now().UnixMilli())
	if !due {
		return nil, nil
	}
	devices, err := s.store.Devices(ctx, place)
	if err != nil {
		return nil, err
	}
	found, err := k.Measure(ctx, devices, 0, before)
	if err != nil {
		return nil, err
	}
	return slices.DeleteFunc(devices, func(id int64) bool { return found[id].Rows == 0 }), nil
}
