package accountapi

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"plumbline/internal/account/user"
	"plumbline/internal/httpapi"
	"plumbline/internal/platform/access"
	"plumbline/internal/platform/errs"
	"plumbline/internal/platform/i18n"
)

// RoleName is a role in a list of somebody's roles. Built-in roles are identified by type; their name is the same in
// every language.
type RoleName struct {
	ID   int64  `json:"id"`
	Type string `json:"type" enum:"Owner,Manager,Member,Guest,Custom"`
	Name string `json:"name"`
}

// Role is a role with its permissions.
type Role struct {
	RoleName
	Note        string   `json:"note"`
	BuiltIn     bool     `json:"builtIn" doc:"Built in; cannot be changed"`
	OfProject   bool     `json:"ofProject" doc:"Can be granted to project members: it has no permissions in the corporation's own scopes"`
	Permissions []string `json:"permissions" example:"[\"View:Project\"]"`
	UserCount   int      `json:"userCount" doc:"Accounts that hold it directly"`
	GroupCount  int      `json:"groupCount"`
	MemberCount int      `json:"memberCount" doc:"Project memberships with this role"`
}

// RoleIDs is the complete list of somebody's roles.
type RoleIDs struct {
	Roles []int64 `json:"roles" maxItems:"100"`
}

// Permission is a pair of scope and action with all of its names.
type Permission struct {
	Permission string     `json:"permission" example:"View:Project" doc:"Name in menus and replies"`
	Scope      string     `json:"scope" example:"Project"`
	Action     string     `json:"action" enum:"Create,Delete,Retrieve,Update"`
	OtherName  string     `json:"otherName" enum:"ADD,DELETE,SELECT,EDIT"`
	OfProject  bool       `json:"ofProject" doc:"May be part of a project's roles"`
	Grantable  bool       `json:"grantable" doc:"The caller holds it in the whole corporation and may grant it"`
	ScopeLabel i18n.Label `json:"scopeLabel"`
	Label      i18n.Label `json:"label" doc:"Of the action"`
}

type RolePath struct {
	RoleID int64 `path:"roleId" minimum:"1"`
}

type roleList struct{ httpapi.Paging }

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
		Permissions []string `json:"permissions" maxItems:"200" doc:"All permissions of the role, such as View:Project, Update:Project or Project:EDIT"`
	}
}

type roleUserList struct {
	RolePath
	httpapi.Paging
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
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "listPermissions", Method: http.MethodGet, Path: "/permissions", Tag: "roles", Need: view, Summary: "All pairs of scope and action",
	}, s.listPermissions)
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "exportPermissions", Method: http.MethodGet, Path: "/permissions/export", Tag: "roles", Need: view, Limit: -1,
		Summary: "Roles of all users, with place and source, as csv", Detail: "For audits; also requires View:User. Streamed, UTF-8 with byte order mark.",
		Extra: func(h *huma.Operation) {
			h.Responses["200"] = &huma.Response{
				Description: "OK", Content: map[string]*huma.MediaType{"text/csv": {Schema: &huma.Schema{Type: huma.TypeString}}},
			}
		},
	}, s.exportPermissions)
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "listRoles", Method: http.MethodGet, Path: "/roles", Tag: "roles", Need: view,
		Summary: "Roles, the built-in ones first", Detail: "Sorts by name, users.",
	}, s.listRoles)
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "createRole", Method: http.MethodPost, Path: "/roles", Tag: "roles", Need: need(access.Create), Status: http.StatusCreated, Person: true,
		Example:  `{"name":"Readers","permissions":["View:Project"]}`,
		NearMiss: httpapi.NearMiss{Body: `{"name":"","permissions":["View:Project"]}`, Field: "name"},
		Summary:  "Create a custom role", Detail: "It can grant no more than the caller may do in the whole corporation.",
	}, s.createRole)
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "getRole", Method: http.MethodGet, Path: "/roles/{roleId}", Tag: "roles", Need: view, Summary: "One role",
	}, s.getRole)
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "updateRole", Method: http.MethodPut, Path: "/roles/{roleId}", Tag: "roles", Need: update, Person: true,
		Summary: "Change name and note of a custom role",
	}, s.updateRole)
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "deleteRole", Method: http.MethodDelete, Path: "/roles/{roleId}", Tag: "roles", Need: need(access.Delete), Person: true,
		Summary: "Delete a custom role that nobody holds",
	}, s.deleteRole)
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "getRolePermissions", Method: http.MethodGet, Path: "/roles/{roleId}/permissions", Tag: "roles", Need: view, Summary: "Permissions of a role",
	}, s.getRolePermissions)
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "setRolePermissions", Method: http.MethodPut, Path: "/roles/{roleId}/permissions", Tag: "roles", Need: update, Person: true,
		Example: `{"permissions":["View:Project","View:Structure"]}`,
		Summary: "Replace what a custom role allows",
		Detail:  "Permissions that the caller does not hold can be neither granted nor removed. Takes effect at once.",
	}, s.setRolePermissions)
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "listRoleUsers", Method: http.MethodGet, Path: "/roles/{roleId}/users", Tag: "roles", Need: view, Summary: "Users who hold a role directly",
	}, s.listRoleUsers)
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "setRoleUsers", Method: http.MethodPut, Path: "/roles/{roleId}/users", Tag: "roles", Need: update, Person: true, MaxBody: 256 << 10,
		Example: `{"users":[{userId}]}`,
		Summary: "Replace the users who hold a role directly",
	}, s.setRoleUsers)
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "changeRoleUsers", Method: http.MethodPatch, Path: "/roles/{roleId}/users", Tag: "roles", Need: update, Person: true, MaxBody: 256 << 10,
		Example: `{"add":[{userId}]}`,
		Summary: "Grant a role to users and revoke it from users", Detail: "It applies to them in the whole corporation.",
	}, s.changeRoleUsers)
}

func (s *server) changeRoleUsers(ctx context.Context, in *roleUserChange) (*httpapi.Output[Role], error) {
	return s.changeUsersOfRole(ctx, in.RoleID, user.Change{Add: in.Body.Add, Remove: in.Body.Remove})
}

func (s *server) listPermissions(ctx context.Context, _ *httpapi.NoInput) (*httpapi.Output[httpapi.List[Permission]], error) {
	held := httpapi.CallerOf(ctx).Permissions.Everywhere
	return httpapi.ReplyList(access.All().Permissions(), func(p access.Permission) Permission { return permissionOf(p, held) }), nil
}

func (s *server) exportPermissions(ctx context.Context, _ *httpapi.NoInput) (*httpapi.Streamed, error) {
	who := httpapi.CallerOf(ctx)
	if err := who.Require(access.Permission{Area: access.User, Action: access.Retrieve}, 0); err != nil {
		return nil, err
	}
	return &httpapi.Streamed{Type: "text/csv; charset=utf-8", Disposition: `attachment; filename="permissions.csv"`, Body: func(hc huma.Context) {
		if err := s.Users.ExportPermissions(hc.Context(), who.Manager(), hc.BodyWriter(), string(httpapi.LanguageOf(ctx))); err != nil {
			httpapi.EnvelopeOf(ctx, err) // logs what is ours
			panic(http.ErrAbortHandler)  // the header is out: a cut off file must not look whole
		}
	}}, nil
}

func (s *server) listRoles(ctx context.Context, in *roleList) (*httpapi.Output[httpapi.Page[Role]], error) {
	page, err := s.Users.Roles(ctx, httpapi.CallerOf(ctx).Manager(), in.Query())
	return httpapi.ReplyPage(page, roleOf), err
}

func (s *server) createRole(ctx context.Context, in *newRole) (*httpapi.Output[Role], error) {
	set, err := setOf(in.Body.Permissions)
	if err != nil {
		return nil, err
	}
	made, err := s.Users.CreateRole(ctx, httpapi.CallerOf(ctx).Manager(), user.Role{Name: in.Body.Name, Note: in.Body.Note, Set: set})
	return httpapi.Reply(roleOf(made)), err
}

func (s *server) getRole(ctx context.Context, in *RolePath) (*httpapi.Output[Role], error) {
	r, err := s.Users.Role(ctx, httpapi.CallerOf(ctx).Manager(), in.RoleID)
	return httpapi.Reply(roleOf(r)), err
}

func (s *server) updateRole(ctx context.Context, in *roleChange) (*httpapi.Output[Role], error) {
	r, err := s.Users.UpdateRole(ctx, httpapi.CallerOf(ctx).Manager(), user.Role{ID: in.RoleID, Name: in.Body.Name, Note: in.Body.Note})
	return httpapi.Reply(roleOf(r)), err
}

func (s *server) deleteRole(ctx context.Context, in *RolePath) (*httpapi.Output[httpapi.Done], error) {
	return httpapi.Reply(httpapi.Done{}), s.Users.DeleteRole(ctx, httpapi.CallerOf(ctx).Manager(), in.RoleID)
}

func (s *server) getRolePermissions(ctx context.Context, in *RolePath) (*httpapi.Output[httpapi.List[Permission]], error) {
	who := httpapi.CallerOf(ctx)
	r, err := s.Users.Role(ctx, who.Manager(), in.RoleID)
	return httpapi.ReplyList(r.Set.Permissions(), func(p access.Permission) Permission { return permissionOf(p, who.Permissions.Everywhere) }), err
}

func (s *server) setRolePermissions(ctx context.Context, in *rolePermissions) (*httpapi.Output[Role], error) {
	set, err := setOf(in.Body.Permissions)
	if err != nil {
		return nil, err
	}
	r, err := s.Users.SetRolePermissions(ctx, httpapi.CallerOf(ctx).Manager(), in.RoleID, set)
	return httpapi.Reply(roleOf(r)), err
}

func (s *server) listRoleUsers(ctx context.Context, in *roleUserList) (*httpapi.Output[httpapi.Page[Account]], error) {
	page, err := s.Users.Users(ctx, httpapi.CallerOf(ctx).Manager(), user.UserFilter{Query: in.Query(), RoleID: in.RoleID})
	return httpapi.ReplyPage(page, s.accountOf), err
}

func (s *server) setRoleUsers(ctx context.Context, in *roleUserIDs) (*httpapi.Output[Role], error) {
	return s.changeUsersOfRole(ctx, in.RoleID, user.Change{Add: in.Body.Users, Replace: true})
}

func (s *server) changeUsersOfRole(ctx context.Context, id int64, change user.Change) (*httpapi.Output[Role], error) {
	by := httpapi.CallerOf(ctx).Manager()
	if err := s.Users.ChangeRoleUsers(ctx, by, id, change); err != nil {
		return nil, err
	}
	r, err := s.Users.Role(ctx, by, id)
	return httpapi.Reply(roleOf(r)), err
}

// setOf parses permissions in either form.
func setOf(names []string) (access.Set, error) {
	set := access.Set{}
	for _, name := range names {
		p, ok := access.ParsePermission(name)
		if !ok {
			return set, errs.OnField("permissions", errs.PermissionUnknown, "permission", name)
		}
		set = set.With(p.Area, p.Action)
	}
	return set, nil
}

func permissionOf(p access.Permission, held access.Set) Permission {
	return Permission{
		Permission: p.Name(), Scope: string(p.Area), Action: string(p.Action), OtherName: p.Action.OtherName(),
		OfProject: access.Of(p).InProject().Len() > 0, Grantable: held.Holds(p), ScopeLabel: p.Area.Label(), Label: p.Action.Label(),
	}
}

func roleNameOf(r user.Role) RoleName {
	return RoleName{ID: r.ID, Type: string(r.Type), Name: r.Name}
}

func roleOf(r user.Role) Role {
	return Role{
		RoleName: roleNameOf(r), Note: r.Note, BuiltIn: r.BuiltIn(), OfProject: r.OfProject(), Permissions: r.Set.Names(),
		UserCount: r.Users, GroupCount: r.Groups, MemberCount: r.Members,
	}
}
