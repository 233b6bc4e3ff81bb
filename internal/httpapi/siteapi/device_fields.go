package siteapi

import (
	"context"
	"net/http"
	"slices"

	"plumbline/internal/core/catalog"
	"plumbline/internal/httpapi"
	"plumbline/internal/platform/access"
	"plumbline/internal/platform/i18n"
	"plumbline/internal/site/project"
)

// ComputedFields are the fields computed by points of one measurement and device type.
type ComputedFields struct {
	Measurement string          `json:"measurement"`
	Category    string          `json:"category" doc:"Device type"`
	Points      int             `json:"points" doc:"Number of these points"`
	Fields      []ComputedField `json:"fields" doc:"In the order of the measurement; empty while none of the points has a formula"`
}

// ComputedField is a field that points compute.
type ComputedField struct {
	Name     string     `json:"name"`
	Label    i18n.Label `json:"label"`
	Unit     string     `json:"unit"`
	Decimals int        `json:"decimals" doc:"As shown"`
	Types    []string   `json:"valueTypes" enum:"observed,accumulated,rate" doc:"Quantities that thresholds can judge"`
	PerNode  bool       `json:"perNode" doc:"An array has one for each node"`
	Custom   bool       `json:"custom" doc:"A custom formula computes it, at one of the points at least"`
	Reported bool       `json:"reported" doc:"In reports that name no fields"`
	Points   int        `json:"points" doc:"Number of points that compute it"`
}

type deviceFieldsInput struct {
	httpapi.ProjectPath
	StructureID      int64 `query:"structureId" minimum:"0" doc:"A structure or an item; 0: the whole project"`
	MeasuringPointID int64 `query:"measuringPointId" minimum:"0" doc:"One point; 0: all"`
}

func (s *server) deviceFields() {
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "projectDeviceFields", Method: http.MethodGet, Path: "/projects/{projectId}/device-fields", Tag: "projects",
		Need:    access.Permission{Area: access.MeasuringPoint, Action: access.Retrieve},
		Summary: "Fields currently computed by the points of a project, by measurement and device type",
		Detail:  "Only these fields can be charted and judged by thresholds.",
	}, s.projectDeviceFields)
}

func (s *server) projectDeviceFields(ctx context.Context, in *deviceFieldsInput) (*httpapi.Output[httpapi.List[ComputedFields]], error) {
	tree, err := s.Projects.Tree(ctx, httpapi.CallerOf(ctx).Scope, in.ProjectID)
	if err != nil {
		return nil, err
	}
	points := project.PointsIn(tree, in.StructureID)
	if in.MeasuringPointID != 0 {
		points = slices.DeleteFunc(points, func(p project.Placed) bool { return p.ID != in.MeasuringPointID })
	}
	list, err := s.fieldsOf(ctx, points)
	return httpapi.ReplyList(list, httpapi.AsIs), err
}

// fieldsOf collects the computed fields of points, by measurement and device type in the order of the points.
func (s *server) fieldsOf(ctx context.Context, points []project.Placed) ([]ComputedFields, error) {
	ids := make([]int64, len(points))
	for i, p := range points {
		ids[i] = p.ID
	}
	computed, err := s.Monitor.Computed(ctx, ids)
	if err != nil {
		return nil, err
	}
	type pair struct{ measurement, category string }
	at := map[pair]int{}
	list := []ComputedFields{}
	for k, p := range points {
		key := pair{p.Node.Measurement, p.Node.Type}
		i, known := at[key]
		if !known {
			i = len(list)
			at[key] = i
			list = append(list, ComputedFields{Measurement: key.measurement, Category: key.category, Fields: []ComputedField{}})
		}
		list[i].Points++
		for _, field := range computed[k] {
			list[i].add(ComputedField{
				Name: field.Name, Label: field.Label, Unit: field.Unit, Decimals: field.Decimals, Types: field.Types, PerNode: field.PerNode,
				Custom: field.Custom, Reported: field.Reported, Points: 1,
			})
		}
	}
	for i := range list {
		list[i].sort()
	}
	return list, nil
}

// add counts one more point for a field.
func (f *ComputedFields) add(field ComputedField) {
	i := slices.IndexFunc(f.Fields, func(one ComputedField) bool { return one.Name == field.Name })
	if i < 0 {
		f.Fields = append(f.Fields, field)
		return
	}
	known := &f.Fields[i]
	known.Points++
	known.PerNode = known.PerNode || field.PerNode
	known.Custom = known.Custom || field.Custom
	known.Reported = known.Reported || field.Reported
	for _, kind := range field.Types {
		if !slices.Contains(known.Types, kind) {
			known.Types = append(known.Types, kind)
		}
	}
}

// sort orders the fields like the measurement, fields of custom formulas last.
func (f *ComputedFields) sort() {
	measurement, _ := catalog.MeasurementOf(f.Measurement)
	place := func(name string) int {
		i := slices.IndexFunc(measurement.Attributes, func(a catalog.Attribute) bool { return a.Name == name })
		if i < 0 {
			return len(measurement.Attributes)
		}
		return i
	}
	slices.SortStableFunc(f.Fields, func(a, b ComputedField) int { return place(a.Name) - place(b.Name) })
}
