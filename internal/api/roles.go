package api

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"plumbline/internal/account/people"
	"plumbline/internal/core/catalogue"
	"plumbline/internal/platform/access"
	"plumbline/internal/platform/fault"
)

// RoleName is a role in lists of what somebody holds. Built-in roles are told by their
// type; their name is the same in every language.
type RoleName struct {
	ID   int64  `json:"id"`
	Type string `json:"type" enum:"Owner,Manager,Member,Guest,Custom"`
	Name string `json:"name"`
}

// Role is a role with what it allows.
type Role struct {
	RoleName
	Note        string   `json:"note"`
	BuiltIn     bool     `json:"builtIn" doc:"Comes with the product and cannot be changed"`
	OfProject   bool     `json:"ofProject" doc:"Members of projects may have it: it holds nothing of the corporation's own scopes"`
	Permissions []string `json:"permissions" example:"[\"View:Project\"]"`
	UserCount   int      `json:"userCount" doc:"Who hold it directly"`
	GroupCount  int      `json:"groupCount"`
	MemberCount int      `json:"memberCount" doc:"Memberships in projects that have it"`
}

// RoleIDs are all roles that somebody is to hold.
type RoleIDs struct {
	Roles []int64 `json:"roles" maxItems:"100"`
}

// Permission is a pair of scope and action under all of its names.
type Permission struct {
	Permission string          `json:"permission" example:"View:Project" doc:"As menus and replies name it"`
	Scope      string          `json:"scope" example:"Project"`
	Action     string          `json:"action" enum:"Create,Delete,Retrieve,Update"`
	OtherName  string          `json:"otherName" enum:"ADD,DELETE,SELECT,EDIT"`
	OfProject  bool            `json:"ofProject" doc:"May be part of a project's roles"`
	Grantable  bool            `json:"grantable" doc:"The caller holds it in the whole corporation, and may give it on"`
	ScopeLabel catalogue.Label `json:"scopeLabel"`
	Label      catalogue.Label `json:"label" doc:"Of the action"`
}

type RolePath struct {
	RoleID int64 `path:"roleId" minimum:"1"`
}

type roleList struct{ Paging }

type newRole struct {
	Body struct {
		NamedFields
		Permissions []string `json:"permissions,omitempty" maxItems:"200"`
	}
}

type roleChange struct {
	RolePath
	Body NamedFields
}

type rolePermissions struct {
	RolePath
	Body struct {
		Permissions []string `json:"permissions" maxItems:"200" doc:"All that the role is to allow, as View:Project, Update:Project or Project:EDIT"`
	}
}

type roleUserList struct {
	RolePath
	Paging
}

type roleUserChange struct {
	RolePath
	Body UserChange
}

type roleUserIDs struct {
	RolePath
	Body UserIDs
}

func (s *server) roles() {
	need := func(action access.Action) access.Permission {
		return access.Permission{Area: access.Role, Action: action}
	}
	view, update := need(access.Retrieve), need(access.Update)
	register(s, operation{
		id: "listPermissions", method: http.MethodGet, path: "/permissions", tag: "roles", need: view, summary: "All pairs of scope and action",
	}, func(ctx context.Context, _ *nothing) (*output[List[Permission]], error) {
		held := callerOf(ctx).permissions.Everywhere
		return listAnswer(access.All().Permissions(), func(p access.Permission) Permission { return permissionOf(p, held) }), nil
	})
	register(s, operation{
		id: "exportPermissions", method: http.MethodGet, path: "/permissions/export", tag: "roles", need: view, limit: -1,
		summary: "Who holds what, where and through what, as csv", detail: "For audits; needs View:User as well. Streamed, UTF-8 with byte order mark.",
		extra: func(h *huma.Operation) {
			h.Responses["200"] = &huma.Response{Description: "OK", Content: map[string]*huma.MediaType{"text/csv": {Schema: &huma.Schema{Type: huma.TypeString}}}}
		},
	}, func(ctx context.Context, _ *nothing) (*streamed, error) {
		who := callerOf(ctx)
		if err := who.require(access.Permission{Area: access.User, Action: access.Retrieve}, 0); err != nil {
			return nil, err
		}
		return &streamed{Type: "text/csv; charset=utf-8", Disposition: `attachment; filename="permissions.csv"`, Body: func(hc huma.Context) {
			if err := s.People.ExportPermissions(hc.Context(), who.manager(), hc.BodyWriter(), string(languageOf(ctx))); err != nil {
				envelopeOf(ctx, err)        // logs what is ours
				panic(http.ErrAbortHandler) // the header is out: a cut off file must not look whole
			}
		}}, nil
	})
	register(s, operation{
		id: "listRoles", method: http.MethodGet, path: "/roles", tag: "roles", need: view,
		summary: "Roles, the built-in ones first", detail: "Sorts by name, users.",
	}, func(ctx context.Context, in *roleList) (*output[Page[Role]], error) {
		page, err := s.People.Roles(ctx, callerOf(ctx).manager(), in.query())
		return pageOf(page, roleOf), err
	})
	register(s, operation{
		id: "createRole", method: http.MethodPost, path: "/roles", tag: "roles", need: need(access.Create), status: http.StatusCreated, person: true,
		summary: "Make a custom role", detail: "It allows no more than the caller may do in the whole corporation.",
	}, func(ctx context.Context, in *newRole) (*output[Role], error) {
		set, err := setOf(in.Body.Permissions)
		if err != nil {
			return nil, err
		}
		made, err := s.People.CreateRole(ctx, callerOf(ctx).manager(), people.Role{Name: in.Body.Name, Note: in.Body.Note, Set: set})
		return answer(roleOf(made)), err
	})
	register(s, operation{
		id: "getRole", method: http.MethodGet, path: "/roles/{roleId}", tag: "roles", need: view, summary: "One role",
	}, func(ctx context.Context, in *RolePath) (*output[Role], error) {
		r, err := s.People.Role(ctx, callerOf(ctx).manager(), in.RoleID)
		return answer(roleOf(r)), err
	})
	register(s, operation{
		id: "updateRole", method: http.MethodPut, path: "/roles/{roleId}", tag: "roles", need: update, person: true,
		summary: "Change name and note of a custom role",
	}, func(ctx context.Context, in *roleChange) (*output[Role], error) {
		r, err := s.People.UpdateRole(ctx, callerOf(ctx).manager(), people.Role{ID: in.RoleID, Name: in.Body.Name, Note: in.Body.Note})
		return answer(roleOf(r)), err
	})
	register(s, operation{
		id: "deleteRole", method: http.MethodDelete, path: "/roles/{roleId}", tag: "roles", need: need(access.Delete), person: true,
		summary: "Delete a custom role that nobody holds",
	}, func(ctx context.Context, in *RolePath) (*output[Done], error) {
		return answer(Done{}), s.People.DeleteRole(ctx, callerOf(ctx).manager(), in.RoleID)
	})
	register(s, operation{
		id: "getRolePermissions", method: http.MethodGet, path: "/roles/{roleId}/permissions", tag: "roles", need: view, summary: "What a role allows",
	}, func(ctx context.Context, in *RolePath) (*output[List[Permission]], error) {
		who := callerOf(ctx)
		r, err := s.People.Role(ctx, who.manager(), in.RoleID)
		return listAnswer(r.Set.Permissions(), func(p access.Permission) Permission { return permissionOf(p, who.permissions.Everywhere) }), err
	})
	register(s, operation{
		id: "setRolePermissions", method: http.MethodPut, path: "/roles/{roleId}/permissions", tag: "roles", need: update, person: true,
		summary: "Replace what a custom role allows", detail: "What the caller does not hold can be neither given nor taken. Holders have it at once.",
	}, func(ctx context.Context, in *rolePermissions) (*output[Role], error) {
		set, err := setOf(in.Body.Permissions)
		if err != nil {
			return nil, err
		}
		r, err := s.People.SetRolePermissions(ctx, callerOf(ctx).manager(), in.RoleID, set)
		return answer(roleOf(r)), err
	})
	register(s, operation{
		id: "listRoleUsers", method: http.MethodGet, path: "/roles/{roleId}/users", tag: "roles", need: view, summary: "Users who hold a role directly",
	}, func(ctx context.Context, in *roleUserList) (*output[Page[Account]], error) {
		page, err := s.People.Users(ctx, callerOf(ctx).manager(), people.UserFilter{Query: in.query(), RoleID: in.RoleID})
		return pageOf(page, s.accountOf), err
	})
	register(s, operation{
		id: "setRoleUsers", method: http.MethodPut, path: "/roles/{roleId}/users", tag: "roles", need: update, person: true, maxBody: 256 << 10,
		summary: "Replace the users who hold a role directly",
	}, func(ctx context.Context, in *roleUserIDs) (*output[Role], error) {
		return s.changeRoleUsers(ctx, in.RoleID, people.Change{Add: in.Body.Users, Replace: true})
	})
	register(s, operation{
		id: "changeRoleUsers", method: http.MethodPatch, path: "/roles/{roleId}/users", tag: "roles", need: update, person: true, maxBody: 256 << 10,
		summary: "Give a role to users and take it from users", detail: "It counts for them in the whole corporation.",
	}, func(ctx context.Context, in *roleUserChange) (*output[Role], error) {
		return s.changeRoleUsers(ctx, in.RoleID, people.Change{Add: in.Body.Add, Remove: in.Body.Remove})
	})
}

func (s *server) changeRoleUsers(ctx context.Context, id int64, change people.Change) (*output[Role], error) {
	by := callerOf(ctx).manager()
	if err := s.People.ChangeRoleUsers(ctx, by, id, change); err != nil {
		return nil, err
	}
	r, err := s.People.Role(ctx, by, id)
	return answer(roleOf(r)), err
}

// setOf reads permissions in either vocabulary.
func setOf(names []string) (access.Set, error) {
	set := access.Set{}
	for _, name := range names {
		p, ok := access.ParsePermission(name)
		if !ok {
			return set, fault.OnField("permissions", fault.PermissionUnknown, "permission", name)
		}
		set = set.With(p.Area, p.Action)
	}
	return set, nil
}

func permissionOf(p access.Permission, held access.Set) Permission {
	return Permission{
		Permission: p.Name(), Scope: string(p.Area), Action: string(p.Action), OtherName: p.Action.OtherName(),
		OfProject: access.Of(p).InProject().Len() > 0, Grantable: held.Holds(p), ScopeLabel: areaLabels[p.Area], Label: actionLabels[p.Action],
	}
}

func roleNameOf(r people.Role) RoleName {
	return RoleName{ID: r.ID, Type: string(r.Type), Name: r.Name}
}

func roleOf(r people.Role) Role {
	return Role{
		RoleName: roleNameOf(r), Note: r.Note, BuiltIn: r.BuiltIn(), OfProject: r.OfProject(), Permissions: r.Set.Names(),
		UserCount: r.Users, GroupCount: r.Groups, MemberCount: r.Members,
	}
}
