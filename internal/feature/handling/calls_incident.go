package handling

import (
	"context"
	"net/http"

	"plumbline/internal/core/alarm"
	"plumbline/internal/httpapi"
	"plumbline/internal/platform/access"
	"plumbline/internal/platform/errs"
)

// AlertIncident is the alerts of one structure that overlap in time.
type AlertIncident struct {
	ID            int64  `json:"id" doc:"Of its earliest alert. Late data can join and split incidents; the id of any of its alerts leads to it"`
	StructureID   int64  `json:"structureId"`
	StructureName string `json:"structureName"`
	From          int64  `json:"from" doc:"UTC ms"`
	Until         int64  `json:"until" doc:"UTC ms; 0: one of its alerts is ongoing"`
	Level         int    `json:"level" minimum:"1" maximum:"4" doc:"The highest reached"`
	Open          bool   `json:"open" doc:"One of its alerts is active"`
	Alerts        int    `json:"alerts"`
	Active        int    `json:"active" doc:"Of alerts: neither processed nor restored"`
	Points        int    `json:"points" doc:"Measuring points with alerts"`
	Levels        []int  `json:"levels" nullable:"false" doc:"Alerts by the highest level reached: blue, yellow, orange, red"`
	OwnerID       int64  `json:"ownerId" doc:"Account that takes care of it; 0: nobody"`
	OwnerName     string `json:"ownerName"`
	OwnerHere     bool   `json:"ownerHere" doc:"false: nobody, or somebody who is disabled or has left the project"`
}

// AlertIncidentPart is an alert of an incident.
type AlertIncidentPart struct {
	ID     int64  `json:"id"`
	Level  int    `json:"level" minimum:"1" maximum:"4" doc:"The highest reached"`
	Status string `json:"status" enum:"Pending,Notice,Confirm,FalseAlarm,Restore"`
}

// AlertIncidentDetail is an incident with its alerts.
type AlertIncidentDetail struct {
	AlertIncident
	ProjectID int64               `json:"projectId"`
	List      []AlertIncidentPart `json:"list" nullable:"false" doc:"In the order of their beginning"`
}

// AlertIncidentEntry is something that happened in an incident.
type AlertIncidentEntry struct {
	Kind      string   `json:"kind" enum:"transition,message,comment,assignment,owner,field,answer"`
	ID        int64    `json:"id" doc:"Unique within its kind. For messages the alert's id, for answers the account's"`
	At        int64    `json:"at" doc:"UTC ms: of the reading, else of the clock"`
	AlertID   int64    `json:"alertId" doc:"0: the incident as a whole"`
	Location  string   `json:"location" doc:"The point, with node and depth of an array, in the caller's language"`
	Event     string   `json:"event" doc:"Of transitions as in the history of an alert, of messages as in alert rules, of field actions the turn: on, off; of answers seen, onMyWay"`
	Status    string   `json:"status" doc:"Of a decision; of a field action its state"`
	Level     int      `json:"level" doc:"Of a transition"`
	Value     *float64 `json:"value" doc:"Of the reading behind a transition"`
	Unit      string   `json:"unit"`
	Decimals  int      `json:"decimals"`
	Name      string   `json:"name" doc:"Who did it; empty: the program. Of a field action the device"`
	ByID      int64    `json:"byId" doc:"Account of name"`
	AccountID int64    `json:"accountId" doc:"Of assignments and owners: who takes care; 0: released"`
	Account   string   `json:"account" doc:"Name of accountId"`
	Text      string   `json:"text" doc:"Note of a decision, or comment; of a field action the name of the rule"`
	Pictures  []string `json:"pictures" nullable:"false" doc:"Signed paths, valid for five minutes"`
	Reminder  bool     `json:"reminder"`
	Sent      int      `json:"sent" doc:"Of messages"`
	Messages  int      `json:"messages" doc:"Written at this moment"`
	Delivered int      `json:"delivered" doc:"Text messages that phones have, as their providers report"`
}

type incidentsInput struct {
	httpapi.ProjectPath
	Page        int               `query:"page" minimum:"1" maximum:"1000000" default:"1" doc:"From 1"`
	PageSize    int               `query:"pageSize" minimum:"1" maximum:"200" default:"20"`
	StructureID int64             `query:"structureId" minimum:"0" doc:"0: all"`
	Level       int               `query:"level" minimum:"0" maximum:"4" doc:"At least"`
	Open        string            `query:"open" enum:"true,false" doc:"With or without an active alert; omitted: both"`
	From        httpapi.AskedTime `query:"from" doc:"UTC ms: incidents that last until then or longer; 0: no limit"`
	To          httpapi.AskedTime `query:"to" doc:"UTC ms, exclusive: incidents that began before; 0: no limit"`
}

type incidentTimelineInput struct {
	AlertPath
	Page     int `query:"page" minimum:"1" maximum:"1000000" default:"1" doc:"From 1"`
	PageSize int `query:"pageSize" minimum:"1" maximum:"200" default:"50"`
}

func (s *server) registerIncidents(need func(access.Action) access.Permission) {
	const path = "/alerts/{alertId}/incident"
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "listIncidents", Method: http.MethodGet, Path: "/projects/{projectId}/incidents", Tag: "alerts", Need: need(access.Retrieve),
		Summary: "Incidents of a project: open ones first, then the latest",
		Detail: "Alerts about thresholds of one structure that overlap in time, with pauses of at most 30 min. Withdrawn alerts are left out. " +
			"Incidents are computed from the alerts when asked for.",
	}, s.incidents)
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "getIncident", Method: http.MethodGet, Path: path, Tag: "alerts", Need: need(access.Retrieve), Unmeasured: "as listIncidents, of one structure",
		Summary: "The incident of an alert", Detail: "404 for alerts that are withdrawn or about devices: they are in none.",
	}, s.incident)
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "getIncidentTimeline", Method: http.MethodGet, Path: path + "/timeline", Tag: "alerts", Need: need(access.Retrieve),
		Unmeasured: "grows with the alerts of the incident",
		Summary:    "Everything that happened in the incident of an alert, newest first",
		Detail:     "Messages are among it for people who may see alert rules.",
	}, s.incidentTimeline)
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "assignIncident", Method: http.MethodPut, Path: path + "/owner", Tag: "alerts", Need: need(access.Update),
		Summary: "Give the incident of an alert to somebody, or release it", Example: `{"accountId":{memberId}}`,
		Detail: "It stays when late data join or split incidents: of several owners, the one who was named last counts.",
	}, s.ownIncident)
}

func (s *server) incidents(ctx context.Context, in *incidentsInput) (*httpapi.Output[httpapi.Page[AlertIncident]], error) {
	if in.To != 0 && in.From >= in.To {
		return nil, errs.New(errs.StartAfterEnd)
	}
	f := IncidentFilter{StructureID: in.StructureID, Level: alarm.Level(in.Level), From: in.From.Millis(), To: in.To.Millis()}
	if in.Open != "" {
		open := in.Open == "true"
		f.Open = &open
	}
	list, total, err := s.store.Incidents(ctx, httpapi.CallerOf(ctx).Scope, in.ProjectID, f, in.Page, in.PageSize)
	if err != nil {
		return nil, err
	}
	return httpapi.Reply(httpapi.Page[AlertIncident]{List: httpapi.ListOf(list, shownIncident), Total: total}), nil
}

func (s *server) incident(ctx context.Context, _ *AlertPath) (*httpapi.Output[AlertIncidentDetail], error) {
	who := httpapi.CallerOf(ctx)
	i, err := s.store.IncidentOf(ctx, who.Scope, who.Target.Alert)
	if err != nil {
		return nil, err
	}
	return httpapi.Reply(AlertIncidentDetail{
		AlertIncident: shownIncident(i), ProjectID: who.Target.Alert.ProjectID,
		List: httpapi.ListOf(i.Parts, func(p alarm.Part) AlertIncidentPart { return AlertIncidentPart{p.ID, int(p.Level), string(p.Status)} }),
	}), nil
}

func (s *server) ownIncident(ctx context.Context, in *assignInput) (*httpapi.Output[AlertIncidentDetail], error) {
	who := httpapi.CallerOf(ctx)
	if err := s.store.Own(ctx, who.Actor(), who.Target.Alert, in.Body.AccountID, in.Body.Seen); err != nil {
		return nil, err
	}
	return s.incident(ctx, &in.AlertPath)
}

func (s *server) incidentTimeline(ctx context.Context, in *incidentTimelineInput) (*httpapi.Output[httpapi.Page[AlertIncidentEntry]], error) {
	who := httpapi.CallerOf(ctx)
	i, err := s.store.IncidentOf(ctx, who.Scope, who.Target.Alert)
	if err != nil {
		return nil, err
	}
	list, err := s.store.Timeline(ctx, &i, who.May(access.AlertRule, access.Retrieve, who.Target.Alert.ProjectID))
	if err != nil {
		return nil, err
	}
	total, from := len(list), min((in.Page-1)*in.PageSize, len(list))
	list = list[from:min(from+in.PageSize, total)]
	var ids []int64
	for _, e := range list {
		ids = append(ids, e.AlertID)
	}
	alerts, err := s.store.alerts.Named(ctx, who.Scope, ids)
	if err != nil {
		return nil, err
	}
	turn := func(e Entry) AlertIncidentEntry { return s.shownEntry(ctx, e, alerts[e.AlertID]) }
	return httpapi.Reply(httpapi.Page[AlertIncidentEntry]{List: httpapi.ListOf(list, turn), Total: total}), nil
}

func (s *server) shownEntry(ctx context.Context, e Entry, a alarm.Listed) AlertIncidentEntry {
	made := AlertIncidentEntry{
		Kind: string(e.Kind), ID: e.ID, At: e.At, AlertID: e.AlertID, Name: e.Name, ByID: e.ByID, AccountID: e.AccountID, Account: e.Account, Text: e.Text,
		Pictures: httpapi.ListOf(e.Pictures, s.uploads.Sign),
	}
	if a.ID != 0 {
		made.Location = alarm.Location(&a.Record, a.PointName, httpapi.LanguageOf(ctx))
	}
	switch e.Kind {
	case EntryMessage:
		made.Event, made.Reminder, made.Sent, made.Messages = string(e.Letters.Event), e.Letters.Reminder, e.Letters.Sent, e.Letters.All
		made.Delivered = e.Letters.Delivered
	case EntryField:
		f := e.Switched
		made.Name, made.Event, made.Status, made.Text = f.Device, f.Turn, f.State, f.Rule
	case EntryAnswer:
		made.Event = e.Answer
	case EntryTransition:
		t := e.Transition
		made.Event, made.Level = string(t.Kind), int(t.Level)
		if t.Kind == alarm.Processed {
			made.Status = string(t.To)
		}
		if len(a.Steps) > 0 && t.Kind != alarm.Processed && t.Kind != alarm.Noticed {
			made.Unit, made.Decimals = alarm.Shown(a.Measurement, a.Key, a.Last())
			made.Value = httpapi.Finite(t.Value)
		}
	}
	return made
}

func shownIncident(i Incident) AlertIncident {
	made := AlertIncident{
		ID: i.ID, StructureID: i.StructureID, StructureName: i.StructureName, From: i.From, Until: i.Until, Level: int(i.Level), Open: i.Active > 0,
		Alerts: len(i.Parts), Active: i.Active, Points: i.Points, Levels: make([]int, alarm.Red),
		OwnerID: i.Owner.AccountID, OwnerName: i.Owner.Account, OwnerHere: i.Owner.Here,
	}
	for _, p := range i.Parts {
		if p.Level > alarm.Normal {
			made.Levels[p.Level-1]++
		}
	}
	return made
}
