package bench

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"time"
)

// pointsOfProject is the number of points in each project of Large.
const pointsOfProject = 1000

// Large measures what an installation with many points costs each server that folds a share of them: memory, the time
// until a start has all points, and a take-over after a kill.
func Large(ctx context.Context, o Options) (report *Report, err error) {
	r, err := newRun(o)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, r.end(ctx)) }()
	r.report.Mode = fmt.Sprintf("%d points", o.Points)
	if r.database, err = r.databases.open(ctx, "large"); err != nil {
		return nil, err
	}
	fmt.Fprintf(o.Log, "%d points …\n", o.Points)
	if err := r.setUpLarge(ctx); err != nil {
		return nil, err
	}
	return r.report, r.large(ctx)
}

// setUpLarge creates projects with a gateway of 1,000 points each.
func (r *run) setUpLarge(ctx context.Context) (err error) {
	b, err := newBuilder(ctx, filepath.Join(r.folder, "data-0"), r.database)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, b.Close()) }()
	for i := range (r.Points + pointsOfProject - 1) / pointsOfProject {
		if err := b.newProject(ctx, fmt.Sprintf("bench %d", i+1)); err != nil {
			return err
		}
		if _, err := b.gateway(ctx, fmt.Sprintf("BENCH%04d", i+1), min(pointsOfProject, r.Points-i*pointsOfProject)); err != nil {
			return err
		}
	}
	return nil
}

// large starts up to three servers, one after another, and kills the first.
func (r *run) large(ctx context.Context) error {
	key := filepath.Join(r.folder, "data-0", "secret.key")
	for n := 1; n <= serversAtMost; n++ {
		begun := time.Now()
		s, err := start(ctx, filepath.Join(r.folder, fmt.Sprintf("data-%d", n-1)), flags(r.database, "--key-file", key)...)
		if err != nil {
			return err
		}
		r.others = append(r.others, s)
		if r.server == nil {
			r.server, r.others = s, nil
		}
		if err := r.spread(ctx); err != nil {
			return err
		}
		r.report.add(fmt.Sprintf("start_s_%d", n), time.Since(begun).Seconds(), "s", "", "until all points are where they belong")
		if err := pause(ctx, 10*time.Second); err != nil {
			return err
		}
		folded, err := s.metric(ctx, "plumbline_points")
		if err != nil {
			return err
		}
		memory, err := s.residentMB()
		if err != nil {
			return err
		}
		r.report.add(fmt.Sprintf("rss_mb_%d", n), memory, "MB", "", fmt.Sprintf("of the newest server, idle for 10 s, with %.0f points", folded))
	}
	return r.takeOver(ctx)
}

// takeOver kills the first server, then the second, and waits each time until the others have its points.
func (r *run) takeOver(ctx context.Context) error {
	for n := 1; len(r.others) > 0; n++ {
		folded, err := r.server.metric(ctx, "plumbline_points")
		if err != nil {
			return err
		}
		begun := time.Now()
		if err := r.server.command.Process.Kill(); err != nil {
			return err
		}
		_ = r.server.command.Wait() // killed
		r.server, r.others = r.others[0], r.others[1:]
		if err := r.spread(ctx); err != nil {
			return err
		}
		r.report.add(fmt.Sprintf("take_over_s_%d", n), time.Since(begun).Seconds(), "s", "",
			fmt.Sprintf("after a kill, until %.0f points are elsewhere", folded))
	}
	return nil
}

// spread waits until all partitions are where they are wanted, with their points in memory.
func (r *run) spread(ctx context.Context) error {
	for {
		if err := r.placed(ctx); err != nil {
			return err
		}
		folded, err := r.total(ctx, "plumbline_points")
		if err != nil || folded == float64(r.Points) {
			return err
		}
		if err := pause(ctx, 20*time.Millisecond); err != nil {
			return err
		}
	}
}
