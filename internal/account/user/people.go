// Package user is what administrators do about people: the users of a corporation,
// their groups and roles, and the members of its projects. It keeps the rules of
// specification section 6: nobody grants what they do not hold, nobody changes an
// account that may more than they do, and the last owner of a project and the last
// administrator of a corporation stay.
//
// What an account may do follows from here and is put together by package identity;
// signing in, sessions and what people change about themselves are there as well.
package user

import (
	"plumbline/internal/account/identity"
	"plumbline/internal/platform/access"
	"plumbline/internal/platform/audit"
	"plumbline/internal/platform/paging"
)

// Manager is who manages people, with what they hold.
type Manager struct {
	audit.Actor
	Permissions identity.Permissions
}

// wide is the manager in the scope of the whole corporation: who may see its people
// sees all of them, member of projects or not.
func (m Manager) wide() Manager {
	m.Scope = Wide(m.Scope)
	return m
}

// Wide is the scope of people in a scope of projects: the whole of the own corporation.
func Wide(scope access.Scope) access.Scope {
	scope.Account, scope.Member = 0, false
	return scope
}

// User is an account as its administrators see it.
type User struct {
	identity.Account
	LastUsedAt  int64 // UTC ms of the last use of a session; 0: never
	LockedUntil int64 // UTC ms; 0: not closed by wrong passwords
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

// Group is a group of users, whose roles all of them hold.
type Group struct {
	ID            int64
	CorporationID int64
	Name          string
	Note          string
	Users         int // counted when listed
	Roles         []Role
}

// Role is a role with what it allows. The built-in ones belong to no corporation and
// cannot be changed.
type Role struct {
	ID            int64
	CorporationID int64
	Type          access.RoleType
	Name          string
	Note          string
	Set           access.Set
	Users         int // who hold it directly, counted when listed
	Groups        int
	Members       int // of projects
}

// BuiltIn reports whether the role comes with the product.
func (r Role) BuiltIn() bool { return r.Type != access.Custom }

// OfProject reports whether members of projects may have the role.
func (r Role) OfProject() bool { return r.Set.InProject() == r.Set }

// Member is an account's part in a project.
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
	Until           int64 // UTC ms when the membership ends by itself; 0: never
}

// Membership is what makes an account a member.
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

// Holding is one line of the export for audits: what an account holds somewhere, and
// through what.
type Holding struct {
	Account         identity.Account
	CorporationName string
	ProjectID       int64 // 0: everywhere in the corporation
	ProjectName     string
	GroupName       string // through a group; empty: held directly
	Role            Role   // Type empty: by the type of the account alone
	Until           int64
}
