package fieldapi

import (
	"context"
	"net/http"
	"strings"

	"plumbline/internal/field/ingest/files"
	"plumbline/internal/field/protocol/loggerfile"
	"plumbline/internal/httpapi"
	"plumbline/internal/platform/errs"
	"plumbline/internal/site/device"
)

// ImportMapping is a saved layout of files.
type ImportMapping struct {
	ID        int64             `json:"id"`
	Name      string            `json:"name"`
	For       string            `json:"for" enum:"device,project,corporation" doc:"Where it is available"`
	Layout    loggerfile.Layout `json:"layout"`
	UpdatedAt int64             `json:"updatedAt" doc:"UTC ms"`
}

// ImportMappingBody has the editable fields of a mapping.
type ImportMappingBody struct {
	Name   string            `json:"name" minLength:"1" maxLength:"100"`
	For    string            `json:"for" enum:"device,project,corporation" doc:"Available for this device, for all devices of its project, or of the corporation. The last requires the permission in the whole corporation"`
	Layout loggerfile.Layout `json:"layout"`
}

// ImportMappingPath identifies a mapping.
type ImportMappingPath struct {
	httpapi.DevicePath
	ImportMappingID int64 `path:"importMappingId" minimum:"1"`
}

type importMappingCreate struct {
	httpapi.DevicePath
	Body ImportMappingBody
}

type importMappingUpdate struct {
	ImportMappingPath
	Body ImportMappingBody
}

func (s *server) importMappings() {
	const list = "/corporations/{corporationId}/devices/{deviceId}/import-mappings"
	const one = list + "/{importMappingId}"
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "listImportMappings", Method: http.MethodGet, Path: list, Tag: "devices", Need: importNeed(),
		Summary: "Saved layouts of files that can be used for a device",
		Detail:  "Layouts of the device first, then those of its project and of the corporation.",
	}, s.listImportMappings)
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "createImportMapping", Method: http.MethodPost, Path: list, Tag: "devices", Need: importNeed(),
		Status: http.StatusCreated, Summary: "Save a layout of files under a name",
		Example: `{"name":"crack loggers","for":"device","layout":` + layoutExample + `}`,
	}, s.createImportMapping)
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "updateImportMapping", Method: http.MethodPut, Path: one, Tag: "devices", Need: importNeed(), Summary: "Change a saved layout of files",
		Example: `{"name":"crack loggers again","for":"device","layout":` + layoutExample + `}`,
	}, s.updateImportMapping)
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "deleteImportMapping", Method: http.MethodDelete, Path: one, Tag: "devices", Need: importNeed(), Summary: "Remove a saved layout of files",
	}, s.deleteImportMapping)
}

func (s *server) listImportMappings(ctx context.Context, in *httpapi.DevicePath) (*httpapi.Output[httpapi.List[ImportMapping]], error) {
	found, err := s.Imports.NamedLayouts(ctx, httpapi.CallerOf(ctx).Scope, in.DeviceID)
	return httpapi.ReplyList(found, importMappingOf), err
}

func (s *server) createImportMapping(ctx context.Context, in *importMappingCreate) (*httpapi.Output[ImportMapping], error) {
	return s.saveImportMapping(ctx, in.DeviceID, 0, in.Body)
}

func (s *server) updateImportMapping(ctx context.Context, in *importMappingUpdate) (*httpapi.Output[ImportMapping], error) {
	if _, err := s.importMapping(ctx, in.DeviceID, in.ImportMappingID); err != nil {
		return nil, err
	}
	return s.saveImportMapping(ctx, in.DeviceID, in.ImportMappingID, in.Body)
}

func (s *server) deleteImportMapping(ctx context.Context, in *ImportMappingPath) (*httpapi.Output[httpapi.Done], error) {
	if _, err := s.importMapping(ctx, in.DeviceID, in.ImportMappingID); err != nil {
		return nil, err
	}
	return httpapi.Reply(httpapi.Done{}), s.Imports.DeleteNamedLayout(ctx, httpapi.CallerOf(ctx).Actor(), in.DeviceID, in.ImportMappingID)
}

// importMapping returns a mapping that the caller may change: one of the corporation requires the permission in all of
// it.
func (s *server) importMapping(ctx context.Context, deviceID, id int64) (files.NamedLayout, error) {
	who := httpapi.CallerOf(ctx)
	found, err := s.Imports.NamedLayouts(ctx, who.Scope, deviceID)
	if err != nil {
		return files.NamedLayout{}, err
	}
	for _, l := range found {
		if l.ID != id {
			continue
		}
		if l.ProjectID == 0 && l.DeviceID == 0 {
			return l, who.Require(importNeed(), 0)
		}
		return l, nil
	}
	return files.NamedLayout{}, errs.New(errs.NothingHere)
}

func (s *server) saveImportMapping(ctx context.Context, deviceID, id int64, body ImportMappingBody) (*httpapi.Output[ImportMapping], error) {
	who := httpapi.CallerOf(ctx)
	d, err := s.Devices.Get(ctx, who.Scope, deviceID)
	if err != nil {
		return nil, err
	}
	l := files.NamedLayout{ID: id, CorporationID: d.CorporationID, Name: strings.TrimSpace(body.Name), Layout: body.Layout, AccountID: who.Account.ID}
	if err := placeMapping(&l, body.For, d); err != nil {
		return nil, err
	}
	if body.For == "corporation" {
		if err := who.Require(importNeed(), 0); err != nil {
			return nil, err
		}
	}
	if err := s.Imports.SaveNamedLayout(ctx, who.Actor(), &l); err != nil {
		return nil, err
	}
	return httpapi.Reply(importMappingOf(l)), nil
}

func placeMapping(l *files.NamedLayout, place string, d device.Device) error {
	switch place {
	case "device":
		l.DeviceID = d.ID
	case "project":
		if d.ProjectID == 0 {
			return errs.OnField("for", errs.NoProject)
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
