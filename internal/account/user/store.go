package user

import (
	"context"

	"plumbline/internal/account/identity"
	"plumbline/internal/platform/access"
	"plumbline/internal/platform/audit"
	"plumbline/internal/platform/paging"
)

// Store stores people. Every method returns NothingHere for data outside the scope and NameUsed for a name in use.
// Every change writes the audit log in its own transaction and announces whose permissions changed.
type Store interface {
	// Users lists accounts. closed is the limit of failed attempts that locks an account.
	Users(ctx context.Context, scope access.Scope, filter UserFilter, closed Closed) (paging.Page[User], error)
	User(ctx context.Context, scope access.Scope, id int64) (User, error)
	NameTaken(ctx context.Context, name string) (bool, error)
	// CreateUser creates an account with its initial roles and groups.
	CreateUser(ctx context.Context, who audit.Actor, a *identity.Account, hash string, roles, groups []int64) error
	// UpdateUser writes display name, mobile, e-mail and type. It returns LastAdministrator if the corporation would
	// lose its last one.
	UpdateUser(ctx context.Context, who audit.Actor, a identity.Account) error
	// SetActive enables accounts, or disables them and ends their sessions: all or none. It returns LastAdministrator
	// and LastOwner like RemoveUser.
	SetActive(ctx context.Context, who audit.Actor, ids []int64, active bool) error
	// RemoveUser replaces an account by a pseudonym and frees its name. The last administrator of a corporation and
	// the last owner of a project cannot be removed.
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

	// Roles lists the built-in roles and those of the corporations in the scope.
	Roles(ctx context.Context, scope access.Scope, query paging.Query) (paging.Page[Role], error)
	Role(ctx context.Context, scope access.Scope, id int64) (Role, error)
	// RolesByID returns roles that a corporation may use, in the order of ids. It returns MustExist on the field roles
	// if one is missing.
	RolesByID(ctx context.Context, corporationID int64, ids []int64) ([]Role, error)
	CreateRole(ctx context.Context, who audit.Actor, r *Role) error
	UpdateRole(ctx context.Context, who audit.Actor, r Role) error
	// DeleteRole returns InUse if somebody holds the role.
	DeleteRole(ctx context.Context, who audit.Actor, id int64) error
	// SetRolePermissions returns RoleInProjects if project members hold the role and the set exceeds projects.
	SetRolePermissions(ctx context.Context, who audit.Actor, id int64, set access.Set) error
	ChangeRoleUsers(ctx context.Context, who audit.Actor, id int64, change Change) error

	Members(ctx context.Context, scope access.Scope, filter MemberFilter) (paging.Page[Member], error)
	// Member returns a member of a project in the scope.
	Member(ctx context.Context, scope access.Scope, projectID, accountID int64) (Member, error)
	// AddMember returns MemberAlready if the account is a member whose membership has not ended.
	AddMember(ctx context.Context, who audit.Actor, m Membership) error
	UpdateMember(ctx context.Context, who audit.Actor, m Membership) error
	RemoveMember(ctx context.Context, who audit.Actor, projectID, accountID int64) error
	// Candidates lists the active accounts of a project's corporation that are not members.
	Candidates(ctx context.Context, scope access.Scope, projectID int64, query paging.Query) (paging.Page[identity.Account], error)

	// EachGrant visits the roles of all accounts in a scope, ordered by account. It keeps no database read open
	// between chunks.
	EachGrant(ctx context.Context, scope access.Scope, visit func([]Grant) error) error
}

// Closed is the limit that locks an account: the number of failed attempts since a time (UTC ms).
type Closed struct {
	Attempts int
	Since    int64
}

// Change adds and removes entries of a list. With Replace the list becomes Add.
type Change struct {
	Add, Remove []int64
	Replace     bool
}
