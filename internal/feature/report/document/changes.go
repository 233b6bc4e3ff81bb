package document

import (
	"context"
	"net/http"
	"time"

	"plumbline/internal/feature/report/content"
	"plumbline/internal/httpapi"
	"plumbline/internal/platform/clock"
	"plumbline/internal/platform/errs"
)

// ProjectReportChanges are the differences between an issued report and what is known now.
type ProjectReportChanges struct {
	ComparedAt   int64                      `json:"comparedAt" doc:"UTC ms, as all times"`
	Values       []ProjectReportChange      `json:"values" doc:"In the order of the report, then points that it does not have"`
	Alarms       []ProjectReportAlarmChange `json:"alarms" doc:"Raised, withdrawn or changed in level or time, without what people did about them"`
	AlarmsUnread bool                       `json:"alarmsUnread" doc:"There are more alarms than a report lists, so that they were not compared"`
}

// ProjectReportChange is a quantity of a point for which the report would print something else now.
type ProjectReportChange struct {
	MeasuringPointID int64                `json:"measuringPointId"`
	StructureID      int64                `json:"structureId" doc:"0: the point was deleted"`
	Name             string               `json:"name"`
	Structure        string               `json:"structure"`
	Quantity         string               `json:"quantity"`
	Depth            *float64             `json:"depth,omitempty" doc:"m, of the node of an array that changed most"`
	More             int                  `json:"more" doc:"Further nodes that changed"`
	Unit             string               `json:"unit"`
	ChangeUnit       string               `json:"changeUnit" doc:"Of accumulated, and with /d of rate"`
	Decimals         int                  `json:"decimals"`
	Issued           *ProjectReportValues `json:"issued,omitempty" doc:"As printed; missing: the report does not have the point"`
	Now              *ProjectReportValues `json:"now,omitempty" doc:"Missing: the point was deleted"`
}

// ProjectReportValues are the values of a row of a report. A missing one is printed as #N/A.
type ProjectReportValues struct {
	Time         int64    `json:"time" doc:"0: no reading"`
	PreviousTime int64    `json:"previousTime"`
	Initial      *float64 `json:"initial,omitempty"`
	Previous     *float64 `json:"previous,omitempty"`
	This         *float64 `json:"this,omitempty"`
	Accumulated  *float64 `json:"accumulated,omitempty"`
	Rate         *float64 `json:"rate,omitempty"`
	Level        int      `json:"level" doc:"0 to 4; -1: not judged"`
}

// ProjectReportAlarmChange is an alarm that the report would list differently now.
type ProjectReportAlarmChange struct {
	AlertID  int64  `json:"alertId"`
	Name     string `json:"name" doc:"Point or device"`
	Quantity string `json:"quantity"`
	Opened   int64  `json:"opened"`
	Issued   int    `json:"issued" doc:"Level; 0: not listed"`
	Now      int    `json:"now" doc:"Level; 0: withdrawn"`
}

func (s *server) registerChanges(path string) {
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "listProjectReportChanges", Method: http.MethodGet, Path: path + "/{projectReportId}/changes", Tag: "reports", Need: see,
		Limit: time.Minute, Unmeasured: "gathers a report",
		Summary: "What late data and corrections have changed since an issued report",
		Detail:  "Needs Data:Retrieve too. Compares what the report says with what is known now about its points and period. Values are equal if they are printed alike.",
	}, s.changes)
}

func (s *server) changes(ctx context.Context, in *ProjectReportPath) (*httpapi.Output[ProjectReportChanges], error) {
	d, err := s.find(ctx, in)
	if err != nil {
		return nil, err
	}
	if err := httpapi.CallerOf(ctx).Require(seeData, d.ProjectID); err != nil {
		return nil, err
	}
	if d.State != Issued {
		return nil, errs.New(errs.DocumentNotIssued)
	}
	said, err := read(ctx, s.blobs, d.Content)
	if err != nil {
		return nil, err
	}
	at := clock.Now().UnixMilli()
	found, err := s.press.Changes(ctx, d.CorporationID, d.ProjectID, said, &d.Settings)
	if err != nil {
		return nil, err
	}
	return httpapi.Reply(ProjectReportChanges{
		ComparedAt: at, AlarmsUnread: found.AlarmsUnread, Alarms: httpapi.ListOf(found.Alarms, alarmChangeOf),
		Values: httpapi.ListOf(found.Rows, func(c content.Change) ProjectReportChange { return changeOf(&c, found.Structures) }),
	}), nil
}

func changeOf(c *content.Change, structures map[int64]int64) ProjectReportChange {
	row := c.Then
	if row == nil {
		row = c.Now
	}
	return ProjectReportChange{
		MeasuringPointID: row.PointID, StructureID: structures[row.PointID],
		Name: row.Point, Structure: row.Structure, Quantity: row.Quantity, Depth: row.Depth.Value, More: c.More,
		Unit: row.This.Unit, ChangeUnit: row.Accumulated.Unit, Decimals: row.This.Decimals, Issued: valuesOf(c.Then), Now: valuesOf(c.Now),
	}
}

func valuesOf(r *content.Row) *ProjectReportValues {
	if r == nil {
		return nil
	}
	return &ProjectReportValues{
		r.Time, r.PreviousTime, r.Initial.Value, r.Previous.Value, r.This.Value, r.Accumulated.Value, r.Rate.Value, r.Level,
	}
}

func alarmChangeOf(c content.AlarmChange) ProjectReportAlarmChange {
	shown := c.Then
	if c.Now != nil {
		shown = c.Now
	}
	made := ProjectReportAlarmChange{AlertID: shown.ID, Name: shown.Name, Quantity: shown.Quantity, Opened: shown.Opened}
	if c.Then != nil {
		made.Issued = c.Then.Level
	}
	if c.Now != nil {
		made.Now = c.Now.Level
	}
	return made
}
