package delivery_test

import (
	"context"
	"fmt"
	"sync"
	"testing"

	"plumbline/internal/core/alarm"
	"plumbline/internal/feature/delivery"
	"plumbline/internal/platform/clock"
)

// Of two servers that send at once and one that is drained, one sends each mail.
func TestServersShareTheLedger(t *testing.T) {
	on(t, func(r *rig) {
		const alerts, addresses, mails = 5, 4, 20 // few to each address, so that they are not gathered
		r.rule("all", func(rule *delivery.Rule) {
			rule.Accounts, rule.Addresses = nil, nil
			for i := range addresses {
				rule.Addresses = append(rule.Addresses, fmt.Sprintf("shift%d@example.com", i))
			}
		})
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
			if arrived[m.Header.Get("Message-ID")] = true; len(arrived) == mails {
				break
			}
		}
		stop()
		running.Wait()
		r.must(r.sender.SendDue(r.Context(), clock.Now()))
		if n := len(r.post.Mails()); n != mails {
			t.Errorf("%d mails, want %d", n, mails)
		}
	})
}
