// Package corporation is the tenant: a corporation with its name, its appearance
// and its switches. Everything a corporation owns carries its id; what it owns is
// held elsewhere.
package corporation

import (
	"context"
	"net"
	"strings"

	"plumbline/internal/platform/access"
	"plumbline/internal/platform/audit"
	"plumbline/internal/platform/errs"
	"plumbline/internal/platform/paging"
)

// Corporation is a tenant (specification section 3).
type Corporation struct {
	ID                  int64
	Name                string
	Title               string // shown in the header
	DomainPrefix        string
	Logo                string
	Favicon             string
	Copyright           string
	PlatformName        string
	Address             string
	Slogan              string
	LoginBackground     string
	Remarks             string
	TimeZone            string // IANA name; empty takes the product's default
	DocumentDisabled    bool
	ActiveDataProcess   bool
	ActiveAlertGrading  bool
	ActiveNSBDInfoTable bool
	RequireSecondFactor bool // every account needs one
	AllowHelpEdits      bool // operators who help may change what projects hold
	Active              bool // disabled: nobody signs in, devices go on being received
	CreatedAt           int64
}

// Listed is a corporation in the operators' list, with what it holds.
type Listed struct {
	Corporation
	Users, Projects, Points, Devices int64
}

// FirstAdministrator is the account that a new corporation is handed over with; its
// fields have been checked and its password hashed where accounts are made.
type FirstAdministrator struct {
	Name, DisplayName, Mobile, Email string
	Language                         string
	PasswordHash                     string
	SimplePassword                   bool
}

// Filter narrows a list of corporations.
type Filter struct {
	paging.Query
	Disabled *bool // nil: both
}

// Store keeps corporations.
type Store interface {
	Corporation(ctx context.Context, scope access.Scope, id int64) (Corporation, error)
	// CorporationByDomain finds an active corporation by its prefix, else the only
	// one there is; a zero Corporation is neither.
	CorporationByDomain(ctx context.Context, prefix string) (Corporation, error)
	Corporations(ctx context.Context, scope access.Scope, filter Filter) (paging.Page[Listed], error)
	// CreateCorporation makes a corporation, with its first administrator if one is given.
	CreateCorporation(ctx context.Context, who audit.Actor, c *Corporation, first *FirstAdministrator) error
	UpdateCorporation(ctx context.Context, who audit.Actor, c Corporation) error
	// SetCorporationActive enables, or disables with the end of every session in it.
	SetCorporationActive(ctx context.Context, who audit.Actor, id int64, active bool) (Corporation, error)
}

// Service keeps the rules of corporations.
type Service struct{ store Store }

// New makes the service.
func New(store Store) *Service { return &Service{store: store} }

// Get returns a corporation, NotFound outside of the scope.
func (s *Service) Get(ctx context.Context, scope access.Scope, id int64) (Corporation, error) {
	return s.store.Corporation(ctx, scope, id)
}

// OfAccount returns the corporation that an account belongs to, a zero one for the
// platform's own accounts: everyone who is signed in sees how it looks.
func (s *Service) OfAccount(ctx context.Context, id int64) (Corporation, error) {
	if id == 0 {
		return Corporation{}, nil
	}
	return s.store.Corporation(ctx, access.Scope{Corporation: id}, id)
}

// List returns the corporations of the scope. Sorts by name, createdAt.
func (s *Service) List(ctx context.Context, scope access.Scope, filter Filter) (paging.Page[Listed], error) {
	return s.store.Corporations(ctx, scope, filter)
}

// LoginInfo returns the appearance of the sign-in page: of the corporation whose
// domain prefix it is, else of the one that the host names, else of the only
// corporation there is, else the product's own (a zero Corporation). Who asks learns
// no more of an unknown prefix than of none.
func (s *Service) LoginInfo(ctx context.Context, prefix, host string) (Corporation, error) {
	if prefix == "" {
		prefix = prefixOf(host)
	}
	return s.store.CorporationByDomain(ctx, strings.ToLower(prefix))
}

// prefixOf is the first label of a host name of three labels or more: "north" of
// north.monitor.example. Addresses and shorter names have none.
func prefixOf(host string) string {
	if name, _, err := net.SplitHostPort(host); err == nil {
		host = name
	}
	if net.ParseIP(strings.Trim(host, "[]")) != nil || strings.Count(strings.TrimSuffix(host, "."), ".") < 2 {
		return ""
	}
	first, _, _ := strings.Cut(host, ".")
	return first
}

// Create adds a corporation and gives it its id.
func (s *Service) Create(ctx context.Context, who audit.Actor, c *Corporation) error {
	return s.Found(ctx, who, c, nil)
}

// Found adds a corporation together with its first administrator, both or neither.
func (s *Service) Found(ctx context.Context, who audit.Actor, c *Corporation, first *FirstAdministrator) error {
	if err := c.Check(); err != nil {
		return err
	}
	return s.store.CreateCorporation(ctx, who, c, first)
}

// Update changes a corporation; it stays active or disabled. Whether operators who
// help may change things is the corporation's own to say, never an operator's.
func (s *Service) Update(ctx context.Context, who audit.Actor, c Corporation) (Corporation, error) {
	before, err := s.store.Corporation(ctx, who.Scope, c.ID)
	if err != nil {
		return Corporation{}, err
	}
	if who.Scope.Platform && c.AllowHelpEdits != before.AllowHelpEdits {
		return Corporation{}, errs.OnField("allowHelpEdits", errs.HelpEditsOwn)
	}
	if err := c.Check(); err != nil {
		return Corporation{}, err
	}
	c.Active, c.CreatedAt = before.Active, before.CreatedAt
	return c, s.store.UpdateCorporation(ctx, who, c)
}

// SetActive enables or disables a corporation. Disabled, its accounts are signed out
// and let in no more; its devices go on being received and its alarms computed, so
// that nothing is missing when it is enabled again.
func (s *Service) SetActive(ctx context.Context, who audit.Actor, id int64, active bool) (Corporation, error) {
	if !who.Scope.Platform && !who.Scope.All {
		return Corporation{}, errs.New(errs.NotAllowed)
	}
	return s.store.SetCorporationActive(ctx, who, id, active)
}
