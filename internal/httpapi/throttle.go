package httpapi

import (
	"context"
	"fmt"
	"time"

	"github.com/maypok86/otter/v2"
	"golang.org/x/time/rate"

	"plumbline/internal/platform/errs"
)

// Checks of serial numbers and registers: one per 500 ms (specification section 9),
// with a small burst for a form that opens.
const (
	probeEvery = 500 * time.Millisecond
	probeBurst = 4
	probers    = 10_000
)

// Throttle limits how often each account may do something.
type Throttle struct {
	limiters *otter.Cache[int64, *rate.Limiter]
}

func NewThrottle() (*Throttle, error) {
	limiters, err := otter.New(&otter.Options[int64, *rate.Limiter]{MaximumSize: probers})
	if err != nil {
		return nil, fmt.Errorf("throttle: %w", err)
	}
	return &Throttle{limiters: limiters}, nil
}

func (t *Throttle) Allow(account int64) error {
	limiter, ok := t.limiters.GetIfPresent(account)
	if !ok {
		limiter = rate.NewLimiter(rate.Every(probeEvery), probeBurst)
		if held, inserted := t.limiters.SetIfAbsent(account, limiter); !inserted {
			limiter = held
		}
	}
	if !limiter.Allow() {
		return errs.New(errs.TooManyRequests, "seconds", 1)
	}
	return nil
}

// MayProbe limits how often an account may check whether names are taken.
func (s *Kernel) MayProbe(ctx context.Context) error {
	return s.probes.Allow(CallerOf(ctx).Account.ID)
}
