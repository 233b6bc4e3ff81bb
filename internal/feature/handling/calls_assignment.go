package handling

import (
	"context"
	"net/http"

	"plumbline/internal/httpapi"
	"plumbline/internal/platform/access"
)

// AlertAssignment says who takes care of an alert from a moment on.
type AlertAssignment struct {
	ID          int64  `json:"id"`
	AccountID   int64  `json:"accountId" doc:"0: nobody"`
	AccountName string `json:"accountName"`
	Here        bool   `json:"here" doc:"Active, and a member of the project or an administrator of its corporation; otherwise the alert counts as unassigned"`
	AssignedBy  int64  `json:"assignedBy" doc:"Account"`
	Author      string `json:"author" doc:"Name of the person who assigned it"`
	CreatedAt   int64  `json:"createdAt" doc:"UTC ms"`
}

// AlertAssignee is somebody who may take care of alerts of a project.
type AlertAssignee struct {
	AccountID  int64  `json:"accountId"`
	Name       string `json:"name"`
	Avatar     string `json:"avatar" doc:"Signed path; empty: none"`
	OpenAlerts int    `json:"openAlerts" doc:"Active alerts of the project that they take care of"`
}

type assignInput struct {
	AlertPath
	Body struct {
		AccountID int64  `json:"accountId" minimum:"0" doc:"A member of the project or an administrator of its corporation; 0: nobody"`
		Seen      *int64 `json:"seen,omitempty" minimum:"0" doc:"Who it was assigned to when the person decided, 0: nobody. The call fails if that has changed; omitted: it does not matter"`
	}
}

func (s *server) registerAssignment(need func(access.Action) access.Permission) {
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "assignAlert", Method: http.MethodPut, Path: "/alerts/{alertId}/assignee", Tag: "alerts", Need: need(access.Update),
		Summary: "Assign an alert to somebody, or release it", Example: `{"accountId":{memberId}}`,
		Detail: "The new assignee gets an in-app message. Alerts that are processed stay as they are.",
	}, s.assign)
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "listAlertAssignments", Method: http.MethodGet, Path: "/alerts/{alertId}/assignments", Tag: "alerts", Need: need(access.Retrieve),
		Summary: "Who took care of an alert, oldest first", Unmeasured: "few rows, by index",
	}, s.assignments)
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "listAlertAssignees", Method: http.MethodGet, Path: "/projects/{projectId}/alert-assignees", Tag: "alerts", Need: need(access.Update),
		Unmeasured: "the members of a project, by index",
		Summary:    "Who may take care of the alerts of a project, by name", Detail: "Active members of the project, and administrators of its corporation.",
	}, s.assignees)
}

func (s *server) assign(ctx context.Context, in *assignInput) (*httpapi.Output[httpapi.List[AlertAssignment]], error) {
	who := httpapi.CallerOf(ctx)
	if err := s.store.Assign(ctx, who.Actor(), who.Target.Alert, in.Body.AccountID, in.Body.Seen); err != nil {
		return nil, err
	}
	return s.assignments(ctx, &in.AlertPath)
}

func (s *server) assignments(ctx context.Context, in *AlertPath) (*httpapi.Output[httpapi.List[AlertAssignment]], error) {
	list, err := s.store.Assignments(ctx, httpapi.CallerOf(ctx).Scope, in.AlertID)
	if err != nil {
		return nil, err
	}
	return httpapi.ReplyList(list, func(a Assignment) AlertAssignment {
		return AlertAssignment{a.ID, a.AccountID, a.Account, a.Here, a.AssignedBy, a.Author, a.CreatedAt}
	}), nil
}

func (s *server) assignees(ctx context.Context, in *httpapi.ProjectPath) (*httpapi.Output[httpapi.List[AlertAssignee]], error) {
	list, err := s.store.Assignees(ctx, httpapi.CallerOf(ctx).Scope, in.ProjectID)
	if err != nil {
		return nil, err
	}
	return httpapi.ReplyList(list, func(a Assignee) AlertAssignee {
		return AlertAssignee{a.ID, a.Name, s.uploads.Sign(a.Avatar), a.Open}
	}), nil
}
