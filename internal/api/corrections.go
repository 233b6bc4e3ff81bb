package api

import (
	"context"
	"net/http"

	"plumbline/internal/core/correction"
	"plumbline/internal/platform/access"
	"plumbline/internal/platform/fault"
)

// CorrectionFields are what people say in a correction.
type CorrectionFields struct {
	Kind       string                 `json:"kind" enum:"withdraw,shift,topshift,initshift,replace"`
	Fields     []string               `json:"fields,omitempty" maxItems:"64" doc:"withdraw: empty means all; shift: exactly one"`
	Nodes      []int32                `json:"nodes,omitempty" maxItems:"1024" doc:"Empty means all"`
	From       int64                  `json:"from" doc:"UTC ms"`
	To         int64                  `json:"to,omitempty" doc:"withdraw only: UTC ms, inclusive"`
	Amount     float64                `json:"amount,omitempty" doc:"shift only: added to the accumulated change from then on, in the field's unit"`
	Values     map[string]float64     `json:"values,omitempty" doc:"topshift: x and y in mm; replace, initshift: by field"`
	NodeValues []correction.NodeValue `json:"nodeValues,omitempty" maxItems:"1024" doc:"replace only: what was read at the nodes of an array one by one"`
	Note       string                 `json:"note" minLength:"1" maxLength:"500" doc:"Why"`
}

// Correction is one correction of a point. It takes part in computing and never
// changes a reading.
type Correction struct {
	ID               int64 `json:"id"`
	MeasuringPointID int64 `json:"measuringPointId"`
	CorrectionFields
	RecordedAt  int64 `json:"recordedAt" doc:"UTC ms"`
	RecordedBy  int64 `json:"recordedBy" doc:"Account"`
	TakenBackAt int64 `json:"takenBackAt" doc:"UTC ms; 0 while it stands"`
	TakenBackBy int64 `json:"takenBackBy" doc:"Account; 0 while it stands"`
}

// ProjectCorrection is one correction among those of a project.
type ProjectCorrection struct {
	Correction
	StructureID        int64  `json:"structureId"`
	MeasuringPointName string `json:"measuringPointName"`
	Measurement        string `json:"measurement" doc:"Code of what the point measures"`
}

type correctionFilter struct {
	Paging
	Kind             string `query:"kind" enum:"withdraw,shift,topshift,initshift,replace"`
	MeasuringPointID int64  `query:"measuringPointId" minimum:"1"`
}

type newCorrection struct {
	PointPath
	Body CorrectionFields
}

type CorrectionPath struct {
	PointPath
	CorrectionID int64 `path:"correctionId" minimum:"1"`
}

type takeBack struct {
	CorrectionPath
	Note string `query:"note" maxLength:"500" doc:"Why it is taken back"`
}

func (s *server) corrections() {
	need := func(action access.Action) access.Permission {
		return access.Permission{Area: access.Data, Action: action}
	}
	const path = "/structures/{structureId}/measuring-points/{measuringPointId}/corrections"
	register(s, operation{
		id: "listCorrections", method: http.MethodGet, path: path, tag: "corrections", need: need(access.Retrieve),
		summary: "Corrections of a point, taken back ones too",
	}, func(ctx context.Context, in *PointPath) (*output[List[Correction]], error) {
		list, err := s.Corrections.List(ctx, callerOf(ctx).scope, in.MeasuringPointID)
		return listAnswer(list, correctionOf), err
	})
	register(s, operation{
		id: "listProjectCorrections", method: http.MethodGet, path: "/projects/{projectId}/corrections", tag: "corrections", need: need(access.Retrieve),
		summary: "Corrections of a project's points, taken back ones too", detail: "Sorts by point, kind, from, recordedAt; newest first.",
	}, func(ctx context.Context, in *correctionFilter) (*output[Page[ProjectCorrection]], error) {
		who := callerOf(ctx)
		page, err := s.Corrections.ListProject(ctx, who.scope, correction.Filter{
			Query: in.query(), ProjectID: who.place.project, PointID: in.MeasuringPointID, Kind: correction.Kind(in.Kind),
		})
		return pageOf(page, func(c correction.Listed) ProjectCorrection {
			return ProjectCorrection{Correction: correctionOf(c.Correction), StructureID: c.StructureID, MeasuringPointName: c.PointName, Measurement: c.Measurement}
		}), err
	})
	register(s, operation{
		id: "createCorrection", method: http.MethodPost, path: path, tag: "corrections", need: need(access.Update), status: http.StatusCreated,
		summary: "Correct results of a point", detail: "Results and alerts are computed again; nothing that an instrument sent is changed.",
	}, func(ctx context.Context, in *newCorrection) (*output[Correction], error) {
		who := callerOf(ctx)
		if in.Body.Kind == string(correction.Withdraw) {
			if err := who.require(need(access.Delete), who.place.project); err != nil {
				return nil, err
			}
		}
		made, err := s.Corrections.Create(ctx, who.actor(), in.Body.correction(in.MeasuringPointID))
		return answer(correctionOf(made)), err
	})
	register(s, operation{
		id: "takeBackCorrection", method: http.MethodDelete, path: path + "/{correctionId}", tag: "corrections", need: need(access.Update),
		summary: "Take a correction back", detail: "Results are then those of a history in which it never was.",
	}, func(ctx context.Context, in *takeBack) (*output[Correction], error) {
		if _, err := s.correction(ctx, &in.CorrectionPath); err != nil {
			return nil, err
		}
		after, err := s.Corrections.TakeBack(ctx, callerOf(ctx).actor(), in.CorrectionID, in.Note)
		return answer(correctionOf(after)), err
	})
	register(s, operation{
		id: "previewCorrection", method: http.MethodPost, path: path + "/preview", tag: "corrections", need: need(access.Update), unlogged: asks,
		summary: "What a correction would change, without recording it",
	}, func(ctx context.Context, in *newCorrection) (*output[Consequences], error) {
		c := in.Body.correction(in.MeasuringPointID)
		if err := s.Corrections.Check(ctx, callerOf(ctx).scope, c); err != nil {
			return nil, err
		}
		found, err := s.Previews.Correction(ctx, c)
		return answer(found), err
	})
	register(s, operation{
		id: "previewTakeBack", method: http.MethodPost, path: path + "/{correctionId}/preview", tag: "corrections", need: need(access.Update), unlogged: asks,
		summary: "What taking a correction back would change, without doing it",
	}, func(ctx context.Context, in *CorrectionPath) (*output[Consequences], error) {
		c, err := s.correction(ctx, in)
		if err != nil {
			return nil, err
		}
		if !c.Stands() {
			return nil, fault.New(fault.CorrectionTakenBack)
		}
		found, err := s.Previews.TakingBack(ctx, c)
		return answer(found), err
	})
}

// correction finds the correction of a path among those of its point.
func (s *server) correction(ctx context.Context, at *CorrectionPath) (correction.Correction, error) {
	c, err := s.Corrections.Get(ctx, callerOf(ctx).scope, at.CorrectionID)
	if err == nil && c.PointID != at.MeasuringPointID {
		err = fault.New(fault.NothingHere)
	}
	return c, err
}

func (f CorrectionFields) correction(pointID int64) correction.Correction {
	return correction.Correction{
		PointID: pointID, Kind: correction.Kind(f.Kind), Fields: f.Fields, Nodes: f.Nodes, From: f.From, To: f.To,
		Amount: f.Amount, Values: f.Values, NodeValues: f.NodeValues, Note: f.Note,
	}
}

func correctionOf(c correction.Correction) Correction {
	return Correction{
		ID: c.ID, MeasuringPointID: c.PointID, RecordedAt: c.RecordedAt, RecordedBy: c.RecordedBy,
		TakenBackAt: c.TakenBackAt, TakenBackBy: c.TakenBackBy,
		CorrectionFields: CorrectionFields{
			Kind: string(c.Kind), Fields: listOf(c.Fields, same), Nodes: listOf(c.Nodes, same), From: c.From, To: c.To,
			Amount: c.Amount, Values: c.Values, NodeValues: c.NodeValues, Note: c.Note,
		},
	}
}
