package siteapi

import (
	"context"
	"net/http"

	"plumbline/internal/httpapi"
	"plumbline/internal/platform/access"
	"plumbline/internal/platform/upload"
	"plumbline/internal/site/project"
)

// StructureFields are the editable fields of a structure or item.
type StructureFields struct {
	Name        string   `json:"name" minLength:"1" maxLength:"20"`
	IsItem      bool     `json:"isItem,omitempty" doc:"An item of the structure parentId; cannot be changed later"`
	ParentID    int64    `json:"parentId,omitempty" minimum:"0" doc:"Items: the structure; 0 for structures"`
	Type        string   `json:"type,omitempty" maxLength:"40" doc:"A structure type of the catalog; needed for structures"`
	Address     string   `json:"address,omitempty" maxLength:"500"`
	Longitude   *float64 `json:"longitude,omitempty" minimum:"-180" maximum:"180" doc:"Degrees, east positive"`
	Latitude    *float64 `json:"latitude,omitempty" minimum:"-90" maximum:"90" doc:"Degrees, north positive"`
	Picture     string   `json:"picture,omitempty" maxLength:"500"`
	DisplayType string   `json:"displayType,omitempty" enum:"MAP,IMG,BIM" doc:"Default MAP"`
	Remarks     string   `json:"remarks,omitempty" maxLength:"500"`
	Sort        int64    `json:"sort,omitempty" minimum:"0" maximum:"1000000"`
}

// Structure is a structure of a project, or an item of a structure.
type Structure struct {
	ID        int64 `json:"id"`
	ProjectID int64 `json:"projectId"`
	StructureFields
	GNSSConfig *GNSSConfig `json:"gnssConfig,omitempty"`
	CreatedAt  int64       `json:"createdAt" doc:"UTC ms"`
}

type newStructure struct {
	httpapi.ProjectPath
	Body StructureFields
}

type structureUpdate struct {
	httpapi.ProjectStructurePath
	Body StructureFields
}

type structureDeletion struct {
	httpapi.ProjectStructurePath
	Below bool `query:"below" doc:"Also moves or removes everything below it"`
}

func (s *server) structures() {
	need := func(action access.Action) access.Permission {
		return access.Permission{Area: access.Structure, Action: action}
	}
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "listStructures", Method: http.MethodGet, Path: "/projects/{projectId}/structures", Tag: "structures",
		Need: need(access.Retrieve), Summary: "Structures and items of a project",
	}, s.listStructures)
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "createStructure", Method: http.MethodPost, Path: "/projects/{projectId}/structures", Tag: "structures", Status: http.StatusCreated,
		Example:  `{"name":"Deep","isItem":true,"parentId":{structureId}}`,
		NearMiss: httpapi.NearMiss{Body: `{"name":"","isItem":true,"parentId":{structureId}}`, Field: "name"},
		Need:     need(access.Create), Summary: "Add a structure, or an item to a structure",
	}, s.createStructure)
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "getStructure", Method: http.MethodGet, Path: "/projects/{projectId}/structures/{structureId}", Tag: "structures",
		Need: need(access.Retrieve), Summary: "One structure or item",
	}, s.getStructure)
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "updateStructure", Method: http.MethodPut, Path: "/projects/{projectId}/structures/{structureId}", Tag: "structures",
		Example: `{"name":"Deeper","isItem":true,"parentId":{structureId}}`,
		Need:    need(access.Update), Summary: "Change a structure or item", Detail: "Omitted fields take their defaults.",
	}, s.updateStructure)
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "deleteStructure", Method: http.MethodDelete, Path: "/projects/{projectId}/structures/{structureId}", Tag: "structures",
		Need: need(access.Delete), Summary: "Remove a structure or item",
		Detail: "With below, also removes the items and points below it; without, the call is rejected if there are any.",
	}, s.deleteStructure)
}

func (s *server) listStructures(ctx context.Context, in *httpapi.ProjectPath) (*httpapi.Output[httpapi.List[Structure]], error) {
	list, err := s.Projects.Structures(ctx, httpapi.CallerOf(ctx).Scope, in.ProjectID)
	return httpapi.ReplyList(list, s.structureOf), err
}

func (s *server) createStructure(ctx context.Context, in *newStructure) (out *httpapi.Output[Structure], err error) {
	st := in.Body.structure()
	st.ProjectID = in.ProjectID
	if st.Picture, err = s.Uploads.Keep(ctx, httpapi.CallerOf(ctx).Actor(), "picture", upload.Picture, "", st.Picture); err != nil {
		return nil, err
	}
	made, err := s.Projects.CreateStructure(ctx, httpapi.CallerOf(ctx).Actor(), st)
	return httpapi.Reply(s.structureOf(made)), err
}

func (s *server) getStructure(ctx context.Context, in *httpapi.ProjectStructurePath) (*httpapi.Output[Structure], error) {
	st, err := s.Projects.Structure(ctx, httpapi.CallerOf(ctx).Scope, in.StructureID)
	return httpapi.Reply(s.structureOf(st)), err
}

func (s *server) updateStructure(ctx context.Context, in *structureUpdate) (*httpapi.Output[Structure], error) {
	st := in.Body.structure()
	st.ID, st.ProjectID = in.StructureID, in.ProjectID
	before, err := s.Projects.Structure(ctx, httpapi.CallerOf(ctx).Scope, in.StructureID)
	if err != nil {
		return nil, err
	}
	if st.Picture, err = s.Uploads.Keep(ctx, httpapi.CallerOf(ctx).Actor(), "picture", upload.Picture, before.Picture, st.Picture); err != nil {
		return nil, err
	}
	changed, err := s.Projects.UpdateStructure(ctx, httpapi.CallerOf(ctx).Actor(), st)
	return httpapi.Reply(s.structureOf(changed)), err
}

func (s *server) deleteStructure(ctx context.Context, in *structureDeletion) (*httpapi.Output[httpapi.Done], error) {
	if in.Below {
		if err := httpapi.CallerOf(ctx).Require(access.Permission{Area: access.MeasuringPoint, Action: access.Delete}, in.ProjectID); err != nil {
			return nil, err
		}
	}
	return httpapi.Reply(httpapi.Done{}), s.Projects.DeleteStructure(ctx, httpapi.CallerOf(ctx).Actor(), in.StructureID, in.Below)
}

func (f StructureFields) structure() project.Structure {
	return project.Structure{
		Name: f.Name, IsItem: f.IsItem, ParentID: f.ParentID, Type: f.Type, Address: f.Address, Longitude: httpapi.MicroArcSeconds(f.Longitude),
		Latitude: httpapi.MicroArcSeconds(f.Latitude), Picture: f.Picture, DisplayType: f.DisplayType, Remarks: f.Remarks, Sort: f.Sort,
	}
}

func (s *server) structureOf(st project.Structure) Structure {
	return Structure{
		ID: st.ID, ProjectID: st.ProjectID, GNSSConfig: (*GNSSConfig)(st.GNSS), CreatedAt: st.CreatedAt,
		StructureFields: StructureFields{
			Name: st.Name, IsItem: st.IsItem, ParentID: st.ParentID, Type: st.Type, Address: st.Address, Longitude: httpapi.Degrees(st.Longitude),
			Latitude: httpapi.Degrees(st.Latitude), Picture: s.Uploads.Sign(st.Picture), DisplayType: st.DisplayType, Remarks: st.Remarks, Sort: st.Sort,
		},
	}
}
