package bench

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"sync"
	"time"
)

// alarms measures how long records of alerts take at half throughput.
func (r *run) alarms(ctx context.Context) error {
	took, err := r.raiseAlarms(ctx, 10*time.Millisecond)
	if err != nil {
		return err
	}
	r.report.add("alarm_latency_ms_p99", percentile(took, 0.99), "ms", "< 1000",
		fmt.Sprintf("accepted to record, %d alarms at half the load; median %.0f ms", len(took), percentile(took, 0.5)))
	return nil
}

// raiseAlarms raises one channel after another above its red threshold at half throughput, with a pause between them, and
// compares when the reading was accepted with when the record was made.
func (r *run) raiseAlarms(ctx context.Context, between time.Duration) (took []time.Duration, err error) {
	g := r.site.alarms
	for range 3 { // the initial value
		if err := g.post(ctx, r.client.http, r.server.http, g.next(r.origin)); err != nil {
			return nil, err
		}
	}
	if err := r.settle(ctx); err != nil {
		return nil, err
	}
	loading, stopLoad := context.WithCancel(ctx)
	load := make(chan error, 1)
	go func() { load <- r.loadAt(loading, r.httpRate/2) }()
	accepted := map[int64]int64{}
	for channel := 1; channel <= g.channels; channel++ {
		body := append([]byte(nil), `{"items":[{"t":`...)
		body = strconv.AppendInt(body, r.origin+g.tick*step, 10)
		body = append(body, `,"ch":[{"no":`...)
		body = append(strconv.AppendInt(body, int64(channel), 10), ',')
		body = append(appendValues(body, channel, g.tick, liftOfAnAlarm), `]}]}`...)
		if err := g.post(ctx, r.client.http, r.server.http, body); err != nil {
			stopLoad()
			return nil, err
		}
		accepted[g.points[channel-1]] = time.Now().UnixMilli()
		if err := pause(ctx, between); err != nil {
			stopLoad()
			return nil, err
		}
	}
	stopLoad()
	if err := <-load; err != nil && !errors.Is(err, context.Canceled) {
		return nil, err
	}
	if err := r.settle(ctx); err != nil {
		return nil, err
	}
	type alert struct {
		PointID    int64 `json:"measuringPointId"`
		RecordedAt int64 `json:"recordedAt"`
	}
	err = pages(ctx, r.client, fmt.Sprintf("/api/alerts?projectId=%d&", r.site.project), func(a alert) {
		if at, ok := accepted[a.PointID]; ok {
			took = append(took, time.Duration(max(0, a.RecordedAt-at))*time.Millisecond)
			delete(accepted, a.PointID)
		}
	})
	if err != nil {
		return nil, err
	}
	if len(accepted) > 0 {
		return nil, fmt.Errorf("%d of %d readings over red gave no alert", len(accepted), g.channels)
	}
	return took, nil
}

// loadAt posts a number of requests per second until ctx ends.
func (r *run) loadAt(ctx context.Context, rate float64) error {
	tick := time.NewTicker(time.Duration(float64(time.Second) / rate))
	defer tick.Stop()
	slots := make(chan int, len(r.site.live)) // indexes of idle gateways
	for i := range r.site.live {
		slots <- i
	}
	var posting sync.WaitGroup
	defer posting.Wait()
	failed := make(chan error, 1)
	for {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case err := <-failed:
			return err
		case <-tick.C:
		}
		select {
		case i := <-slots:
			posting.Go(func() {
				defer func() { slots <- i }()
				g := r.site.live[i]
				// Finish a running request, so that the generator stays in step.
				if err := g.post(context.WithoutCancel(ctx), r.client.http, r.near(i).http, g.next(r.origin)); err != nil {
					select {
					case failed <- err:
					default:
					}
				}
			})
		default: // all are busy: the server is slower than the rate
		}
	}
}
