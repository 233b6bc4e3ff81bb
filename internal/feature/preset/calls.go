package preset

import (
	"context"
	"net/http"

	"plumbline/internal/httpapi"
	"plumbline/internal/platform/access"
)

// ViewPreset is a preset as the API returns it.
type ViewPreset struct {
	ID        int64  `json:"id"`
	Name      string `json:"name"`
	Query     string `json:"query" doc:"The view's state as its address holds it, without the question mark"`
	Shared    bool   `json:"shared"`
	Own       bool   `json:"own" doc:"Saved by the caller"`
	Owner     string `json:"owner" doc:"Name of the person who saved it"`
	UpdatedAt int64  `json:"updatedAt" doc:"UTC ms"`
}

// ViewPresetChange has the editable fields of a preset.
type ViewPresetChange struct {
	Name   string `json:"name" minLength:"1" maxLength:"30"`
	Query  string `json:"query" maxLength:"2000" doc:"The view's state as its address holds it, without the question mark"`
	Shared bool   `json:"shared" doc:"With everybody who sees a project of the corporation; changing it needs Update:Project"`
}

// ViewPresetBody is a new preset.
type ViewPresetBody struct {
	ViewPresetChange
	View       string `json:"view" minLength:"1" maxLength:"40" doc:"Slug of a data view"`
	DeviceType string `json:"deviceType" minLength:"1" maxLength:"40" doc:"Of the points for which the preset is offered"`
}

type listInput struct {
	httpapi.ProjectPath
	View       string `query:"view" maxLength:"40" doc:"Slug of a data view"`
	DeviceType string `query:"deviceType" maxLength:"40"`
}

// ViewPresetPath identifies a preset.
type ViewPresetPath struct {
	httpapi.ProjectPath
	PresetID int64 `path:"viewPresetId" minimum:"1"`
}

type createInput struct {
	httpapi.ProjectPath
	Body ViewPresetBody
}

type updateInput struct {
	ViewPresetPath
	Body ViewPresetChange
}

type server struct {
	*httpapi.Kernel
	presets *Store
}

const (
	exampleBody = `{"name":"Last week","query":"range=7d","shared":false,"view":"hda-chart","deviceType":"Crack"}`
	nearMiss    = `{"name":"Last week","query":"range=7d","shared":false,"view":"no-chart","deviceType":"Crack"}`
)

func (s *server) register() {
	const list = "/projects/{projectId}/view-presets"
	const one = list + "/{viewPresetId}"
	see := access.Permission{Area: access.MeasuringPoint, Action: access.Retrieve}
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "listViewPresets", Method: http.MethodGet, Path: list, Tag: "boards", Need: see, Unmeasured: "few rows, by index",
		Summary: "Presets of a data view for a type of device: own ones and those that the corporation shares",
	}, s.list)
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "createViewPreset", Method: http.MethodPost, Path: list, Tag: "boards", Need: see, Status: http.StatusCreated, Person: true,
		Summary: "Save the controls of a data view", Example: exampleBody, NearMiss: httpapi.NearMiss{Body: nearMiss, Field: "view"},
		Detail: "In the corporation of the project.",
	}, s.create)
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "updateViewPreset", Method: http.MethodPut, Path: one, Tag: "boards", Need: see, Person: true,
		Summary: "Rename, change, share or stop sharing a preset", Example: `{"name":"Last month","query":"range=30d","shared":false}`,
		Detail: "Private presets by their owner; shared ones with Update:Project by people of the corporation.",
	}, s.update)
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "deleteViewPreset", Method: http.MethodDelete, Path: one, Tag: "boards", Need: see, Person: true, Summary: "Delete a preset",
		Detail: "Private presets by their owner; shared ones with Update:Project by people of the corporation.",
	}, s.delete)
}

func (s *server) list(ctx context.Context, in *listInput) (*httpapi.Output[httpapi.List[ViewPreset]], error) {
	who := httpapi.CallerOf(ctx)
	list, err := s.presets.Presets(ctx, who.Scope, in.ProjectID, who.Account.ID, in.View, in.DeviceType)
	return httpapi.ReplyList(list, func(p Preset) ViewPreset { return shown(p, who.Account.ID) }), err
}

func (s *server) create(ctx context.Context, in *createInput) (*httpapi.Output[ViewPreset], error) {
	p := in.Body.preset()
	p.View, p.DeviceType = in.Body.View, in.Body.DeviceType
	return s.save(ctx, in.ProjectID, p)
}

func (s *server) update(ctx context.Context, in *updateInput) (*httpapi.Output[ViewPreset], error) {
	p := in.Body.preset()
	p.ID = in.PresetID
	return s.save(ctx, in.ProjectID, p)
}

func (s *server) save(ctx context.Context, project int64, p Preset) (*httpapi.Output[ViewPreset], error) {
	who := httpapi.CallerOf(ctx)
	if err := s.presets.Save(ctx, who.Actor(), project, &p, edits(who, project)); err != nil {
		return nil, err
	}
	if p.AccountID == who.Account.ID {
		p.Owner = who.Account.DisplayName
	}
	return httpapi.Reply(shown(p, who.Account.ID)), nil
}

func (s *server) delete(ctx context.Context, in *ViewPresetPath) (*httpapi.Output[httpapi.Done], error) {
	who := httpapi.CallerOf(ctx)
	return httpapi.Reply(httpapi.Done{}), s.presets.Delete(ctx, who.Actor(), in.ProjectID, in.PresetID, edits(who, in.ProjectID))
}

func edits(who *httpapi.Caller, project int64) bool {
	return who.May(access.Project, access.Update, project)
}

func (c ViewPresetChange) preset() Preset {
	return Preset{Name: c.Name, Query: c.Query, Shared: c.Shared}
}

func shown(p Preset, account int64) ViewPreset {
	return ViewPreset{
		ID: p.ID, Name: p.Name, Query: p.Query, Shared: p.Shared, Own: p.AccountID == account, Owner: p.Owner, UpdatedAt: p.UpdatedAt,
	}
}
