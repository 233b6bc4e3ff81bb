package user

import (
	"context"

	"plumbline/internal/account/identity"
	"plumbline/internal/platform/access"
	"plumbline/internal/platform/audit"
	"plumbline/internal/platform/paging"
)

// Store keeps people. Every method answers NothingHere for what lies outside of the
// scope, and NameUsed for a name that is taken. Every change writes the log of
// operations in its own transaction and announces whose permissions changed.
type Store interface {
	// Users lists accounts; those closed by wrong passwords are those with at least
	// so many attempts since a time (UTC ms).
	Users(ctx context.Context, scope access.Scope, filter UserFilter, closed Closed) (paging.Page[User], error)
	User(ctx context.Context, scope access.Scope, id int64) (User, error)
	NameTaken(ctx context.Context, name string) (bool, error)
	// CreateUser makes an account with the roles and groups that it begins with.
	CreateUser(ctx context.Context, who audit.Actor, a *identity.Account, hash string, roles, groups []int64) error
	// UpdateUser writes display name, mobile, e-mail and type; LastAdministrator when
	// the corporation would lose its last one.
	UpdateUser(ctx context.Context, who audit.Actor, a identity.Account) error
	// SetActive enables accounts or disables them, which ends their sessions: all or
	// none. LastAdministrator and LastOwner as for RemoveUser.
	SetActive(ctx context.Context, who audit.Actor, ids []int64, active bool) error
	// RemoveUser leaves of an account no more than a pseudonym and frees its name. The
	// last administrator of a corporation and the last owner of a project stay.
	RemoveUser(ctx context.Context, who audit.Actor, id int64, pseudonym string) error
	SetUserRoles(ctx context.Context, who audit.Actor, id int64, roles []int64) error
	SetUserGroups(ctx context.Context, who audit.Actor, id int64, groups []int64) error

	Groups(ctx context.Context, scope access.Scope, query paging.Query) (paging.Page[Group], error)
	Group(ctx context.Context, scope access.Scope, id int64) (Group, error)
	CreateGroup(ctx context.Context, who audit.Actor, g *Group) error
	UpdateGroup(ctx context.Context, who audit.Actor, g Group) error
	DeleteGroup(ctx context.Context, who audit.Actor, id int64) error
	SetGroupRoles(ctx context.Context, who audit.Actor, id int64, roles []int64) error
	ChangeGroupUsers(ctx context.Context, who audit.Actor, id int64, change Change) error

	// Roles lists the built-in roles and those of the corporations of the scope.
	Roles(ctx context.Context, scope access.Scope, query paging.Query) (paging.Page[Role], error)
	Role(ctx context.Context, scope access.Scope, id int64) (Role, error)
	// RolesByID answers roles that a corporation may use, in the order of ids; MustExist
	// on the field roles when one is not there.
	RolesByID(ctx context.Context, corporationID int64, ids []int64) ([]Role, error)
	CreateRole(ctx context.Context, who audit.Actor, r *Role) error
	UpdateRole(ctx context.Context, who audit.Actor, r Role) error
	// DeleteRole answers InUse while somebody holds the role.
	DeleteRole(ctx context.Context, who audit.Actor, id int64) error
	// SetRolePermissions answers RoleInProjects when members of projects hold the role
	// and the set goes beyond projects.
	SetRolePermissions(ctx context.Context, who audit.Actor, id int64, set access.Set) error
	ChangeRoleUsers(ctx context.Context, who audit.Actor, id int64, change Change) error

	Members(ctx context.Context, scope access.Scope, filter MemberFilter) (paging.Page[Member], error)
	// Member returns one member of a project of the scope.
	Member(ctx context.Context, scope access.Scope, projectID, accountID int64) (Member, error)
	// AddMember answers MemberAlready for an account that is a member, unless its
	// membership has ended.
	AddMember(ctx context.Context, who audit.Actor, m Membership) error
	UpdateMember(ctx context.Context, who audit.Actor, m Membership) error
	RemoveMember(ctx context.Context, who audit.Actor, projectID, accountID int64) error
	// Candidates are the active accounts of a project's corporation that are no members.
	Candidates(ctx context.Context, scope access.Scope, projectID int64, query paging.Query) (paging.Page[identity.Account], error)

	// EachHolding goes through all that the accounts of a scope hold, by account, without
	// holding a read of the database open between pieces.
	EachHolding(ctx context.Context, scope access.Scope, visit func([]Holding) error) error
}

// Closed says when wrong passwords close an account: that many since a time (UTC ms).
type Closed struct {
	Attempts int
	Since    int64
}

// Change adds and takes away entries of a list; with Replace the list is what Add has.
type Change struct {
	Add, Remove []int64
	Replace     bool
}
