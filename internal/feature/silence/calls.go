package silence

import (
	"cmp"
	"context"
	"net/http"
	"time"

	"plumbline/internal/core/alarm"
	"plumbline/internal/httpapi"
	"plumbline/internal/platform/access"
	"plumbline/internal/platform/clock"
	"plumbline/internal/platform/paging"
)

// SilenceFields are the fields of a silence that people write.
type SilenceFields struct {
	StructureID int64   `json:"structureId,omitempty" minimum:"0" doc:"0: the whole project"`
	ItemID      int64   `json:"itemId,omitempty" minimum:"0" doc:"0: the whole structure"`
	PointIDs    []int64 `json:"pointIds,omitempty" maxItems:"200" doc:"Measuring points of that part of the project; empty: all"`
	Level       int     `json:"level,omitempty" minimum:"1" maximum:"4" default:"3" doc:"Highest level whose messages are held back: 1 blue to 4 red. Those about the health of devices always are"`
	From        int64   `json:"from,omitempty" minimum:"0" doc:"UTC ms, at most 10 minutes ago and a year ahead; 0: now"`
	Minutes     int64   `json:"minutes" minimum:"1" maximum:"44640" doc:"How long it lasts, at most 31 days"`
	Note        string  `json:"note" minLength:"1" maxLength:"200" doc:"Why"`
}

// MaintenanceSilence is a time of maintenance with the names of what it is about.
type MaintenanceSilence struct {
	ID int64 `json:"id"`
	SilenceFields
	To            int64    `json:"to" doc:"UTC ms, excluded"`
	StructureName string   `json:"structureName"`
	ItemName      string   `json:"itemName"`
	PointNames    []string `json:"pointNames" doc:"Of those that still exist"`
	State         string   `json:"state" enum:"planned,holding,over,ended" doc:"ended: by somebody, before its time"`
	RecordedAt    int64    `json:"recordedAt" doc:"UTC ms"`
	RecordedBy    string   `json:"recordedBy" doc:"Name of the account"`
	EndedAt       int64    `json:"endedAt" doc:"UTC ms; 0: nobody ended it"`
	EndedBy       string   `json:"endedBy" doc:"Name of the account"`
}

type listInput struct {
	httpapi.ProjectPath
	httpapi.Paging
}

type addInput struct {
	httpapi.ProjectPath
	Body SilenceFields
}

// SilencePath identifies a silence.
type SilencePath struct {
	httpapi.ProjectPath
	SilenceID int64 `path:"silenceId" minimum:"1"`
}

type server struct {
	*httpapi.Kernel
	silences *Store
}

const example = `{"level":3,"minutes":120,"note":"Cleaning of sensors"}`

func (s *server) register() {
	const path = "/projects/{projectId}/silences"
	need := func(action access.Action) access.Permission {
		return access.Permission{Area: access.AlertRule, Action: action}
	}
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "listSilences", Method: http.MethodGet, Path: path, Tag: "alerts", Need: need(access.Retrieve), Unmeasured: "a page by index",
		Summary: "Times of maintenance of a project, the latest start first",
	}, s.list)
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "createSilence", Method: http.MethodPost, Path: path, Tag: "alerts", Need: need(access.Update), Status: http.StatusCreated,
		Summary: "Hold back messages about alerts during maintenance", Example: example,
		Detail: "Alerts are raised as always, and their messages are sent at the end if they are still true. At most 50 of a project that are not over.",
	}, s.add)
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "endSilence", Method: http.MethodPost, Path: path + "/{silenceId}/end", Tag: "alerts", Need: need(access.Update),
		Summary: "End a silence now", Detail: "What it has held back is sent soon after, unless quiet hours or another silence hold it.",
	}, s.end)
}

func (s *server) list(ctx context.Context, in *listInput) (*httpapi.Output[httpapi.Page[MaintenanceSilence]], error) {
	page, err := s.silences.List(ctx, httpapi.CallerOf(ctx).Scope, in.ProjectID, 0, in.Query())
	if err != nil {
		return nil, err
	}
	now := clock.Now().UnixMilli()
	return httpapi.ReplyPage(page, func(l Listed) MaintenanceSilence { return shown(&l, now) }), nil
}

func (s *server) add(ctx context.Context, in *addInput) (*httpapi.Output[MaintenanceSilence], error) {
	b, caller := &in.Body, httpapi.CallerOf(ctx)
	now := clock.Now().UnixMilli()
	from := cmp.Or(b.From, now)
	one := Silence{ProjectID: in.ProjectID, Note: b.Note, Silence: alarm.Silence{
		StructureID: b.StructureID, ItemID: b.ItemID, Points: b.PointIDs, Level: alarm.Level(b.Level),
		From: from, To: from + b.Minutes*time.Minute.Milliseconds(),
	}}
	if err := s.silences.Add(ctx, caller.Actor(), &one); err != nil {
		return nil, err
	}
	page, err := s.silences.List(ctx, caller.Scope, in.ProjectID, one.ID, paging.Query{Size: 1})
	if err != nil {
		return nil, err
	}
	return httpapi.Reply(shown(&page.List[0], now)), nil
}

func (s *server) end(ctx context.Context, in *SilencePath) (*httpapi.Output[httpapi.Done], error) {
	err := s.silences.End(ctx, httpapi.CallerOf(ctx).Actor(), in.ProjectID, in.SilenceID)
	return httpapi.Reply(httpapi.Done{}), err
}

func shown(l *Listed, now int64) MaintenanceSilence {
	state := "holding"
	switch {
	case l.EndedAt != 0:
		state = "ended"
	case l.To <= now:
		state = "over"
	case l.From > now:
		state = "planned"
	}
	return MaintenanceSilence{
		ID: l.ID, SilenceFields: SilenceFields{
			StructureID: l.StructureID, ItemID: l.ItemID, PointIDs: l.Points, Level: int(l.Level), From: l.From, Note: l.Note,
			Minutes: (l.To - l.From) / time.Minute.Milliseconds(),
		}, To: l.To,
		StructureName: l.Structure, ItemName: l.Item, PointNames: httpapi.ListOf(l.PointNames, func(n string) string { return n }), State: state,
		RecordedAt: l.RecordedAt, RecordedBy: l.By, EndedAt: l.EndedAt, EndedBy: l.Ender,
	}
}
