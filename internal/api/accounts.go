package api

import (
	"context"
	"net/http"

	"plumbline/internal/account/identity"
	"plumbline/internal/account/people"
	"plumbline/internal/platform/access"
	"plumbline/internal/platform/oplog"
)

// Account is a user as the administrators of its corporation see it.
type Account struct {
	User
	IsSimplePwd  bool       `json:"isSimplePwd" doc:"On an initial password that fails the strong rule"`
	SecondFactor bool       `json:"secondFactor"`
	LockedUntil  int64      `json:"lockedUntil" doc:"UTC ms until which wrong passwords keep it closed; 0: it is open"`
	CreatedAt    int64      `json:"createdAt" doc:"UTC ms"`
	LastUsedAt   int64      `json:"lastUsedAt" doc:"UTC ms of the last use of a session; 0: never"`
	Roles        []RoleName `json:"roles" doc:"Held directly, in the whole corporation"`
	Groups       []Named    `json:"groups"`
}

// Named is a thing by number and name.
type Named struct {
	ID   int64  `json:"id"`
	Name string `json:"name"`
}

type accountList struct {
	Paging
	Type         string `query:"type" enum:"Admin,Normal"`
	Active       string `query:"active" enum:"true,false"`
	Locked       string `query:"locked" enum:"true,false" doc:"Closed by wrong passwords"`
	SecondFactor string `query:"secondFactor" enum:"true,false"`
	RoleID       int64  `query:"roleId" minimum:"0" doc:"Held directly"`
	GroupID      int64  `query:"groupId" minimum:"0"`
}

type newAccount struct {
	Body struct {
		Name        string  `json:"name" minLength:"1" maxLength:"20" example:"chen.wei"`
		DisplayName string  `json:"displayName,omitempty" maxLength:"20"`
		Type        string  `json:"type,omitempty" enum:"Admin,Normal" default:"Normal"`
		Mobile      string  `json:"mobile,omitempty" maxLength:"11"`
		Email       string  `json:"email,omitempty" maxLength:"254"`
		Language    string  `json:"language,omitempty" enum:",zh,en,zh-TW"`
		Password    string  `json:"password" minLength:"1" maxLength:"200" doc:"Initial, of 6 or more characters"`
		Roles       []int64 `json:"roles,omitempty" maxItems:"100"`
		Groups      []int64 `json:"groups,omitempty" maxItems:"100"`
	}
}

type accountChange struct {
	UserPath
	Body struct {
		DisplayName *string `json:"displayName,omitempty" maxLength:"20"`
		Type        *string `json:"type,omitempty" enum:"Admin,Normal"`
		Mobile      *string `json:"mobile,omitempty" maxLength:"11"`
		Email       *string `json:"email,omitempty" maxLength:"254"`
	}
}

type disabling struct {
	UserPath
	Body struct {
		Disabled *bool `json:"disabled,omitempty" default:"true" doc:"False enables the account again"`
	}
}

type bulkDisabling struct {
	Body struct {
		IDs      []int64 `json:"ids" minItems:"1" maxItems:"200"`
		Disabled *bool   `json:"disabled,omitempty" default:"true"`
	}
}

type initialPassword struct {
	UserPath
	Body struct {
		Password string `json:"password" minLength:"1" maxLength:"200" doc:"6 or more characters"`
	}
}

type userName struct {
	Username string `path:"username" minLength:"1" maxLength:"100"`
}

type userRoles struct {
	UserPath
	Body RoleIDs
}

type userGroups struct {
	UserPath
	Body struct {
		Groups []int64 `json:"groups" maxItems:"100" doc:"All groups that the user is to be in"`
	}
}

// administrator is the caller as the log of operations knows it, who sees all people of
// the corporation, whichever projects they see.
func (c *caller) administrator() oplog.Actor {
	who := c.actor()
	who.Scope = people.Wide(who.Scope)
	return who
}

// manager is the caller as it manages people.
func (c *caller) manager() people.Manager {
	return people.Manager{Actor: c.actor(), Permissions: c.permissions}
}

func (s *server) accounts() {
	need := func(action access.Action) access.Permission {
		return access.Permission{Area: access.User, Action: action}
	}
	view, update := need(access.Retrieve), need(access.Update)
	register(s, operation{
		id: "listUsers", method: http.MethodGet, path: "/users", tag: "users", need: view,
		summary: "Users of the corporation", detail: "Sorts by name, displayName, type, createdAt, lastUsedAt.",
	}, func(ctx context.Context, in *accountList) (*output[Page[Account]], error) {
		page, err := s.People.Users(ctx, callerOf(ctx).manager(), people.UserFilter{
			Query: in.query(), Type: access.AccountType(in.Type), Active: truth(in.Active), Locked: truth(in.Locked),
			SecondFactor: truth(in.SecondFactor), RoleID: in.RoleID, GroupID: in.GroupID,
		})
		return pageOf(page, s.accountOf), err
	})
	register(s, operation{
		id: "createUser", method: http.MethodPost, path: "/users", tag: "users", need: need(access.Create), status: http.StatusCreated, person: true,
		summary: "Make a user with an initial password", detail: "Its type, roles and groups hold no more than the caller does.",
	}, func(ctx context.Context, in *newAccount) (*output[Account], error) {
		b := in.Body
		if b.Type == "" {
			b.Type = string(access.Normal)
		}
		made, err := s.People.CreateUser(ctx, callerOf(ctx).manager(), identity.NewAccount{Account: identity.Account{
			Name: b.Name, DisplayName: b.DisplayName, Type: access.AccountType(b.Type), Mobile: b.Mobile, Email: b.Email, Language: b.Language,
		}, Password: b.Password}, b.Roles, b.Groups)
		return answer(s.accountOf(made)), err
	})
	register(s, operation{
		id: "checkUsername", method: http.MethodPost, path: "/users/check/{username}", tag: "users", need: need(access.Create), unlogged: asks,
		summary: "Tell whether an account name is taken", detail: "Throttled; names are unique on the platform, and the answer is only taken or free.",
	}, func(ctx context.Context, in *userName) (*output[Exists], error) {
		if err := s.mayProbe(ctx); err != nil {
			return nil, err
		}
		taken, err := s.People.NameTaken(ctx, in.Username)
		return answer(Exists{IsExist: taken}), err
	})
	register(s, operation{
		id: "getUser", method: http.MethodGet, path: "/users/{userId}", tag: "users", need: view, summary: "One user",
	}, func(ctx context.Context, in *UserPath) (*output[Account], error) {
		user, err := s.People.User(ctx, callerOf(ctx).manager(), in.UserID)
		return answer(s.accountOf(user)), err
	})
	register(s, operation{
		id: "updateUser", method: http.MethodPut, path: "/users/{userId}", tag: "users", need: update, person: true,
		summary: "Change a user", detail: "What is left out stays. Accounts that may more than the caller are refused; the last active administrator stays one.",
	}, func(ctx context.Context, in *accountChange) (*output[Account], error) {
		change := people.UserChange{DisplayName: in.Body.DisplayName, Mobile: in.Body.Mobile, Email: in.Body.Email}
		if in.Body.Type != nil {
			t := access.AccountType(*in.Body.Type)
			change.Type = &t
		}
		user, err := s.People.UpdateUser(ctx, callerOf(ctx).manager(), in.UserID, change)
		return answer(s.accountOf(user)), err
	})
	register(s, operation{
		id: "deleteUser", method: http.MethodDelete, path: "/users/{userId}", tag: "users", need: need(access.Delete), person: true,
		summary: "Remove a user", detail: "What the account did stays under a pseudonym; its name is free again and its sessions end. The last administrator and the last owner of a project stay.",
	}, func(ctx context.Context, in *UserPath) (*output[Done], error) {
		return answer(Done{}), s.People.RemoveUser(ctx, callerOf(ctx).manager(), in.UserID)
	})
	register(s, operation{
		id: "disableUser", method: http.MethodPatch, path: "/users/{userId}/disable", tag: "users", need: update, person: true,
		summary: "Disable a user, or enable it again", detail: "Disabling ends its sessions.",
	}, func(ctx context.Context, in *disabling) (*output[Account], error) {
		by := callerOf(ctx).manager()
		if err := s.People.SetActive(ctx, by, []int64{in.UserID}, in.Body.Disabled != nil && !*in.Body.Disabled); err != nil {
			return nil, err
		}
		user, err := s.People.User(ctx, by, in.UserID)
		return answer(s.accountOf(user)), err
	})
	register(s, operation{
		id: "disableUsers", method: http.MethodPatch, path: "/users/disable", tag: "users", need: update, person: true,
		summary: "Disable or enable many users, all or none of them",
	}, func(ctx context.Context, in *bulkDisabling) (*output[Done], error) {
		return answer(Done{}), s.People.SetActive(ctx, callerOf(ctx).manager(), in.Body.IDs, in.Body.Disabled != nil && !*in.Body.Disabled)
	})
	register(s, operation{
		id: "setInitialPassword", method: http.MethodPut, path: "/users/{userId}/initial-password", tag: "users", need: update, person: true,
		summary: "Give a user a new initial password", detail: "Its sessions end. A password that fails the strong rule warns until the user changes it.",
	}, func(ctx context.Context, in *initialPassword) (*output[Done], error) {
		return answer(Done{}), s.People.HandOutPassword(ctx, callerOf(ctx).manager(), in.UserID, in.Body.Password)
	})
	register(s, operation{
		id: "listUserRoles", method: http.MethodGet, path: "/users/{userId}/roles", tag: "users", need: view, summary: "Roles that a user holds directly",
	}, func(ctx context.Context, in *UserPath) (*output[List[RoleName]], error) {
		user, err := s.People.User(ctx, callerOf(ctx).manager(), in.UserID)
		return listAnswer(user.Roles, roleNameOf), err
	})
	register(s, operation{
		id: "setUserRoles", method: http.MethodPut, path: "/users/{userId}/roles", tag: "users", need: update, person: true,
		summary: "Replace the roles that a user holds directly", detail: "They count in the whole corporation. Roles that hold more than the caller can be neither given nor taken.",
	}, func(ctx context.Context, in *userRoles) (*output[List[RoleName]], error) {
		by := callerOf(ctx).manager()
		if err := s.People.SetUserRoles(ctx, by, in.UserID, in.Body.Roles); err != nil {
			return nil, err
		}
		user, err := s.People.User(ctx, by, in.UserID)
		return listAnswer(user.Roles, roleNameOf), err
	})
	register(s, operation{
		id: "listGroupsOfUser", method: http.MethodGet, path: "/users/{userId}/user-groups", tag: "users", need: view, summary: "Groups that a user is in",
	}, func(ctx context.Context, in *UserPath) (*output[List[Named]], error) {
		user, err := s.People.User(ctx, callerOf(ctx).manager(), in.UserID)
		return listAnswer(user.Groups, groupNameOf), err
	})
	register(s, operation{
		id: "setGroupsOfUser", method: http.MethodPut, path: "/users/{userId}/user-groups", tag: "users", need: update, person: true,
		summary: "Replace the groups that a user is in",
	}, func(ctx context.Context, in *userGroups) (*output[List[Named]], error) {
		by := callerOf(ctx).manager()
		if err := s.People.SetUserGroups(ctx, by, in.UserID, in.Body.Groups); err != nil {
			return nil, err
		}
		user, err := s.People.User(ctx, by, in.UserID)
		return listAnswer(user.Groups, groupNameOf), err
	})
}

func (s *server) accountOf(u people.User) Account {
	return Account{
		User: s.userOf(u.Account), IsSimplePwd: u.SimplePassword, SecondFactor: u.SecondFactor, LockedUntil: u.LockedUntil,
		CreatedAt: u.CreatedAt, LastUsedAt: u.LastUsedAt, Roles: listOf(u.Roles, roleNameOf), Groups: listOf(u.Groups, groupNameOf),
	}
}

func groupNameOf(g people.Group) Named { return Named{ID: g.ID, Name: g.Name} }

// truth is what a filter asks for; nil: both.
func truth(s string) *bool {
	if s == "" {
		return nil
	}
	yes := s == "true"
	return &yes
}
