// Package corporation is the tenant: a corporation with its name, its appearance
// and its switches. Everything a corporation owns carries its id; what it owns is
// held elsewhere.
package corporation

import (
	"context"

	"plumbline/internal/access"
	"plumbline/internal/listing"
	"plumbline/internal/oplog"
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
	CreatedAt           int64
}

// Store keeps corporations.
type Store interface {
	Corporation(ctx context.Context, scope access.Scope, id int64) (Corporation, error)
	CorporationByDomain(ctx context.Context, prefix string) (Corporation, error)
	Corporations(ctx context.Context, scope access.Scope, query listing.Query) (listing.Page[Corporation], error)
	CreateCorporation(ctx context.Context, who oplog.Actor, c *Corporation) error
	UpdateCorporation(ctx context.Context, who oplog.Actor, c Corporation) error
}

// Service keeps the rules of corporations.
type Service struct{ store Store }

// New makes the service.
func New(store Store) *Service { return &Service{store: store} }

// Get answers a corporation, NotFound outside of the scope.
func (s *Service) Get(ctx context.Context, scope access.Scope, id int64) (Corporation, error) {
	return s.store.Corporation(ctx, scope, id)
}

// List answers the corporations of the scope.
func (s *Service) List(ctx context.Context, scope access.Scope, query listing.Query) (listing.Page[Corporation], error) {
	return s.store.Corporations(ctx, scope, query)
}

// LoginInfo answers the appearance of the sign-in page: of the corporation whose
// domain prefix it is, else of the only corporation there is, else the product's own
// (a zero Corporation).
func (s *Service) LoginInfo(ctx context.Context, prefix string) (Corporation, error) {
	return s.store.CorporationByDomain(ctx, prefix)
}

// Create adds a corporation and gives it its id.
func (s *Service) Create(ctx context.Context, who oplog.Actor, c *Corporation) error {
	if err := c.validate(); err != nil {
		return err
	}
	return s.store.CreateCorporation(ctx, who, c)
}

// Update changes a corporation.
func (s *Service) Update(ctx context.Context, who oplog.Actor, c Corporation) error {
	if err := c.validate(); err != nil {
		return err
	}
	return s.store.UpdateCorporation(ctx, who, c)
}
