package api

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"

	"plumbline/internal/core/alarm"
	"plumbline/internal/core/catalogue"
	"plumbline/internal/core/computation"
	"plumbline/internal/core/dated"
	"plumbline/internal/core/definition"
	"plumbline/internal/core/reading"
	"plumbline/internal/platform/access"
	"plumbline/internal/platform/listing"
	"plumbline/internal/site/configuration"
	"plumbline/internal/site/point"
)

// BulkVersions are versions of one aspect for many points, valid from one time on.
type BulkVersions struct {
	Aspect    string       `json:"aspect" enum:"formula,initial,processor,collect,thresholds,engineering,chart"`
	ValidFrom int64        `json:"validFrom,omitempty" minimum:"0" doc:"UTC ms; 0: always"`
	Note      string       `json:"note,omitempty" maxLength:"500"`
	Changes   []BulkChange `json:"changes" minItems:"1" maxItems:"1000" doc:"1,000 points at most, each once"`
}

// BulkChange gives points a value.
type BulkChange struct {
	MeasuringPointIDs []int64     `json:"measuringPointIds" minItems:"1" maxItems:"1000"`
	Value             AspectValue `json:"value"`
}

// PointThresholds are the thresholds of one point of a project in force at a time.
type PointThresholds struct {
	MeasuringPointID int64             `json:"measuringPointId"`
	Name             string            `json:"name"`
	StructureID      int64             `json:"structureId"`
	ItemID           int64             `json:"itemId"`
	Measurement      string            `json:"measurement"`
	ChangeUnit       string            `json:"changeUnit" enum:",m,mm" doc:"Unit of the changes of a water level, and of thresholds for them and their rates; empty: that of the field"`
	VersionID        int64             `json:"versionId" doc:"0: none were ever set"`
	ValidFrom        int64             `json:"validFrom" doc:"UTC ms"`
	Thresholds       []alarm.Threshold `json:"thresholds"`
}

// SharedFormula is a conversion that points of one place, measurement and category have in common.
type SharedFormula struct {
	StructureID int64             `json:"structureId"`
	ItemID      int64             `json:"itemId"`
	Measurement string            `json:"measurement"`
	Category    string            `json:"category"`
	Rules       []definition.Rule `json:"rules" doc:"Empty: the points have none"`
	Points      []FormulaPoint    `json:"points"`
}

// FormulaPoint is a point with the time from which it has had its formula.
type FormulaPoint struct {
	ID        int64  `json:"id"`
	Name      string `json:"name"`
	ValidFrom int64  `json:"validFrom" doc:"UTC ms; 0: always, or never"`
}

// FormulaTrial is what a formula makes of the newest readings of a point.
type FormulaTrial struct {
	Fields []TrialField `json:"fields" doc:"What the formula computes, in the order of values"`
	List   []TrialRow   `json:"list" doc:"The newest reading first"`
}

// TrialField is one value that a formula computes.
type TrialField struct {
	Field string `json:"field"`
	Node  int32  `json:"node,omitempty"`
}

// TrialRow is one reading with what the formula makes of it.
type TrialRow struct {
	Time   int64        `json:"time" doc:"UTC ms"`
	Flags  []string     `json:"flags"`
	Inputs []TrialInput `json:"inputs" doc:"What the formula takes of the reading"`
	Before []*float64   `json:"before" doc:"The values that are stored now; null: none"`
	After  []*float64   `json:"after" doc:"The values as they would be"`
}

// TrialInput is one number that a formula takes.
type TrialInput struct {
	Name  string   `json:"name" example:"barometer.pressure"`
	Node  int32    `json:"node,omitempty"`
	Value *float64 `json:"value"`
}

// PointInput is a number that the formula of a point can take.
type PointInput struct {
	Name  string          `json:"name" doc:"As a formula writes it" example:"barometer.pressure"`
	Label catalogue.Label `json:"label"`
	Unit  string          `json:"unit"`
	Time  int64           `json:"time" doc:"UTC ms of the newest reading that has it; 0: none has come yet"`
	Node  int32           `json:"node,omitempty" doc:"That the value is of; left out: it has no nodes"`
	Value *float64        `json:"value" doc:"Of that reading; null: none has come yet"`
}

// RecordedVersions are versions that were recorded together.
type RecordedVersions struct {
	List       []Version `json:"list"`
	Total      int       `json:"total"`
	UpdateTips string    `json:"updateTips,omitempty" doc:"Of a collection: what the devices are told"`
}

type bulkInput struct {
	ProjectPath
	Body BulkVersions
}

type projectConfiguration struct {
	ProjectPath
	Paging
	StructureID int64     `query:"structureId" minimum:"0"`
	ItemID      int64     `query:"itemId" minimum:"0"`
	Measurement string    `query:"measurement" maxLength:"40"`
	At          AskedTime `query:"at" doc:"UTC ms; 0: now"`
}

type projectFormulas struct {
	ProjectPath
	StructureID int64     `query:"structureId" minimum:"0"`
	ItemID      int64     `query:"itemId" minimum:"0"`
	Measurement string    `query:"measurement" maxLength:"40"`
	Page        int       `query:"page" minimum:"1" maximum:"1000000" default:"1" doc:"From 1"`
	PageSize    int       `query:"pageSize" minimum:"1" maximum:"200" default:"20" doc:"Of places with one measurement and category: points of them that are converted otherwise are further entries on the same page"`
	Name        string    `query:"name" maxLength:"100" doc:"Part of a point's name"`
	At          AskedTime `query:"at" doc:"UTC ms; 0: now"`
}

type formulaTrial struct {
	PointPath
	Body struct {
		Rules []definition.Rule `json:"rules" minItems:"1" maxItems:"32"`
		Count int               `json:"count,omitempty" minimum:"0" maximum:"100" doc:"Readings; 0 takes 10"`
	}
}

// defaultTrial is how many readings a formula is tried on.
const defaultTrial = 10

func (s *server) bulkVersions() {
	need := func(action access.Action) access.Permission {
		return access.Permission{Area: access.MeasuringPoint, Action: action}
	}
	const tag = "configuration"
	register(s, operation{
		id: "recordVersions", method: http.MethodPost, path: "/projects/{projectId}/versions", tag: tag, need: need(access.Update), status: http.StatusCreated, maxBody: 8 << 20,
		summary: "Record versions of one aspect for many points, all or none", detail: "Everything that depends on them is computed again from their time on.",
	}, func(ctx context.Context, in *bulkInput) (*output[RecordedVersions], error) {
		made, err := s.Configuration.RecordBulk(ctx, callerOf(ctx).actor(), in.ProjectID, in.Body.bulk())
		if err != nil || len(made) == 0 {
			return answer(RecordedVersions{List: []Version{}}), err
		}
		points := make([]int64, len(made))
		for i, r := range made {
			points[i] = r.OwnerID
		}
		tips, err := s.tipsOf(ctx, points, made[0])
		return answer(RecordedVersions{List: listOf(made, versionOf), Total: len(made), UpdateTips: tips}), err
	})
	register(s, operation{
		id: "previewVersions", method: http.MethodPost, path: "/projects/{projectId}/versions/preview", tag: tag, need: need(access.Update), unlogged: asks, maxBody: 8 << 20,
		summary: "What versions for many points would change, without recording them",
	}, func(ctx context.Context, in *bulkInput) (*output[Consequences], error) {
		plan, err := s.Configuration.PlanBulk(ctx, callerOf(ctx).scope, in.ProjectID, in.Body.bulk())
		if err != nil {
			return nil, err
		}
		found, err := s.Previews.Plan(ctx, plan)
		return answer(found), err
	})
	register(s, operation{
		id: "projectThresholds", method: http.MethodGet, path: "/projects/{projectId}/thresholds", tag: tag, need: need(access.Retrieve),
		summary: "Thresholds of the points of a project in force at a time", detail: "Sorts by name, sort, createdAt.",
	}, func(ctx context.Context, in *projectConfiguration) (*output[Page[PointThresholds]], error) {
		page, err := s.Configuration.InForce(ctx, callerOf(ctx).scope, point.Filter{
			Query: in.query(), ProjectID: in.ProjectID, StructureID: in.StructureID, ItemID: in.ItemID, Measurement: in.Measurement,
		}, definition.AspectThresholds, in.At.ms())
		if err != nil {
			return nil, err
		}
		ids := listOf(page.List, func(c configuration.Configured) int64 { return c.Point.ID })
		units, err := s.Configuration.ChangeUnits(ctx, callerOf(ctx).scope, in.ProjectID, ids, in.At.ms())
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
				MeasuringPointID: c.Point.ID, Name: c.Point.Name, StructureID: c.Point.StructureID, ItemID: c.Point.ItemID, Measurement: c.Point.Measurement, ChangeUnit: units[c.Point.ID],
				VersionID: c.Record.ID, ValidFrom: c.Record.ValidFrom, Thresholds: listOf(value.List, same),
			}
		}
		return answer(Page[PointThresholds]{List: list, Total: page.Total}), nil
	})
	register(s, operation{
		id: "projectFormulas", method: http.MethodGet, path: "/projects/{projectId}/formulas", tag: tag, need: need(access.Retrieve),
		summary: "Conversions of the points of a project, those in common together", detail: "Pages, and total, are of what points have in common: place, measurement and category.",
	}, func(ctx context.Context, in *projectFormulas) (*output[Page[SharedFormula]], error) {
		groups, err := s.Configuration.Formulas(ctx, callerOf(ctx).scope, point.Filter{
			Query:     listing.Query{Page: in.Page, Size: in.PageSize, Keyword: in.Name},
			ProjectID: in.ProjectID, StructureID: in.StructureID, ItemID: in.ItemID, Measurement: in.Measurement,
		}, in.At.ms())
		return answer(Page[SharedFormula]{List: listOf(groups.List, sharedFormulaOf), Total: groups.Total}), err
	})
	register(s, operation{
		id: "formulaInputs", method: http.MethodGet, path: "/structures/{structureId}/measuring-points/{measuringPointId}/formula-inputs", tag: tag, need: need(access.Retrieve),
		summary: "What the formula of a point can take at a time", detail: "Of each device that feeds it the fields of its newest 20 readings or, before the first one, those of its type; of each point that does the fields of its results.",
	}, func(ctx context.Context, in *shownAt) (*output[Page[PointInput]], error) {
		inputs, err := s.Points.Inputs(ctx, callerOf(ctx).scope, in.MeasuringPointID, in.at())
		list := listOf(inputs, func(one point.Input) PointInput {
			input := PointInput{Name: one.Name, Label: one.Label, Unit: one.Unit, Time: one.Time, Node: one.Node}
			if one.Time != 0 {
				input.Value = numberOrNull(one.Value)
			}
			return input
		})
		return answer(Page[PointInput]{List: list, Total: len(list)}), err
	})
	register(s, operation{
		id: "tryFormula", method: http.MethodPost, path: "/structures/{structureId}/measuring-points/{measuringPointId}/formula-trial", tag: tag, need: need(access.Update), unlogged: asks,
		summary: "What a formula makes of the newest readings of a point, without recording it",
	}, func(ctx context.Context, in *formulaTrial) (*output[FormulaTrial], error) {
		value, err := json.Marshal(definition.Formula{Rules: in.Body.Rules})
		if err != nil {
			return nil, fmt.Errorf("encode rules: %w", err)
		}
		draft := dated.Draft{Aspect: string(definition.AspectFormula), Value: value}
		if err := s.Points.Check(ctx, callerOf(ctx).scope, in.MeasuringPointID, draft, 0); err != nil {
			return nil, err
		}
		count := in.Body.Count
		if count == 0 {
			count = defaultTrial
		}
		trials, err := s.Previews.Formula(ctx, in.MeasuringPointID, value, count)
		return answer(formulaTrialOf(trials)), err
	})
}

func (b BulkVersions) bulk() configuration.Bulk {
	return configuration.Bulk{
		Aspect: definition.PointAspect(b.Aspect), ValidFrom: b.ValidFrom, Note: b.Note,
		Changes: listOf(b.Changes, func(c BulkChange) configuration.Assignment {
			return configuration.Assignment{PointIDs: c.MeasuringPointIDs, Value: json.RawMessage(c.Value)}
		}),
	}
}

func sharedFormulaOf(g configuration.Shared) SharedFormula {
	return SharedFormula{
		StructureID: g.StructureID, ItemID: g.ItemID, Measurement: g.Measurement, Category: g.Category, Rules: listOf(g.Formula.Rules, same),
		Points: listOf(g.Points, func(p configuration.SharedPoint) FormulaPoint {
			return FormulaPoint{ID: p.ID, Name: p.Name, ValidFrom: p.ValidFrom}
		}),
	}
}

// formulaTrialOf turns trials around: the newest first, under the columns of the newest.
func formulaTrialOf(trials []computation.Sample) FormulaTrial {
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
			Inputs: listOf(trial.Inputs, func(t computation.Taken) TrialInput {
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

// numberOrNull is null where there is no number.
func numberOrNull(v float64) *float64 {
	if reading.IsMissing(v) {
		return nil
	}
	return &v
}
