package api

import (
	"context"
	"net/http"

	"plumbline/internal/platform/access"
	"plumbline/internal/platform/upload"
	"plumbline/internal/site/project"
)

// StructureFields are what people say about a structure or item.
type StructureFields struct {
	Name        string   `json:"name" minLength:"1" maxLength:"20"`
	IsItem      bool     `json:"isItem,omitempty" doc:"An item of the structure parentId; fixed when made"`
	ParentID    int64    `json:"parentId,omitempty" minimum:"0" doc:"Items: the structure; 0 for structures"`
	Type        string   `json:"type,omitempty" maxLength:"40" doc:"A structure type of the catalogue; needed for structures"`
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
	ProjectPath
	Body StructureFields
}

type structureUpdate struct {
	ProjectStructurePath
	Body StructureFields
}

type structureDeletion struct {
	ProjectStructurePath
	Below bool `query:"below" doc:"What hangs below it goes with it"`
}

func (s *server) structures() {
	need := func(action access.Action) access.Permission {
		return access.Permission{Area: access.Structure, Action: action}
	}
	register(s, operation{
		id: "listStructures", method: http.MethodGet, path: "/projects/{projectId}/structures", tag: "structures",
		need: need(access.Retrieve), summary: "Structures and items of a project",
	}, func(ctx context.Context, in *ProjectPath) (*output[List[Structure]], error) {
		list, err := s.Projects.Structures(ctx, callerOf(ctx).scope, in.ProjectID)
		return listAnswer(list, s.structureOf), err
	})
	register(s, operation{
		id: "createStructure", method: http.MethodPost, path: "/projects/{projectId}/structures", tag: "structures", status: http.StatusCreated,
		need: need(access.Create), summary: "Add a structure, or an item to a structure",
	}, func(ctx context.Context, in *newStructure) (out *output[Structure], err error) {
		st := in.Body.structure()
		st.ProjectID = in.ProjectID
		if st.Picture, err = s.Uploads.Keep(ctx, callerOf(ctx).actor(), "picture", upload.Picture, "", st.Picture); err != nil {
			return nil, err
		}
		made, err := s.Projects.CreateStructure(ctx, callerOf(ctx).actor(), st)
		return answer(s.structureOf(made)), err
	})
	register(s, operation{
		id: "getStructure", method: http.MethodGet, path: "/projects/{projectId}/structures/{structureId}", tag: "structures",
		need: need(access.Retrieve), summary: "One structure or item",
	}, func(ctx context.Context, in *ProjectStructurePath) (*output[Structure], error) {
		st, err := s.Projects.Structure(ctx, callerOf(ctx).scope, in.StructureID)
		return answer(s.structureOf(st)), err
	})
	register(s, operation{
		id: "updateStructure", method: http.MethodPut, path: "/projects/{projectId}/structures/{structureId}", tag: "structures",
		need: need(access.Update), summary: "Change a structure or item", detail: "What is left out takes its default.",
	}, func(ctx context.Context, in *structureUpdate) (*output[Structure], error) {
		st := in.Body.structure()
		st.ID, st.ProjectID = in.StructureID, in.ProjectID
		before, err := s.Projects.Structure(ctx, callerOf(ctx).scope, in.StructureID)
		if err != nil {
			return nil, err
		}
		if st.Picture, err = s.Uploads.Keep(ctx, callerOf(ctx).actor(), "picture", upload.Picture, before.Picture, st.Picture); err != nil {
			return nil, err
		}
		changed, err := s.Projects.UpdateStructure(ctx, callerOf(ctx).actor(), st)
		return answer(s.structureOf(changed)), err
	})
	register(s, operation{
		id: "deleteStructure", method: http.MethodDelete, path: "/projects/{projectId}/structures/{structureId}", tag: "structures",
		need: need(access.Delete), summary: "Remove a structure or item",
		detail: "With below, also the items and points that hang below it; without, it is refused while there are any.",
	}, func(ctx context.Context, in *structureDeletion) (*output[Done], error) {
		if in.Below {
			if err := callerOf(ctx).require(access.Permission{Area: access.MeasuringPoint, Action: access.Delete}, in.ProjectID); err != nil {
				return nil, err
			}
		}
		return answer(Done{}), s.Projects.DeleteStructure(ctx, callerOf(ctx).actor(), in.StructureID, in.Below)
	})
}

func (f StructureFields) structure() project.Structure {
	return project.Structure{
		Name: f.Name, IsItem: f.IsItem, ParentID: f.ParentID, Type: f.Type, Address: f.Address, Longitude: arcOf(f.Longitude),
		Latitude: arcOf(f.Latitude), Picture: f.Picture, DisplayType: f.DisplayType, Remarks: f.Remarks, Sort: f.Sort,
	}
}

func (s *server) structureOf(st project.Structure) Structure {
	return Structure{
		ID: st.ID, ProjectID: st.ProjectID, GNSSConfig: (*GNSSConfig)(st.GNSS), CreatedAt: st.CreatedAt,
		StructureFields: StructureFields{
			Name: st.Name, IsItem: st.IsItem, ParentID: st.ParentID, Type: st.Type, Address: st.Address, Longitude: degrees(st.Longitude),
			Latitude: degrees(st.Latitude), Picture: s.Uploads.Sign(st.Picture), DisplayType: st.DisplayType, Remarks: st.Remarks, Sort: st.Sort,
		},
	}
}
