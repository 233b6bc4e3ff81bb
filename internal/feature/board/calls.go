package board

import (
	"context"
	"net/http"

	"plumbline/internal/httpapi"
	"plumbline/internal/platform/access"
)

// BoardPanel is one view of a point on a board.
type BoardPanel struct {
	MeasuringPointID int64  `json:"measuringPointId" minimum:"1"`
	View             string `json:"view" minLength:"1" maxLength:"40" doc:"Slug of one of the point's data views"`
	Query            string `json:"query" maxLength:"2000" doc:"The view's state as its address holds it, without the question mark"`
}

// BoardShownPanel is a panel as the API returns it.
type BoardShownPanel struct {
	BoardPanel
	Name string `json:"name" doc:"Of the point when the board was saved"`
	Gone bool   `json:"gone" doc:"The point no longer exists in the project"`
}

// ProjectBoard is a board as the API returns it.
type ProjectBoard struct {
	ID   int64  `json:"id"`
	Name string `json:"name"`
	Layout
	Panels    []BoardShownPanel `json:"panels" nullable:"false"`
	UpdatedAt int64             `json:"updatedAt" doc:"UTC ms"`
}

// ProjectBoardBody has the editable fields of a board.
type ProjectBoardBody struct {
	Name string `json:"name" minLength:"1" maxLength:"40"`
	Layout
	Panels []BoardPanel `json:"panels" maxItems:"6" nullable:"false" doc:"In reading order; at most rows × columns"`
	// UpdatedAt is no time that somebody chooses: it comes from an earlier response.
	UpdatedAt int64 `json:"updatedAt,omitempty" minimum:"0" doc:"As it was read: a board that was changed since is refused; 0: it is overwritten"`
}

// BoardPath identifies a board of a project.
type BoardPath struct {
	httpapi.ProjectPath
	BoardID int64 `path:"boardId" minimum:"1"`
}

type createInput struct {
	httpapi.ProjectPath
	Body ProjectBoardBody
}

type updateInput struct {
	BoardPath
	Body ProjectBoardBody
}

type sortInput struct {
	httpapi.ProjectPath
	Body struct {
		IDs []int64 `json:"ids" minItems:"1" maxItems:"50" nullable:"false" doc:"In their new order; boards that are not named follow as they were"`
	}
}

type server struct {
	*httpapi.Kernel
	boards *Service
}

const (
	exampleBody = `{"name":"Rain and level","rows":1,"columns":2,"range":"7d","linkedAxis":true,"linkedCursor":true,"limits":true,"events":false,` +
		`"panels":[{"measuringPointId":{measuringPointId},"view":"hda-chart","query":""}]}`
	nearMiss = `{"name":"Rain and level","rows":2,"columns":2,"range":"8d","linkedAxis":true,"linkedCursor":true,"limits":true,"events":false,"panels":[]}`
)

func (s *server) register() {
	const list = "/projects/{projectId}/boards"
	const one = list + "/{boardId}"
	see := access.Permission{Area: access.Project, Action: access.Retrieve}
	change := access.Permission{Area: access.Project, Action: access.Update}
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "listBoards", Method: http.MethodGet, Path: list, Tag: "boards", Need: see, Unmeasured: "at most 50 rows, by index",
		Summary: "Boards of a project in their order: views of several points in a grid",
	}, s.list)
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "createBoard", Method: http.MethodPost, Path: list, Tag: "boards", Need: change, Status: http.StatusCreated,
		Summary: "Save a new board", Detail: "It becomes the last one of its project.",
		Example: exampleBody, NearMiss: httpapi.NearMiss{Body: nearMiss, Field: "range"},
	}, s.create)
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "getBoard", Method: http.MethodGet, Path: one, Tag: "boards", Need: see, Summary: "One board", Unmeasured: "one row",
	}, s.get)
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "updateBoard", Method: http.MethodPut, Path: one, Tag: "boards", Need: change, Summary: "Change a board", Example: exampleBody,
		Detail: "Panels of deleted points may stay as they are.",
	}, s.update)
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "deleteBoard", Method: http.MethodDelete, Path: one, Tag: "boards", Need: change, Summary: "Delete a board",
	}, s.delete)
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "sortBoards", Method: http.MethodPost, Path: list + "/sort", Tag: "boards", Need: change, Example: `{"ids":[{boardId}]}`,
		Summary: "Change the order of a project's boards, in which a wall shows them",
	}, s.sort)
}

func (s *server) list(ctx context.Context, in *httpapi.ProjectPath) (*httpapi.Output[httpapi.List[ProjectBoard]], error) {
	boards, err := s.boards.List(ctx, httpapi.CallerOf(ctx).Scope, in.ProjectID)
	return httpapi.ReplyList(boards, shown), err
}

func (s *server) get(ctx context.Context, in *BoardPath) (*httpapi.Output[ProjectBoard], error) {
	b, err := s.boards.Get(ctx, httpapi.CallerOf(ctx).Scope, in.ProjectID, in.BoardID)
	return httpapi.Reply(shown(b)), err
}

func (s *server) create(ctx context.Context, in *createInput) (*httpapi.Output[ProjectBoard], error) {
	return s.save(ctx, in.Body.board(in.ProjectID, 0))
}

func (s *server) update(ctx context.Context, in *updateInput) (*httpapi.Output[ProjectBoard], error) {
	return s.save(ctx, in.Body.board(in.ProjectID, in.BoardID))
}

func (s *server) save(ctx context.Context, b Board) (*httpapi.Output[ProjectBoard], error) {
	if err := s.boards.Save(ctx, httpapi.CallerOf(ctx).Actor(), &b); err != nil {
		return nil, err
	}
	return httpapi.Reply(shown(b)), nil
}

func (s *server) delete(ctx context.Context, in *BoardPath) (*httpapi.Output[httpapi.Done], error) {
	return httpapi.Reply(httpapi.Done{}), s.boards.Delete(ctx, httpapi.CallerOf(ctx).Actor(), in.ProjectID, in.BoardID)
}

func (s *server) sort(ctx context.Context, in *sortInput) (*httpapi.Output[httpapi.Done], error) {
	return httpapi.Reply(httpapi.Done{}), s.boards.Sort(ctx, httpapi.CallerOf(ctx).Actor(), in.ProjectID, in.Body.IDs)
}

func (b ProjectBoardBody) board(project, id int64) Board {
	return Board{
		ID: id, ProjectID: project, Name: b.Name, Layout: b.Layout, UpdatedAt: b.UpdatedAt,
		Panels: httpapi.ListOf(b.Panels, func(p BoardPanel) Panel {
			return Panel{PointID: p.MeasuringPointID, View: p.View, Query: p.Query}
		}),
	}
}

func shown(b Board) ProjectBoard {
	return ProjectBoard{
		ID: b.ID, Name: b.Name, Layout: b.Layout, UpdatedAt: b.UpdatedAt,
		Panels: httpapi.ListOf(b.Panels, func(p Panel) BoardShownPanel {
			return BoardShownPanel{BoardPanel{p.PointID, p.View, p.Query}, p.Name, p.Gone}
		}),
	}
}
