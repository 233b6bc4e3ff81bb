package api

import (
	"context"
	"fmt"
	"time"

	"github.com/maypok86/otter/v2"
	"golang.org/x/time/rate"

	"plumbline/internal/platform/fault"
)

// Checks of serial numbers and registers: one per 500 ms (specification section
// 9), a few at once for a form that opens.
const (
	probeEvery = 500 * time.Millisecond
	probeBurst = 4
	probers    = 10_000
)

// throttle limits how often each account may do something.
type throttle struct {
	limiters *otter.Cache[int64, *rate.Limiter]
}

func newThrottle() (*throttle, error) {
	limiters, err := otter.New(&otter.Options[int64, *rate.Limiter]{MaximumSize: probers})
	if err != nil {
		return nil, fmt.Errorf("throttle: %w", err)
	}
	return &throttle{limiters: limiters}, nil
}

func (t *throttle) allow(account int64) error {
	limiter, ok := t.limiters.GetIfPresent(account)
	if !ok {
		limiter = rate.NewLimiter(rate.Every(probeEvery), probeBurst)
		if held, inserted := t.limiters.SetIfAbsent(account, limiter); !inserted {
			limiter = held
		}
	}
	if !limiter.Allow() {
		return fault.New(fault.TooManyRequests, "seconds", 1)
	}
	return nil
}

// mayProbe lets people ask what is taken, slowly.
func (s *server) mayProbe(ctx context.Context) error {
	return s.probes.allow(callerOf(ctx).Account.ID)
}
