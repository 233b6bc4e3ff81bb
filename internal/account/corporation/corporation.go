// Package corporation manages tenants: the name, appearance and settings of each corporation. Its data belongs to
// other packages and refers to it by id.
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
	TimeZone            string // IANA name; empty: the product's default
	DocumentDisabled    bool
	ActiveDataProcess   bool
	ActiveAlertGrading  bool
	ActiveNSBDInfoTable bool
	RequireSecondFactor bool // every account needs a second factor
	AllowHelpEdits      bool // visiting operators may change project data
	Active              bool // false: nobody signs in, but devices are still received
	CreatedAt           int64
}

// Listed is a corporation in the operators' list, with its counts.
type Listed struct {
	Corporation
	Users, Projects, Points, Devices int64
}

// FirstAdministrator is the initial account of a new corporation. The caller has validated its fields and hashed its
// password.
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

// Store stores corporations.
type Store interface {
	Corporation(ctx context.Context, scope access.Scope, id int64) (Corporation, error)
	// CorporationByDomain returns the active corporation with a domain prefix, or else the only corporation. It
	// returns a zero Corporation if neither exists.
	CorporationByDomain(ctx context.Context, prefix string) (Corporation, error)
	Corporations(ctx context.Context, scope access.Scope, filter Filter) (paging.Page[Listed], error)
	// CreateCorporation creates a corporation and, if first is not nil, its first administrator.
	CreateCorporation(ctx context.Context, who audit.Actor, c *Corporation, first *FirstAdministrator) error
	UpdateCorporation(ctx context.Context, who audit.Actor, c Corporation) error
	// SetCorporationActive enables a corporation, or disables it and ends its sessions.
	SetCorporationActive(ctx context.Context, who audit.Actor, id int64, active bool) (Corporation, error)
}

// Service manages corporations.
type Service struct{ store Store }

func New(store Store) *Service { return &Service{store: store} }

// Get returns a corporation, or NotFound outside the scope.
func (s *Service) Get(ctx context.Context, scope access.Scope, id int64) (Corporation, error) {
	return s.store.Corporation(ctx, scope, id)
}

// OfAccount returns the corporation of an account, or a zero one for platform accounts. Every signed-in user may see
// its appearance.
func (s *Service) OfAccount(ctx context.Context, id int64) (Corporation, error) {
	if id == 0 {
		return Corporation{}, nil
	}
	return s.store.Corporation(ctx, access.Scope{Corporation: id}, id)
}

// List lists the corporations in the scope. Sorts by name, createdAt.
func (s *Service) List(ctx context.Context, scope access.Scope, filter Filter) (paging.Page[Listed], error) {
	return s.store.Corporations(ctx, scope, filter)
}

// LoginInfo returns the corporation whose appearance the sign-in page shows. It tries the domain prefix, then the host
// name, then the only corporation. Otherwise it returns a zero Corporation, which means the product's own appearance.
// An unknown prefix gives the same result as none, so it reveals nothing.
func (s *Service) LoginInfo(ctx context.Context, prefix, host string) (Corporation, error) {
	if prefix == "" {
		prefix = prefixOf(host)
	}
	return s.store.CorporationByDomain(ctx, strings.ToLower(prefix))
}

// prefixOf returns the first label of a host name with at least three labels: "north" for north.monitor.example. It
// returns "" for IP addresses and shorter names.
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

// Create adds a corporation and sets its id.
func (s *Service) Create(ctx context.Context, who audit.Actor, c *Corporation) error {
	return s.CreateWithAdmin(ctx, who, c, nil)
}

// CreateWithAdmin adds a corporation and its first administrator, both or neither.
func (s *Service) CreateWithAdmin(ctx context.Context, who audit.Actor, c *Corporation, first *FirstAdministrator) error {
	if err := c.Check(); err != nil {
		return err
	}
	return s.store.CreateCorporation(ctx, who, c, first)
}

// Update changes a corporation but not whether it is active. Only the corporation itself, never an operator, decides
// whether helping operators may make changes.
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

// SetActive enables or disables a corporation. Disabling ends its sessions and blocks sign-ins. Its devices are still
// received and its alarms computed, so that no data is missing after it is enabled again.
func (s *Service) SetActive(ctx context.Context, who audit.Actor, id int64, active bool) (Corporation, error) {
	if !who.Scope.Platform && !who.Scope.All {
		return Corporation{}, errs.New(errs.NotAllowed)
	}
	return s.store.SetCorporationActive(ctx, who, id, active)
}
