package command

import (
	"context"
	"log/slog"
	"time"

	"plumbline/internal/core/definition"
	"plumbline/internal/platform/audit"
	"plumbline/internal/platform/clock"
	"plumbline/internal/platform/errs"
	"plumbline/internal/site/device"
)

// Schedule knows the devices to request readings from; compiled.Directory implements it.
type Schedule interface {
	// Requests returns these devices for a time (UTC ms).
	Requests(at int64) []definition.Request
}

const (
	collectTick = 5 * time.Second
	// collectMargin is how long before the next request a waiting one expires.
	collectMargin = 3 * collectTick
)

// Collect requests readings from devices until ctx ends, each at full multiples of its interval, so that a restart
// neither repeats nor delays requests. A request to an absent device expires before the next one.
func Collect(ctx context.Context, s *Service, schedule Schedule, log *slog.Logger) {
	tick := time.NewTicker(collectTick)
	defer tick.Stop()
	asked := map[int64]int64{} // device: last due time, UTC ms
	for {
		now := clock.Now()
		for _, a := range schedule.Requests(now.UnixMilli()) {
			due := now.Truncate(a.Every)
			if asked[a.Device] == due.UnixMilli() {
				continue
			}
			if err := s.ask(ctx, a, due, now); err != nil {
				if ctx.Err() == nil {
					log.Error("could not ask a device for readings", "device", a.Device, "error", err)
				}
				continue
			}
			asked[a.Device] = due.UnixMilli()
		}
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
	}
}

// ask queues the request due at a time, unless one was sent since.
func (s *Service) ask(ctx context.Context, a definition.Request, due, now time.Time) error {
	asked := device.Device{ID: a.Device, CorporationID: a.CorporationID, ProjectID: a.ProjectID}
	sent, err := s.store.SentSince(ctx, a.Device, Read, due.UnixMilli())
	if err != nil || sent {
		return err
	}
	expire := due.Add(a.Every - collectMargin).Sub(now)
	if expire <= 0 {
		return nil // the next request is close
	}
	_, err = s.Send(ctx, audit.Program("collection"), asked, Order{Kind: Read, Priority: ByConfiguration, Expire: expire})
	if refused, ok := errs.As(err); ok && (refused.Code == errs.NoWayToDevice.Code || refused.Code == errs.CommandOutstanding.Code) {
		return nil
	}
	return err
}
