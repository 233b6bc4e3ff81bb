package notes

import (
	"context"
	"net/http"

	"plumbline/internal/httpapi"
	"plumbline/internal/platform/access"
)

type projectNote struct {
	ID        int64  `json:"id"`
	Text      string `json:"text"`
	CreatedAt int64  `json:"createdAt" doc:"UTC ms"`
}

func noteOf(n Note) projectNote { return projectNote{ID: n.ID, Text: n.Text, CreatedAt: n.CreatedAt} }

type newNote struct {
	httpapi.ProjectPath
	Body struct {
		Text string `json:"text" example:"Scaffold in front of SW-09"`
	}
}

type server struct{ service *Service }

func (s *server) register(k *httpapi.Kernel) error {
	const list = "/projects/{projectId}/notes"
	httpapi.Register(k, httpapi.Operation{
		ID: "listNotes", Method: http.MethodGet, Path: list, Tag: "notes", Summary: "Notes about a project, newest first",
		Need: access.Permission{Area: access.Project, Action: access.Retrieve}, Unmeasured: "notes of a project, a few",
	}, s.listNotes)
	httpapi.Register(k, httpapi.Operation{
		ID: "createNote", Method: http.MethodPost, Path: list, Tag: "notes", Summary: "Add a note", Status: http.StatusCreated,
		Need:     access.Permission{Area: access.Project, Action: access.Update},
		Example:  `{"text":"Scaffold in front of SW-09"}`,
		NearMiss: httpapi.NearMiss{Body: `{"text":" "}`, Field: "text"},
	}, s.createNote)
	return nil
}

func (s *server) listNotes(ctx context.Context, in *httpapi.ProjectPath) (*httpapi.Output[httpapi.List[projectNote]], error) {
	list, err := s.service.List(ctx, httpapi.CallerOf(ctx).Scope, in.ProjectID)
	return httpapi.ReplyList(list, noteOf), err
}

func (s *server) createNote(ctx context.Context, in *newNote) (*httpapi.Output[projectNote], error) {
	made, err := s.service.Create(ctx, httpapi.CallerOf(ctx).Actor(), in.ProjectID, in.Body.Text)
	return httpapi.Reply(noteOf(made)), err
}
