//go:build unix

package servers_test

import (
	"fmt"
	"io"
	"maps"
	"math/rand/v2"
	"net/http"
	"os"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"plumbline/internal/testing/await"
	"plumbline/internal/testing/pgtest"
	"plumbline/internal/testing/process"
	"plumbline/internal/testing/toxiproxytest"
)

// cluster is an installation on a primary with a synchronous replica, with three servers behind a balancer, whose clocks
// are up to 10 minutes apart. The connections of each server to each database pass a network that the test can cut.
type cluster struct {
	*installation
	primary, replica *pgtest.Server
	network          *toxiproxytest.Network
	balancer         *balancer
	slots            []slot
	servers          []*server
	starts           []int // of each slot
	traffic          *traffic
	takeovers        map[string][]time.Duration
	seen, sums       map[string]float64 // metrics of each slot, of all
	since            time.Time
}

const connections = 8 // of a server to PostgreSQL: the fewest allowed

// Metrics.
const (
	folded   = "plumbline_readings_folded_total"
	refolded = "plumbline_refolds_total"
)

func newCluster(t *testing.T, p pace) *cluster {
	t.Helper()
	c := &cluster{
		installation: newInstallation(t, p), network: toxiproxytest.New(t),
		takeovers: map[string][]time.Duration{}, seen: map[string]float64{}, sums: map[string]float64{}, since: time.Now(),
	}
	c.primary = pgtest.NewOnLoopback(t)
	c.primary.Set("fsync", "on")
	c.primary.Start(t)
	c.replica = c.primary.Replica(t, "second")
	c.primary.Synchronous(t, "second", 1)
	c.url = pgtest.Together(c.primary, c.replica)
	c.allowNet = "127.0.0.1/32"
	for _, wrong := range []time.Duration{-5 * time.Minute, 5 * time.Minute, 0} {
		c.slots = append(c.slots, slot{
			http: process.FreeAddress(), mqtt: process.FreeAddress(), dtu: process.FreeAddress(), ops: process.FreeAddress(), balanced: true, clockWrong: wrong, connections: connections,
		})
	}
	c.servers, c.starts = make([]*server, len(c.slots)), make([]int, len(c.slots))
	c.lines = 4
	c.seed(6, 4)
	for i := range c.slots {
		c.serve(i)
	}
	t.Cleanup(func() {
		for _, s := range c.servers {
			s.Kill()
		}
	})
	c.balancer = balance(t, c.slots)
	c.traffic = c.quiet(&server{address: c.balancer.http})
	return c
}

// serve starts a server in a slot.
func (c *cluster) serve(i int) {
	c.Helper()
	c.starts[i]++
	url := c.url
	for k, database := range []*pgtest.Server{c.primary, c.replica} {
		address := fmt.Sprint("127.0.0.1:", database.Port())
		url = strings.Replace(url, address, c.network.To(c.link(i, k), address), 1)
	}
	c.servers[i] = c.startAt(c.slots[i], url)
}

// link is the name of the network between the server in a slot and a database, new at each start.
func (c *cluster) link(i, database int) string {
	return fmt.Sprintf("s%d-d%d-%d", i, database, c.starts[i])
}

// more waits until some more readings are acknowledged.
func (c *cluster) more() {
	c.Helper()
	c.traffic.more(300)
	c.note()
}

// id returns the id of the server in a slot.
func (c *cluster) id(i int) int64 {
	c.Helper()
	db := c.open()
	defer db.Close()
	joined := fmt.Sprintf("FROM server WHERE report->>'http' = '%s' AND lease_until > clock_timestamp()", c.slots[i].http)
	c.until(db, "SELECT CASE WHEN EXISTS (SELECT 1 "+joined+") THEN 0 ELSE 1 END")
	return c.number(db, "SELECT max(id) "+joined)
}

// replaced waits until others hold the partitions of a server, and notes how long it took.
func (c *cluster) replaced(fault string, id int64) {
	c.Helper()
	db := c.open()
	defer db.Close()
	took := c.until(db, fmt.Sprintf("SELECT count(*) FROM point_partition WHERE server IS NULL OR server = %d", id))
	c.takeovers[fault] = append(c.takeovers[fault], took)
}

func (c *cluster) kill(i int) {
	id := c.id(i)
	c.servers[i].Kill()
	c.replaced("kill", id)
	c.more()
	c.serve(i)
}

// pause pauses a server for longer than its lease.
func (c *cluster) pause(i int) {
	id := c.id(i)
	c.servers[i].Signal(syscall.SIGSTOP)
	c.replaced("pause", id)
	c.more()
	c.servers[i].Signal(syscall.SIGCONT)
	c.more()
}

// cut cuts a server off from both databases for longer than its lease.
func (c *cluster) cut(i int) {
	id := c.id(i)
	c.network.Cut(c.link(i, 0))
	c.network.Cut(c.link(i, 1))
	c.replaced("cut network", id)
	c.more()
	c.network.Restore(c.link(i, 0))
	c.network.Restore(c.link(i, 1))
}

// slow delays each commit of a server by 200 ms, as a slow disk of its database would.
func (c *cluster) slow(i int) {
	for database := range 2 {
		c.network.Slow(c.link(i, database), 200*time.Millisecond)
	}
	c.more()
	for database := range 2 {
		c.network.Restore(c.link(i, database))
	}
}

func (c *cluster) stop(i int) {
	id := c.id(i)
	c.servers[i].Signal(syscall.SIGTERM)
	c.servers[i].Wait()
	c.replaced("stop", id)
	c.more()
	c.serve(i)
}

func (c *cluster) killBalancer(int) {
	c.balancer.Kill()
	c.balancer.Start(c.T)
	c.more()
}

// failOver ends the primary and promotes the replica. It has no replica any more.
func (c *cluster) failOver() {
	c.primary.Stop()
	stopped := time.Now()
	c.replica.Promote(c.T)
	c.more()
	c.takeovers["failover, first 300 readings"] = append(c.takeovers["failover, first 300 readings"], time.Since(stopped))
}

// lostNothing compares what is stored with what was acknowledged, once nothing is left to do.
func (c *cluster) lostNothing() {
	c.Helper()
	c.traffic.stop()
	db := c.open()
	defer db.Close()
	c.settle(db)
	c.compare(db, c.traffic.acknowledged)
	for i, n := range c.traffic.acknowledged {
		if n == 0 {
			c.Errorf("gauge %s: no reading was acknowledged", c.gauges[i].register)
		}
	}
	received := fmt.Sprintf("SELECT count(*) FROM frame_batch WHERE received NOT BETWEEN %d AND %d", c.since.UnixMilli(), time.Now().UnixMilli())
	if n := c.number(db, received); n != 0 {
		c.Errorf("%d batches of frames have the time of a wrong clock", n)
	}
	c.note()
	c.Logf("%d readings acknowledged, %d attempts without, in %v; %.2f %% refolded", c.traffic.total.Load(), c.traffic.refused.Load(),
		time.Since(c.since).Round(time.Second), 100*c.sums[refolded]/c.sums[folded])
	for fault, took := range c.takeovers {
		slices.Sort(took)
		ms := func(d time.Duration) time.Duration { return d.Round(10 * time.Millisecond) }
		c.Logf("%s: %d times, taken over within %v to %v, median %v", fault, len(took), ms(took[0]), ms(took[len(took)-1]), ms(took[len(took)/2]))
	}
}

// calm checks that without faults hardly any reading causes a refold, although most readings reach another server than
// the one that holds their point. The readings of a gauge must arrive in order, as they do over one connection: one that
// is stored after the next is late and refolded. Points that move to another server restore their state, one refold
// each, and a stalled machine can move points and gauges at any time: one span of five without refolds is enough.
func (c *cluster) calm() {
	c.Helper()
	db := c.open()
	defer db.Close()
	again, of := 0.0, 0.0
	for range 5 {
		c.until(db, "SELECT count(*) FROM point_partition WHERE server IS DISTINCT FROM wanted")
		c.traffic.more(300)
		c.noteAll()
		before := maps.Clone(c.sums)
		c.traffic.more(3000)
		c.noteAll()
		sessions := c.number(db, "SELECT count(*) FROM pg_stat_activity WHERE backend_type = 'client backend'")
		if most := int64(len(c.slots)*(connections+4) + 8); sessions > most { // the test has up to 8
			c.Errorf("%d sessions of PostgreSQL, want at most %d", sessions, most)
		}
		again, of = c.sums[refolded]-before[refolded], c.sums[folded]-before[folded]
		c.Logf("%.0f refolds for %.0f readings without faults", again, of)
		if again <= of/100 {
			return
		}
	}
	c.Errorf("%.0f refolds for %.0f readings in the last of five spans", again, of)
}

// noteAll adds up the readings of all servers.
func (c *cluster) noteAll() {
	c.Helper()
	for deadline := time.Now().Add(longest); !c.note(); {
		if time.Now().After(deadline) {
			c.Fatalf("a server has shown no metrics for %v", longest)
		}
		await.Pause()
	}
}

// note adds up the readings that the servers have folded and refolded. It returns false if it left a server out, which
// did not answer.
func (c *cluster) note() (all bool) {
	c.Helper()
	all = true
	client := http.Client{Timeout: time.Second}
	for i, s := range c.slots {
		all = c.noteOne(i, &client, s) && all
	}
	return all
}

func (c *cluster) noteOne(i int, client *http.Client, s slot) bool {
	reply, err := client.Get("http://" + s.ops + "/metrics")
	if err != nil {
		return false
	}
	text, err := io.ReadAll(reply.Body)
	_ = reply.Body.Close()
	if err != nil {
		return false
	}
	for _, name := range []string{folded, refolded} {
		_, after, _ := strings.Cut(string(text), "\n"+name+" ")
		number, _, _ := strings.Cut(after, "\n")
		now, err := strconv.ParseFloat(number, 64)
		if err != nil {
			return false // it waits for the database
		}
		key := fmt.Sprint(name, i)
		if now < c.seen[key] { // it has started again
			c.seen[key] = 0
		}
		c.sums[name] += now - c.seen[key]
		c.seen[key] = now
	}
	return true
}

// TestClusterLosesNothing: gauges send over HTTP, MQTT and lines through a balancer to three servers on a primary with a
// synchronous replica. Servers are killed, paused and cut off, one has a slow disk, the balancer dies, the primary dies
// and the replica is promoted. Each acknowledged reading is stored once, with one result, and the alerts are those of
// one server fed in order. Their messages arrive, and so do the reports that were promised meanwhile. CLUSTER_FOR=30m
// goes on with faults in any order for that long before the primary dies.
func TestClusterLosesNothing(t *testing.T) {
	p, long := history, time.Duration(0)
	if text := os.Getenv("CLUSTER_FOR"); text != "" {
		var err error
		if long, err = time.ParseDuration(text); err != nil {
			t.Fatal(err)
		}
		p = years
	}
	c := newCluster(t, p)
	people := c.people()
	c.traffic.messages(c.balancer.mqtt, c.traffic.all()[16:20]...)
	c.traffic.stations(c.balancer.dtu, c.traffic.all()[20:]...)
	c.calm()
	c.traffic.requests(c.traffic.all()[:16]...)
	c.more()
	faults := []func(slot int){c.kill, c.pause, c.cut, c.slow, c.killBalancer, c.stop}
	for i, fault := range faults {
		people.askForReports()
		fault(2 - i%3)
	}
	for end := time.Now().Add(long); time.Now().Before(end); {
		faults[rand.IntN(len(faults))](rand.IntN(3))
	}
	people.askForReports()
	c.failOver()
	c.more()
	c.lostNothing()
	db := c.open()
	defer db.Close()
	people.gotEverything(db)
}
