// Package identity is the people: accounts, their passwords, their sessions, and
// what each may do where. Tokens are opaque; whoever reads the database learns
// neither a token nor a password.
package identity

import "plumbline/internal/access"

// Account is a person's account. Its name is unique on the platform.
type Account struct {
	ID             int64
	CorporationID  int64 // 0: the platform's own
	Name           string
	DisplayName    string
	Type           access.AccountType
	Theme          string // default (dark) or white
	Language       string // zh, en, zh-TW; empty: as the browser asks
	Mobile         string
	Email          string
	Avatar         string
	Active         bool
	SimplePassword bool // the password fails the strong rule
	CreatedAt      int64
}

// Scope is the part of the tenants' data that the account may see.
func (a Account) Scope() access.Scope { return access.ScopeOf(a.Type, a.CorporationID, a.ID) }

// The themes.
const (
	Dark  = "default"
	White = "white"
)

// Credential is the stored form of a password with the account that it opens.
type Credential struct {
	Account Account
	Hash    string // argon2id in PHC form
}

// Session is one sign-in that is still good.
type Session struct {
	ID         int64
	AccountID  int64
	CreatedAt  int64
	LastUsedAt int64
	ExpiresAt  int64
	Remember   bool
	IP         string
	Client     string
	RevokedAt  int64 // 0 while it holds
}

// Caller is who stands behind a request.
type Caller struct {
	Session Session
	Account Account
}

// Grant is a permission set that an account holds in one project, or in its whole
// corporation (ProjectID 0).
type Grant struct {
	ProjectID int64
	Set       access.Set
	Roles     []access.RoleType
}

// Permissions is what an account may do.
type Permissions struct {
	Everywhere access.Set // by its type, and by roles held directly or through groups
	projects   map[int64]Grant
}

// NewPermissions joins what an account holds by itself with its grants.
func NewPermissions(t access.AccountType, grants []Grant) Permissions {
	p := Permissions{Everywhere: access.OfAccount(t), projects: make(map[int64]Grant, len(grants))}
	for _, g := range grants {
		if g.ProjectID == 0 {
			p.Everywhere = p.Everywhere.Union(g.Set)
			continue
		}
		g.Set = g.Set.InProject().Union(p.projects[g.ProjectID].Set)
		g.Roles = append(g.Roles, p.projects[g.ProjectID].Roles...)
		p.projects[g.ProjectID] = g
	}
	return p
}

// In is what the account may do in a project; 0 asks for what it may do anywhere
// at all: the union that decides about menus.
func (p Permissions) In(projectID int64) access.Set {
	if projectID != 0 {
		return p.Everywhere.Union(p.projects[projectID].Set)
	}
	set := p.Everywhere
	for _, g := range p.projects {
		set = set.Union(g.Set)
	}
	return set
}

// InEvery tells whether the account holds a permission in every project that it has
// a role in: then a list over its projects shows nothing that one of them denies.
func (p Permissions) InEvery(need access.Permission) bool {
	if p.Everywhere.Holds(need) {
		return true
	}
	for _, g := range p.projects {
		if !g.Set.Holds(need) {
			return false
		}
	}
	return true
}

// Roles are the built-in roles that the account has in a project.
func (p Permissions) Roles(projectID int64) []access.RoleType { return p.projects[projectID].Roles }
