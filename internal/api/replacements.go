package api

import (
	"context"
	"net/http"

	"plumbline/internal/core/definition"
	"plumbline/internal/platform/access"
	"plumbline/internal/platform/fault"
	"plumbline/internal/site/configuration"
)

// DeviceGroup is one of the device groups that feed a point one after the other.
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
	Name   string `json:"name" doc:"Of the device or point; empty when it is gone"`
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
	From  AskedTime `json:"from,omitempty" doc:"UTC ms from which readings of the new group count; 0: its first reading behind the old group's last"`
	Count int       `json:"count,omitempty" minimum:"0" maximum:"1000" doc:"Readings that the new initial value is made of; 0 takes 3"`
	Carry bool      `json:"carry,omitempty" doc:"The accumulated change goes on where the old group left it"`
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
	CarriedAt        int64               `json:"carriedAt" doc:"UTC ms of the old group's reading whose change goes on; 0: none"`
	Note             string              `json:"note"`
	RecordedAt       int64               `json:"recordedAt" doc:"UTC ms"`
	RecordedBy       int64               `json:"recordedBy" doc:"Account"`
	MigratedAt       int64               `json:"migratedAt" doc:"UTC ms; 0: not yet"`
	MigratedBy       int64               `json:"migratedBy"`
	UndoneAt         int64               `json:"undoneAt" doc:"UTC ms; 0: it stands"`
	UndoneBy         int64               `json:"undoneBy"`
}

// GroupChangePreview is what changing the group would do.
type GroupChangePreview struct {
	Consequences
	Released []int64 `json:"released" doc:"Temporary points that would give up their devices"`
}

// MigrationPreview is what migrating the data would do.
type MigrationPreview struct {
	Consequences
	Begins  int64           `json:"begins" doc:"UTC ms from which readings of the new group would count"`
	Last    int64           `json:"last" doc:"UTC ms of the old group's last reading; 0: none"`
	First   int64           `json:"first" doc:"UTC ms of the new group's first reading behind it, up to the change; 0: none"`
	Carried []CarriedChange `json:"carried" doc:"What would go on of the old group's accumulated change"`
}

// CarriedChange is the accumulated change of one value.
type CarriedChange struct {
	Field  string  `json:"field"`
	Node   int32   `json:"node,omitempty"`
	Amount float64 `json:"amount" doc:"In the field's unit"`
}

// ReplacementPath names a replacement of a point.
type ReplacementPath struct {
	PointPath
	ReplacementID int64 `path:"replacementId" minimum:"1"`
}

type deviceGroupInput struct {
	PointPath
	Body DeviceGroupChange
}

type migrationInput struct {
	ReplacementPath
	Body DeviceGroupMigration
}

type undoInput struct {
	ReplacementPath
	Note string `query:"note" maxLength:"500" doc:"Why it is taken back"`
}

func (s *server) replacements() {
	need := func(action access.Action) access.Permission {
		return access.Permission{Area: access.MeasuringPoint, Action: action}
	}
	const base = "/structures/{structureId}/measuring-points/{measuringPointId}"
	const process = base + "/history-device-groups/process"
	const tag = "device groups"
	register(s, operation{
		id: "historyDeviceGroups", method: http.MethodGet, path: base + "/history-device-groups", tag: tag, need: need(access.Retrieve),
		summary: "The device groups of a point, one after the other",
	}, func(ctx context.Context, in *PointPath) (*output[List[DeviceGroup]], error) {
		groups, err := s.Configuration.Groups(ctx, callerOf(ctx).scope, in.MeasuringPointID)
		return listAnswer(groups, deviceGroupOf), err
	})
	register(s, operation{
		id: "changeDeviceGroup", method: http.MethodPost, path: base + "/device-group", tag: tag, need: need(access.Update), status: http.StatusCreated,
		summary: "Replace the devices of a point: change the group", detail: "The first of two steps: the point has the new devices from a time on, and the old ones stay in its history. Their first three readings form a new initial value, and the accumulated change stays where it was.",
	}, func(ctx context.Context, in *deviceGroupInput) (*output[Replacement], error) {
		r, err := s.Configuration.ChangeGroup(ctx, callerOf(ctx).actor(), in.MeasuringPointID, in.Body.change())
		return answer(replacementOf(r)), err
	})
	register(s, operation{
		id: "previewDeviceGroup", method: http.MethodPost, path: base + "/device-group/preview", tag: tag, need: need(access.Update), unlogged: asks,
		summary: "What changing the group would do, without doing it",
	}, func(ctx context.Context, in *deviceGroupInput) (*output[GroupChangePreview], error) {
		_, plan, err := s.Configuration.PlanChange(ctx, callerOf(ctx).scope, in.MeasuringPointID, in.Body.change())
		if err != nil {
			return nil, err
		}
		found, err := s.Previews.Plan(ctx, plan)
		return answer(GroupChangePreview{Consequences: found, Released: listOf(plan.Points()[1:], same)}), err
	})
	register(s, operation{
		id: "listReplacements", method: http.MethodGet, path: process, tag: tag, need: need(access.Retrieve),
		summary: "Replacements of the devices of a point, the newest first",
	}, func(ctx context.Context, in *PointPath) (*output[List[Replacement]], error) {
		list, err := s.Configuration.Replacements(ctx, callerOf(ctx).scope, in.MeasuringPointID)
		return listAnswer(list, replacementOf), err
	})
	register(s, operation{
		id: "migrateDeviceGroup", method: http.MethodPost, path: process + "/{replacementId}/migrate", tag: tag, need: need(access.Update),
		summary: "Replace the devices of a point: migrate the data",
		detail:  "The second step: readings of the new devices from before the change belong to the point, and the curve goes on where the old devices left it.",
	}, func(ctx context.Context, in *migrationInput) (*output[Replacement], error) {
		if _, err := s.replacement(ctx, &in.ReplacementPath); err != nil {
			return nil, err
		}
		r, err := s.Configuration.Migrate(ctx, callerOf(ctx).actor(), in.ReplacementID, in.Body.migration())
		return answer(replacementOf(r)), err
	})
	register(s, operation{
		id: "previewMigration", method: http.MethodPost, path: process + "/{replacementId}/preview", tag: tag, need: need(access.Update), unlogged: asks,
		summary: "What migrating the data would do, without doing it",
	}, func(ctx context.Context, in *migrationInput) (*output[MigrationPreview], error) {
		stored, err := s.replacement(ctx, &in.ReplacementPath)
		if err != nil {
			return nil, err
		}
		r, plan, err := s.Configuration.PlanMigration(ctx, callerOf(ctx).scope, in.ReplacementID, in.Body.migration())
		if err != nil {
			return nil, err
		}
		sides, err := s.Configuration.Handover(ctx, stored)
		if err != nil {
			return nil, err
		}
		found, err := s.Previews.Plan(ctx, plan)
		return answer(MigrationPreview{
			Consequences: found, Begins: r.From, Last: sides.Last, First: sides.First,
			Carried: listOf(sides.Carried, func(c configuration.Carried) CarriedChange { return CarriedChange(c) }),
		}), err
	})
	register(s, operation{
		id: "undoReplacement", method: http.MethodDelete, path: process + "/{replacementId}", tag: tag, need: need(access.Update),
		summary: "Take a replacement back, both of its steps", detail: "The point is then fed as if it had never been.",
	}, func(ctx context.Context, in *undoInput) (*output[Replacement], error) {
		if _, err := s.replacement(ctx, &in.ReplacementPath); err != nil {
			return nil, err
		}
		r, err := s.Configuration.Undo(ctx, callerOf(ctx).actor(), in.ReplacementID, in.Note)
		return answer(replacementOf(r)), err
	})
	register(s, operation{
		id: "previewUndoReplacement", method: http.MethodPost, path: process + "/{replacementId}/undo-preview", tag: tag, need: need(access.Update), unlogged: asks,
		summary: "What taking a replacement back would change, without doing it",
	}, func(ctx context.Context, in *ReplacementPath) (*output[Consequences], error) {
		if _, err := s.replacement(ctx, in); err != nil {
			return nil, err
		}
		_, plan, err := s.Configuration.PlanUndo(ctx, callerOf(ctx).scope, in.ReplacementID, "")
		if err != nil {
			return nil, err
		}
		found, err := s.Previews.Plan(ctx, plan)
		return answer(found), err
	})
}

// replacement finds the replacement of a path among those of its point.
func (s *server) replacement(ctx context.Context, at *ReplacementPath) (configuration.Replacement, error) {
	r, err := s.Configuration.Replacement(ctx, callerOf(ctx).scope, at.ReplacementID)
	if err == nil && r.PointID != at.MeasuringPointID {
		err = fault.New(fault.NothingHere)
	}
	return r, err
}

func (c DeviceGroupChange) change() configuration.Change {
	return configuration.Change{At: c.At, Binding: definition.Binding{Sources: c.Sources}, Note: c.Note}
}

func (m DeviceGroupMigration) migration() configuration.Migration {
	return configuration.Migration{From: m.From.ms(), Count: m.Count, Carry: m.Carry}
}

func deviceGroupOf(g configuration.Group) DeviceGroup {
	return DeviceGroup{
		HistoryID: g.HistoryID, From: g.From, Until: g.Until, Note: g.Note,
		Devices: listOf(g.Members, func(m configuration.Member) GroupMember {
			return GroupMember{Source: m.Source, Name: m.Name, SNCode: m.SNCode, Type: m.Type, Model: m.Model}
		}),
	}
}

func replacementOf(r configuration.Replacement) Replacement {
	return Replacement{
		ID: r.ID, MeasuringPointID: r.PointID, State: string(r.State), At: r.At, From: r.From, Before: listOf(r.Before.Sources, same), After: listOf(r.After.Sources, same),
		CarriedAt: r.CarriedAt, Note: r.Note, RecordedAt: r.RecordedAt, RecordedBy: r.RecordedBy, MigratedAt: r.MigratedAt, MigratedBy: r.MigratedBy,
		UndoneAt: r.UndoneAt, UndoneBy: r.UndoneBy,
	}
}
