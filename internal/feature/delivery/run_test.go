package delivery_test

import (
	"context"
	"sync"
	"testing"

	"plumbline/internal/core/alarm"
	"plumbline/internal/platform/clock"
)

// Of two servers that send at once and one that is drained, one sends each mail.
func TestServersShareTheLedger(t *testing.T) {
	on(t, func(r *rig) {
		const alerts = 20
		r.rule("all", onlyShift)
		for range alerts {
			r.store(r.raised(alarm.Red))
		}
		ctx, stop := context.WithCancel(r.Context())
		var running sync.WaitGroup
		for _, resting := range []bool{false, false, true} {
			sender := *r.sender
			sender.Resting = func() bool { return resting }
			running.Go(func() { sender.Run(ctx) })
		}
		arrived := map[string]bool{}
		for m := range r.post.Arriving() {
			if arrived[m.Header.Get("Message-ID")] = true; len(arrived) == alerts {
				break
			}
		}
		stop()
		running.Wait()
		r.must(r.sender.SendDue(r.Context(), clock.Now()))
		if n := len(r.post.Mails()); n != alerts {
			t.Errorf("%d mails of %d alerts", n, alerts)
		}
	})
}
