package accountapi

import (
	"context"
	"net/http"

	"plumbline/internal/account/identity"
	"plumbline/internal/account/user"
	"plumbline/internal/httpapi"
	"plumbline/internal/platform/access"
	"plumbline/internal/platform/audit"
)

// Account is a user as seen by administrators of its corporation.
type Account struct {
	User
	IsSimplePwd  bool       `json:"isSimplePwd" doc:"Uses an initial password that does not meet the strong rule"`
	SecondFactor bool       `json:"secondFactor"`
	LockedUntil  int64      `json:"lockedUntil" doc:"UTC ms until which it is locked by wrong passwords; 0: not locked"`
	CreatedAt    int64      `json:"createdAt" doc:"UTC ms"`
	LastUsedAt   int64      `json:"lastUsedAt" doc:"UTC ms of the last use of a session; 0: never"`
	Roles        []RoleName `json:"roles" doc:"Held directly, in the whole corporation"`
	Groups       []Named    `json:"groups"`
}

// Named is an id with a name.
type Named struct {
	ID   int64  `json:"id"`
	Name string `json:"name"`
}

type accountList struct {
	httpapi.Paging
	Type         string `query:"type" enum:"Admin,Normal"`
	Active       string `query:"active" enum:"true,false"`
	Locked       string `query:"locked" enum:"true,false" doc:"Locked by wrong passwords"`
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
		Password    string  `json:"password" minLength:"1" maxLength:"200" doc:"Initial password, 6 or more characters"`
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
		Disabled *bool `json:"disabled,omitempty" default:"true" doc:"false re-enables the account"`
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
		Groups []int64 `json:"groups" maxItems:"100" doc:"All groups the user should be in"`
	}
}

// administrator returns the caller for the audit log, with access to all users of the corporation regardless of
// projects.
func administrator(c *httpapi.Caller) audit.Actor {
	who := c.Actor()
	who.Scope = user.Wide(who.Scope)
	return who
}

func (s *server) accounts() {
	need := func(action access.Action) access.Permission {
		return access.Permission{Area: access.User, Action: action}
	}
	view, update := need(access.Retrieve), need(access.Update)
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "listUsers", Method: http.MethodGet, Path: "/users", Tag: "users", Need: view,
		Summary: "Users of the corporation", Detail: "Sorts by name, displayName, type, createdAt, lastUsedAt.",
	}, s.listUsers)
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "createUser", Method: http.MethodPost, Path: "/users", Tag: "users", Need: need(access.Create), Status: http.StatusCreated, Person: true,
		Summary: "Create a user with an initial password", Detail: "Its type, roles and groups may hold no more permissions than the caller has.",
	}, s.createUser)
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "checkUsername", Method: http.MethodPost, Path: "/users/check/{username}", Tag: "users", Need: need(access.Create), Unlogged: httpapi.ReadsOnly,
		Summary: "Check whether an account name is taken", Detail: "Throttled; names are unique on the platform, and the response says only taken or free.",
	}, s.checkUsername)
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "getUser", Method: http.MethodGet, Path: "/users/{userId}", Tag: "users", Need: view, Summary: "One user",
	}, s.getUser)
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "updateUser", Method: http.MethodPut, Path: "/users/{userId}", Tag: "users", Need: update, Person: true,
		Summary: "Change a user",
		Detail:  "Omitted fields are unchanged. You cannot edit a user who has more permissions than you; the last active administrator cannot be demoted.",
	}, s.updateUser)
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "deleteUser", Method: http.MethodDelete, Path: "/users/{userId}", Tag: "users", Need: need(access.Delete), Person: true,
		Summary: "Remove a user",
		Detail:  "The user's activity is kept under a pseudonym; the name becomes free and the user's sessions end. The last administrator and the last owner of a project cannot be removed.",
	}, s.deleteUser)
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "disableUser", Method: http.MethodPatch, Path: "/users/{userId}/disable", Tag: "users", Need: update, Person: true,
		Summary: "Disable a user, or enable it again", Detail: "Disabling a user ends their sessions.",
	}, s.disableUser)
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "disableUsers", Method: http.MethodPatch, Path: "/users/disable", Tag: "users", Need: update, Person: true,
		Example: `{"ids":[{userId}],"disabled":true}`,
		Summary: "Disable or enable many users, all or none of them",
	}, s.disableUsers)
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "setInitialPassword", Method: http.MethodPut, Path: "/users/{userId}/initial-password", Tag: "users", Need: update, Person: true,
		Summary: "Reset a user's initial password",
		Detail:  "Ends the user's sessions. A password that does not meet the strong rule shows a warning until the user changes it.",
	}, s.setInitialPassword)
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "listUserRoles", Method: http.MethodGet, Path: "/users/{userId}/roles", Tag: "users", Need: view, Summary: "Roles that a user holds directly",
	}, s.listUserRoles)
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "setUserRoles", Method: http.MethodPut, Path: "/users/{userId}/roles", Tag: "users", Need: update, Person: true,
		Example: `{"roles":[{roleId}]}`,
		Summary: "Replace the roles that a user holds directly",
		Detail:  "They apply in the whole corporation. Roles with more permissions than the caller's can be neither granted nor removed.",
	}, s.setUserRoles)
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "listGroupsOfUser", Method: http.MethodGet, Path: "/users/{userId}/user-groups", Tag: "users", Need: view, Summary: "Groups that a user is in",
	}, s.listGroupsOfUser)
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "setGroupsOfUser", Method: http.MethodPut, Path: "/users/{userId}/user-groups", Tag: "users", Need: update, Person: true,
		Example: `{"groups":[{userGroupId}]}`,
		Summary: "Replace the groups that a user is in",
	}, s.setGroupsOfUser)
}

func (s *server) listUsers(ctx context.Context, in *accountList) (*httpapi.Output[httpapi.Page[Account]], error) {
	page, err := s.Users.Users(ctx, httpapi.CallerOf(ctx).Manager(), user.UserFilter{
		Query: in.Query(), Type: access.AccountType(in.Type), Active: truth(in.Active), Locked: truth(in.Locked),
		SecondFactor: truth(in.SecondFactor), RoleID: in.RoleID, GroupID: in.GroupID,
	})
	return httpapi.ReplyPage(page, s.accountOf), err
}

func (s *server) createUser(ctx context.Context, in *newAccount) (*httpapi.Output[Account], error) {
	b := in.Body
	if b.Type == "" {
		b.Type = string(access.Normal)
	}
	made, err := s.Users.CreateUser(ctx, httpapi.CallerOf(ctx).Manager(), identity.NewAccount{Account: identity.Account{
		Name: b.Name, DisplayName: b.DisplayName, Type: access.AccountType(b.Type), Mobile: b.Mobile, Email: b.Email, Language: b.Language,
	}, Password: b.Password}, b.Roles, b.Groups)
	return httpapi.Reply(s.accountOf(made)), err
}

func (s *server) checkUsername(ctx context.Context, in *userName) (*httpapi.Output[httpapi.Exists], error) {
	if err := s.MayProbe(ctx); err != nil {
		return nil, err
	}
	taken, err := s.Users.NameTaken(ctx, in.Username)
	return httpapi.Reply(httpapi.Exists{IsExist: taken}), err
}

func (s *server) getUser(ctx context.Context, in *UserPath) (*httpapi.Output[Account], error) {
	person, err := s.Users.User(ctx, httpapi.CallerOf(ctx).Manager(), in.UserID)
	return httpapi.Reply(s.accountOf(person)), err
}

func (s *server) updateUser(ctx context.Context, in *accountChange) (*httpapi.Output[Account], error) {
	change := user.UserChange{DisplayName: in.Body.DisplayName, Mobile: in.Body.Mobile, Email: in.Body.Email}
	if in.Body.Type != nil {
		t := access.AccountType(*in.Body.Type)
		change.Type = &t
	}
	person, err := s.Users.UpdateUser(ctx, httpapi.CallerOf(ctx).Manager(), in.UserID, change)
	return httpapi.Reply(s.accountOf(person)), err
}

func (s *server) deleteUser(ctx context.Context, in *UserPath) (*httpapi.Output[httpapi.Done], error) {
	return httpapi.Reply(httpapi.Done{}), s.Users.RemoveUser(ctx, httpapi.CallerOf(ctx).Manager(), in.UserID)
}

func (s *server) disableUser(ctx context.Context, in *disabling) (*httpapi.Output[Account], error) {
	by := httpapi.CallerOf(ctx).Manager()
	if err := s.Users.SetActive(ctx, by, []int64{in.UserID}, in.Body.Disabled != nil && !*in.Body.Disabled); err != nil {
		return nil, err
	}
	person, err := s.Users.User(ctx, by, in.UserID)
	return httpapi.Reply(s.accountOf(person)), err
}

func (s *server) disableUsers(ctx context.Context, in *bulkDisabling) (*httpapi.Output[httpapi.Done], error) {
	return httpapi.Reply(httpapi.Done{}), s.Users.SetActive(ctx, httpapi.CallerOf(ctx).Manager(), in.Body.IDs, in.Body.Disabled != nil && !*in.Body.Disabled)
}

func (s *server) setInitialPassword(ctx context.Context, in *initialPassword) (*httpapi.Output[httpapi.Done], error) {
	return httpapi.Reply(httpapi.Done{}), s.Users.SetInitialPassword(ctx, httpapi.CallerOf(ctx).Manager(), in.UserID, in.Body.Password)
}

func (s *server) listUserRoles(ctx context.Context, in *UserPath) (*httpapi.Output[httpapi.List[RoleName]], error) {
	person, err := s.Users.User(ctx, httpapi.CallerOf(ctx).Manager(), in.UserID)
	return httpapi.ReplyList(person.Roles, roleNameOf), err
}

func (s *server) setUserRoles(ctx context.Context, in *userRoles) (*httpapi.Output[httpapi.List[RoleName]], error) {
	by := httpapi.CallerOf(ctx).Manager()
	if err := s.Users.SetUserRoles(ctx, by, in.UserID, in.Body.Roles); err != nil {
		return nil, err
	}
	person, err := s.Users.User(ctx, by, in.UserID)
	return httpapi.ReplyList(person.Roles, roleNameOf), err
}

func (s *server) listGroupsOfUser(ctx context.Context, in *UserPath) (*httpapi.Output[httpapi.List[Named]], error) {
	person, err := s.Users.User(ctx, httpapi.CallerOf(ctx).Manager(), in.UserID)
	return httpapi.ReplyList(person.Groups, groupNameOf), err
}

func (s *server) setGroupsOfUser(ctx context.Context, in *userGroups) (*httpapi.Output[httpapi.List[Named]], error) {
	by := httpapi.CallerOf(ctx).Manager()
	if err := s.Users.SetUserGroups(ctx, by, in.UserID, in.Body.Groups); err != nil {
		return nil, err
	}
	person, err := s.Users.User(ctx, by, in.UserID)
	return httpapi.ReplyList(person.Groups, groupNameOf), err
}

func (s *server) accountOf(u user.User) Account {
	return Account{
		User: s.userOf(u.Account), IsSimplePwd: u.SimplePassword, SecondFactor: u.SecondFactor, LockedUntil: u.LockedUntil,
		CreatedAt: u.CreatedAt, LastUsedAt: u.LastUsedAt, Roles: httpapi.ListOf(u.Roles, roleNameOf), Groups: httpapi.ListOf(u.Groups, groupNameOf),
	}
}

func groupNameOf(g user.Group) Named { return Named{ID: g.ID, Name: g.Name} }

// truth parses a boolean filter; nil: no filter.
func truth(s string) *bool {
	if s == "" {
		return nil
	}
	yes := s == "true"
	return &yes
}
