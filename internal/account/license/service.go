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
	// Admit runs add, which must pass on its context. Before its transaction commits, check gets the usage with what
	// was added; other additions wait until the commit.
	Admit(ctx context.Context, check func(Usage) error, add func(context.Context) error) error
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
func (s *Service) AddPoints(ctx context.Context, n int, add func(context.Context) error) error {
	return s.admit(ctx, Usage{Points: int64(n)}, add)
}

// AddDevices runs add, which adds n devices, if the license allows n more.
func (s *Service) AddDevices(ctx context.Context, n int, add func(context.Context) error) error {
	return s.admit(ctx, Usage{Devices: int64(n)}, add)
}

func (s *Service) admit(ctx context.Context, more Usage, add func(context.Context) error) error {
	terms, state, err := s.state(ctx)
	if err != nil {
		return err
	}
	if state != Valid {
		return errs.New(errs.LicenseRequired)
	}
	return s.store.Admit(ctx, func(used Usage) error { return terms.allow(used, more) }, add)
}

// allow returns an error if the license does not allow what is used, including what was added.
func (t Terms) allow(used, added Usage) error {
	if t.Points != Unlimited && added.Points > 0 && used.Points > int64(t.Points) {
		return errs.New(errs.LicensePoints, "max", t.Points, "used", used.Points-added.Points)
	}
	if t.Devices != Unlimited && added.Devices > 0 && used.Devices > int64(t.Devices) {
		return errs.New(errs.LicenseDevices, "max", t.Devices, "used", used.Devices-added.Devices)
	}
	return nil
}
