// Package user lets administrators manage people: the users of a corporation, their groups and roles, and the members
// of its projects. It enforces specification section 6. Nobody grants permissions that they lack or changes an account
// with more permissions. The last owner of a project and the last administrator of a corporation cannot be removed.
//
// Package identity computes permissions from this data, and handles sign-in, sessions and people's own profiles.
package user

import (
	"plumbline/internal/account/identity"
	"plumbline/internal/platform/access"
	"plumbline/internal/platform/audit"
	"plumbline/internal/platform/paging"
)

// Manager is the caller who manages people, with the caller's permissions.
type Manager struct {
	audit.Actor
	Permissions identity.Permissions
}

// wide returns the manager with the scope of the whole corporation: permission to see people covers all of them, in
// any project.
func (m Manager) wide() Manager {
	m.Scope = Wide(m.Scope)
	return m
}

// Wide extends a scope of projects to people: it covers the caller's whole corporation.
func Wide(scope access.Scope) access.Scope {
	scope.Account, scope.Member = 0, false
	return scope
}

// User is an account as administrators see it.
type User struct {
	identity.Account
	LastUsedAt  int64 // UTC ms of the last use of a session; 0: never
	LockedUntil int64 // UTC ms; 0: not locked
	Roles       []Role
	Groups      []Group
}

// UserFilter narrows a list of users. Zero fields do not narrow.
type UserFilter struct {
	paging.Query
	Type         access.AccountType
	Active       *bool
	SecondFactor *bool
	Locked       *bool
	RoleID       int64 // held directly
	GroupID      int64
}

// Group is a group of users. All of its users have its roles.
type Group struct {
	ID            int64
	CorporationID int64
	Name          string
	Note          string
	Users         int // set in lists
	Roles         []Role
}

// Role is a role with its permissions. Built-in roles belong to no corporation and cannot be changed.
type Role struct {
	ID            int64
	CorporationID int64
	Type          access.RoleType
	Name          string
	Note          string
	Set           access.Set
	Users         int // direct holders; set in lists
	Groups        int
	Members       int // project members
}

// BuiltIn reports whether the role comes with the product.
func (r Role) BuiltIn() bool { return r.Type != access.Custom }

// OfProject reports whether the role can be assigned to project members.
func (r Role) OfProject() bool { return r.Set.InProject() == r.Set }

// Member is a member of a project.
type Member struct {
	ProjectID       int64
	AccountID       int64
	CorporationID   int64 // of the account
	CorporationName string
	Name            string // account name
	DisplayName     string
	Mobile          string
	Email           string
	Avatar          string
	Active          bool
	Roles           []Role
	Since           int64
	Until           int64 // UTC ms when the membership ends; 0: never
}

// Membership is the input to add or change a member.
type Membership struct {
	ProjectID int64
	AccountID int64
	Roles     []int64
	Until     int64
}

// MemberFilter narrows a list of members.
type MemberFilter struct {
	paging.Query
	ProjectID int64
	RoleID    int64
}

// Grant is one line of the permission export: a role of an account, with its place and its source.
type Grant struct {
	Account         identity.Account
	CorporationName string
	ProjectID       int64 // 0: the whole corporation
	ProjectName     string
	GroupName       string // through a group; empty: held directly
	Role            Role   // Type empty: only by account type
	Until           int64
}
