package grading

import (
	"context"
	"net/http"
	"slices"

	"plumbline/internal/account/corporation"
	"plumbline/internal/core/alarm"
	"plumbline/internal/core/grading"
	"plumbline/internal/core/timeline"
	"plumbline/internal/httpapi"
	"plumbline/internal/platform/access"
	"plumbline/internal/platform/upload"
)

// GradingFields are the settings of a grading of one attribute that people write.
type GradingFields struct {
	Name      string `json:"name" minLength:"1" maxLength:"50"`
	Enable    bool   `json:"enable" doc:"false: nothing is judged from then on"`
	ValidFrom int64  `json:"validFrom,omitempty" minimum:"0" doc:"UTC ms from which the settings hold; 0: now. Earlier readings are judged by earlier settings"`
	grading.Single
}

// MultiGradingFields are the settings of a grading of several attributes or points that people write.
type MultiGradingFields struct {
	Name      string `json:"name" minLength:"1" maxLength:"50"`
	Enable    bool   `json:"enable" doc:"false: nothing is judged from then on"`
	ValidFrom int64  `json:"validFrom,omitempty" minimum:"0" doc:"UTC ms from which the settings hold; 0: now"`
	grading.Multi
}

// GradingVersion is a version of the settings of a grading.
type GradingVersion struct {
	ValidFrom  int64 `json:"validFrom" doc:"UTC ms"`
	RecordedAt int64 `json:"recordedAt" doc:"UTC ms"`
	Enable     bool  `json:"enable"`
}

// AlertGrading is a grading of one attribute with its latest settings.
type AlertGrading struct {
	ID int64 `json:"id"`
	GradingFields
	CreatedAt int64            `json:"createdAt" doc:"UTC ms"`
	Versions  []GradingVersion `json:"versions" doc:"By the time from which they hold"`
}

// AlertGradings are the gradings of one attribute of a project.
type AlertGradings struct {
	Active   bool            `json:"active" doc:"false: the corporation has switched graded early warning off, and nothing is judged"`
	TwoIndex []grading.Level `json:"twoIndex" doc:"The levels of two-index control, as a beginning"`
	List     []AlertGrading  `json:"list"`
}

// MultiAlertGrading is a grading of several attributes or points with its latest settings.
type MultiAlertGrading struct {
	ID int64 `json:"id"`
	MultiGradingFields
	CreatedAt int64            `json:"createdAt" doc:"UTC ms"`
	Versions  []GradingVersion `json:"versions" doc:"By the time from which they hold"`
}

// MultiAlertGradings are the gradings of several attributes or points of a project.
type MultiAlertGradings struct {
	Active bool                `json:"active" doc:"false: the corporation has switched graded early warning off, and nothing is judged"`
	List   []MultiAlertGrading `json:"list"`
}

type gradingInput struct {
	httpapi.ProjectPath
	Body GradingFields
}

type multiInput struct {
	httpapi.ProjectPath
	Body MultiGradingFields
}

// GradingPath identifies a grading.
type GradingPath struct {
	httpapi.ProjectPath
	GradingID int64 `path:"gradingId" minimum:"1"`
}

// MultiGradingPath identifies a grading of several attributes or points.
type MultiGradingPath struct {
	httpapi.ProjectPath
	MultiGradingID int64 `path:"multiGradingId" minimum:"1"`
}

type gradingChange struct {
	GradingPath
	Body GradingFields
}

type multiChange struct {
	MultiGradingPath
	Body MultiGradingFields
}

type server struct {
	*httpapi.Kernel
	store        *Store
	alerts       *alarm.Service
	uploads      *upload.Service
	corporations *corporation.Service
}

const (
	exampleGrading = `{"name":"Two-index {fresh}","enable":true,"measurement":"Crack","field":"width","controlValue":30,"rateControl":3,"levels":[
		{"level":2,"enable":true,"alternatives":[{"conditions":[{"valueType":"accumulated","ratioOfControl":0.85}]}]}]}`
	wrongGrading = `{"name":"Two-index","enable":true,"measurement":"Crack","field":"width","levels":[
		{"level":2,"enable":true,"holdTimes":11,"alternatives":[{"conditions":[{"valueType":"accumulated","value":3}]}]}]}`
	exampleMulti = `{"name":"Cracks and water","enable":true,"level":3,"atLeast":2,"timeWindow":60,"conditions":[
		{"measurement":"Crack","field":"width","valueType":"observed","op":">=","value":1},
		{"measurement":"Waterlevel","field":"level","valueType":"observed","op":"<=","value":-5}]}`
	wrongMulti = `{"name":"Cracks","enable":true,"level":5,"conditions":[
		{"measurement":"Crack","field":"width","valueType":"observed","value":1},{"measurement":"Crack","field":"width","valueType":"rate","value":1}]}`
)

func ruling(action access.Action) access.Permission {
	return access.Permission{Area: access.AlertRule, Action: action}
}

func (s *server) register() {
	const path, several = "/projects/{projectId}/alert-gradings", "/projects/{projectId}/mult-alert-gradings"
	const dated = "The settings hold from validFrom on; the past keeps those it had. Readings from then on are judged again."
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "listAlertGradings", Method: http.MethodGet, Path: path, Tag: "alerts", Need: ruling(access.Retrieve), Unmeasured: "few rows, by index",
		Summary: "Gradings of one attribute", Detail: "Warnings are alerts of type graded.",
	}, s.list)
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "createAlertGrading", Method: http.MethodPost, Path: path, Tag: "alerts", Need: ruling(access.Create), Status: http.StatusCreated,
		Summary: "Add a grading of one attribute", Detail: dated, Example: exampleGrading,
		NearMiss: httpapi.NearMiss{Body: wrongGrading, Field: "levels[0].holdTimes"},
	}, s.add)
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "updateAlertGrading", Method: http.MethodPut, Path: path + "/{gradingId}", Tag: "alerts", Need: ruling(access.Update),
		Summary: "Change a grading of one attribute", Detail: dated + " The attribute stays.", Example: exampleGrading,
	}, s.change)
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "deleteAlertGrading", Method: http.MethodDelete, Path: path + "/{gradingId}", Tag: "alerts", Need: ruling(access.Delete),
		Summary: "Remove a grading of one attribute", Detail: "Its warnings stay, and it judges no more.",
	}, s.remove)
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "listMultAlertGradings", Method: http.MethodGet, Path: several, Tag: "alerts", Need: ruling(access.Retrieve), Unmeasured: "few rows, by index",
		Summary: "Gradings of several attributes or points",
	}, s.listMulti)
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "createMultAlertGrading", Method: http.MethodPost, Path: several, Tag: "alerts", Need: ruling(access.Create), Status: http.StatusCreated,
		Summary: "Add a grading of several attributes or points", Detail: dated, Example: exampleMulti,
		NearMiss: httpapi.NearMiss{Body: wrongMulti, Field: "level"},
	}, s.addMulti)
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "updateMultAlertGrading", Method: http.MethodPut, Path: several + "/{multiGradingId}", Tag: "alerts", Need: ruling(access.Update),
		Summary: "Change a grading of several attributes or points", Detail: dated, Example: exampleMulti,
	}, s.changeMulti)
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "deleteMultAlertGrading", Method: http.MethodDelete, Path: several + "/{multiGradingId}", Tag: "alerts", Need: ruling(access.Delete),
		Summary: "Remove a grading of several attributes or points", Detail: "Its warnings stay, and it judges no more.",
	}, s.removeMulti)
	s.registerPlans()
	s.registerWarnings()
}

// active reports whether the corporation of the caller's project has switched graded early warning on.
func (s *server) active(ctx context.Context, project int64) (bool, error) {
	who := httpapi.CallerOf(ctx)
	owner, err := s.store.ProjectOwner(ctx, who.Scope, project)
	if err != nil {
		return false, err
	}
	return s.store.switchedOn(ctx, owner)
}

func (s *server) of(ctx context.Context, project int64, kind string) (list []Grading, active bool, err error) {
	if list, err = s.store.Gradings(ctx, httpapi.CallerOf(ctx).Scope, project); err != nil {
		return nil, false, err
	}
	list = slices.DeleteFunc(list, func(g Grading) bool { return g.Kind != kind })
	active, err = s.active(ctx, project)
	return list, active, err
}

func (s *server) list(ctx context.Context, in *httpapi.ProjectPath) (*httpapi.Output[AlertGradings], error) {
	list, active, err := s.of(ctx, in.ProjectID, single)
	if err != nil {
		return nil, err
	}
	return httpapi.Reply(AlertGradings{Active: active, TwoIndex: grading.TwoIndex(), List: httpapi.ListOf(list, shownSingle)}), nil
}

func (s *server) listMulti(ctx context.Context, in *httpapi.ProjectPath) (*httpapi.Output[MultiAlertGradings], error) {
	list, active, err := s.of(ctx, in.ProjectID, multi)
	if err != nil {
		return nil, err
	}
	return httpapi.Reply(MultiAlertGradings{Active: active, List: httpapi.ListOf(list, shownMulti)}), nil
}

func shownSingle(g Grading) AlertGrading {
	last := g.last()
	return AlertGrading{
		ID: g.ID, CreatedAt: g.CreatedAt, Versions: httpapi.ListOf(g.Settings.Versions(), shownVersion),
		GradingFields: GradingFields{Name: last.Value.Name, Enable: last.Value.Enable, ValidFrom: last.ValidFrom, Single: *last.Value.Single},
	}
}

func shownMulti(g Grading) MultiAlertGrading {
	last := g.last()
	return MultiAlertGrading{
		ID: g.ID, CreatedAt: g.CreatedAt, Versions: httpapi.ListOf(g.Settings.Versions(), shownVersion),
		MultiGradingFields: MultiGradingFields{Name: last.Value.Name, Enable: last.Value.Enable, ValidFrom: last.ValidFrom, Multi: *last.Value.Multi},
	}
}

func shownVersion(v timeline.Version[grading.Settings]) GradingVersion {
	return GradingVersion{ValidFrom: v.ValidFrom, RecordedAt: v.RecordedAt, Enable: v.Value.Enable}
}

func (f *GradingFields) draft() Draft {
	return Draft{Settings: grading.Settings{Name: f.Name, Enable: f.Enable, Single: &f.Single}, ValidFrom: f.ValidFrom}
}

func (f *MultiGradingFields) draft() Draft {
	return Draft{Settings: grading.Settings{Name: f.Name, Enable: f.Enable, Multi: &f.Multi}, ValidFrom: f.ValidFrom}
}

func (s *server) save(ctx context.Context, project, id int64, d Draft) (Grading, error) {
	return s.store.Save(ctx, httpapi.CallerOf(ctx).Actor(), project, id, d)
}

func (s *server) add(ctx context.Context, in *gradingInput) (*httpapi.Output[AlertGrading], error) {
	g, err := s.save(ctx, in.ProjectID, 0, in.Body.draft())
	if err != nil {
		return nil, err
	}
	return httpapi.Reply(shownSingle(g)), nil
}

func (s *server) change(ctx context.Context, in *gradingChange) (*httpapi.Output[AlertGrading], error) {
	g, err := s.save(ctx, in.ProjectID, in.GradingID, in.Body.draft())
	if err != nil {
		return nil, err
	}
	return httpapi.Reply(shownSingle(g)), nil
}

func (s *server) addMulti(ctx context.Context, in *multiInput) (*httpapi.Output[MultiAlertGrading], error) {
	g, err := s.save(ctx, in.ProjectID, 0, in.Body.draft())
	if err != nil {
		return nil, err
	}
	return httpapi.Reply(shownMulti(g)), nil
}

func (s *server) changeMulti(ctx context.Context, in *multiChange) (*httpapi.Output[MultiAlertGrading], error) {
	g, err := s.save(ctx, in.ProjectID, in.MultiGradingID, in.Body.draft())
	if err != nil {
		return nil, err
	}
	return httpapi.Reply(shownMulti(g)), nil
}

func (s *server) remove(ctx context.Context, in *GradingPath) (*httpapi.Output[httpapi.Done], error) {
	err := s.store.Delete(ctx, httpapi.CallerOf(ctx).Actor(), in.ProjectID, in.GradingID, single)
	return httpapi.Reply(httpapi.Done{}), err
}

func (s *server) removeMulti(ctx context.Context, in *MultiGradingPath) (*httpapi.Output[httpapi.Done], error) {
	err := s.store.Delete(ctx, httpapi.CallerOf(ctx).Actor(), in.ProjectID, in.MultiGradingID, multi)
	return httpapi.Reply(httpapi.Done{}), err
}
