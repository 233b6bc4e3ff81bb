// Package testrun keeps test runs of devices and computes their statistics: what an engineer needs to accept an
// instrument. A run is a period of a device. Its readings are those of the device in that period and are never copied,
// so its statistics follow readings that arrive late.
package testrun

import (
	"context"
	"strings"
	"time"

	"plumbline/internal/core/series"
	"plumbline/internal/field/ingest"
	"plumbline/internal/platform/access"
	"plumbline/internal/platform/audit"
	"plumbline/internal/platform/clock"
	"plumbline/internal/platform/errs"
)

const (
	// Longest is the longest period of a run.
	Longest = 31 * 24 * time.Hour
	// MaxRuns is the most runs of a device.
	MaxRuns = 200
)

// Run is a saved test run.
type Run struct {
	ID            int64
	CorporationID int64
	DeviceID      int64
	Name          string
	Remark        string
	From, To      int64 // UTC ms, both inclusive
	AccountID     int64
	AccountName   string // set in lists
	CreatedAt     int64
}

// Store stores runs. Changes are logged in their transaction.
type Store interface {
	// TestRuns returns the runs of a device, the latest first.
	TestRuns(ctx context.Context, scope access.Scope, device int64) ([]Run, error)
	// AddTestRun stores a run of a device and completes it; the error is NameUsed if the device has one with the name,
	// TooManyEntries if it has MaxRuns.
	AddTestRun(ctx context.Context, who audit.Actor, r *Run) error
	DeleteTestRun(ctx context.Context, who audit.Actor, device, id int64) error
}

// Service saves runs and computes their statistics.
type Service struct {
	store   Store
	series  Series
	devices Devices
}

// Series is what runs read; series.Store implements it.
type Series interface {
	Channels(ctx context.Context, device int64) ([]int32, error)
	series.Reads
}

// Devices finds devices, for their connections and time zones; ingest.Directory implements it.
type Devices interface {
	ByID(id int64) (*ingest.Device, bool)
}

// NewService returns a service.
func NewService(store Store, s Series, d Devices) *Service { return &Service{store, s, d} }

// List returns the runs of a device, the latest first.
func (s *Service) List(ctx context.Context, scope access.Scope, device int64) ([]Run, error) {
	return s.store.TestRuns(ctx, scope, device)
}

// Get returns a run of a device.
func (s *Service) Get(ctx context.Context, scope access.Scope, device, id int64) (Run, error) {
	list, err := s.store.TestRuns(ctx, scope, device)
	if err != nil {
		return Run{}, err
	}
	for _, r := range list {
		if r.ID == id {
			return r, nil
		}
	}
	return Run{}, errs.New(errs.NothingHere)
}

// Save saves a run and completes it.
func (s *Service) Save(ctx context.Context, who audit.Actor, r *Run) error {
	r.Name, r.Remark = strings.TrimSpace(r.Name), strings.TrimSpace(r.Remark)
	if r.Name == "" {
		return errs.OnField("name", errs.Empty)
	}
	if err := CheckPeriod(r.From, r.To); err != nil {
		return err
	}
	if latest := clock.Now().Add(time.Minute).UnixMilli(); r.To > latest { // clocks of browsers are not exact
		return errs.OnField("to", errs.OutOfRange, "min", r.From+1, "max", latest)
	}
	return s.store.AddTestRun(ctx, who, r)
}

// Delete deletes a run; the readings stay.
func (s *Service) Delete(ctx context.Context, who audit.Actor, device, id int64) error {
	return s.store.DeleteTestRun(ctx, who, device, id)
}

// CheckPeriod checks the period of a run.
func CheckPeriod(from, to int64) error {
	if from >= to {
		return errs.OnField("to", errs.OutOfRange, "min", from+1, "max", from+Longest.Milliseconds())
	}
	if to-from > Longest.Milliseconds() {
		return errs.OnField("to", errs.SpanTooLong, "days", int(Longest/(24*time.Hour)))
	}
	return nil
}
