package opsapi

import (
	"context"
	"net/http"

	"plumbline/internal/httpapi"
	"plumbline/internal/platform/access"
	"plumbline/internal/platform/audit"
)

// UpdateRecord is who changed the configuration, and from when the change applies.
type UpdateRecord struct {
	ID           int64             `json:"id"`
	Scope        string            `json:"scope" example:"point" doc:"Kind of object"`
	ScopeName    string            `json:"scopeName" doc:"In the caller's language"`
	ScopeID      int64             `json:"scopeId"`
	Content      string            `json:"content" doc:"Name of the thing"`
	Action       string            `json:"action"`
	ActionName   string            `json:"actionName" doc:"In the caller's language"`
	AccountName  string            `json:"accountName"`
	CreatedAt    int64             `json:"createdAt" doc:"UTC ms"`
	Dated        bool              `json:"dated" doc:"Concerns a version of the dated configuration"`
	ValidFrom    int64             `json:"validFrom" doc:"Dated: UTC ms from which the version is valid; 0: always"`
	SupersededAt int64             `json:"supersededAt" doc:"Dated: UTC ms when the version was revoked; 0 while in force"`
	Changes      []OperationChange `json:"changes" doc:"Differences; times in the project's time zone"`
}

type updateRecordFilter struct {
	httpapi.Paging
	Scope  string            `query:"scope" maxLength:"40" doc:"A kind of thing, such as point"`
	Action string            `query:"action" maxLength:"40"`
	From   httpapi.AskedTime `query:"from" doc:"UTC ms"`
	To     httpapi.AskedTime `query:"to" doc:"UTC ms, exclusive"`
}

func (s *server) updateRecords() {
	list := func(id, path, tag string, area access.Area, about func(httpapi.Target) audit.About) {
		httpapi.Register(s.Kernel, httpapi.Operation{
			ID: id, Method: http.MethodGet, Path: path + "/update-records", Tag: tag, Need: access.Permission{Area: area, Action: access.Retrieve},
			Summary: "Change history, newest first", Detail: "Sorts by createdAt, account, scope, action, content.",
		}, func(ctx context.Context, in *updateRecordFilter) (*httpapi.Output[httpapi.Page[UpdateRecord]], error) {
			who := httpapi.CallerOf(ctx)
			filter := audit.Filter{Query: in.Query(), Kind: in.Scope, Action: in.Action, From: in.From.Millis(), To: in.To.Millis()}
			page, err := s.Audit.UpdateRecords(ctx, who.Scope, about(who.Target), filter)
			return httpapi.ReplyPage(page, updateRecordIn(ctx)), err
		})
	}
	list("listProjectUpdateRecords", "/projects/{projectId}", "projects", access.Project,
		func(p httpapi.Target) audit.About { return audit.About{ProjectID: p.Project} })
	list("listStructureUpdateRecords", "/projects/{projectId}/structures/{structureId}", "structures", access.Structure,
		func(p httpapi.Target) audit.About { return audit.About{StructureID: p.Structure} })
	list("listPointUpdateRecords", "/structures/{structureId}/measuring-points/{measuringPointId}", "measuring points", access.MeasuringPoint,
		func(p httpapi.Target) audit.About { return audit.About{PointID: p.Point} })
	list("listDeviceUpdateRecords", "/corporations/{corporationId}/devices/{deviceId}", "devices", access.Device,
		func(p httpapi.Target) audit.About { return audit.About{DeviceID: p.Device} })
}

func updateRecordIn(ctx context.Context) func(audit.UpdateRecord) UpdateRecord {
	lang := string(httpapi.LanguageOf(ctx))
	return func(r audit.UpdateRecord) UpdateRecord {
		return UpdateRecord{
			ID: r.ID, Scope: r.Kind, ScopeName: audit.KindName(r.Kind, lang), ScopeID: r.ThingID, Content: r.Content,
			Action: r.Action, ActionName: audit.ActionName(r.Action, lang),
			AccountName: r.Who(lang), CreatedAt: r.At, Dated: r.VersionID != 0, ValidFrom: r.ValidFrom, SupersededAt: r.SupersededAt,
			Changes: httpapi.ListOf(audit.Changes(r.Entry, lang), func(c audit.Change) OperationChange { return OperationChange(c) }),
		}
	}
}
