package servers_test

import (
	"fmt"
	"strings"
	"syscall"
	"testing"
	"time"

	"plumbline/internal/testing/pgtest"
)

// cluster is an installation on a primary with a synchronous replica, with three servers behind a balancer. The
// connections of each server to each database pass a network that the test can cut.
type cluster struct {
	*installation
	primary, replica *pgtest.Server
	network          *faultyNetwork
	balancer         *balancer
	slots            []slot
	servers          []*server
	ids              []int64 // of the servers of the start
}

func newCluster(t *testing.T) *cluster {
	t.Helper()
	c := &cluster{installation: newInstallation(t, history), network: newFaultyNetwork(t)}
	c.primary = pgtest.NewOnLoopback(t)
	c.primary.Set("fsync", "on")
	c.primary.Start(t)
	c.replica = c.primary.Replica(t, "second")
	c.primary.Synchronous(t, "second", 1)
	c.url = pgtest.Together(c.primary, c.replica)
	for range 3 {
		c.slots = append(c.slots, slot{http: freeAddress(t), mqtt: freeAddress(t), balanced: true})
	}
	c.seed(6, 4)
	for i := range c.slots {
		c.servers = append(c.servers, c.serve(i))
		db := c.open()
		c.ids = append(c.ids, c.number(db, "SELECT max(id) FROM server"))
		c.check(db.Close())
	}
	c.balancer = balance(t, c.slots)
	return c
}

// serve starts a server in a slot.
func (c *cluster) serve(i int) *server {
	c.Helper()
	url := c.url
	for k, database := range []*pgtest.Server{c.primary, c.replica} {
		address := fmt.Sprint("127.0.0.1:", database.Port())
		url = strings.Replace(url, address, c.network.to(c.link(i, k), address), 1)
	}
	return c.startAt(c.slots[i], url)
}

// link is the name of the network between a server and a database, new at each start.
func (c *cluster) link(i, database int) string {
	return fmt.Sprintf("s%d-d%d-%d", i, database, len(c.servers))
}

// cut cuts a server of the start off from both databases.
func (c *cluster) cut(i int) {
	c.network.cut(fmt.Sprintf("s%d-d0-%d", i, i))
	c.network.cut(fmt.Sprintf("s%d-d1-%d", i, i))
}

func (c *cluster) restore(i int) {
	c.network.restore(fmt.Sprintf("s%d-d0-%d", i, i))
	c.network.restore(fmt.Sprintf("s%d-d1-%d", i, i))
}

// replaced waits until others hold the partitions of a server, and logs how long it took.
func (c *cluster) replaced(what string, id int64) {
	c.Helper()
	db := c.open()
	defer db.Close()
	took := c.until(db, fmt.Sprintf("SELECT count(*) FROM point_partition WHERE server IS NULL OR server = %d", id))
	c.Logf("after %s all partitions were held again within %v", what, took.Round(time.Millisecond))
}

// TestClusterLosesNothing: gauges send over HTTP and MQTT through a balancer to three servers on a primary with a
// synchronous replica. Servers are killed, paused and cut off, one has a slow disk, the balancer dies, the primary dies
// and the replica is promoted. Each acknowledged reading is stored once, with one result, and the alerts are those of
// one server fed in order.
func TestClusterLosesNothing(t *testing.T) {
	c := newCluster(t)
	gauges := c.quiet(&server{address: c.balancer.http})
	gauges.requests(gauges.all()[:16]...)
	gauges.messages(c.balancer.mqtt, gauges.all()[16:]...)
	gauges.more(500)

	c.servers[2].Kill()
	c.replaced("a kill", c.ids[2])
	gauges.more(300)
	third := c.serve(2)
	defer third.Kill()

	c.servers[1].Signal(syscall.SIGSTOP)
	c.replaced("a pause", c.ids[1])
	gauges.more(300)
	c.servers[1].Signal(syscall.SIGCONT)
	gauges.more(300)

	c.cut(0)
	c.replaced("a cut of the network", c.ids[0])
	gauges.more(300)
	c.restore(0)

	c.network.slow("s1-d0-1", 200*time.Millisecond)
	gauges.more(300)
	c.network.restore("s1-d0-1")

	c.balancer.Kill()
	c.balancer.Start(t)
	gauges.more(300)

	c.primary.Stop()
	stopped := time.Now()
	c.replica.Promote(t)
	gauges.more(300)
	t.Logf("after a failover readings were acknowledged again within %v", time.Since(stopped).Round(time.Millisecond))

	c.servers[1].Signal(syscall.SIGTERM)
	c.servers[1].Wait()
	gauges.more(300)
	gauges.stop()
	db := c.open()
	defer db.Close()
	c.settle(db)
	c.compare(db, gauges.acknowledged)
	t.Logf("%d readings acknowledged, %d attempts without", gauges.total.Load(), gauges.refused.Load())
	c.servers[0].Kill()
}
