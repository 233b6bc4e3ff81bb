package grading

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"strings"

	"plumbline/internal/httpapi"
	"plumbline/internal/platform/access"
	"plumbline/internal/platform/errs"
	"plumbline/internal/platform/upload"
)

// EmergencyPlan is what is done, and by whom, when a warning reaches a grade.
type EmergencyPlan struct {
	Level int `json:"level" minimum:"1" maximum:"4"`
	EmergencyPlanFields
	UpdatedAt int64 `json:"updatedAt" doc:"UTC ms"`
}

// ContingencyPlan is what a project does in an emergency.
type ContingencyPlan struct {
	Exists bool `json:"exists" doc:"false: the project has none, and all else is empty"`
	ContingencyPlanFields
	UpdatedAt int64  `json:"updatedAt" doc:"UTC ms; 0: never"`
	UpdatedBy string `json:"updatedBy" doc:"Name of the person"`
}

// EmergencyPlanPath identifies the emergency plan of a grade.
type EmergencyPlanPath struct {
	httpapi.ProjectPath
	Grade int `path:"grade" minimum:"1" maximum:"4"`
}

type planInput struct {
	EmergencyPlanPath
	Body EmergencyPlanFields
}

type contingencyInput struct {
	httpapi.ProjectPath
	Body ContingencyPlanFields
}

const (
	examplePlan = `{"name":"Orange","measures":"Analysis meeting, limit works","responseMinutes":120,"escalateToLevel":4,"monitoringFrequency":"every hour",
		"responders":[{"accountId":{memberId},"duty":"supervisor"}]}`
	wrongPlan          = `{"name":"Orange","measures":"","responseMinutes":0,"responders":[]}`
	exampleContingency = `{"title":"Pit collapse","text":"Stop work, evacuate","organisation":[{"role":"Leader","name":"Lin"}],"materials":"sand bags"}`
	wrongContingency   = `{"title":"","text":"Stop work"}`
)

func (s *server) registerPlans() {
	const path, whole = "/projects/{projectId}/emergency-plans", "/projects/{projectId}/contingency-plan"
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "listEmergencyPlans", Method: http.MethodGet, Path: path, Tag: "alerts", Need: ruling(access.Retrieve), Unmeasured: "few rows, by index",
		Summary: "Emergency plans by warning grade",
	}, s.listPlans)
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "saveEmergencyPlan", Method: http.MethodPut, Path: path + "/{grade}", Tag: "alerts", Need: ruling(access.Update),
		Summary: "Set the emergency plan of a warning grade", Example: examplePlan, NearMiss: httpapi.NearMiss{Body: wrongPlan, Field: "responseMinutes"},
		Detail: "Its responders get a message when a warning reaches the grade. If nobody acknowledges it in time, those of escalateToLevel get one. " +
			"Clocks that run keep their time. To set or change the collection interval also needs the permission to change devices of the project; " +
			"devices that the plan has asked get their earlier interval back when it changes.",
	}, s.savePlan)
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "deleteEmergencyPlan", Method: http.MethodDelete, Path: path + "/{grade}", Tag: "alerts", Need: ruling(access.Update),
		Summary: "Remove the emergency plan of a warning grade", Detail: "With a collection interval also needs the permission to change devices of the project.",
	}, s.deletePlan)
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "getContingencyPlan", Method: http.MethodGet, Path: whole, Tag: "alerts", Need: ruling(access.Retrieve), Unmeasured: "one row",
		Summary: "The contingency plan of a project",
	}, s.getContingency)
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "saveContingencyPlan", Method: http.MethodPut, Path: whole, Tag: "alerts", Need: ruling(access.Update),
		Summary: "Set the contingency plan of a project", Example: exampleContingency, NearMiss: httpapi.NearMiss{Body: wrongContingency, Field: "title"},
	}, s.saveContingency)
}

func (s *server) listPlans(ctx context.Context, in *httpapi.ProjectPath) (*httpapi.Output[httpapi.List[EmergencyPlan]], error) {
	list, err := s.store.Plans(ctx, httpapi.CallerOf(ctx).Scope, in.ProjectID)
	if err != nil {
		return nil, err
	}
	return httpapi.ReplyList(list, shownPlan), nil
}

func shownPlan(p Plan) EmergencyPlan {
	return EmergencyPlan{p.Level, p.EmergencyPlanFields, p.UpdatedAt}
}

func (s *server) savePlan(ctx context.Context, in *planInput) (*httpapi.Output[httpapi.List[EmergencyPlan]], error) {
	if err := in.Body.check(in.Grade); err != nil {
		return nil, err
	}
	if err := s.mayAsk(ctx, in.ProjectID, in.Grade, &in.Body); err != nil {
		return nil, err
	}
	if err := s.store.SavePlan(ctx, httpapi.CallerOf(ctx).Actor(), in.ProjectID, in.Grade, in.Body); err != nil {
		return nil, err
	}
	return s.listPlans(ctx, &in.ProjectPath)
}

func (s *server) deletePlan(ctx context.Context, in *EmergencyPlanPath) (*httpapi.Output[httpapi.Done], error) {
	if err := s.mayAsk(ctx, in.ProjectID, in.Grade, new(EmergencyPlanFields)); err != nil {
		return nil, err
	}
	err := s.store.DeletePlan(ctx, httpapi.CallerOf(ctx).Actor(), in.ProjectID, in.Grade)
	return httpapi.Reply(httpapi.Done{}), err
}

func (s *server) getContingency(ctx context.Context, in *httpapi.ProjectPath) (*httpapi.Output[ContingencyPlan], error) {
	c, err := s.store.Contingency(ctx, httpapi.CallerOf(ctx).Scope, in.ProjectID)
	if err != nil {
		return nil, err
	}
	c.Pictures = s.signed(c.Pictures)
	for i := range c.Documents {
		c.Documents[i].URL = s.uploads.Sign(c.Documents[i].URL)
	}
	if c.Organisation, err = s.store.staff(ctx, in.ProjectID, c.Organisation); err != nil {
		return nil, err
	}
	return httpapi.Reply(ContingencyPlan{c.UpdatedAt != 0, c.ContingencyPlanFields, c.UpdatedAt, c.UpdatedBy}), nil
}

func (s *server) saveContingency(ctx context.Context, in *contingencyInput) (*httpapi.Output[ContingencyPlan], error) {
	who := httpapi.CallerOf(ctx)
	before, err := s.store.Contingency(ctx, who.Scope, in.ProjectID)
	if err != nil {
		return nil, err
	}
	if in.Body.Pictures, err = s.kept(ctx, in.Body.Pictures, before.Pictures); err != nil {
		return nil, err
	}
	if err := s.keptDocuments(ctx, in.Body.Documents, before.Documents); err != nil {
		return nil, err
	}
	if err := s.store.SaveContingency(ctx, who.Actor(), in.ProjectID, in.Body); err != nil {
		return nil, err
	}
	return s.getContingency(ctx, &in.ProjectPath)
}

// kept returns the stored paths of uploaded pictures; those of before stay as they are.
func (s *server) kept(ctx context.Context, given, before []string) ([]string, error) {
	if len(given) > maxPictures {
		return nil, errs.OnField("pictures", errs.TooManyEntries, "max", maxPictures)
	}
	paths := make([]string, len(given))
	for i, picture := range given {
		current := ""
		if path, _, _ := strings.Cut(picture, "?"); slices.Contains(before, path) {
			current = path
		}
		path, err := s.uploads.Keep(ctx, httpapi.CallerOf(ctx).Actor(), fmt.Sprintf("pictures[%d]", i), upload.Alert, current, picture)
		if err != nil {
			return nil, err
		}
		if path == "" {
			return nil, errs.OnField(fmt.Sprintf("pictures[%d]", i), errs.Empty)
		}
		paths[i] = path
	}
	return paths, nil
}

func (s *server) signed(paths []string) []string {
	list := make([]string, len(paths))
	for i, path := range paths {
		list[i] = s.uploads.Sign(path)
	}
	return list
}
