package siteapi

import (
	"context"
	"net/http"

	"plumbline/internal/core/definition"
	"plumbline/internal/httpapi"
	"plumbline/internal/platform/access"
	"plumbline/internal/platform/errs"
	"plumbline/internal/site/pointconfig"
	"plumbline/internal/site/preview"
)

// DeviceGroup is one of the device groups that feed a point in succession.
type DeviceGroup struct {
	HistoryID int64         `json:"historyId" doc:"Of the version that binds the group"`
	From      int64         `json:"from" doc:"UTC ms; 0: always"`
	Until     int64         `json:"until" doc:"UTC ms at which the next group begins; 0: it is the last"`
	Note      string        `json:"note"`
	Devices   []GroupMember `json:"devices"`
}

// GroupMember is one source of a device group.
type GroupMember struct {
	definition.Source
	Name   string `json:"name" doc:"Of the device or point; empty if it was removed"`
	SNCode string `json:"sncode"`
	Type   string `json:"type"`
	Model  string `json:"model"`
}

// DeviceGroupChange is the first step of a replacement.
type DeviceGroupChange struct {
	At      int64               `json:"at" doc:"UTC ms from which the point has the new devices"`
	Sources []definition.Source `json:"sources" minItems:"1" maxItems:"64" doc:"The new devices; the first is the main source. Temporary points give up theirs"`
	Note    string              `json:"note,omitempty" maxLength:"500"`
}

// DeviceGroupMigration is the second step of a replacement.
type DeviceGroupMigration struct {
	From  httpapi.AskedTime `json:"from,omitempty" doc:"UTC ms from which readings of the new group count; 0: its first reading after the old group's last"`
	Count int               `json:"count,omitempty" minimum:"0" maximum:"1000" doc:"Readings averaged for the new initial value; 0 means 3"`
	Carry bool              `json:"carry,omitempty" doc:"The accumulated change continues from the old group"`
}

// Replacement is the replacement of the devices of a point, in two steps.
type Replacement struct {
	ID               int64               `json:"id"`
	MeasuringPointID int64               `json:"measuringPointId"`
	State            string              `json:"state" enum:"notMigrated,completed,undone"`
	At               int64               `json:"at" doc:"UTC ms of the change of groups"`
	From             int64               `json:"from" doc:"UTC ms from which readings of the new group count"`
	Before           []definition.Source `json:"before"`
	After            []definition.Source `json:"after"`
	CarriedAt        int64               `json:"carriedAt" doc:"UTC ms of the old group's reading whose change continues; 0: none"`
	Note             string              `json:"note"`
	RecordedAt       int64               `json:"recordedAt" doc:"UTC ms"`
	RecordedBy       int64               `json:"recordedBy" doc:"Account"`
	MigratedAt       int64               `json:"migratedAt" doc:"UTC ms; 0: not yet"`
	MigratedBy       int64               `json:"migratedBy"`
	UndoneAt         int64               `json:"undoneAt" doc:"UTC ms; 0: in force"`
	UndoneBy         int64               `json:"undoneBy"`
}

// GroupChangePreview is the effect of changing the group.
type GroupChangePreview struct {
	preview.Consequences
	Released []int64 `json:"released" doc:"Temporary points that would give up their devices"`
}

// MigrationPreview is the effect of migrating the data.
type MigrationPreview struct {
	preview.Consequences
	Begins  int64           `json:"begins" doc:"UTC ms from which readings of the new group would count"`
	Last    int64           `json:"last" doc:"UTC ms of the old group's last reading; 0: none"`
	First   int64           `json:"first" doc:"UTC ms of the new group's first reading after it, up to the change; 0: none"`
	Carried []CarriedChange `json:"carried" doc:"Accumulated change of the old group that would be carried over"`
}

// CarriedChange is the accumulated change of one value.
type CarriedChange struct {
	Field  string  `json:"field"`
	Node   int32   `json:"node,omitempty"`
	Amount float64 `json:"amount" doc:"In the field's unit"`
}

// ReplacementPath identifies a replacement of a point.
type ReplacementPath struct {
	httpapi.PointPath
	ReplacementID int64 `path:"replacementId" minimum:"1"`
}

type deviceGroupInput struct {
	httpapi.PointPath
	Body DeviceGroupChange
}

type migrationInput struct {
	ReplacementPath
	Body DeviceGroupMigration
}

type undoInput struct {
	ReplacementPath
	Note string `query:"note" maxLength:"500" doc:"Reason for revoking it"`
}

const groupExample = `{"at":1700000700000,"sources":[{"role":"main","deviceId":{deviceId},"channelNo":9}]}`

func (s *server) replacements() {
	need := func(action access.Action) access.Permission {
		return access.Permission{Area: access.MeasuringPoint, Action: action}
	}
	const base = "/structures/{structureId}/measuring-points/{measuringPointId}"
	const process = base + "/history-device-groups/process"
	const tag = "device groups"
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "historyDeviceGroups", Method: http.MethodGet, Path: base + "/history-device-groups", Tag: tag, Need: need(access.Retrieve),
		Summary: "Device groups of a point, in order of time",
	}, s.historyDeviceGroups)
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "changeDeviceGroup", Method: http.MethodPost, Path: base + "/device-group", Tag: tag, Need: need(access.Update), Status: http.StatusCreated,
		Example: groupExample,
		Summary: "Replace the devices of a point: change the group",
		Detail:  "First of two steps: the point uses the new devices from a given time on, and the old ones stay in its history. The first three readings of the new devices form a new initial value, and the accumulated change continues unchanged.",
	}, s.changeDeviceGroup)
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "previewDeviceGroup", Method: http.MethodPost, Path: base + "/device-group/preview", Tag: tag,
		Need: need(access.Update), Unlogged: httpapi.ReadsOnly,
		Example: groupExample,
		Summary: "Preview replacing the device group",
	}, s.previewDeviceGroup)
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "listReplacements", Method: http.MethodGet, Path: process, Tag: tag, Need: need(access.Retrieve),
		Summary: "Device replacements of a point, newest first",
	}, s.listReplacements)
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "migrateDeviceGroup", Method: http.MethodPost, Path: process + "/{replacementId}/migrate", Tag: tag, Need: need(access.Update),
		Summary: "Replace the devices of a point: migrate the data",
		Detail:  "Second step: readings that the new devices took before the change are assigned to the point, and the curve continues from where the old devices ended.",
	}, s.migrateDeviceGroup)
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "previewMigration", Method: http.MethodPost, Path: process + "/{replacementId}/preview", Tag: tag,
		Need: need(access.Update), Unlogged: httpapi.ReadsOnly,
		Summary: "Preview migrating the data",
	}, s.previewMigration)
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "undoReplacement", Method: http.MethodDelete, Path: process + "/{replacementId}", Tag: tag, Need: need(access.Update),
		Summary: "Revoke a replacement, both of its steps", Detail: "The point is then fed as if the replacement had never happened.",
	}, s.undoReplacement)
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "previewUndoReplacement", Method: http.MethodPost, Path: process + "/{replacementId}/undo-preview",
		Tag: tag, Need: need(access.Update), Unlogged: httpapi.ReadsOnly,
		Summary: "Preview revoking a replacement",
	}, s.previewUndoReplacement)
}

func (s *server) historyDeviceGroups(ctx context.Context, in *httpapi.PointPath) (*httpapi.Output[httpapi.List[DeviceGroup]], error) {
	groups, err := s.Configuration.Groups(ctx, httpapi.CallerOf(ctx).Scope, in.MeasuringPointID)
	return httpapi.ReplyList(groups, deviceGroupOf), err
}

func (s *server) changeDeviceGroup(ctx context.Context, in *deviceGroupInput) (*httpapi.Output[Replacement], error) {
	r, err := s.Configuration.ChangeGroup(ctx, httpapi.CallerOf(ctx).Actor(), in.MeasuringPointID, in.Body.change())
	return httpapi.Reply(replacementOf(r)), err
}

func (s *server) previewDeviceGroup(ctx context.Context, in *deviceGroupInput) (*httpapi.Output[GroupChangePreview], error) {
	_, plan, err := s.Configuration.PlanChange(ctx, httpapi.CallerOf(ctx).Scope, in.MeasuringPointID, in.Body.change())
	if err != nil {
		return nil, err
	}
	found, err := s.Previews.Plan(ctx, plan)
	return httpapi.Reply(GroupChangePreview{Consequences: found, Released: httpapi.ListOf(plan.Points()[1:], httpapi.AsIs)}), err
}

func (s *server) listReplacements(ctx context.Context, in *httpapi.PointPath) (*httpapi.Output[httpapi.List[Replacement]], error) {
	list, err := s.Configuration.Replacements(ctx, httpapi.CallerOf(ctx).Scope, in.MeasuringPointID)
	return httpapi.ReplyList(list, replacementOf), err
}

func (s *server) migrateDeviceGroup(ctx context.Context, in *migrationInput) (*httpapi.Output[Replacement], error) {
	if _, err := s.replacement(ctx, &in.ReplacementPath); err != nil {
		return nil, err
	}
	r, err := s.Configuration.Migrate(ctx, httpapi.CallerOf(ctx).Actor(), in.ReplacementID, in.Body.migration())
	return httpapi.Reply(replacementOf(r)), err
}

func (s *server) previewMigration(ctx context.Context, in *migrationInput) (*httpapi.Output[MigrationPreview], error) {
	stored, err := s.replacement(ctx, &in.ReplacementPath)
	if err != nil {
		return nil, err
	}
	r, plan, err := s.Configuration.PlanMigration(ctx, httpapi.CallerOf(ctx).Scope, in.ReplacementID, in.Body.migration())
	if err != nil {
		return nil, err
	}
	sides, err := s.Configuration.Handover(ctx, stored)
	if err != nil {
		return nil, err
	}
	found, err := s.Previews.Plan(ctx, plan)
	return httpapi.Reply(MigrationPreview{
		Consequences: found, Begins: r.From, Last: sides.Last, First: sides.First,
		Carried: httpapi.ListOf(sides.Carried, func(c pointconfig.Carried) CarriedChange { return CarriedChange(c) }),
	}), err
}

func (s *server) undoReplacement(ctx context.Context, in *undoInput) (*httpapi.Output[Replacement], error) {
	if _, err := s.replacement(ctx, &in.ReplacementPath); err != nil {
		return nil, err
	}
	r, err := s.Configuration.Undo(ctx, httpapi.CallerOf(ctx).Actor(), in.ReplacementID, in.Note)
	return httpapi.Reply(replacementOf(r)), err
}

func (s *server) previewUndoReplacement(ctx context.Context, in *ReplacementPath) (*httpapi.Output[preview.Consequences], error) {
	if _, err := s.replacement(ctx, in); err != nil {
		return nil, err
	}
	_, plan, err := s.Configuration.PlanUndo(ctx, httpapi.CallerOf(ctx).Scope, in.ReplacementID, "")
	if err != nil {
		return nil, err
	}
	found, err := s.Previews.Plan(ctx, plan)
	return httpapi.Reply(found), err
}

// replacement returns the replacement of a path if it belongs to the point.
func (s *server) replacement(ctx context.Context, at *ReplacementPath) (pointconfig.Replacement, error) {
	r, err := s.Configuration.Replacement(ctx, httpapi.CallerOf(ctx).Scope, at.ReplacementID)
	if err == nil && r.PointID != at.MeasuringPointID {
		err = errs.New(errs.NothingHere)
	}
	return r, err
}

func (c DeviceGroupChange) change() pointconfig.Change {
	return pointconfig.Change{At: c.At, Binding: definition.Binding{Sources: c.Sources}, Note: c.Note}
}

func (m DeviceGroupMigration) migration() pointconfig.Migration {
	return pointconfig.Migration{From: m.From.Millis(), Count: m.Count, Carry: m.Carry}
}

func deviceGroupOf(g pointconfig.Group) DeviceGroup {
	return DeviceGroup{
		HistoryID: g.HistoryID, From: g.From, Until: g.Until, Note: g.Note,
		Devices: httpapi.ListOf(g.Members, func(m pointconfig.Member) GroupMember {
			return GroupMember{Source: m.Source, Name: m.Name, SNCode: m.SNCode, Type: m.Type, Model: m.Model}
		}),
	}
}

func replacementOf(r pointconfig.Replacement) Replacement {
	return Replacement{
		ID: r.ID, MeasuringPointID: r.PointID, State: string(r.State), At: r.At, From: r.From,
		Before: httpapi.ListOf(r.Before.Sources, httpapi.AsIs), After: httpapi.ListOf(r.After.Sources, httpapi.AsIs),
		CarriedAt: r.CarriedAt, Note: r.Note, RecordedAt: r.RecordedAt, RecordedBy: r.RecordedBy, MigratedAt: r.MigratedAt, MigratedBy: r.MigratedBy,
		UndoneAt: r.UndoneAt, UndoneBy: r.UndoneBy,
	}
}
