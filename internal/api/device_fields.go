package api

import (
	"context"
	"net/http"
	"slices"

	"github.com/danielgtaylor/huma/v2"

	"plumbline/internal/core/catalogue"
	"plumbline/internal/platform/access"
)

// PageSlugs names data views of a point.
type PageSlugs []string

// Schema documents which data views there are, so that clients are held to all of them.
func (PageSlugs) Schema(huma.Registry) *huma.Schema {
	item := &huma.Schema{Type: huma.TypeString}
	for _, page := range catalogue.BuiltPages() {
		item.Enum = append(item.Enum, page.Slug)
	}
	return &huma.Schema{Type: huma.TypeArray, Items: item, Description: "Data views of the point, the default one first; see /constants/pages"}
}

// ComputedFields is what points of one measurement and device type compute.
type ComputedFields struct {
	Measurement string          `json:"measurement"`
	Category    string          `json:"category" doc:"Device type"`
	Points      int             `json:"points" doc:"How many points there are of them"`
	Fields      []ComputedField `json:"fields" doc:"In the order of the measurement; empty while none of the points has a formula"`
}

// ComputedField is a field that points compute.
type ComputedField struct {
	Name     string          `json:"name"`
	Label    catalogue.Label `json:"label"`
	Unit     string          `json:"unit"`
	Decimals int             `json:"decimals" doc:"As shown"`
	Types    []string        `json:"valueTypes" enum:"observed,accumulated,rate" doc:"What thresholds can judge"`
	PerNode  bool            `json:"perNode" doc:"An array has one for each node"`
	Points   int             `json:"points" doc:"How many of the points compute it"`
}

type deviceFieldsInput struct {
	ProjectPath
	StructureID      int64 `query:"structureId" minimum:"0" doc:"A structure or an item; 0: the whole project"`
	MeasuringPointID int64 `query:"measuringPointId" minimum:"0" doc:"One point; 0: all"`
}

func (s *server) deviceFields() {
	register(s, operation{
		id: "projectDeviceFields", method: http.MethodGet, path: "/projects/{projectId}/device-fields", tag: "projects",
		need:    access.Permission{Area: access.MeasuringPoint, Action: access.Retrieve},
		summary: "Fields that the points of a project compute now, by measurement and device type",
		detail:  "Only these have values that charts can draw and thresholds can judge.",
	}, func(ctx context.Context, in *deviceFieldsInput) (*output[List[ComputedFields]], error) {
		tree, err := s.Projects.Tree(ctx, callerOf(ctx).scope, in.ProjectID)
		if err != nil {
			return nil, err
		}
		points := pointsBelow(tree, in.StructureID)
		if in.MeasuringPointID != 0 {
			points = slices.DeleteFunc(points, func(p placed) bool { return p.id != in.MeasuringPointID })
		}
		return listAnswer(s.fieldsOf(points), same), nil
	})
}

// fieldsOf gathers what points compute, by measurement and device type in the order of
// the points.
func (s *server) fieldsOf(points []placed) []ComputedFields {
	type pair struct{ measurement, category string }
	at := map[pair]int{}
	list := []ComputedFields{}
	for _, p := range points {
		key := pair{p.node.Measurement, p.node.Type}
		i, known := at[key]
		if !known {
			i = len(list)
			at[key] = i
			list = append(list, ComputedFields{Measurement: key.measurement, Category: key.category, Fields: []ComputedField{}})
		}
		list[i].Points++
		for _, field := range s.Monitor.Computed(p.id) {
			list[i].add(ComputedField{
				Name: field.Name, Label: field.Label, Unit: field.Unit, Decimals: field.Decimals, Types: field.Types, PerNode: field.PerNode, Points: 1,
			})
		}
	}
	for i := range list {
		list[i].sort()
	}
	return list
}

// add counts a field of one more point.
func (f *ComputedFields) add(field ComputedField) {
	i := slices.IndexFunc(f.Fields, func(one ComputedField) bool { return one.Name == field.Name })
	if i < 0 {
		f.Fields = append(f.Fields, field)
		return
	}
	known := &f.Fields[i]
	known.Points++
	known.PerNode = known.PerNode || field.PerNode
	for _, kind := range field.Types {
		if !slices.Contains(known.Types, kind) {
			known.Types = append(known.Types, kind)
		}
	}
}

// sort puts the fields in the order of the measurement, fields of custom formulas last.
func (f *ComputedFields) sort() {
	measurement, _ := catalogue.MeasurementOf(f.Measurement)
	place := func(name string) int {
		i := slices.IndexFunc(measurement.Attributes, func(a catalogue.Attribute) bool { return a.Name == name })
		if i < 0 {
			return len(measurement.Attributes)
		}
		return i
	}
	slices.SortStableFunc(f.Fields, func(a, b ComputedField) int { return place(a.Name) - place(b.Name) })
}
