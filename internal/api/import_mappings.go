package api

import (
	"context"
	"net/http"
	"strings"

	"plumbline/internal/field/intake/files"
	"plumbline/internal/field/protocol/loggerfile"
	"plumbline/internal/platform/fault"
	"plumbline/internal/site/device"
)

// ImportMapping is a layout of files that was saved to be used again.
type ImportMapping struct {
	ID        int64             `json:"id"`
	Name      string            `json:"name"`
	For       string            `json:"for" enum:"device,project,corporation" doc:"Where it is offered"`
	Layout    loggerfile.Layout `json:"layout"`
	UpdatedAt int64             `json:"updatedAt" doc:"UTC ms"`
}

// ImportMappingBody is what a person says about a mapping.
type ImportMappingBody struct {
	Name   string            `json:"name" minLength:"1" maxLength:"100"`
	For    string            `json:"for" enum:"device,project,corporation" doc:"Offered for this device, for all devices of its project, or of the corporation. The last needs the permission in the whole corporation"`
	Layout loggerfile.Layout `json:"layout"`
}

// ImportMappingPath is the mapping that a call is about.
type ImportMappingPath struct {
	DevicePath
	ImportMappingID int64 `path:"importMappingId" minimum:"1"`
}

type importMappingCreate struct {
	DevicePath
	Body ImportMappingBody
}

type importMappingUpdate struct {
	ImportMappingPath
	Body ImportMappingBody
}

func (s *server) importMappings() {
	const list = "/corporations/{corporationId}/devices/{deviceId}/import-mappings"
	const one = list + "/{importMappingId}"
	register(s, operation{
		id: "listImportMappings", method: http.MethodGet, path: list, tag: "devices", need: importNeed(),
		summary: "Saved layouts of files that can be used for a device", detail: "Those of the device first, then those of its project and of the corporation.",
	}, func(ctx context.Context, in *DevicePath) (*output[List[ImportMapping]], error) {
		found, err := s.Imports.NamedLayouts(ctx, callerOf(ctx).scope, in.DeviceID)
		return listAnswer(found, importMappingOf), err
	})
	register(s, operation{
		id: "createImportMapping", method: http.MethodPost, path: list, tag: "devices", need: importNeed(), status: http.StatusCreated, summary: "Save a layout of files under a name",
	}, func(ctx context.Context, in *importMappingCreate) (*output[ImportMapping], error) {
		return s.saveImportMapping(ctx, in.DeviceID, 0, in.Body)
	})
	register(s, operation{
		id: "updateImportMapping", method: http.MethodPut, path: one, tag: "devices", need: importNeed(), summary: "Change a saved layout of files",
	}, func(ctx context.Context, in *importMappingUpdate) (*output[ImportMapping], error) {
		if _, err := s.importMapping(ctx, in.DeviceID, in.ImportMappingID); err != nil {
			return nil, err
		}
		return s.saveImportMapping(ctx, in.DeviceID, in.ImportMappingID, in.Body)
	})
	register(s, operation{
		id: "deleteImportMapping", method: http.MethodDelete, path: one, tag: "devices", need: importNeed(), summary: "Remove a saved layout of files",
	}, func(ctx context.Context, in *ImportMappingPath) (*output[Done], error) {
		if _, err := s.importMapping(ctx, in.DeviceID, in.ImportMappingID); err != nil {
			return nil, err
		}
		return answer(Done{}), s.Imports.DeleteNamedLayout(ctx, callerOf(ctx).actor(), in.DeviceID, in.ImportMappingID)
	})
}

// importMapping finds a mapping that the caller may change: one of the corporation needs
// the permission in all of it.
func (s *server) importMapping(ctx context.Context, deviceID, id int64) (files.NamedLayout, error) {
	who := callerOf(ctx)
	found, err := s.Imports.NamedLayouts(ctx, who.scope, deviceID)
	if err != nil {
		return files.NamedLayout{}, err
	}
	for _, l := range found {
		if l.ID != id {
			continue
		}
		if l.ProjectID == 0 && l.DeviceID == 0 {
			return l, who.require(importNeed(), 0)
		}
		return l, nil
	}
	return files.NamedLayout{}, fault.New(fault.NothingHere)
}

func (s *server) saveImportMapping(ctx context.Context, deviceID, id int64, body ImportMappingBody) (*output[ImportMapping], error) {
	who := callerOf(ctx)
	d, err := s.Devices.Get(ctx, who.scope, deviceID)
	if err != nil {
		return nil, err
	}
	l := files.NamedLayout{ID: id, CorporationID: d.CorporationID, Name: strings.TrimSpace(body.Name), Layout: body.Layout, AccountID: who.Account.ID}
	if err := placeMapping(&l, body.For, d); err != nil {
		return nil, err
	}
	if body.For == "corporation" {
		if err := who.require(importNeed(), 0); err != nil {
			return nil, err
		}
	}
	if err := s.Imports.SaveNamedLayout(ctx, who.actor(), &l); err != nil {
		return nil, err
	}
	return answer(importMappingOf(l)), nil
}

func placeMapping(l *files.NamedLayout, place string, d device.Device) error {
	switch place {
	case "device":
		l.DeviceID = d.ID
	case "project":
		if d.ProjectID == 0 {
			return fault.OnField("for", fault.NoProject)
		}
		l.ProjectID = d.ProjectID
	}
	return nil
}

func importMappingOf(l files.NamedLayout) ImportMapping {
	m := ImportMapping{ID: l.ID, Name: l.Name, For: "corporation", Layout: l.Layout, UpdatedAt: l.UpdatedAt}
	switch {
	case l.DeviceID != 0:
		m.For = "device"
	case l.ProjectID != 0:
		m.For = "project"
	}
	return m
}
