package api

import (
	"context"
	"net/http"
	"time"

	"plumbline/internal/account/identity"
	"plumbline/internal/account/people"
	"plumbline/internal/platform/access"
	"plumbline/internal/platform/fault"
)

// Member is an account's part in a project.
type Member struct {
	UserID          int64      `json:"userId"`
	Name            string     `json:"name"`
	DisplayName     string     `json:"displayName"`
	Mobile          string     `json:"mobile"`
	Email           string     `json:"email"`
	Avatar          string     `json:"avatar"`
	Active          bool       `json:"active" doc:"False: the account is disabled"`
	External        bool       `json:"external" doc:"Of another corporation than the project"`
	CorporationName string     `json:"corporationName"`
	Roles           []RoleName `json:"roles"`
	Since           int64      `json:"since" doc:"UTC ms"`
	Until           int64      `json:"until" doc:"UTC ms when the membership ends by itself; 0: never"`
	Ended           bool       `json:"ended"`
}

// Candidate is an account that may be made a member.
type Candidate struct {
	ID          int64  `json:"id"`
	Name        string `json:"name"`
	DisplayName string `json:"displayName"`
}

// MemberFields are the roles of a member and the end of the membership.
type MemberFields struct {
	Roles []int64 `json:"roles" minItems:"1" maxItems:"20"`
	Until int64   `json:"until,omitempty" minimum:"0" maximum:"9007199254740991" doc:"UTC ms; 0: for good"`
}

// NewMember names an account of the project's corporation by its id, or any account of
// the platform by its name and its password.
type NewMember struct {
	UserID   int64  `json:"userId,omitempty" minimum:"0"`
	Name     string `json:"name,omitempty" maxLength:"100"`
	Password string `json:"password,omitempty" maxLength:"200" doc:"Of that account; wrong ones count as attempts to sign in"`
	MemberFields
}

type memberList struct {
	ProjectPath
	Paging
	RoleID int64 `query:"roleId" minimum:"0"`
}

type newMember struct {
	ProjectPath
	RequestInfo
	Body NewMember
}

type memberPath struct {
	ProjectPath
	UserPath
}

type memberChange struct {
	ProjectPath
	UserPath
	Body MemberFields
}

type candidateList struct {
	ProjectPath
	Paging
}

func (s *server) members() {
	view := access.Permission{Area: access.Project, Action: access.Retrieve}
	update := access.Permission{Area: access.Project, Action: access.Update}
	register(s, operation{
		id: "listMembers", method: http.MethodGet, path: "/projects/{projectId}/members", tag: "members", need: view,
		summary: "Members of a project", detail: "Sorts by name, since, until. Those whose membership has ended are listed until they are removed.",
	}, func(ctx context.Context, in *memberList) (*output[Page[Member]], error) {
		who := callerOf(ctx)
		page, err := s.People.Members(ctx, who.scope, people.MemberFilter{Query: in.query(), ProjectID: in.ProjectID, RoleID: in.RoleID})
		return pageOf(page, memberOf(who.place.corporation)), err
	})
	register(s, operation{
		id: "addMember", method: http.MethodPost, path: "/projects/{projectId}/members", tag: "members", need: update, status: http.StatusCreated, person: true,
		summary: "Make an account a member of a project",
		detail:  "Accounts of the project's corporation by userId; any other account of the platform by its name and its password, which is throttled as sign-in is.",
	}, func(ctx context.Context, in *newMember) (*output[Member], error) {
		who := callerOf(ctx)
		m := people.Membership{ProjectID: in.ProjectID, AccountID: in.Body.UserID, Roles: in.Body.Roles, Until: in.Body.Until}
		made, err := s.addMember(ctx, who, m, in)
		return answer(memberOf(who.place.corporation)(made)), err
	})
	register(s, operation{
		id: "updateMember", method: http.MethodPut, path: "/projects/{projectId}/members/{userId}", tag: "members", need: update, person: true,
		summary: "Replace the roles of a member and the end of the membership", detail: "The project keeps an owner whose membership does not end.",
	}, func(ctx context.Context, in *memberChange) (*output[Member], error) {
		who := callerOf(ctx)
		m := people.Membership{ProjectID: in.ProjectID, AccountID: in.UserID, Roles: in.Body.Roles, Until: in.Body.Until}
		changed, err := s.People.UpdateMember(ctx, who.manager(), who.place.corporation, m)
		return answer(memberOf(who.place.corporation)(changed)), err
	})
	register(s, operation{
		id: "removeMember", method: http.MethodDelete, path: "/projects/{projectId}/members/{userId}", tag: "members", need: update, person: true,
		summary: "Take an account out of a project",
	}, func(ctx context.Context, in *memberPath) (*output[Done], error) {
		return answer(Done{}), s.People.RemoveMember(ctx, callerOf(ctx).manager(), in.ProjectID, in.UserID)
	})
	register(s, operation{
		id: "listAssignableRoles", method: http.MethodGet, path: "/projects/{projectId}/assignable-roles", tag: "members", need: update,
		summary: "Roles that the caller may give to members of a project",
		detail:  "Owners and administrators may give every role of projects, managers neither Owner nor Manager, and nobody what they do not hold there.",
	}, func(ctx context.Context, in *ProjectPath) (*output[List[RoleName]], error) {
		who := callerOf(ctx)
		roles, err := s.People.AssignableRoles(ctx, who.manager(), who.place.corporation, in.ProjectID)
		return listAnswer(roles, roleNameOf), err
	})
	register(s, operation{
		id: "listMemberCandidates", method: http.MethodGet, path: "/projects/{projectId}/member-candidates", tag: "members", need: update,
		summary: "Accounts of the project's corporation that are no members", detail: "Empty for callers of another corporation.",
	}, func(ctx context.Context, in *candidateList) (*output[Page[Candidate]], error) {
		who := callerOf(ctx)
		page, err := s.People.Candidates(ctx, who.manager(), who.place.corporation, in.ProjectID, in.query())
		return pageOf(page, func(a identity.Account) Candidate {
			return Candidate{ID: a.ID, Name: a.Name, DisplayName: a.DisplayName}
		}), err
	})
}

func (s *server) addMember(ctx context.Context, who *caller, m people.Membership, in *newMember) (people.Member, error) {
	switch {
	case in.Body.UserID != 0:
		return s.People.AddMember(ctx, who.manager(), who.place.corporation, m)
	case in.Body.Name == "":
		return people.Member{}, fault.OnField("name", fault.Empty)
	case in.Body.Password == "":
		return people.Member{}, fault.OnField("password", fault.Empty)
	}
	return s.People.AddVouched(ctx, who.manager(), who.place.corporation, m, identity.SignIn{Name: in.Body.Name, Password: in.Body.Password, IP: in.address, Client: in.Client})
}

func memberOf(corporation int64) func(people.Member) Member {
	now := time.Now().UnixMilli()
	return func(m people.Member) Member {
		return Member{
			UserID: m.AccountID, Name: m.Name, DisplayName: m.DisplayName, Mobile: m.Mobile, Email: m.Email, Avatar: m.Avatar, Active: m.Active,
			External: m.CorporationID != corporation, CorporationName: m.CorporationName, Roles: listOf(m.Roles, roleNameOf),
			Since: m.Since, Until: m.Until, Ended: m.Until != 0 && m.Until <= now,
		}
	}
}
