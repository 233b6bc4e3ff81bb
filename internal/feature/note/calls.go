package note

import (
	"context"
	"net/http"

	"plumbline/internal/httpapi"
	"plumbline/internal/platform/access"
	"plumbline/internal/platform/clock"
	"plumbline/internal/platform/errs"
)

// PointNoteFields are the fields of a note that people write.
type PointNoteFields struct {
	From int64  `json:"from" doc:"UTC ms"`
	To   int64  `json:"to" doc:"UTC ms, inclusive; the same as from for a moment"`
	Text string `json:"text" minLength:"1" maxLength:"500"`
}

// PointNoteVersion is a state of a note.
type PointNoteVersion struct {
	PointNoteFields
	Withdrawn  bool   `json:"withdrawn"`
	RecordedAt int64  `json:"recordedAt" doc:"UTC ms"`
	RecordedBy string `json:"recordedBy" doc:"Name of the person"`
}

// PointNote is a note on a span of time of a point.
type PointNote struct {
	ID                 int64  `json:"id"`
	MeasuringPointID   int64  `json:"measuringPointId"`
	MeasuringPointName string `json:"measuringPointName"`
	PointNoteFields
	Withdrawn bool               `json:"withdrawn"`
	CreatedAt int64              `json:"createdAt" doc:"UTC ms"`
	CreatedBy string             `json:"createdBy" doc:"Name of the person"`
	Versions  []PointNoteVersion `json:"versions" doc:"All states, the oldest first"`
}

// PointNoteList is a list of notes.
type PointNoteList struct {
	List []PointNote `json:"list" doc:"At most 500, the latest spans first"`
	More bool        `json:"more" doc:"There are older ones"`
}

type listInput struct {
	httpapi.ProjectPath
	PointIDs  []int64           `query:"measuringPointIds" maxItems:"200" doc:"Only notes on these points; empty: all of the project"`
	Start     httpapi.AskedTime `query:"start" doc:"UTC ms; 0: no limit"`
	End       httpapi.AskedTime `query:"end" doc:"UTC ms, inclusive; 0: no limit"`
	KnownAt   httpapi.AskedTime `query:"knownAt" doc:"UTC ms: the notes as they were at this time; 0: now"`
	Withdrawn bool              `query:"withdrawn" doc:"With withdrawn notes"`
}

type createInput struct {
	httpapi.PointPath
	Body PointNoteFields
}

// PointNotePath identifies a note.
type PointNotePath struct {
	httpapi.PointPath
	NoteID int64 `path:"noteId" minimum:"1"`
}

type updateInput struct {
	PointNotePath
	Body PointNoteFields
}

type server struct {
	*httpapi.Kernel
	notes *Store
}

const (
	exampleBody = `{"from":1700000000000,"to":1700000100000,"text":"anchor load test"}`
	nearMiss    = `{"from":1700000100000,"to":1700000000000,"text":"the wrong way round"}`
)

func (s *server) register() {
	const path = "/structures/{structureId}/measuring-points/{measuringPointId}/notes"
	see := access.Permission{Area: access.Data, Action: access.Retrieve}
	write := access.Permission{Area: access.Data, Action: access.Update}
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "listPointNotes", Method: http.MethodGet, Path: "/projects/{projectId}/notes", Tag: "corrections", Need: see,
		Query: "start=1699900000000&end=1700100000000", Unmeasured: "few rows, by index",
		Summary: "Notes on spans of time of a project's points", Detail: "Those that touch the range. Notes change no result.",
	}, s.list)
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "createPointNote", Method: http.MethodPost, Path: path, Tag: "corrections", Need: write, Status: http.StatusCreated,
		Summary: "Write a note on a span of time of a point", Example: exampleBody, NearMiss: httpapi.NearMiss{Body: nearMiss, Field: "to"},
	}, s.create)
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "updatePointNote", Method: http.MethodPut, Path: path + "/{noteId}", Tag: "corrections", Need: write,
		Summary: "Change a note", Detail: "Its earlier versions are kept.", Example: exampleBody,
	}, s.update)
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "withdrawPointNote", Method: http.MethodDelete, Path: path + "/{noteId}", Tag: "corrections", Need: write,
		Summary: "Withdraw a note", Detail: "Charts no longer show it. Its versions are kept, and data as known earlier still come with it.",
	}, s.withdraw)
}

func (s *server) list(ctx context.Context, in *listInput) (*httpapi.Output[PointNoteList], error) {
	switch {
	case in.KnownAt.Millis() > clock.Now().UnixMilli():
		return nil, errs.OnField("knownAt", errs.KnownAhead)
	case in.End != 0 && in.Start > in.End:
		return nil, errs.New(errs.StartAfterEnd)
	}
	list, more, err := s.notes.Notes(ctx, httpapi.CallerOf(ctx).Scope, Filter{
		ProjectID: in.ProjectID, PointIDs: in.PointIDs, From: in.Start.Millis(), To: in.End.Millis(), KnownAt: in.KnownAt.Millis(),
		Withdrawn: in.Withdrawn,
	})
	if err != nil {
		return nil, err
	}
	return httpapi.Reply(PointNoteList{List: httpapi.ListOf(list, shown), More: more}), nil
}

func (s *server) create(ctx context.Context, in *createInput) (*httpapi.Output[PointNote], error) {
	return reply(s.notes.Create(ctx, httpapi.CallerOf(ctx).Actor(), in.MeasuringPointID, in.Body.content()))
}

func (s *server) update(ctx context.Context, in *updateInput) (*httpapi.Output[PointNote], error) {
	return reply(s.notes.Update(ctx, httpapi.CallerOf(ctx).Actor(), in.MeasuringPointID, in.NoteID, in.Body.content()))
}

func (s *server) withdraw(ctx context.Context, in *PointNotePath) (*httpapi.Output[PointNote], error) {
	return reply(s.notes.Withdraw(ctx, httpapi.CallerOf(ctx).Actor(), in.MeasuringPointID, in.NoteID))
}

func reply(n Note, err error) (*httpapi.Output[PointNote], error) {
	if err != nil {
		return nil, err
	}
	return httpapi.Reply(shown(n)), nil
}

func (f PointNoteFields) content() Content { return Content(f) }

func shown(n Note) PointNote {
	first, last := n.Versions[0], n.Last()
	return PointNote{
		ID: n.ID, MeasuringPointID: n.PointID, MeasuringPointName: n.PointName, PointNoteFields: fieldsOf(last), Withdrawn: last.Withdrawn,
		CreatedAt: first.RecordedAt, CreatedBy: first.RecordedBy,
		Versions: httpapi.ListOf(n.Versions, func(v Version) PointNoteVersion {
			return PointNoteVersion{PointNoteFields: fieldsOf(v), Withdrawn: v.Withdrawn, RecordedAt: v.RecordedAt, RecordedBy: v.RecordedBy}
		}),
	}
}

func fieldsOf(v Version) PointNoteFields {
	return PointNoteFields{From: v.From, To: v.To, Text: v.Text}
}
