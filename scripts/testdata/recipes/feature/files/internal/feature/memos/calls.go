package memos

import (
	"context"
	"net/http"

	"plumbline/internal/httpapi"
	"plumbline/internal/platform/access"
)

type projectMemo struct {
	ID        int64  `json:"id"`
	Text      string `json:"text"`
	CreatedAt int64  `json:"createdAt" doc:"UTC ms"`
}

func memoOf(n Memo) projectMemo { return projectMemo{ID: n.ID, Text: n.Text, CreatedAt: n.CreatedAt} }

type newMemo struct {
	httpapi.ProjectPath
	Body struct {
		Text string `json:"text" example:"Scaffold in front of SW-09"`
	}
}

type server struct{ service *Service }

func (s *server) register(k *httpapi.Kernel) error {
	const list = "/projects/{projectId}/memos"
	httpapi.Register(k, httpapi.Operation{
		ID: "listMemos", Method: http.MethodGet, Path: list, Tag: "memos", Summary: "Memos about a project, newest first",
		Need: access.Permission{Area: access.Project, Action: access.Retrieve}, Unmeasured: "memos of a project, a few",
	}, s.listMemos)
	httpapi.Register(k, httpapi.Operation{
		ID: "createMemo", Method: http.MethodPost, Path: list, Tag: "memos", Summary: "Add a memo", Status: http.StatusCreated,
		Need:     access.Permission{Area: access.Project, Action: access.Update},
		Example:  `{"text":"Scaffold in front of SW-09"}`,
		NearMiss: httpapi.NearMiss{Body: `{"text":" "}`, Field: "text"},
	}, s.createMemo)
	return nil
}

func (s *server) listMemos(ctx context.Context, in *httpapi.ProjectPath) (*httpapi.Output[httpapi.List[projectMemo]], error) {
	list, err := s.service.List(ctx, httpapi.CallerOf(ctx).Scope, in.ProjectID)
	return httpapi.ReplyList(list, memoOf), err
}

func (s *server) createMemo(ctx context.Context, in *newMemo) (*httpapi.Output[projectMemo], error) {
	made, err := s.service.Create(ctx, httpapi.CallerOf(ctx).Actor(), in.ProjectID, in.Body.Text)
	return httpapi.Reply(memoOf(made)), err
}
