package e2e

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"plumbline/internal/account/identity"
	"plumbline/internal/platform/audit"
)

// Two hundred people sign in at once. Their password checks wait in a queue that leaves CPUs free: a hundred readings
// sent meanwhile are on disk while checks still wait. The test counts and does not measure time.
func TestStormOfSignInsDoesNotStarveReadings(t *testing.T) {
	const storm, readings, eachAddress = 200, 100, 10
	w := newWorld(t)
	crowd(w, storm)
	before := w.metric("plumbline_password_checks_total")
	var signedIn sync.WaitGroup
	statuses := make(chan int, storm)
	for i := range storm {
		// An address may fail thirty times and waiting sign-ins count as failures, so they come from twenty addresses.
		from := &net.Dialer{LocalAddr: &net.TCPAddr{IP: net.IPv4(127, 0, 1, byte(1+i/eachAddress))}}
		client := &http.Client{Transport: &http.Transport{DialContext: from.DialContext, DisableKeepAlives: true}}
		signedIn.Go(func() {
			reply, err := client.Post(w.base+"/api/sessions/signin", "application/json",
				strings.NewReader(fmt.Sprintf(`{"name":"crowd-%d","password":%q}`, i, password)))
			if err != nil {
				t.Error(err)
				return
			}
			_ = reply.Body.Close()
			statuses <- reply.StatusCode
		})
	}
	for w.metric("plumbline_password_checks_waiting") < storm/2 {
		if w.metric("plumbline_password_checks_total")-before > storm/4 {
			t.Fatal("the checks are too fast for this test: use more sign-ins")
		}
	}
	at, began := w.sides[ours], time.Now()
	for i := range readings {
		if a := w.do(w.person("nobody"), at.reading(time.Now().UnixMilli()-int64(i)*1000, 0.1)); a.status != 200 {
			t.Fatalf("reading %d: %d %s", i, a.status, a.body)
		}
	}
	took := time.Since(began)
	waiting := w.metric("plumbline_password_checks_waiting")
	if waiting == 0 {
		t.Errorf("no check is waiting: the readings waited for the sign-ins")
	}
	signedIn.Wait()
	close(statuses)
	got := map[int]int{}
	for status := range statuses {
		got[status]++
	}
	// On a very slow machine, the last ones are asked to retry, so nobody waits forever.
	if got[200] == 0 || got[200]+got[503]+got[429] != storm {
		t.Errorf("statuses of the sign-ins: %v", got)
	}
	if checks := w.metric("plumbline_password_checks_total") - before; checks < float64(got[200]) || checks > storm {
		t.Errorf("%v hashes for %d sign-ins of which %d succeeded", checks, storm, got[200])
	}
	t.Logf("%d readings, one after the other, in %v; %v sign-ins still waited", readings, took.Round(time.Millisecond), waiting)
}

// crowd creates accounts that share one password hash.
func crowd(w *world, n int) {
	ctx, program := context.Background(), audit.Program("proof")
	credential, _, err := w.in.Store.Credential(ctx, "guest")
	w.must(err)
	for i := range n {
		a := credential.Account
		a.ID, a.Name, a.Theme = 0, fmt.Sprintf("crowd-%d", i), identity.Dark
		w.must(w.in.Store.CreateAccount(ctx, program, &a, credential.Hash))
	}
}
