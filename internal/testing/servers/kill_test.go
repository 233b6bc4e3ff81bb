//go:build unix

package servers_test

import (
	"math"
	"math/rand/v2"
	"net/http"
	"strconv"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"plumbline/internal/app"
	"plumbline/internal/core/alarm"
	"plumbline/internal/core/marks"
	"plumbline/internal/core/series"
	"plumbline/internal/testing/await"
)

// traffic is the gauges sending one reading after the other, each to any of the servers. A reading without an
// acknowledgement is sent again, to any server.
type traffic struct {
	in           *installation
	mu           sync.Mutex
	servers      []*server
	acknowledged []int // readings of each gauge
	total        atomic.Int64
	refused      atomic.Int64
	sending      sync.WaitGroup
	end          chan struct{}
}

// traffic starts sending over HTTP.
func (in *installation) traffic(servers ...*server) *traffic {
	tr := in.quiet(servers...)
	tr.requests(tr.all()...)
	return tr
}

// quiet is traffic of which nothing is sent yet.
func (in *installation) quiet(servers ...*server) *traffic {
	return &traffic{in: in, servers: servers, acknowledged: make([]int, len(in.gauges)), end: make(chan struct{})}
}

// all returns the indexes of all gauges.
func (tr *traffic) all() (gauges []int) {
	for i := range tr.in.gauges {
		gauges = append(gauges, i)
	}
	return gauges
}

// requests sends the readings of gauges over HTTP.
func (tr *traffic) requests(gauges ...int) {
	client := &http.Client{Timeout: 2 * time.Second, Transport: &http.Transport{MaxIdleConnsPerHost: len(gauges)}}
	for _, i := range gauges {
		g := tr.in.gauges[i]
		tr.sending.Go(func() {
			for {
				select {
				case <-tr.end:
					return
				default:
				}
				if g.send(client, tr.any(), tr.acknowledged[i]) {
					tr.acknowledged[i]++
					tr.total.Add(1)
				} else {
					tr.refused.Add(1)
				}
			}
		})
	}
}

func (tr *traffic) any() *server {
	tr.mu.Lock()
	defer tr.mu.Unlock()
	return tr.servers[rand.IntN(len(tr.servers))]
}

func (tr *traffic) to(servers ...*server) {
	tr.mu.Lock()
	defer tr.mu.Unlock()
	tr.servers = servers
}

// more waits until n more readings are acknowledged.
func (tr *traffic) more(n int64) {
	for until := tr.total.Load() + n; tr.total.Load() < until && tr.in.Context().Err() == nil; {
		await.Pause()
	}
}

func (tr *traffic) stop() {
	close(tr.end)
	tr.sending.Wait()
}

// longest is how long a test waits for something: minutes, because machines are slow where other tests run.
const longest = 5 * time.Minute

// number returns one number of the database.
func (in *installation) number(db *app.Installation, query string) (n int64) {
	in.Helper()
	in.check(db.DB.Reader().QueryRowContext(in.Context(), query).Scan(&n))
	return n
}

// until waits until a query returns 0, and returns how long it took.
func (in *installation) until(db *app.Installation, query string) time.Duration {
	in.Helper()
	began := time.Now()
	for in.number(db, query) != 0 {
		if time.Since(began) > longest {
			in.Fatalf("not within %v: %s", longest, query)
		}
		await.Pause()
	}
	return time.Since(began)
}

// settle waits until no server has anything left to do.
func (in *installation) settle(db *app.Installation) {
	in.Helper()
	in.until(db, "SELECT count(*) FROM journal_lane WHERE adopted")
	in.until(db, `WITH stored AS MATERIALIZED (SELECT part, max(seq) AS seq FROM frame_batch GROUP BY part)
		SELECT count(*) FROM intake_cursor JOIN stored USING (part) WHERE intake_cursor.seq < stored.seq`)
	wanted := map[int64]bool{}
	for _, g := range in.gauges {
		wanted[g.point] = true
	}
	for deadline := time.Now().Add(longest); ; {
		left, err := marks.Earliest(in.Context(), db.DB.Reader(), wanted)
		in.check(err)
		if len(left) == 0 {
			return
		}
		if time.Now().After(deadline) {
			in.Fatalf("marks left after %v: %v", longest, left)
		}
		await.Pause()
	}
}

// compare checks that each acknowledged reading is stored once and that results and alarms are those of one fold in
// order. A reading that was sent but not acknowledged may be stored.
func (in *installation) compare(db *app.Installation, acknowledged []int) {
	in.Helper()
	s, err := db.Start(in.Context(), app.StartOptions{Held: true})
	in.check(err)
	defer s.Stop()
	for i, g := range in.gauges {
		expected, err := s.Previewer.AsOf(in.Context(), db.Store, g.point, math.MaxInt64-1, math.MaxInt64)
		in.check(err)
		if n := len(expected.Rows); n < acknowledged[i] || n > acknowledged[i]+1 {
			in.Errorf("gauge %s: %d readings are stored, %d were acknowledged", g.register, n, acknowledged[i])
		}
		n := 0
		err = db.Series.Scan(in.Context(), series.ResultID(g.point), 0, math.MaxInt64-1, nil, func(b *series.Block) error {
			for k, t := range b.Times {
				if n >= len(expected.Rows) || t != g.at(n) || b.Values[0][k] != 2*valueOf(n) || expected.Rows[n].Time != t {
					in.Errorf("gauge %s: result %d at %d is %v", g.register, n, t, b.Values[0][k])
				}
				n++
			}
			return nil
		})
		in.check(err)
		if n != len(expected.Rows) {
			in.Errorf("gauge %s: %d results of %d readings", g.register, n, len(expected.Rows))
		}
		tx, err := db.DB.Reader().BeginTx(in.Context(), nil)
		in.check(err)
		records, err := db.Store.PointRecords(in.Context(), tx, alarm.PointSince{Point: g.point})
		in.check(err)
		in.check(tx.Rollback())
		standing := 0
		for _, r := range records[0] {
			if r.WithdrawnAt != 0 {
				in.Errorf("gauge %s: the alert of %d was withdrawn", g.register, r.Opened)
				continue
			}
			standing++
		}
		if standing != len(expected.Episodes) {
			in.Errorf("gauge %s: %d alerts, want %d", g.register, standing, len(expected.Episodes))
		}
	}
}

// TestServersAreKilledPausedAndStopped: while gauges send, one of three servers is killed, another is paused for longer
// than its lease and continues, a third is stopped in order, and new ones join. Each acknowledged reading has exactly
// one result, and the alerts are those of one server fed in order.
func TestServersAreKilledPausedAndStopped(t *testing.T) {
	in := newInstallation(t, history)
	in.seed(6, 4)
	first, second, third := in.start(), in.start(), in.start()
	defer first.Kill()
	db := in.open()
	defer db.Close()
	in.until(db, "SELECT count(*) FROM point_partition WHERE server IS DISTINCT FROM wanted")
	tr := in.traffic(first, second, third)
	tr.more(500)

	newest := in.number(db, "SELECT max(id) FROM server")
	third.Kill() // it joined last
	killed := time.Now()
	tr.to(first, second)
	in.until(db, "SELECT count(*) FROM point_partition WHERE server IS NULL OR server = "+itoa(newest))
	t.Logf("after a kill all partitions were held again within %v", time.Since(killed).Round(time.Millisecond))
	tr.more(500)

	fourth := in.start()
	defer fourth.Kill()
	tr.to(first, second, fourth)
	tr.more(500)
	oldest := in.number(db, "SELECT min(id) FROM server")
	first.Signal(syscall.SIGSTOP) // it joined first
	paused := time.Now()
	tr.to(second, fourth)
	in.until(db, "SELECT count(*) FROM point_partition WHERE server IS NULL OR server = "+itoa(oldest))
	t.Logf("after a pause all partitions were held again within %v", time.Since(paused).Round(time.Millisecond))
	tr.more(500)
	first.Signal(syscall.SIGCONT)
	tr.to(first, second, fourth)
	in.until(db, "SELECT 3 - count(*) FROM server")
	tr.more(500)

	second.Signal(syscall.SIGTERM)
	tr.to(first, fourth)
	stopped := time.Now()
	second.Wait()
	in.until(db, "SELECT count(*) FROM point_partition WHERE server IS NULL")
	t.Logf("after a stop all partitions were held again within %v", time.Since(stopped).Round(time.Millisecond))
	tr.more(500)
	tr.stop()
	in.settle(db)
	in.compare(db, tr.acknowledged)
	t.Logf("%d readings acknowledged, %d attempts without", tr.total.Load(), tr.refused.Load())
}

func itoa(n int64) string { return strconv.FormatInt(n, 10) }
