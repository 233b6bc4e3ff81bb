package dataapi

import (
	"context"
	"fmt"
	"net/http"
	"strings"

	"plumbline/internal/core/alarm"
	"plumbline/internal/httpapi"
	"plumbline/internal/platform/access"
	"plumbline/internal/platform/errs"
)

// Alert is one alert about a threshold or a device, with its handling.
type Alert struct {
	ID            int64     `json:"id"`
	ProjectID     int64     `json:"projectId"`
	ProjectName   string    `json:"projectName"`
	StructureID   int64     `json:"structureId"`
	StructureName string    `json:"structureName"`
	ItemID        int64     `json:"itemId"`
	ItemName      string    `json:"itemName"`
	PointID       int64     `json:"measuringPointId" doc:"0 for the health of a device, and for a graded warning about several points"`
	PointName     string    `json:"measuringPointName"`
	DeviceID      int64     `json:"deviceId" doc:"Device health only"`
	DeviceName    string    `json:"deviceName"`
	GradingID     int64     `json:"gradingId" doc:"Of a graded warning"`
	Type          string    `json:"type" enum:"threshold,deviceHealth,graded" doc:"Device health has level 0; it and graded warnings are counted separately"`
	Kind          string    `json:"kind" enum:"threshold,dataLost,lowVoltage,dataRepeated,graded"`
	Measurement   string    `json:"measurement"`
	Field         string    `json:"field"`
	ValueType     string    `json:"valueType"`
	NodeRange     *[2]int32 `json:"nodeRange" nullable:"true" doc:"Of the threshold; null: all nodes"`
	Status        string    `json:"status" enum:"Pending,Notice,Confirm,FalseAlarm,Restore"`
	Level         int       `json:"level" minimum:"0" maximum:"4" doc:"The highest reached"`
	CurrentLevel  int       `json:"currentLevel" minimum:"0" maximum:"4"`
	Reason        string    `json:"reason" doc:"In the caller's language"`
	Inequality    string    `json:"inequality" doc:"Comparison of value and limit, with the unit; empty for device alerts"`
	Direction     string    `json:"direction" enum:"both,positive,negative," doc:"Side upper: the sign that counts; both: the magnitude"`
	Reference     float64   `json:"reference" doc:"Side upper: the limit holds for the distance from it"`
	Location      string    `json:"location" doc:"The point, with node and depth of an array, in the caller's language"`
	Value         *float64  `json:"value" doc:"At the highest level, signed"`
	Limit         *float64  `json:"limit" doc:"The threshold that was reached"`
	Side          string    `json:"side" doc:"upper or lower"`
	Unit          string    `json:"unit"`
	Decimals      int       `json:"decimals"`
	Node          int32     `json:"node"`
	Depth         *float64  `json:"depth" doc:"m"`
	Opened        int64     `json:"opened" doc:"UTC ms of the reading that opened it"`
	Time          int64     `json:"time" doc:"UTC ms at which the highest level was reached"`
	Ended         int64     `json:"ended" doc:"UTC ms; 0: ongoing"`
	RestoreValue  *float64  `json:"restoreValue"`
	Steps         []AlertUp `json:"steps" doc:"One for each newly reached level"`
	FoundLate     bool      `json:"foundLate" doc:"Opened more than 2 h after the event"`
	FoundBy       string    `json:"foundBy" enum:",lateData,correction,configuration" doc:"What raised it retroactively; empty if unknown"`
	WithdrawnAt   int64     `json:"withdrawnAt" doc:"UTC ms at which the episode was found not to exist; 0: in force"`
	CorrectionID  int64     `json:"correctionId" doc:"The correction that withdrew it; 0: readings or configuration did"`
	ProcessedAt   int64     `json:"processedAt" doc:"UTC ms; 0: not processed"`
	ProcessedBy   int64     `json:"processedBy"`
	ProcessedName string    `json:"processedName"`
	Cause         string    `json:"cause" doc:"Cause, as entered by the person who processed it"`
	Measure       string    `json:"measure" doc:"Action taken, as entered by the person who processed it"`
	Note          string    `json:"note"`
	RecordedAt    int64     `json:"recordedAt" doc:"UTC ms of the wall clock"`
	AssigneeID    int64     `json:"assigneeId" doc:"Account that takes care of it; 0: nobody"`
	AssigneeName  string    `json:"assigneeName"`
	AssigneeHere  bool      `json:"assigneeHere" doc:"false: nobody, or somebody who is disabled or has left the project; then it counts as unassigned"`
}

// AlertUp is the time at which an alert reached a level.
type AlertUp struct {
	Level int      `json:"level"`
	Time  int64    `json:"time" doc:"UTC ms"`
	Value *float64 `json:"value"`
	Limit *float64 `json:"limit"`
	Side  string   `json:"side"`
	Node  int32    `json:"node"`

	Inequality string `json:"inequality" doc:"Comparison of value and limit, with the unit"`
}

// AlertEvent is one entry of an alert's history.
type AlertEvent struct {
	ID           int64    `json:"id"`
	Kind         string   `json:"kind" enum:"raised,escalated,eased,restored,revised,withdrawn,reinstated,reopened,noticed,processed,overdue" doc:"reopened: it did not stay restored; overdue: nobody acknowledged a graded warning in time"`
	From         string   `json:"from"`
	To           string   `json:"to"`
	Level        int      `json:"level"`
	Value        *float64 `json:"value" doc:"Of the reading; null for actions of users and the program"`
	Limit        *float64 `json:"limit"`
	Side         string   `json:"side" enum:"upper,lower," doc:"Empty: no limit was reached"`
	Inequality   string   `json:"inequality" doc:"Comparison of value and limit, with the unit; empty if no limit was reached"`
	Node         int32    `json:"node"`
	Time         int64    `json:"time" doc:"UTC ms of the reading, or of the action"`
	RecordedAt   int64    `json:"recordedAt" doc:"UTC ms of the wall clock"`
	RecordedBy   int64    `json:"recordedBy" doc:"Account; 0: the program"`
	CorrectionID int64    `json:"correctionId"`
	Cause        string   `json:"cause" enum:",lateData,correction,configuration" doc:"What changed the past; empty if unknown or nothing did"`
	Note         string   `json:"note"`
	Pictures     []string `json:"pictures" nullable:"false" doc:"Of a decision: signed paths, valid for five minutes"`
}

// AlertDetail is an alert with its history, oldest first.
type AlertDetail struct {
	Alert
	History []AlertEvent `json:"history"`
}

// AlertPage is one page of alerts with the counts over the whole list.
type AlertPage struct {
	httpapi.Page[Alert]
	Counts AlertCounts `json:"counts" doc:"For the list without its type, kind, status and level filters"`
}

// AlertCounts counts alerts by status and level.
type AlertCounts struct {
	Total    int            `json:"total"`
	Statuses map[string]int `json:"statuses"`
	Levels   [5]int         `json:"levels"`

	DeviceHealth DeviceHealthCounts `json:"deviceHealth" doc:"Device alerts; not in the other counts"`
	Graded       GradedCounts       `json:"graded" doc:"Graded warnings; not in the other counts"`
}

// GradedCounts counts graded warnings by status and level.
type GradedCounts struct {
	Total    int            `json:"total"`
	Statuses map[string]int `json:"statuses"`
	Levels   [5]int         `json:"levels"`
}

// DeviceHealthCounts counts records about devices by status and kind.
type DeviceHealthCounts struct {
	Total    int            `json:"total"`
	Statuses map[string]int `json:"statuses"`
	Kinds    map[string]int `json:"kinds"`
}

type AlertFilter struct {
	ProjectID   int64             `query:"projectId" minimum:"0" doc:"0: everything the caller may see"`
	StructureID int64             `query:"structureId" minimum:"0"`
	ItemID      int64             `query:"itemId" minimum:"0"`
	PointID     int64             `query:"measuringPointId" minimum:"0"`
	DeviceID    int64             `query:"deviceId" minimum:"0"`
	Type        string            `query:"type" enum:"threshold,deviceHealth,graded,all" doc:"Omitted: threshold, unless a kind is given"`
	Kind        string            `query:"kind" enum:"threshold,dataLost,lowVoltage,dataRepeated,graded"`
	Status      string            `query:"status" maxLength:"60" doc:"Comma-separated: Pending, Notice, Confirm, FalseAlarm, Restore"`
	Level       string            `query:"level" maxLength:"20" doc:"Comma-separated: 1 to 4"`
	Measurement string            `query:"measurement" maxLength:"40"`
	Withdrawn   string            `query:"withdrawn" enum:"true,false" doc:"Omitted: both"`
	FoundLate   string            `query:"foundLate" enum:"true,false" doc:"Omitted: both"`
	From        httpapi.AskedTime `query:"from" doc:"Of opened, UTC ms"`
	To          httpapi.AskedTime `query:"to" doc:"Of opened, UTC ms, exclusive"`
	IDs         []int64           `query:"ids" maxItems:"200" doc:"Only these alerts"`
	AssigneeID  int64             `query:"assigneeId" minimum:"0" doc:"Assigned to this account, if it is still there; 0: to anybody or nobody"`
	Unassigned  string            `query:"unassigned" enum:"true,false" doc:"Assigned to nobody who is still there, or to somebody; omitted: both"`
}

type alertList struct {
	httpapi.Paging
	AlertFilter
}

type AlertPath struct {
	AlertID int64 `path:"alertId" minimum:"1"`
}

func (s *server) alerts() {
	view := access.Permission{Area: access.Alert, Action: access.Retrieve}
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "listAlerts", Method: http.MethodGet, Path: "/alerts", Tag: "alerts", Need: view,
		Summary: "Alerts: active ones first, then the graver and the newer", Detail: "Sorts by opened, level, status, changedAt, pointName, projectName.",
	}, s.listAlerts)
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "getAlert", Method: http.MethodGet, Path: "/alerts/{alertId}", Tag: "alerts", Need: view, Summary: "One alert with its history",
	}, s.getAlert)
	s.alertProcessing()
}

func (s *server) listAlerts(ctx context.Context, in *alertList) (*httpapi.Output[AlertPage], error) {
	who := httpapi.CallerOf(ctx)
	filter, err := in.filter()
	if err != nil {
		return nil, err
	}
	filter.Query = in.Query()
	page, err := s.Alerts.List(ctx, who.Scope, filter)
	if err != nil {
		return nil, err
	}
	counts, err := s.Alerts.Counts(ctx, who.Scope, filter)
	if err != nil {
		return nil, err
	}
	turn := func(a alarm.Listed) Alert { return alertOf(ctx, a) }
	return httpapi.Reply(AlertPage{Page: httpapi.ReplyPage(page, turn).Body, Counts: alertCountsOf(counts)}), nil
}

func (s *server) getAlert(ctx context.Context, in *AlertPath) (*httpapi.Output[AlertDetail], error) {
	return s.alertDetail(ctx, *httpapi.CallerOf(ctx).Target.Alert)
}

func (s *server) alertDetail(ctx context.Context, a alarm.Listed) (*httpapi.Output[AlertDetail], error) {
	history, err := s.Alerts.History(ctx, httpapi.CallerOf(ctx).Scope, a.ID)
	return httpapi.Reply(AlertDetail{Alert: alertOf(ctx, a), History: httpapi.ListOf(history, s.alertEventIn(&a.Record))}), err
}

func (f AlertFilter) filter() (alarm.Filter, error) {
	filter := alarm.Filter{
		ProjectID: f.ProjectID, StructureID: f.StructureID, ItemID: f.ItemID, PointID: f.PointID, DeviceID: f.DeviceID,
		Type: f.Type, Kind: alarm.Kind(f.Kind), Measurement: f.Measurement, From: f.From.Millis(), To: f.To.Millis(),
		Withdrawn: tristate(f.Withdrawn), FoundLate: tristate(f.FoundLate), IDs: f.IDs, AssigneeID: f.AssigneeID, Unassigned: tristate(f.Unassigned),
	}
	var refusals errs.Refusals
	for name := range listed(f.Status) {
		status, ok := parseStatus(name)
		if !ok {
			refusals.Add("status", errs.NotOneOf, "allowed", "Pending, Notice, Confirm, FalseAlarm, Restore")
			continue
		}
		filter.Statuses = append(filter.Statuses, status)
	}
	for name := range listed(f.Level) {
		var level alarm.Level
		if n, err := fmt.Sscanf(name, "%d", &level); n != 1 || err != nil || level < 0 || level > 4 || len(name) != 1 {
			refusals.Add("level", errs.NotOneOf, "allowed", "0, 1, 2, 3, 4")
			continue
		}
		filter.Levels = append(filter.Levels, level)
	}
	return filter, refusals.Err()
}

// listed iterates over the entries of a comma-separated list.
func listed(s string) func(func(string) bool) {
	return func(yield func(string) bool) {
		if s == "" {
			return
		}
		for part := range strings.SplitSeq(s, ",") {
			if !yield(strings.TrimSpace(part)) {
				return
			}
		}
	}
}

func parseStatus(name string) (alarm.Status, bool) {
	for _, status := range alarm.Statuses() {
		if string(status) == name {
			return status, true
		}
	}
	return "", false
}

func tristate(s string) *bool {
	if s == "" {
		return nil
	}
	yes := s == "true"
	return &yes
}

func alertOf(ctx context.Context, a alarm.Listed) Alert {
	out := Alert{
		ID: a.ID, ProjectID: a.ProjectID, ProjectName: a.ProjectName, StructureID: a.StructureID, StructureName: a.StructureName,
		ItemID: a.ItemID, ItemName: a.ItemName, PointID: a.PointID, PointName: a.PointName, DeviceID: a.DeviceID, DeviceName: a.DeviceName,
		GradingID: a.GradingID, Type: a.Kind.Type(), Kind: string(a.Kind), Measurement: a.Measurement, Field: a.Key.Field,
		ValueType: string(a.Key.ValueType), Status: string(a.Status), Level: int(a.Level), CurrentLevel: int(a.CurrentLevel), Depth: a.Depth,
		Opened: a.Opened, Ended: a.Ended, FoundLate: a.FoundLate, FoundBy: string(a.FoundBy),
		WithdrawnAt: a.WithdrawnAt, CorrectionID: a.CorrectionID, ProcessedAt: a.ProcessedAt, ProcessedBy: a.ProcessedBy,
		ProcessedName: a.ProcessedName, Cause: a.Cause, Measure: a.Measure, Note: a.Note, RecordedAt: a.RecordedAt,
		AssigneeID: a.AssigneeID, AssigneeName: a.AssigneeName, AssigneeHere: a.AssigneeHere,
		Steps: httpapi.ListOf(a.Steps, alertUpIn(&a.Record)),
	}
	if r := a.Key.NodeRange; r.Limited {
		out.NodeRange = &[2]int32{r.From, r.To}
	}
	if a.Status == alarm.Restore && a.Kind != alarm.OfGraded {
		out.RestoreValue = httpapi.Finite(a.RestoreValue)
	}
	if len(a.Steps) > 0 && (a.Kind == alarm.OfThreshold || a.Kind == alarm.OfLowVoltage) {
		last := a.Last()
		out.Value, out.Limit, out.Side, out.Node, out.Time = httpapi.Finite(last.Value), httpapi.Finite(last.Limit), string(last.Side), last.Node, last.Time
	} else {
		out.Time = a.Opened
	}
	if len(a.Steps) > 0 && a.Kind == alarm.OfThreshold {
		last := a.Last()
		out.Inequality, out.Direction, out.Reference = alarm.Inequality(a.Measurement, a.Key, last), last.Direction, last.Reference
	}
	if a.Kind == alarm.OfGraded && len(a.Steps) > 0 {
		out.Inequality, out.Time = alarm.StepText(&a.Record, a.Last()), a.Last().Time
	}
	out.Unit, out.Decimals = shownOf(&a.Record)
	if a.Kind == alarm.OfLowVoltage {
		out.Unit, out.Decimals = "V", 2
	}
	out.Reason = alarm.Reason(&a.Record, httpapi.LanguageOf(ctx))
	out.Location = alarm.Location(&a.Record, a.PointName, httpapi.LanguageOf(ctx))
	return out
}

func shownOf(r *alarm.Record) (unit string, decimals int) {
	var last alarm.Step
	if len(r.Steps) > 0 {
		last = r.Last()
	}
	return alarm.Shown(r.Measurement, r.Key, last)
}

func alertUpIn(r *alarm.Record) func(alarm.Step) AlertUp {
	return func(st alarm.Step) AlertUp {
		up := AlertUp{
			Level: int(st.Level), Time: st.Time, Value: httpapi.Finite(st.Value), Limit: httpapi.Finite(st.Limit), Side: string(st.Side), Node: st.Node,
		}
		if !r.Kind.Health() {
			up.Inequality = alarm.StepText(r, st)
		}
		return up
	}
}

// alertEventIn converts the history of a record. Only events caused by a reading have its value.
func (s *server) alertEventIn(r *alarm.Record) func(alarm.Transition) AlertEvent {
	return func(t alarm.Transition) AlertEvent {
		event := AlertEvent{
			ID: t.ID, Kind: string(t.Kind), From: string(t.From), To: string(t.To), Level: int(t.Level), Node: t.Node, Time: t.Time,
			RecordedAt: t.RecordedAt, RecordedBy: t.RecordedBy, CorrectionID: t.CorrectionID, Cause: string(t.Cause), Note: t.Note,
			Pictures: httpapi.ListOf(t.Pictures, s.Uploads.Sign),
		}
		if t.Kind == alarm.Processed || t.Kind == alarm.Noticed || t.Kind == alarm.Overdue || r.Kind == alarm.OfGraded {
			event.Inequality = gradedText(r, &t)
			return event
		}
		event.Value, event.Side = httpapi.Finite(t.Value), string(t.Side)
		if t.Side == "" {
			return event
		}
		event.Limit = httpapi.Finite(t.Limit)
		if r.Kind == alarm.OfThreshold && len(r.Steps) > 0 {
			last := r.Last()
			event.Inequality = alarm.Inequality(r.Measurement, r.Key, alarm.Step{
				Value: t.Value, Limit: t.Limit, Side: t.Side, Direction: last.Direction, Reference: last.Reference, Unit: last.Unit,
			})
		}
		return event
	}
}

// gradedText returns what a graded warning rested on when it reached a level by a reading.
func gradedText(r *alarm.Record, t *alarm.Transition) string {
	if r.Kind != alarm.OfGraded || t.Kind != alarm.Raised && t.Kind != alarm.Escalated {
		return ""
	}
	for _, step := range r.Steps {
		if step.Level == t.Level {
			return alarm.StepText(r, step)
		}
	}
	return ""
}

func alertCountsOf(c alarm.Counts) AlertCounts {
	counts := AlertCounts{
		Total: c.Total, Statuses: map[string]int{},
		DeviceHealth: DeviceHealthCounts{Total: c.Health.Total, Statuses: map[string]int{}, Kinds: map[string]int{}},
	}
	for _, status := range alarm.Statuses() {
		counts.Statuses[string(status)] = c.Statuses[status]
		counts.DeviceHealth.Statuses[string(status)] = c.Health.Statuses[status]
	}
	for _, kind := range alarm.HealthKinds() {
		counts.DeviceHealth.Kinds[string(kind)] = c.Health.Kinds[kind]
	}
	counts.Graded = GradedCounts{Total: c.Graded.Total, Statuses: map[string]int{}}
	for _, status := range alarm.Statuses() {
		counts.Graded.Statuses[string(status)] = c.Graded.Statuses[status]
	}
	for level := range counts.Levels {
		counts.Levels[level], counts.Graded.Levels[level] = c.Levels[alarm.Level(level)], c.Graded.Levels[alarm.Level(level)]
	}
	return counts
}
