package accountapi

import (
	"context"
	"net/http"

	"plumbline/internal/account/user"
	"plumbline/internal/httpapi"
	"plumbline/internal/platform/access"
)

// UserGroup is a group of users; all of them have its roles.
type UserGroup struct {
	ID        int64      `json:"id"`
	Name      string     `json:"name"`
	Note      string     `json:"note"`
	UserCount int        `json:"userCount"`
	Roles     []RoleName `json:"roles"`
}

// NamedFields are the editable fields of a group or role.
type NamedFields struct {
	Name string `json:"name" minLength:"1" maxLength:"20" example:"Field crew"`
	Note string `json:"note,omitempty" maxLength:"500"`
}

// UserChange adds and removes users of a list.
type UserChange struct {
	Add    []int64 `json:"add,omitempty" maxItems:"10000"`
	Remove []int64 `json:"remove,omitempty" maxItems:"10000"`
}

// UserIDs is the complete list of users.
type UserIDs struct {
	Users []int64 `json:"users" maxItems:"10000"`
}

type GroupPath struct {
	GroupID int64 `path:"userGroupId" minimum:"1"`
}

type groupList struct{ httpapi.Paging }

type newGroup struct{ Body NamedFields }

type groupChange struct {
	GroupPath
	Body NamedFields
}

type groupUserList struct {
	GroupPath
	httpapi.Paging
}

type groupUserChange struct {
	GroupPath
	Body UserChange
}

type groupUserIDs struct {
	GroupPath
	Body UserIDs
}

type groupRoles struct {
	GroupPath
	Body RoleIDs
}

func (s *server) userGroups() {
	need := func(action access.Action) access.Permission {
		return access.Permission{Area: access.UserGroup, Action: action}
	}
	view, update := need(access.Retrieve), need(access.Update)
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "listUserGroups", Method: http.MethodGet, Path: "/user-groups", Tag: "user-groups", Need: view,
		Summary: "User groups with their roles", Detail: "Sorts by name, users.",
	}, s.listUserGroups)
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "createUserGroup", Method: http.MethodPost, Path: "/user-groups", Tag: "user-groups",
		Need: need(access.Create), Status: http.StatusCreated, Person: true,
		Summary: "Create a user group",
	}, s.createUserGroup)
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "getUserGroup", Method: http.MethodGet, Path: "/user-groups/{userGroupId}", Tag: "user-groups", Need: view, Summary: "One user group",
	}, s.getUserGroup)
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "updateUserGroup", Method: http.MethodPut, Path: "/user-groups/{userGroupId}", Tag: "user-groups", Need: update, Person: true,
		Summary: "Change name and note of a user group",
	}, s.updateUserGroup)
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "deleteUserGroup", Method: http.MethodDelete, Path: "/user-groups/{userGroupId}", Tag: "user-groups", Need: need(access.Delete), Person: true,
		Summary: "Delete a user group", Detail: "Its users are kept and lose its roles.",
	}, s.deleteUserGroup)
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "listGroupUsers", Method: http.MethodGet, Path: "/user-groups/{userGroupId}/users", Tag: "user-groups", Need: view, Summary: "Users of a group",
	}, s.listGroupUsers)
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "setGroupUsers", Method: http.MethodPut, Path: "/user-groups/{userGroupId}/users", Tag: "user-groups",
		Need: update, Person: true, MaxBody: 256 << 10,
		Example: `{"users":[{userId}]}`,
		Summary: "Replace the users of a group",
	}, s.setGroupUsers)
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "changeGroupUsers", Method: http.MethodPatch, Path: "/user-groups/{userGroupId}/users", Tag: "user-groups",
		Need: update, Person: true, MaxBody: 256 << 10,
		Example: `{"add":[{userId}]}`,
		Summary: "Add users to a group and take users out of it",
	}, s.changeGroupUsers)
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "listGroupRoles", Method: http.MethodGet, Path: "/user-groups/{userGroupId}/roles", Tag: "user-groups", Need: view, Summary: "Roles of a group",
	}, s.listGroupRoles)
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "setGroupRoles", Method: http.MethodPut, Path: "/user-groups/{userGroupId}/roles", Tag: "user-groups", Need: update, Person: true,
		Example: `{"roles":[{roleId}]}`,
		Summary: "Replace the roles of a group", Detail: "Roles with more permissions than the caller's can be neither granted nor removed.",
	}, s.setGroupRoles)
}

func (s *server) changeGroupUsers(ctx context.Context, in *groupUserChange) (*httpapi.Output[UserGroup], error) {
	return s.changeUsersOfGroup(ctx, in.GroupID, user.Change{Add: in.Body.Add, Remove: in.Body.Remove})
}

func (s *server) listUserGroups(ctx context.Context, in *groupList) (*httpapi.Output[httpapi.Page[UserGroup]], error) {
	page, err := s.Users.Groups(ctx, httpapi.CallerOf(ctx).Manager(), in.Query())
	return httpapi.ReplyPage(page, groupOf), err
}

func (s *server) createUserGroup(ctx context.Context, in *newGroup) (*httpapi.Output[UserGroup], error) {
	made, err := s.Users.CreateGroup(ctx, httpapi.CallerOf(ctx).Manager(), user.Group{Name: in.Body.Name, Note: in.Body.Note})
	return httpapi.Reply(groupOf(made)), err
}

func (s *server) getUserGroup(ctx context.Context, in *GroupPath) (*httpapi.Output[UserGroup], error) {
	g, err := s.Users.Group(ctx, httpapi.CallerOf(ctx).Manager(), in.GroupID)
	return httpapi.Reply(groupOf(g)), err
}

func (s *server) updateUserGroup(ctx context.Context, in *groupChange) (*httpapi.Output[UserGroup], error) {
	g, err := s.Users.UpdateGroup(ctx, httpapi.CallerOf(ctx).Manager(), user.Group{ID: in.GroupID, Name: in.Body.Name, Note: in.Body.Note})
	return httpapi.Reply(groupOf(g)), err
}

func (s *server) deleteUserGroup(ctx context.Context, in *GroupPath) (*httpapi.Output[httpapi.Done], error) {
	return httpapi.Reply(httpapi.Done{}), s.Users.DeleteGroup(ctx, httpapi.CallerOf(ctx).Manager(), in.GroupID)
}

func (s *server) listGroupUsers(ctx context.Context, in *groupUserList) (*httpapi.Output[httpapi.Page[Account]], error) {
	page, err := s.Users.Users(ctx, httpapi.CallerOf(ctx).Manager(), user.UserFilter{Query: in.Query(), GroupID: in.GroupID})
	return httpapi.ReplyPage(page, s.accountOf), err
}

func (s *server) setGroupUsers(ctx context.Context, in *groupUserIDs) (*httpapi.Output[UserGroup], error) {
	return s.changeUsersOfGroup(ctx, in.GroupID, user.Change{Add: in.Body.Users, Replace: true})
}

func (s *server) listGroupRoles(ctx context.Context, in *GroupPath) (*httpapi.Output[httpapi.List[RoleName]], error) {
	g, err := s.Users.Group(ctx, httpapi.CallerOf(ctx).Manager(), in.GroupID)
	return httpapi.ReplyList(g.Roles, roleNameOf), err
}

func (s *server) setGroupRoles(ctx context.Context, in *groupRoles) (*httpapi.Output[httpapi.List[RoleName]], error) {
	by := httpapi.CallerOf(ctx).Manager()
	if err := s.Users.SetGroupRoles(ctx, by, in.GroupID, in.Body.Roles); err != nil {
		return nil, err
	}
	g, err := s.Users.Group(ctx, by, in.GroupID)
	return httpapi.ReplyList(g.Roles, roleNameOf), err
}

func (s *server) changeUsersOfGroup(ctx context.Context, id int64, change user.Change) (*httpapi.Output[UserGroup], error) {
	by := httpapi.CallerOf(ctx).Manager()
	if err := s.Users.ChangeGroupUsers(ctx, by, id, change); err != nil {
		return nil, err
	}
	g, err := s.Users.Group(ctx, by, id)
	return httpapi.Reply(groupOf(g)), err
}

func groupOf(g user.Group) UserGroup {
	return UserGroup{ID: g.ID, Name: g.Name, Note: g.Note, UserCount: g.Users, Roles: httpapi.ListOf(g.Roles, roleNameOf)}
}
