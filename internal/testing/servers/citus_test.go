//go:build unix

package servers_test

import (
	"os"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"plumbline/internal/app"
	"plumbline/internal/testing/pgtest"
)

// lags samples how long the oldest frame has waited for stage 1, over all lanes.
type lags struct {
	in      *installation
	db      *app.Installation
	end     chan struct{}
	running sync.WaitGroup
	seen    []time.Duration
}

func (in *installation) lags(db *app.Installation) *lags {
	l := &lags{in: in, db: db, end: make(chan struct{})}
	l.running.Go(func() {
		tick := time.NewTicker(50 * time.Millisecond)
		defer tick.Stop()
		for {
			select {
			case <-l.end:
				return
			case <-tick.C:
				l.seen = append(l.seen, l.now())
			}
		}
	})
	return l
}

func (l *lags) now() time.Duration {
	cursors := map[int32]int64{}
	rows, err := l.db.DB.Reader().QueryContext(l.in.Context(), "SELECT part, seq FROM intake_cursor")
	l.in.check(err)
	defer rows.Close()
	for rows.Next() {
		var lane int32
		var seq int64
		l.in.check(rows.Scan(&lane, &seq))
		cursors[lane] = seq
	}
	l.in.check(rows.Err())
	now := time.Now().UnixMilli()
	oldest := now
	for lane, seq := range cursors {
		var received int64
		l.in.check(l.db.DB.Reader().QueryRowContext(l.in.Context(),
			"SELECT coalesce(min(received), $3) FROM frame_batch WHERE part = $1 AND seq > $2", lane, seq, now).Scan(&received))
		oldest = min(oldest, received)
	}
	return time.Duration(now-oldest) * time.Millisecond
}

// stop returns the median, the 99th percentile and the maximum.
func (l *lags) stop() (median, p99, most time.Duration) {
	close(l.end)
	l.running.Wait()
	slices.Sort(l.seen)
	n := len(l.seen)
	if n == 0 {
		return 0, 0, 0
	}
	return l.seen[n/2], l.seen[n*99/100], l.seen[n-1]
}

// TestAWorkerIsAddedUnderLoad adds a worker of Citus while gauges send: no acknowledged reading is lost or doubled. It
// logs how long frames waited before, meanwhile and after.
func TestAWorkerIsAddedUnderLoad(t *testing.T) {
	if !pgtest.OnCitus() {
		t.Skip("Citus: not run here")
	}
	c := pgtest.NewCitus(t)
	in := &installation{T: t, pace: history, url: c.Create(t, "grows"), key: strings.Repeat("5a", 32)}
	in.seed(6, 4)
	first, second := in.start(), in.start()
	defer first.Kill()
	defer second.Kill()
	db := in.open()
	defer db.Close()
	in.until(db, "SELECT count(*) FROM point_partition WHERE server IS DISTINCT FROM wanted")
	tr := in.traffic(first, second)
	phase := func(name string, do func()) {
		sampled, began, before := in.lags(db), time.Now(), tr.total.Load()
		do()
		median, p99, most := sampled.stop()
		t.Logf("%-9s %3.0f readings/s, frames waited %v (median), %v (99 %%), %v (most)", name,
			float64(tr.total.Load()-before)/time.Since(began).Seconds(), median, p99, most)
	}
	phase("before", func() { tr.more(2000) })
	worker := c.Add(t, "grows")
	phase("meanwhile", func() {
		script := exec.Command("../../../scripts/citus-add-worker.sh", in.url, "127.0.0.1", strconv.Itoa(worker.Port()))
		script.Env = append(os.Environ(), "PATH="+pgtest.Programs(t)+":"+os.Getenv("PATH"))
		out, err := script.CombinedOutput()
		t.Logf("%s", out)
		in.check(err)
	})
	phase("after", func() { tr.more(2000) })
	tr.stop()
	if n := in.number(db, "SELECT count(*) FROM citus_shards WHERE nodeport = "+strconv.Itoa(worker.Port())); n == 0 {
		t.Error("the new worker has no shards")
	}
	in.settle(db)
	in.compare(db, tr.acknowledged)
	t.Logf("%d readings acknowledged, %d attempts without", tr.total.Load(), tr.refused.Load())
}
