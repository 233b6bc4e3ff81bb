package handling

import (
	"context"
	"net/http"

	"plumbline/internal/core/alarm"
	"plumbline/internal/httpapi"
	"plumbline/internal/platform/access"
	"plumbline/internal/platform/errs"
	"plumbline/internal/platform/upload"
)

// AlertComment is a text that a person wrote about an alert.
type AlertComment struct {
	ID        int64  `json:"id"`
	AccountID int64  `json:"accountId"`
	Author    string `json:"author" doc:"Name of the person"`
	Text      string `json:"text" doc:"May be empty if there are pictures"`
	CreatedAt int64  `json:"createdAt" doc:"UTC ms"`

	Pictures []string `json:"pictures" nullable:"false" doc:"Signed paths, valid for five minutes"`
}

// AlertPath identifies an alert.
type AlertPath struct {
	AlertID int64 `path:"alertId" minimum:"1"`
}

type addInput struct {
	AlertPath
	Body struct {
		Text     string   `json:"text" maxLength:"500" doc:"May be empty if there are pictures"`
		Pictures []string `json:"pictures,omitempty" maxItems:"9" doc:"URLs of uploads with the purpose alert, in their order"`
	}
}

type server struct {
	*httpapi.Kernel
	store   *Store
	uploads *upload.Service
}

func (s *server) register() {
	const path = "/alerts/{alertId}/comments"
	need := func(action access.Action) access.Permission {
		return access.Permission{Area: access.Alert, Action: action}
	}
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "listAlertComments", Method: http.MethodGet, Path: path, Tag: "alerts", Need: need(access.Retrieve), Unmeasured: "few rows, by index",
		Summary: "Comments on an alert, oldest first",
	}, s.list)
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "createAlertComment", Method: http.MethodPost, Path: path, Tag: "alerts", Need: need(access.Update), Status: http.StatusCreated,
		Summary: "Comment on an alert", Detail: "Comments stay as they were written; an alert has at most 200. They decide nothing.",
		Example: `{"text":"On the way, at the site in 20 min"}`,
	}, s.add)
	s.registerLists()
	s.registerAssignment(need)
	s.registerIncidents(need)
}

func (s *server) list(ctx context.Context, in *AlertPath) (*httpapi.Output[httpapi.List[AlertComment]], error) {
	list, err := s.store.Comments(ctx, httpapi.CallerOf(ctx).Scope, in.AlertID)
	if err != nil {
		return nil, err
	}
	return httpapi.ReplyList(list, s.shown), nil
}

func (s *server) add(ctx context.Context, in *addInput) (*httpapi.Output[AlertComment], error) {
	who := httpapi.CallerOf(ctx)
	var refused errs.Refusals
	alarm.CheckPictures(&refused, in.Body.Pictures)
	if err := refused.Err(); err != nil {
		return nil, err
	}
	paths, err := s.uploads.KeepAll(ctx, who.Actor(), "pictures", upload.Alert, in.Body.Pictures)
	if err != nil {
		return nil, err
	}
	c, err := s.store.Add(ctx, who.Actor(), who.Target.Alert, in.Body.Text, paths)
	if err != nil {
		return nil, err
	}
	return httpapi.Reply(s.shown(c)), nil
}

func (s *server) shown(c Comment) AlertComment {
	return AlertComment{
		ID: c.ID, AccountID: c.AccountID, Author: c.Author, Text: c.Text, CreatedAt: c.CreatedAt,
		Pictures: httpapi.ListOf(c.Pictures, s.uploads.Sign),
	}
}
