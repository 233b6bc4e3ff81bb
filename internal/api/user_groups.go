package api

import (
	"context"
	"net/http"

	"plumbline/internal/account/people"
	"plumbline/internal/platform/access"
)

// UserGroup is a group of users, whose roles all of them hold.
type UserGroup struct {
	ID        int64      `json:"id"`
	Name      string     `json:"name"`
	Note      string     `json:"note"`
	UserCount int        `json:"userCount"`
	Roles     []RoleName `json:"roles"`
}

// NamedFields are what people say about a group or a role.
type NamedFields struct {
	Name string `json:"name" minLength:"1" maxLength:"20" example:"Field crew"`
	Note string `json:"note,omitempty" maxLength:"500"`
}

// UserChange adds users to a list and takes users out of it.
type UserChange struct {
	Add    []int64 `json:"add,omitempty" maxItems:"10000"`
	Remove []int64 `json:"remove,omitempty" maxItems:"10000"`
}

// UserIDs are all users that a list is to have.
type UserIDs struct {
	Users []int64 `json:"users" maxItems:"10000"`
}

type GroupPath struct {
	GroupID int64 `path:"userGroupId" minimum:"1"`
}

type groupList struct{ Paging }

type newGroup struct{ Body NamedFields }

type groupChange struct {
	GroupPath
	Body NamedFields
}

type groupUserList struct {
	GroupPath
	Paging
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
	register(s, operation{
		id: "listUserGroups", method: http.MethodGet, path: "/user-groups", tag: "user-groups", need: view,
		summary: "User groups with their roles", detail: "Sorts by name, users.",
	}, func(ctx context.Context, in *groupList) (*output[Page[UserGroup]], error) {
		page, err := s.People.Groups(ctx, callerOf(ctx).manager(), in.query())
		return pageOf(page, groupOf), err
	})
	register(s, operation{
		id: "createUserGroup", method: http.MethodPost, path: "/user-groups", tag: "user-groups", need: need(access.Create), status: http.StatusCreated, person: true,
		summary: "Make a user group",
	}, func(ctx context.Context, in *newGroup) (*output[UserGroup], error) {
		made, err := s.People.CreateGroup(ctx, callerOf(ctx).manager(), people.Group{Name: in.Body.Name, Note: in.Body.Note})
		return answer(groupOf(made)), err
	})
	register(s, operation{
		id: "getUserGroup", method: http.MethodGet, path: "/user-groups/{userGroupId}", tag: "user-groups", need: view, summary: "One user group",
	}, func(ctx context.Context, in *GroupPath) (*output[UserGroup], error) {
		g, err := s.People.Group(ctx, callerOf(ctx).manager(), in.GroupID)
		return answer(groupOf(g)), err
	})
	register(s, operation{
		id: "updateUserGroup", method: http.MethodPut, path: "/user-groups/{userGroupId}", tag: "user-groups", need: update, person: true,
		summary: "Change name and note of a user group",
	}, func(ctx context.Context, in *groupChange) (*output[UserGroup], error) {
		g, err := s.People.UpdateGroup(ctx, callerOf(ctx).manager(), people.Group{ID: in.GroupID, Name: in.Body.Name, Note: in.Body.Note})
		return answer(groupOf(g)), err
	})
	register(s, operation{
		id: "deleteUserGroup", method: http.MethodDelete, path: "/user-groups/{userGroupId}", tag: "user-groups", need: need(access.Delete), person: true,
		summary: "Delete a user group", detail: "Its users stay and lose its roles.",
	}, func(ctx context.Context, in *GroupPath) (*output[Done], error) {
		return answer(Done{}), s.People.DeleteGroup(ctx, callerOf(ctx).manager(), in.GroupID)
	})
	register(s, operation{
		id: "listGroupUsers", method: http.MethodGet, path: "/user-groups/{userGroupId}/users", tag: "user-groups", need: view, summary: "Users of a group",
	}, func(ctx context.Context, in *groupUserList) (*output[Page[Account]], error) {
		page, err := s.People.Users(ctx, callerOf(ctx).manager(), people.UserFilter{Query: in.query(), GroupID: in.GroupID})
		return pageOf(page, s.accountOf), err
	})
	register(s, operation{
		id: "setGroupUsers", method: http.MethodPut, path: "/user-groups/{userGroupId}/users", tag: "user-groups", need: update, person: true, maxBody: 256 << 10,
		summary: "Replace the users of a group",
	}, func(ctx context.Context, in *groupUserIDs) (*output[UserGroup], error) {
		return s.changeGroupUsers(ctx, in.GroupID, people.Change{Add: in.Body.Users, Replace: true})
	})
	register(s, operation{
		id: "changeGroupUsers", method: http.MethodPatch, path: "/user-groups/{userGroupId}/users", tag: "user-groups", need: update, person: true, maxBody: 256 << 10,
		summary: "Add users to a group and take users out of it",
	}, func(ctx context.Context, in *groupUserChange) (*output[UserGroup], error) {
		return s.changeGroupUsers(ctx, in.GroupID, people.Change{Add: in.Body.Add, Remove: in.Body.Remove})
	})
	register(s, operation{
		id: "listGroupRoles", method: http.MethodGet, path: "/user-groups/{userGroupId}/roles", tag: "user-groups", need: view, summary: "Roles of a group",
	}, func(ctx context.Context, in *GroupPath) (*output[List[RoleName]], error) {
		g, err := s.People.Group(ctx, callerOf(ctx).manager(), in.GroupID)
		return listAnswer(g.Roles, roleNameOf), err
	})
	register(s, operation{
		id: "setGroupRoles", method: http.MethodPut, path: "/user-groups/{userGroupId}/roles", tag: "user-groups", need: update, person: true,
		summary: "Replace the roles of a group", detail: "Roles that hold more than the caller can be neither given nor taken.",
	}, func(ctx context.Context, in *groupRoles) (*output[List[RoleName]], error) {
		by := callerOf(ctx).manager()
		if err := s.People.SetGroupRoles(ctx, by, in.GroupID, in.Body.Roles); err != nil {
			return nil, err
		}
		g, err := s.People.Group(ctx, by, in.GroupID)
		return listAnswer(g.Roles, roleNameOf), err
	})
}

func (s *server) changeGroupUsers(ctx context.Context, id int64, change people.Change) (*output[UserGroup], error) {
	by := callerOf(ctx).manager()
	if err := s.People.ChangeGroupUsers(ctx, by, id, change); err != nil {
		return nil, err
	}
	g, err := s.People.Group(ctx, by, id)
	return answer(groupOf(g)), err
}

func groupOf(g people.Group) UserGroup {
	return UserGroup{ID: g.ID, Name: g.Name, Note: g.Note, UserCount: g.Users, Roles: listOf(g.Roles, roleNameOf)}
}
