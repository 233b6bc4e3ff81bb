package nsbd

import (
	"context"
	"net/http"

	"plumbline/internal/httpapi"
	"plumbline/internal/platform/access"
)

// NSBDFields are the fields of the information table that the configuration of a point does not have.
type NSBDFields struct {
	DesignNumber string   `json:"designNumber,omitempty" maxLength:"60"`
	Range        string   `json:"range,omitempty" maxLength:"100" doc:"Of the instrument, as on its data sheet"`
	Offset       *float64 `json:"offset,omitempty" minimum:"-100000" maximum:"100000" doc:"m from the axis; omitted: not known"`
	CableLength  *float64 `json:"cableLength,omitempty" minimum:"0" maximum:"100000" doc:"m; omitted: not known"`
	Installer    string   `json:"installer,omitempty" maxLength:"100"`
	Remarks      string   `json:"remarks,omitempty" maxLength:"500"`
}

// NSBDPoint is a point of the information table.
type NSBDPoint struct {
	MeasuringPointID   int64  `json:"measuringPointId"`
	MeasuringPointName string `json:"measuringPointName"`
	Structure          string `json:"structure"`
	Item               string `json:"item" doc:"Empty: none"`
	NSBDFields
}

// NSBDChange is what the information table is to say about a point.
type NSBDChange struct {
	MeasuringPointID int64 `json:"measuringPointId" minimum:"1"`
	NSBDFields
}

type listInput struct {
	httpapi.ProjectPath
	httpapi.Paging
	StructureID int64 `query:"structureId" minimum:"0" doc:"0: the whole project"`
}

type putInput struct {
	httpapi.ProjectPath
	Body struct {
		List []NSBDChange `json:"list" minItems:"1" maxItems:"500" doc:"Replaces the fields of these points; others stay"`
	}
}

type server struct{ store *Store }

func (s *server) register(k *httpapi.Kernel) {
	const path = "/projects/{projectId}/nsbd-points"
	httpapi.Register(k, httpapi.Operation{
		ID: "listNsbdPoints", Method: http.MethodGet, Path: path, Tag: "reports", Need: access.Permission{Area: access.Project, Action: access.Retrieve},
		Unmeasured: "a page by index",
		Summary:    "The information table of the South-to-North Water Diversion, in the order of the project",
		Detail:     "What the configuration of a point has, such as chainage and elevation, is in its engineering data. Sorts by name.",
	}, s.list)
	httpapi.Register(k, httpapi.Operation{
		ID: "updateNsbdPoints", Method: http.MethodPut, Path: path, Tag: "reports", Need: access.Permission{Area: access.MeasuringPoint, Action: access.Update},
		Example:  `{"list":[{"measuringPointId":{measuringPointId},"designNumber":"P-12-3","range":"0–0.7 MPa","offset":-1.5,"cableLength":60,"installer":"Team 2"}]}`,
		NearMiss: httpapi.NearMiss{Body: `{"list":[{"measuringPointId":{measuringPointId},"cableLength":-1}]}`, Field: "list[0].cableLength"},
		Summary:  "Change the information table",
	}, s.put)
}

func (s *server) list(ctx context.Context, in *listInput) (*httpapi.Output[httpapi.Page[NSBDPoint]], error) {
	page, err := s.store.List(ctx, httpapi.CallerOf(ctx).Scope, Filter{Query: in.Query(), ProjectID: in.ProjectID, StructureID: in.StructureID})
	if err != nil {
		return nil, err
	}
	return httpapi.ReplyPage(page, func(p Point) NSBDPoint {
		return NSBDPoint{p.ID, p.Name, p.Structure, p.Item, NSBDFields(p.Fields)}
	}), nil
}

func (s *server) put(ctx context.Context, in *putInput) (*httpapi.Output[httpapi.Done], error) {
	list := make([]Given, len(in.Body.List))
	for i, c := range in.Body.List {
		list[i] = Given{c.MeasuringPointID, Fields(c.NSBDFields)}
	}
	return httpapi.Reply(httpapi.Done{}), s.store.Put(ctx, httpapi.CallerOf(ctx).Actor(), in.ProjectID, list)
}
