package accountapi

import (
	"context"
	"net/http"

	"plumbline/internal/account/identity"
	"plumbline/internal/account/user"
	"plumbline/internal/httpapi"
	"plumbline/internal/platform/access"
	"plumbline/internal/platform/clock"
	"plumbline/internal/platform/errs"
)

// Member is an account's membership in a project.
type Member struct {
	UserID          int64      `json:"userId"`
	Name            string     `json:"name"`
	DisplayName     string     `json:"displayName"`
	Mobile          string     `json:"mobile"`
	Email           string     `json:"email"`
	Avatar          string     `json:"avatar"`
	Active          bool       `json:"active" doc:"false: the account is disabled"`
	External        bool       `json:"external" doc:"Belongs to another corporation than the project"`
	CorporationName string     `json:"corporationName"`
	Roles           []RoleName `json:"roles"`
	Since           int64      `json:"since" doc:"UTC ms"`
	Until           int64      `json:"until" doc:"UTC ms when the membership expires; 0: never"`
	Ended           bool       `json:"ended"`
}

// Candidate is an account that can become a member.
type Candidate struct {
	ID          int64  `json:"id"`
	Name        string `json:"name"`
	DisplayName string `json:"displayName"`
}

// MemberFields are the roles of a member and the end of the membership.
type MemberFields struct {
	Roles []int64 `json:"roles" minItems:"1" maxItems:"20"`
	Until int64   `json:"until,omitempty" minimum:"0" maximum:"9007199254740991" doc:"UTC ms; 0: permanently"`
}

// NewMember identifies an account of the project's corporation by id, or any account of the platform by name and
// password.
type NewMember struct {
	UserID   int64  `json:"userId,omitempty" minimum:"0"`
	Name     string `json:"name,omitempty" maxLength:"100"`
	Password string `json:"password,omitempty" maxLength:"200" doc:"Password of that account; wrong ones count as failed sign-ins"`
	MemberFields
}

type memberList struct {
	httpapi.ProjectPath
	httpapi.Paging
	RoleID int64 `query:"roleId" minimum:"0"`
}

type newMember struct {
	httpapi.ProjectPath
	httpapi.RequestInfo
	Body NewMember
}

type memberPath struct {
	httpapi.ProjectPath
	UserPath
}

type memberChange struct {
	httpapi.ProjectPath
	UserPath
	Body MemberFields
}

type candidateList struct {
	httpapi.ProjectPath
	httpapi.Paging
}

func (s *server) members() {
	view := access.Permission{Area: access.Project, Action: access.Retrieve}
	update := access.Permission{Area: access.Project, Action: access.Update}
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "listMembers", Method: http.MethodGet, Path: "/projects/{projectId}/members", Tag: "members", Need: view,
		Summary: "Members of a project", Detail: "Sorts by name, since, until. Expired memberships are listed until they are removed.",
	}, s.listMembers)
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "addMember", Method: http.MethodPost, Path: "/projects/{projectId}/members", Tag: "members", Need: update, Status: http.StatusCreated, Person: true,
		Example:  `{"userId":{userId},"roles":[4]}`,
		NearMiss: httpapi.NearMiss{Body: `{"userId":{userId},"roles":[]}`, Field: "roles"},
		Summary:  "Add an account to a project",
		Detail:   "Accounts of the project's corporation are given by userId; any other account of the platform by its name and password, throttled like sign-in.",
	}, s.addMember)
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "updateMember", Method: http.MethodPut, Path: "/projects/{projectId}/members/{userId}", Tag: "members", Need: update, Person: true,
		Example: `{"roles":[4]}`,
		Summary: "Replace the roles of a member and the end of the membership", Detail: "The project must keep an owner whose membership does not expire.",
	}, s.updateMember)
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "removeMember", Method: http.MethodDelete, Path: "/projects/{projectId}/members/{userId}", Tag: "members", Need: update, Person: true,
		Summary: "Remove an account from a project",
	}, s.removeMember)
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "listAssignableRoles", Method: http.MethodGet, Path: "/projects/{projectId}/assignable-roles", Tag: "members", Need: update,
		Summary: "Roles that the caller may give to members of a project",
		Detail:  "Owners and administrators may grant every project role, managers all but Owner and Manager. Nobody can grant permissions that they do not hold there.",
	}, s.listAssignableRoles)
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "listMemberCandidates", Method: http.MethodGet, Path: "/projects/{projectId}/member-candidates", Tag: "members", Need: update,
		Summary: "Accounts of the project's corporation that are not members", Detail: "Empty for callers of another corporation.",
	}, s.listMemberCandidates)
}

func (s *server) addMember(ctx context.Context, in *newMember) (*httpapi.Output[Member], error) {
	who := httpapi.CallerOf(ctx)
	m := user.Membership{ProjectID: in.ProjectID, AccountID: in.Body.UserID, Roles: in.Body.Roles, Until: in.Body.Until}
	made, err := s.join(ctx, who, m, in)
	return httpapi.Reply(memberOf(who.Target.Corporation)(made)), err
}

func (s *server) listMembers(ctx context.Context, in *memberList) (*httpapi.Output[httpapi.Page[Member]], error) {
	who := httpapi.CallerOf(ctx)
	page, err := s.Users.Members(ctx, who.Scope, user.MemberFilter{Query: in.Query(), ProjectID: in.ProjectID, RoleID: in.RoleID})
	return httpapi.ReplyPage(page, memberOf(who.Target.Corporation)), err
}

func (s *server) updateMember(ctx context.Context, in *memberChange) (*httpapi.Output[Member], error) {
	who := httpapi.CallerOf(ctx)
	m := user.Membership{ProjectID: in.ProjectID, AccountID: in.UserID, Roles: in.Body.Roles, Until: in.Body.Until}
	changed, err := s.Users.UpdateMember(ctx, who.Manager(), who.Target.Corporation, m)
	return httpapi.Reply(memberOf(who.Target.Corporation)(changed)), err
}

func (s *server) removeMember(ctx context.Context, in *memberPath) (*httpapi.Output[httpapi.Done], error) {
	return httpapi.Reply(httpapi.Done{}), s.Users.RemoveMember(ctx, httpapi.CallerOf(ctx).Manager(), in.ProjectID, in.UserID)
}

func (s *server) listAssignableRoles(ctx context.Context, in *httpapi.ProjectPath) (*httpapi.Output[httpapi.List[RoleName]], error) {
	who := httpapi.CallerOf(ctx)
	roles, err := s.Users.AssignableRoles(ctx, who.Manager(), who.Target.Corporation, in.ProjectID)
	return httpapi.ReplyList(roles, roleNameOf), err
}

func (s *server) listMemberCandidates(ctx context.Context, in *candidateList) (*httpapi.Output[httpapi.Page[Candidate]], error) {
	who := httpapi.CallerOf(ctx)
	page, err := s.Users.Candidates(ctx, who.Manager(), who.Target.Corporation, in.ProjectID, in.Query())
	return httpapi.ReplyPage(page, func(a identity.Account) Candidate {
		return Candidate{ID: a.ID, Name: a.Name, DisplayName: a.DisplayName}
	}), err
}

func (s *server) join(ctx context.Context, who *httpapi.Caller, m user.Membership, in *newMember) (user.Member, error) {
	switch {
	case in.Body.UserID != 0:
		return s.Users.AddMember(ctx, who.Manager(), who.Target.Corporation, m)
	case in.Body.Name == "":
		return user.Member{}, errs.OnField("name", errs.Empty)
	case in.Body.Password == "":
		return user.Member{}, errs.OnField("password", errs.Empty)
	}
	return s.Users.AddWithPassword(ctx, who.Manager(), who.Target.Corporation, m,
		identity.SignIn{Name: in.Body.Name, Password: in.Body.Password, IP: in.Address, Client: in.Client})
}

func memberOf(corporation int64) func(user.Member) Member {
	now := clock.Now().UnixMilli()
	return func(m user.Member) Member {
		return Member{
			UserID: m.AccountID, Name: m.Name, DisplayName: m.DisplayName, Mobile: m.Mobile, Email: m.Email, Avatar: m.Avatar, Active: m.Active,
			External: m.CorporationID != corporation, CorporationName: m.CorporationName, Roles: httpapi.ListOf(m.Roles, roleNameOf),
			Since: m.Since, Until: m.Until, Ended: m.Until != 0 && m.Until <= now,
		}
	}
}
