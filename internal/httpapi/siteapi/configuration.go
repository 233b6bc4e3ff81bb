package siteapi

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"

	"plumbline/internal/core/alarm"
	"plumbline/internal/core/compute"
	"plumbline/internal/core/definition"
	"plumbline/internal/core/reading"
	"plumbline/internal/core/timeline"
	"plumbline/internal/httpapi"
	"plumbline/internal/platform/access"
	"plumbline/internal/platform/i18n"
	"plumbline/internal/platform/paging"
	"plumbline/internal/site/point"
	"plumbline/internal/site/pointconfig"
	"plumbline/internal/site/preview"
)

// BulkVersions are versions of one aspect for several points, from one time on.
type BulkVersions struct {
	Aspect    string       `json:"aspect" enum:"formula,initial,processor,collect,monitoring,thresholds,engineering,chart"`
	ValidFrom int64        `json:"validFrom,omitempty" minimum:"0" doc:"UTC ms; 0: always"`
	Note      string       `json:"note,omitempty" maxLength:"500"`
	Changes   []BulkChange `json:"changes" minItems:"1" maxItems:"1000" doc:"1,000 points at most, each once"`
}

// BulkChange is a value for points.
type BulkChange struct {
	MeasuringPointIDs []int64             `json:"measuringPointIds" minItems:"1" maxItems:"1000"`
	Value             httpapi.AspectValue `json:"value"`
}

// PointThresholds are the thresholds of one point in effect at a time.
type PointThresholds struct {
	MeasuringPointID int64             `json:"measuringPointId"`
	Name             string            `json:"name"`
	StructureID      int64             `json:"structureId"`
	ItemID           int64             `json:"itemId"`
	Measurement      string            `json:"measurement"`
	ChangeUnit       string            `json:"changeUnit" enum:",m,mm" doc:"Unit of the changes of a water level, and of thresholds for them and their rates; empty: that of the field"`
	VersionID        int64             `json:"versionId" doc:"0: never set"`
	ValidFrom        int64             `json:"validFrom" doc:"UTC ms"`
	Thresholds       []alarm.Threshold `json:"thresholds"`
}

// SharedFormula is a conversion common to points of one place, measurement and category.
type SharedFormula struct {
	StructureID int64             `json:"structureId"`
	ItemID      int64             `json:"itemId"`
	Measurement string            `json:"measurement"`
	Category    string            `json:"category"`
	Rules       []definition.Rule `json:"rules" doc:"Empty: none on the points"`
	Points      []FormulaPoint    `json:"points"`
}

// FormulaPoint is a point with the time from which it has had its formula.
type FormulaPoint struct {
	ID        int64  `json:"id"`
	Name      string `json:"name"`
	ValidFrom int64  `json:"validFrom" doc:"UTC ms; 0: always, or never"`
}

// FormulaTrial is the results of a formula for the newest readings of a point.
type FormulaTrial struct {
	Fields []TrialField `json:"fields" doc:"Outputs of the formula, in the order of values"`
	List   []TrialRow   `json:"list" doc:"Newest reading first"`
}

// TrialField is one value that a formula computes.
type TrialField struct {
	Field string `json:"field"`
	Node  int32  `json:"node,omitempty"`
}

// TrialRow is one reading with its results.
type TrialRow struct {
	Time   int64        `json:"time" doc:"UTC ms"`
	Flags  []string     `json:"flags"`
	Inputs []TrialInput `json:"inputs" doc:"Inputs that the formula takes from the reading"`
	Before []*float64   `json:"before" doc:"The values stored now; null: none"`
	After  []*float64   `json:"after" doc:"The values after the change"`
}

// TrialInput is one value that a formula uses.
type TrialInput struct {
	Name  string   `json:"name" example:"barometer.pressure"`
	Node  int32    `json:"node,omitempty"`
	Value *float64 `json:"value"`
}

// PointInput is a value available to the formula of a point.
type PointInput struct {
	Name  string     `json:"name" doc:"As written in a formula" example:"barometer.pressure"`
	Label i18n.Label `json:"label"`
	Unit  string     `json:"unit"`
	Time  int64      `json:"time" doc:"UTC ms of the newest reading that has it; 0: none yet"`
	Node  int32      `json:"node,omitempty" doc:"Node of the value; omitted: the point has no nodes"`
	Value *float64   `json:"value" doc:"Of that reading; null: none yet"`
}

// RecordedVersions are versions that were recorded together.
type RecordedVersions struct {
	List       []Version `json:"list"`
	Total      int       `json:"total"`
	UpdateTips string    `json:"updateTips,omitempty" doc:"For a collection: what is sent to the devices"`
}

type bulkInput struct {
	httpapi.ProjectPath
	Body BulkVersions
}

type projectConfiguration struct {
	httpapi.ProjectPath
	httpapi.Paging
	StructureID int64             `query:"structureId" minimum:"0"`
	ItemID      int64             `query:"itemId" minimum:"0"`
	Measurement string            `query:"measurement" maxLength:"40"`
	At          httpapi.AskedTime `query:"at" doc:"UTC ms; 0: now"`
}

type projectFormulas struct {
	httpapi.ProjectPath
	StructureID int64             `query:"structureId" minimum:"0"`
	ItemID      int64             `query:"itemId" minimum:"0"`
	Measurement string            `query:"measurement" maxLength:"40"`
	Page        int               `query:"page" minimum:"1" maximum:"1000000" default:"1" doc:"From 1"`
	PageSize    int               `query:"pageSize" minimum:"1" maximum:"200" default:"20" doc:"Number of places with one measurement and category; their points with other conversions are further entries on the same page"`
	Name        string            `query:"name" maxLength:"100" doc:"Part of a point's name"`
	At          httpapi.AskedTime `query:"at" doc:"UTC ms; 0: now"`
}

type formulaTrial struct {
	httpapi.PointPath
	Body struct {
		Rules []definition.Rule `json:"rules" minItems:"1" maxItems:"32"`
		Count int               `json:"count,omitempty" minimum:"0" maximum:"100" doc:"Readings; 0 means 10"`
	}
}

// defaultTrial is the number of readings of a formula trial.
const defaultTrial = 10

func (s *server) bulkVersions() {
	need := func(action access.Action) access.Permission {
		return access.Permission{Area: access.MeasuringPoint, Action: action}
	}
	const tag = "configuration"
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "recordVersions", Method: http.MethodPost, Path: "/projects/{projectId}/versions", Tag: tag,
		Need: need(access.Update), Status: http.StatusCreated, MaxBody: 8 << 20,
		Example: `{"aspect":"collect","validFrom":1700000000000,"changes":[{"measuringPointIds":[{measuringPointId}],"value":{"mode":"UploadCollect","interval":600}}]}`,
		Summary: "Record versions of one aspect for many points, all or none", Detail: "Everything that depends on them is recomputed from their time on.",
	}, s.recordVersions)
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "previewVersions", Method: http.MethodPost, Path: "/projects/{projectId}/versions/preview", Tag: tag,
		Need: need(access.Update), Unlogged: httpapi.ReadsOnly, MaxBody: 8 << 20,
		Example: `{"aspect":"collect","validFrom":1700000000000,"changes":[{"measuringPointIds":[{measuringPointId}],"value":{"mode":"UploadCollect","interval":600}}]}`,
		Summary: "Preview versions for many points",
	}, s.previewVersions)
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "projectThresholds", Method: http.MethodGet, Path: "/projects/{projectId}/thresholds", Tag: tag, Need: need(access.Retrieve),
		Summary: "Thresholds of the points of a project in force at a time", Detail: "Sorts by name, sort, createdAt.",
	}, s.projectThresholds)
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "projectFormulas", Method: http.MethodGet, Path: "/projects/{projectId}/formulas", Tag: tag, Need: need(access.Retrieve),
		Summary: "Conversions of the points of a project, grouped",
		Detail:  "Pages and total count groups of points with the same place, measurement and category.",
	}, s.projectFormulas)
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "formulaInputs", Method: http.MethodGet,
		Path: "/structures/{structureId}/measuring-points/{measuringPointId}/formula-inputs", Tag: tag, Need: need(access.Retrieve),
		Summary: "Inputs available to the formula of a point at a time",
		Detail:  "For each source device, the fields of its newest 20 readings or, before the first reading, the fields of its type; for each source point, the fields of its results.",
	}, s.formulaInputs)
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "tryFormula", Method: http.MethodPost,
		Path: "/structures/{structureId}/measuring-points/{measuringPointId}/formula-trial", Tag: tag, Need: need(access.Update), Unlogged: httpapi.ReadsOnly,
		Example: `{"rules":[{"computedField":"width","formulaType":"SYSTEM_FORMULA","sysFormula":"DIRECT","options":{"field":"disp"}}]}`,
		Summary: "Try a formula on the newest readings of a point, without recording it",
	}, s.tryFormula)
}

func (s *server) recordVersions(ctx context.Context, in *bulkInput) (*httpapi.Output[RecordedVersions], error) {
	made, err := s.Configuration.RecordBulk(ctx, httpapi.CallerOf(ctx).Actor(), in.ProjectID, in.Body.bulk())
	if err != nil || len(made) == 0 {
		return httpapi.Reply(RecordedVersions{List: []Version{}}), err
	}
	points := make([]int64, len(made))
	for i, r := range made {
		points[i] = r.OwnerID
	}
	tips, err := s.tipsOf(ctx, points, made[0])
	return httpapi.Reply(RecordedVersions{List: httpapi.ListOf(made, versionOf), Total: len(made), UpdateTips: tips}), err
}

func (s *server) previewVersions(ctx context.Context, in *bulkInput) (*httpapi.Output[preview.Consequences], error) {
	plan, err := s.Configuration.PlanBulk(ctx, httpapi.CallerOf(ctx).Scope, in.ProjectID, in.Body.bulk())
	if err != nil {
		return nil, err
	}
	found, err := s.Previews.Plan(ctx, plan)
	return httpapi.Reply(found), err
}

func (s *server) projectThresholds(ctx context.Context, in *projectConfiguration) (*httpapi.Output[httpapi.Page[PointThresholds]], error) {
	page, err := s.Configuration.InForce(ctx, httpapi.CallerOf(ctx).Scope, point.Filter{
		Query: in.Query(), ProjectID: in.ProjectID, StructureID: in.StructureID, ItemID: in.ItemID, Measurement: in.Measurement,
	}, definition.AspectThresholds, in.At.Millis())
	if err != nil {
		return nil, err
	}
	ids := httpapi.ListOf(page.List, func(c pointconfig.Configured) int64 { return c.Point.ID })
	units, err := s.Configuration.ChangeUnits(ctx, httpapi.CallerOf(ctx).Scope, in.ProjectID, ids, in.At.Millis())
	if err != nil {
		return nil, err
	}
	list := make([]PointThresholds, len(page.List))
	for i, c := range page.List {
		var value alarm.Thresholds
		if c.Record.ID != 0 {
			if err := json.Unmarshal(c.Record.Value, &value); err != nil {
				return nil, fmt.Errorf("thresholds of point %d: %w", c.Point.ID, err)
			}
		}
		list[i] = PointThresholds{
			MeasuringPointID: c.Point.ID, Name: c.Point.Name, StructureID: c.Point.StructureID, ItemID: c.Point.ItemID,
			Measurement: c.Point.Measurement, ChangeUnit: units[c.Point.ID],
			VersionID: c.Record.ID, ValidFrom: c.Record.ValidFrom, Thresholds: httpapi.ListOf(value.List, httpapi.AsIs),
		}
	}
	return httpapi.Reply(httpapi.Page[PointThresholds]{List: list, Total: page.Total}), nil
}

func (s *server) projectFormulas(ctx context.Context, in *projectFormulas) (*httpapi.Output[httpapi.Page[SharedFormula]], error) {
	groups, err := s.Configuration.Formulas(ctx, httpapi.CallerOf(ctx).Scope, point.Filter{
		Query:     paging.Query{Page: in.Page, Size: in.PageSize, Keyword: in.Name},
		ProjectID: in.ProjectID, StructureID: in.StructureID, ItemID: in.ItemID, Measurement: in.Measurement,
	}, in.At.Millis())
	return httpapi.Reply(httpapi.Page[SharedFormula]{List: httpapi.ListOf(groups.List, sharedFormulaOf), Total: groups.Total}), err
}

func (s *server) formulaInputs(ctx context.Context, in *shownAt) (*httpapi.Output[httpapi.Page[PointInput]], error) {
	inputs, err := s.Points.Inputs(ctx, httpapi.CallerOf(ctx).Scope, in.MeasuringPointID, in.at())
	list := httpapi.ListOf(inputs, func(one point.Input) PointInput {
		input := PointInput{Name: one.Name, Label: one.Label, Unit: one.Unit, Time: one.Time, Node: one.Node}
		if one.Time != 0 {
			input.Value = numberOrNull(one.Value)
		}
		return input
	})
	return httpapi.Reply(httpapi.Page[PointInput]{List: list, Total: len(list)}), err
}

func (s *server) tryFormula(ctx context.Context, in *formulaTrial) (*httpapi.Output[FormulaTrial], error) {
	value, err := json.Marshal(definition.Formula{Rules: in.Body.Rules})
	if err != nil {
		return nil, fmt.Errorf("encode rules: %w", err)
	}
	draft := timeline.Draft{Aspect: string(definition.AspectFormula), Value: value}
	if err := s.Points.Check(ctx, httpapi.CallerOf(ctx).Scope, in.MeasuringPointID, draft, 0); err != nil {
		return nil, err
	}
	count := in.Body.Count
	if count == 0 {
		count = defaultTrial
	}
	trials, err := s.Previews.Formula(ctx, in.MeasuringPointID, value, count)
	return httpapi.Reply(formulaTrialOf(trials)), err
}

func (b BulkVersions) bulk() pointconfig.Bulk {
	return pointconfig.Bulk{
		Aspect: definition.PointAspect(b.Aspect), ValidFrom: b.ValidFrom, Note: b.Note,
		Changes: httpapi.ListOf(b.Changes, func(c BulkChange) pointconfig.Assignment {
			return pointconfig.Assignment{PointIDs: c.MeasuringPointIDs, Value: json.RawMessage(c.Value)}
		}),
	}
}

func sharedFormulaOf(g pointconfig.Shared) SharedFormula {
	return SharedFormula{
		StructureID: g.StructureID, ItemID: g.ItemID, Measurement: g.Measurement, Category: g.Category, Rules: httpapi.ListOf(g.Formula.Rules, httpapi.AsIs),
		Points: httpapi.ListOf(g.Points, func(p pointconfig.SharedPoint) FormulaPoint {
			return FormulaPoint{ID: p.ID, Name: p.Name, ValidFrom: p.ValidFrom}
		}),
	}
}

// formulaTrialOf reverses trials, newest first, under the columns of the newest.
func formulaTrialOf(trials []compute.Sample) FormulaTrial {
	out := FormulaTrial{Fields: []TrialField{}, List: []TrialRow{}}
	if len(trials) == 0 {
		return out
	}
	columns := trials[len(trials)-1].Columns
	for _, c := range columns.List {
		out.Fields = append(out.Fields, TrialField{Field: c.Field, Node: c.Node})
	}
	for i := len(trials) - 1; i >= 0; i-- {
		trial := trials[i]
		row := TrialRow{
			Time: trial.Time, Flags: trial.Flag.Names(), Before: make([]*float64, columns.Len()), After: make([]*float64, columns.Len()),
			Inputs: httpapi.ListOf(trial.Inputs, func(t compute.Taken) TrialInput {
				name := t.Input.Field
				if t.Input.Role != "" {
					name = t.Input.Role + "." + name
				}
				return TrialInput{Name: name, Node: t.Input.Node, Value: numberOrNull(t.Value)}
			}),
		}
		for k, c := range columns.List {
			if at := trial.Columns.Index(c); at >= 0 {
				row.After[k] = numberOrNull(trial.Values[at])
				if trial.Before != nil {
					row.Before[k] = numberOrNull(trial.Before[at])
				}
			}
		}
		out.List = append(out.List, row)
	}
	return out
}

// numberOrNull returns nil for NaN.
func numberOrNull(v float64) *float64 {
	if reading.IsMissing(v) {
		return nil
	}
	return &v
}
