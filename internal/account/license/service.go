package license

import (
	"context"
	"time"

	"plumbline/internal/platform/audit"
	"plumbline/internal/platform/errs"
)

// State is the state of an installation's license.
type State string

// States.
const (
	Missing State = "missing"
	Valid   State = "valid"
	Expired State = "expired"
	Foreign State = "foreign" // the code is for another machine or folder, for example before a move
)

// Usage counts points and devices of all corporations against the limits.
type Usage struct{ Points, Devices int64 }

// Info is the license of an installation as users see it.
type Info struct {
	State State
	Terms Terms // zero while Missing
	Usage Usage
}

// Store stores the registration code of the installation.
type Store interface {
	// LicenseCode returns "" if no code was entered.
	LicenseCode(ctx context.Context) (string, error)
	SetLicenseCode(ctx context.Context, who audit.Actor, code string, terms Terms) error
	LicenseUsage(ctx context.Context) (Usage, error)
	// CountAndAdd runs count and insert as one step across all processes of the installation.
	CountAndAdd(ctx context.Context, do func() error) error
}

// Service manages the license.
type Service struct {
	store       Store
	key         []byte
	fingerprint Fingerprint
	now         func() time.Time
}

// New returns the service of an installation for codes signed with the vendor's key.
func New(store Store, key []byte, fingerprint Fingerprint) *Service {
	return &Service{store: store, key: key, fingerprint: fingerprint, now: time.Now}
}

// Fingerprint returns the fingerprint that the vendor needs to make a code for this installation.
func (s *Service) Fingerprint() Fingerprint { return s.fingerprint }

func (s *Service) Info(ctx context.Context) (Info, error) {
	usage, err := s.store.LicenseUsage(ctx)
	if err != nil {
		return Info{}, err
	}
	terms, state, err := s.state(ctx)
	return Info{State: state, Terms: terms, Usage: usage}, err
}

// State returns the current state of the license.
func (s *Service) State(ctx context.Context) (State, error) {
	_, state, err := s.state(ctx)
	return state, err
}

func (s *Service) state(ctx context.Context) (Terms, State, error) {
	code, err := s.store.LicenseCode(ctx)
	if err != nil || code == "" {
		return Terms{}, Missing, err
	}
	terms, err := Read(s.key, code)
	switch {
	case err != nil: // made with a former key of the vendor
		return Terms{}, Missing, nil
	case terms.Fingerprint != s.fingerprint:
		return terms, Foreign, nil
	case terms.Over(s.now()):
		return terms, Expired, nil
	}
	return terms, Valid, nil
}

// Enter stores a registration code. The code must be valid, for this installation and not expired.
func (s *Service) Enter(ctx context.Context, who audit.Actor, code string) (Info, error) {
	terms, err := Read(s.key, code)
	if err != nil {
		return Info{}, err
	}
	if terms.Fingerprint != s.fingerprint {
		return Info{}, errs.OnField("code", errs.LicenseElsewhere)
	}
	if terms.Over(s.now()) {
		return Info{}, errs.OnField("code", errs.LicenseOver, "day", terms.Until.Format(time.DateOnly))
	}
	if err := s.store.SetLicenseCode(ctx, who, code, terms); err != nil {
		return Info{}, err
	}
	return s.Info(ctx)
}

// AddPoints runs add, which adds n points, if the license allows n more.
func (s *Service) AddPoints(ctx context.Context, n int, add func() error) error {
	return s.admit(ctx, Usage{Points: int64(n)}, add)
}

// AddDevices runs add, which adds n devices, if the license allows n more.
func (s *Service) AddDevices(ctx context.Context, n int, add func() error) error {
	return s.admit(ctx, Usage{Devices: int64(n)}, add)
}

func (s *Service) admit(ctx context.Context, more Usage, add func() error) error {
	return s.store.CountAndAdd(ctx, func() error {
		if err := s.checkRoom(ctx, more); err != nil {
			return err
		}
		return add()
	})
}

// checkRoom returns an error if the license does not allow more.
func (s *Service) checkRoom(ctx context.Context, more Usage) error {
	terms, state, err := s.state(ctx)
	if err != nil {
		return err
	}
	if state != Valid {
		return errs.New(errs.LicenseRequired)
	}
	used, err := s.store.LicenseUsage(ctx)
	if err != nil {
		return err
	}
	if terms.Points != Unlimited && more.Points > 0 && used.Points+more.Points > int64(terms.Points) {
		return errs.New(errs.LicensePoints, "max", terms.Points, "used", used.Points)
	}
	if terms.Devices != Unlimited && more.Devices > 0 && used.Devices+more.Devices > int64(terms.Devices) {
		return errs.New(errs.LicenseDevices, "max", terms.Devices, "used", used.Devices)
	}
	return nil
}
