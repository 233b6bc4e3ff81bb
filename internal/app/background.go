package app

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"time"

	"plumbline/internal/platform/events"
)

// maintain runs the maintenance of the series store.
func (s *Server) maintain(ctx context.Context) {
	tick := time.NewTicker(maintainEvery)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		if err := s.seal(ctx); err != nil && ctx.Err() == nil {
			s.Log.Error("seal series", "error", err)
		}
	}
}

// refresh applies a change of this process before its call returns. If that fails, the event applies it a moment
// later.
func (s *Server) refresh(ctx context.Context, points, devices []int64) {
	if _, err := s.Directory.Refresh(ctx, points, devices); err != nil {
		s.Log.Error("load changed points", "error", err)
	}
	if err := s.IntakeDevices.Refresh(ctx, devices); err != nil {
		s.Log.Error("load changed devices", "error", err)
	}
}

func (s *Server) refreshDevices(ctx context.Context) {
	for event := range s.Bus.Subscribe(ctx, events.Config) {
		if err := s.refreshDevice(ctx, event.Payload); err != nil && ctx.Err() == nil {
			s.Log.Error("load changed devices", "error", err)
		}
	}
}

func (s *Server) refreshDevice(ctx context.Context, payload json.RawMessage) error {
	if payload == nil { // the connection to the database was lost: anything may have changed
		return s.IntakeDevices.Reload(ctx)
	}
	var changed events.ConfigPayload
	if err := json.Unmarshal(payload, &changed); err != nil {
		return fmt.Errorf("configuration event: %w", err)
	}
	return s.IntakeDevices.Refresh(ctx, changed.Devices)
}

// forgetPermissions applies changes of roles at once.
func (s *Server) forgetPermissions(ctx context.Context) {
	for range s.Bus.Subscribe(ctx, events.Access) {
		s.Identity.ForgetPermissions(0)
	}
}

func (s *Server) wakeJobs(ctx context.Context, wake chan<- struct{}) {
	for range s.Bus.Subscribe(ctx, events.Jobs) {
		select {
		case wake <- struct{}{}:
		default: // already awake
		}
	}
}

// seal runs the maintenance of the series store in write transactions.
func (s *Server) seal(ctx context.Context) error {
	return s.Series.Maintain(ctx, func(do func(tx *sql.Tx) (func(), error)) error { return s.DB.Apply(ctx, do) })
}
