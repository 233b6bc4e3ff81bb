package api

import (
	"context"
	"net/http"

	"plumbline/internal/platform/access"
	"plumbline/internal/platform/oplog"
)

// UpdateRecord tells who changed what is set up, and from when on it holds.
type UpdateRecord struct {
	ID           int64             `json:"id"`
	Scope        string            `json:"scope" example:"point" doc:"What kind of thing it is about"`
	ScopeName    string            `json:"scopeName" doc:"In the caller's language"`
	ScopeID      int64             `json:"scopeId"`
	Content      string            `json:"content" doc:"Name of the thing"`
	Action       string            `json:"action"`
	ActionName   string            `json:"actionName" doc:"In the caller's language"`
	AccountName  string            `json:"accountName"`
	CreatedAt    int64             `json:"createdAt" doc:"UTC ms"`
	Dated        bool              `json:"dated" doc:"It is about a version of the dated configuration"`
	ValidFrom    int64             `json:"validFrom" doc:"Dated: UTC ms from which the version holds; 0: always"`
	SupersededAt int64             `json:"supersededAt" doc:"Dated: UTC ms when the version was taken out of force; 0 while it stands"`
	Changes      []OperationChange `json:"changes" doc:"What differs; times in the zone of the project"`
}

type updateRecordFilter struct {
	Paging
	Scope  string    `query:"scope" maxLength:"40" doc:"A kind of thing, such as point"`
	Action string    `query:"action" maxLength:"40"`
	From   AskedTime `query:"from" doc:"UTC ms"`
	To     AskedTime `query:"to" doc:"UTC ms, exclusive"`
}

func (s *server) updateRecords() {
	list := func(id, path, tag string, area access.Area, about func(place) oplog.About) {
		register(s, operation{
			id: id, method: http.MethodGet, path: path + "/update-records", tag: tag, need: access.Permission{Area: area, Action: access.Retrieve},
			summary: "Who changed what, the newest first", detail: "Sorts by createdAt, account, scope, action, content.",
		}, func(ctx context.Context, in *updateRecordFilter) (*output[Page[UpdateRecord]], error) {
			who := callerOf(ctx)
			filter := oplog.Filter{Query: in.query(), Kind: in.Scope, Action: in.Action, From: in.From.ms(), To: in.To.ms()}
			page, err := s.Operations.UpdateRecords(ctx, who.scope, about(who.place), filter)
			return pageOf(page, updateRecordIn(ctx)), err
		})
	}
	list("listProjectUpdateRecords", "/projects/{projectId}", "projects", access.Project, func(p place) oplog.About { return oplog.About{ProjectID: p.project} })
	list("listStructureUpdateRecords", "/projects/{projectId}/structures/{structureId}", "structures", access.Structure,
		func(p place) oplog.About { return oplog.About{StructureID: p.structure} })
	list("listPointUpdateRecords", "/structures/{structureId}/measuring-points/{measuringPointId}", "measuring points", access.MeasuringPoint,
		func(p place) oplog.About { return oplog.About{PointID: p.point} })
	list("listDeviceUpdateRecords", "/corporations/{corporationId}/devices/{deviceId}", "devices", access.Device, func(p place) oplog.About { return oplog.About{DeviceID: p.device} })
}

func updateRecordIn(ctx context.Context) func(oplog.UpdateRecord) UpdateRecord {
	lang := string(languageOf(ctx))
	return func(r oplog.UpdateRecord) UpdateRecord {
		return UpdateRecord{
			ID: r.ID, Scope: r.Kind, ScopeName: oplog.KindName(r.Kind, lang), ScopeID: r.ThingID, Content: r.Content, Action: r.Action, ActionName: oplog.ActionName(r.Action, lang),
			AccountName: r.Who(lang), CreatedAt: r.At, Dated: r.VersionID != 0, ValidFrom: r.ValidFrom, SupersededAt: r.SupersededAt,
			Changes: listOf(oplog.Changes(r.Entry, lang), func(c oplog.Change) OperationChange { return OperationChange(c) }),
		}
	}
}
