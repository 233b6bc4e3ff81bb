package bench

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"
	"time"
)

// Options are the options of a run.
type Options struct {
	Quick       bool   // 10 s per throughput instead of 60
	Points      int    // of Large
	DatabaseURL string // PostgreSQL; "": the embedded database
	Version     string
	Log         io.Writer // progress messages
}

// Run measures everything and returns the figures. It uses a temporary folder, on PostgreSQL schemas that it drops at
// the end, and listens on loopback only.
func Run(ctx context.Context, o Options) (report *Report, err error) {
	r, err := newRun(o)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, r.end(ctx)) }()
	parts := []part{
		{"start with the demo", r.demo},
		{"set up the site", r.setUp},
		{"history", r.history},
		{"throughput over HTTP", r.http},
		{"alarm latency", r.alarms},
		{"throughput over MQTT", r.mqtt},
		{"charts and newest values", r.reads},
		{"exports", r.exports},
		{"recomputation", r.recompute},
		{"bytes a value", r.bytes},
	}
	if o.DatabaseURL == "" { // bench/ compares the store on PostgreSQL
		parts = append(parts, part{"intake alone", r.intakeAlone}, part{"store against plain rows", r.ratios})
	}
	for _, part := range parts {
		fmt.Fprintf(o.Log, "%-28s …\n", part.what)
		began := time.Now()
		if err := part.do(ctx); err != nil {
			return nil, fmt.Errorf("%s: %w", part.what, err)
		}
		fmt.Fprintf(o.Log, "%-28s %s\n", "", time.Since(began).Round(100*time.Millisecond))
	}
	return r.report, nil
}

type part struct {
	what string
	do   func(context.Context) error
}

type run struct {
	Options
	folder    string
	databases databases
	database  string // address of the measured installation; "": the embedded database
	sustained time.Duration
	report    *Report
	site      *site
	server    *server
	others    []*server // that work on the same database
	client    *client
	origin    int64   // UTC ms of tick 0 of the live gateways
	httpRate  float64 // sustained requests per second
}

// newRun returns a run in a temporary folder. Call end at the end.
func newRun(o Options) (*run, error) {
	folder, err := os.MkdirTemp("", "plumbline-bench-")
	if err != nil {
		return nil, err
	}
	r := &run{
		Options: o, folder: folder, databases: databases{url: o.DatabaseURL}, sustained: 60 * time.Second,
		report: &Report{Version: o.Version, Quick: o.Quick, PostgreSQL: o.DatabaseURL != ""},
	}
	if o.Quick {
		r.sustained = 10 * time.Second
	}
	return r, nil
}

// end stops the servers and removes schemas and folder.
func (r *run) end(ctx context.Context) error {
	r.stop()
	return errors.Join(r.databases.close(context.WithoutCancel(ctx)), os.RemoveAll(r.folder))
}

func (r *run) stop() {
	if r.server == nil {
		return
	}
	for _, s := range r.servers() {
		_ = s.stop()
	}
	r.server, r.others = nil, nil
}

// servers returns all servers that run.
func (r *run) servers() []*server { return append([]*server{r.server}, r.others...) }

// near returns the server to which the i-th device sends.
func (r *run) near(i int) *server {
	servers := r.servers()
	return servers[i%len(servers)]
}

// demo measures a clean start with the demo, and the memory of the idle server.
func (r *run) demo(ctx context.Context) error {
	folder := filepath.Join(r.folder, "demo")
	database, err := r.databases.open(ctx, "demo")
	if err != nil {
		return err
	}
	first, err := start(ctx, folder, flags(database, "--demo")...)
	if err != nil {
		return err
	}
	if err := first.stop(); err != nil {
		return err
	}
	var best time.Duration
	for range 3 {
		again, err := start(ctx, folder, flags(database, "--demo")...)
		if err != nil {
			return err
		}
		if best == 0 || again.started < best {
			best = again.started
		}
		if err := pause(ctx, 10*time.Second); err != nil {
			return err
		}
		idle, err := again.residentMB()
		if err := errors.Join(err, again.stop()); err != nil {
			return err
		}
		if _, measured := r.report.Value("rss_idle_mb"); !measured {
			r.report.add("rss_idle_mb", idle, "MB", "< 80", "10 s after a start with the demo")
		}
	}
	r.report.add("start_ms", float64(best)/float64(time.Millisecond), "ms", "< 1000", "until ready, demo loaded before, best of 3")
	return nil
}

func (r *run) setUp(ctx context.Context) (err error) {
	folder := filepath.Join(r.folder, "data")
	if r.database, err = r.databases.open(ctx, "data"); err != nil {
		return err
	}
	if r.site, err = setUp(ctx, folder, r.database); err != nil {
		return err
	}
	return r.restart(ctx, folder)
}

// restart starts the server of the measured installation, after it has stopped if it ran, and signs in.
func (r *run) restart(ctx context.Context, folder string, more ...string) (err error) {
	r.stop()
	if r.server, err = start(ctx, folder, flags(r.database, more...)...); err != nil {
		return err
	}
	r.client, err = signIn(ctx, r.server.http)
	r.origin = time.Now().Add(-60 * 24 * time.Hour).UnixMilli()
	return err
}

// history fills a year of ten points and five years of one, through the same endpoint.
func (r *run) history(ctx context.Context) error {
	now := time.Now().UnixMilli()
	jobs := make(chan func() error, len(r.site.years)+1)
	jobs <- r.fill(ctx, r.site.five, fiveYears, now)
	for _, g := range r.site.years {
		jobs <- r.fill(ctx, g, yearOfReadings, now)
	}
	close(jobs)
	began := time.Now()
	if err := parallel(2, jobs); err != nil {
		return err
	}
	if err := r.settle(ctx); err != nil {
		return err
	}
	values := float64(fiveYears+len(r.site.years)*yearOfReadings) * fields
	r.report.add("backfill_http_values_per_s", values/time.Since(began).Seconds(), "1/s", "", "1,000 readings of one point a request, results committed")
	return nil
}

// fill returns a job that posts the readings of a channel that end at a time (UTC ms), 1,000 a request.
func (r *run) fill(ctx context.Context, g *gateway, readings int, end int64) func() error {
	return func() error {
		origin := end - int64(readings)*step
		for left := readings; left > 0; left -= 1000 {
			if err := g.post(ctx, r.client.http, r.server.http, g.history(origin, min(left, 1000))); err != nil {
				return err
			}
		}
		return nil
	}
}

// http posts 1,000 readings of 3 fields per request, as fast as they are accepted.
func (r *run) http(ctx context.Context) error {
	var requests atomic.Int64
	peak := r.watchMemory(ctx)
	began := time.Now()
	deadline := began.Add(r.sustained)
	work := make(chan func() error, len(r.site.live))
	for i, g := range r.site.live {
		to := r.near(i)
		work <- func() error {
			for time.Now().Before(deadline) {
				if err := g.post(ctx, r.client.http, to.http, g.next(r.origin)); err != nil {
					return err
				}
				requests.Add(1)
			}
			return nil
		}
	}
	close(work)
	if err := parallel(len(r.site.live), work); err != nil {
		return err
	}
	lag, err := r.highest(ctx, "plumbline_journal_lag_seconds")
	if err != nil {
		return err
	}
	if err := r.settle(ctx); err != nil {
		return err
	}
	// Accepted readings count only once their results are committed.
	took := time.Since(began).Seconds()
	r.httpRate = float64(requests.Load()) / took
	r.report.add("ingest_http_values_per_s", r.httpRate*channelsEach*fields, "1/s", ">= 200,000",
		fmt.Sprintf("until results were committed; journal lag at the end %.2f s", lag))
	r.report.add("ingest_http_lag_s", lag, "s", "< 1", "journal lag at the end")
	r.report.add("rss_load_mb", <-peak, "MB", "< 400", "highest under this load")
	return nil
}

// settle waits until everything accepted has its results.
func (r *run) settle(ctx context.Context) error {
	for {
		lag, err := r.highest(ctx, "plumbline_journal_lag_seconds")
		if err != nil {
			return err
		}
		waiting, err := r.highest(ctx, "plumbline_results_waiting")
		if err != nil {
			return err
		}
		if lag == 0 && waiting == 0 {
			return nil
		}
		if err := pause(ctx, 10*time.Millisecond); err != nil {
			return err
		}
	}
}

// watchMemory returns the peak memory of one server until the channel is read.
func (r *run) watchMemory(ctx context.Context) <-chan float64 {
	out := make(chan float64)
	go func() {
		var highest float64
		tick := time.NewTicker(200 * time.Millisecond)
		defer tick.Stop()
		for {
			select {
			case <-ctx.Done():
				return
			case out <- highest:
				return
			case <-tick.C:
				for _, s := range r.servers() {
					if mb, err := s.residentMB(); err == nil {
						highest = max(highest, mb)
					}
				}
			}
		}
	}()
	return out
}

// parallel runs jobs on n goroutines and returns the first error.
func parallel(n int, jobs <-chan func() error) error {
	var group sync.WaitGroup
	errs := make(chan error, n)
	for range n {
		group.Go(func() {
			for job := range jobs {
				if err := job(); err != nil {
					errs <- err
					return
				}
			}
		})
	}
	group.Wait()
	close(errs)
	return <-errs
}

func timed(do func() error) (time.Duration, error) {
	began := time.Now()
	err := do()
	return time.Since(began), err
}

func pause(ctx context.Context, d time.Duration) error {
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(d):
		return nil
	}
}
