package dataapi

import (
	"context"
	"net/http"

	"plumbline/internal/core/correction"
	"plumbline/internal/httpapi"
	"plumbline/internal/platform/access"
	"plumbline/internal/platform/errs"
	"plumbline/internal/site/preview"
)

// CorrectionFields are the fields of a new correction.
type CorrectionFields struct {
	Kind       string                 `json:"kind" enum:"withdraw,suspect,shift,topshift,initshift,replace,amend,casing"`
	Fields     []string               `json:"fields,omitempty" maxItems:"64" doc:"withdraw, suspect: empty means all; shift: exactly one"`
	Nodes      []int32                `json:"nodes,omitempty" maxItems:"1024" doc:"Empty means all"`
	From       int64                  `json:"from" doc:"UTC ms"`
	To         int64                  `json:"to,omitempty" doc:"withdraw, suspect: UTC ms, inclusive"`
	Amount     float64                `json:"amount,omitempty" doc:"shift only: added to the accumulated change from then on, in the field's unit"`
	Values     map[string]float64     `json:"values,omitempty" doc:"topshift: x and y in mm; replace, initshift: by field; casing: systematic errors of the survey of an inclinometer probe at from: biasA and biasB in digits, rotationA and rotationB in degrees, depth in mm, settlement in mm/m"`
	NodeValues []correction.NodeValue `json:"nodeValues,omitempty" maxItems:"1024" doc:"replace: readings of the nodes of an array; amend: raw values of the reading at from, by node"`
	Note       string                 `json:"note" minLength:"1" maxLength:"500" doc:"Reason"`
}

// Correction is one correction of a point. It takes part in computation and never changes a reading.
type Correction struct {
	ID               int64 `json:"id"`
	MeasuringPointID int64 `json:"measuringPointId"`
	CorrectionFields
	RecordedAt int64 `json:"recordedAt" doc:"UTC ms"`
	RecordedBy int64 `json:"recordedBy" doc:"Account"`
	RevokedAt  int64 `json:"takenBackAt" doc:"UTC ms; 0 while in force"`
	RevokedBy  int64 `json:"takenBackBy" doc:"Account; 0 while in force"`
}

// ProjectCorrection is one correction in a project's list.
type ProjectCorrection struct {
	Correction
	StructureID        int64  `json:"structureId"`
	MeasuringPointName string `json:"measuringPointName"`
	Measurement        string `json:"measurement" doc:"Code of what the point measures"`
}

type correctionFilter struct {
	httpapi.Paging
	Kind             string `query:"kind" enum:"withdraw,suspect,shift,topshift,initshift,replace,amend,casing"`
	MeasuringPointID int64  `query:"measuringPointId" minimum:"1"`
}

type newCorrection struct {
	httpapi.PointPath
	Body CorrectionFields
}

type CorrectionPath struct {
	httpapi.PointPath
	CorrectionID int64 `path:"correctionId" minimum:"1"`
}

type withdrawal struct {
	CorrectionPath
	Note string `query:"note" maxLength:"500" doc:"Reason for revoking it"`
}

func (s *server) corrections() {
	need := func(action access.Action) access.Permission {
		return access.Permission{Area: access.Data, Action: action}
	}
	const path = "/structures/{structureId}/measuring-points/{measuringPointId}/corrections"
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "listCorrections", Method: http.MethodGet, Path: path, Tag: "corrections", Need: need(access.Retrieve),
		Summary: "Corrections of a point, including revoked ones",
	}, s.listCorrections)
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "listProjectCorrections", Method: http.MethodGet, Path: "/projects/{projectId}/corrections", Tag: "corrections", Need: need(access.Retrieve),
		Summary: "Corrections of a project's points, including revoked ones", Detail: "Sorts by point, kind, from, recordedAt; newest first.",
	}, s.listProjectCorrections)
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "createCorrection", Method: http.MethodPost, Path: path, Tag: "corrections", Need: need(access.Update), Status: http.StatusCreated,
		Example:  `{"kind":"withdraw","from":1700000000000,"to":1700000100000,"note":"the cap was off"}`,
		NearMiss: httpapi.NearMiss{Body: `{"kind":"withdraw","from":1700000100000,"to":1700000000000,"note":"the wrong way round"}`, Field: "to"},
		Summary:  "Correct results of a point", Detail: "Results and alerts are recomputed; raw data are never changed.",
	}, s.createCorrection)
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "takeBackCorrection", Method: http.MethodDelete, Path: path + "/{correctionId}", Tag: "corrections", Need: need(access.Update),
		Summary: "Revoke a correction", Detail: "Results become what they would be if it had never existed.",
	}, s.takeBackCorrection)
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "previewCorrection", Method: http.MethodPost, Path: path + "/preview", Tag: "corrections", Need: need(access.Update), Unlogged: httpapi.ReadsOnly,
		Example: `{"kind":"withdraw","from":1700000000000,"to":1700000100000,"note":"the cap was off"}`,
		Summary: "Preview a correction",
	}, s.previewCorrection)
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "previewTakeBack", Method: http.MethodPost, Path: path + "/{correctionId}/preview", Tag: "corrections",
		Need: need(access.Update), Unlogged: httpapi.ReadsOnly,
		Summary: "Preview revoking a correction",
	}, s.previewTakeBack)
}

func (s *server) createCorrection(ctx context.Context, in *newCorrection) (*httpapi.Output[Correction], error) {
	who := httpapi.CallerOf(ctx)
	if in.Body.Kind == string(correction.Withdraw) {
		if err := who.Require(access.Permission{Area: access.Data, Action: access.Delete}, who.Target.Project); err != nil {
			return nil, err
		}
	}
	if err := s.correctable(ctx, in); err != nil {
		return nil, err
	}
	made, err := s.Corrections.Create(ctx, who.Actor(), in.Body.correction(in.MeasuringPointID))
	return httpapi.Reply(correctionOf(made)), err
}

// correctable refuses errors of a survey at a point that computes no casing then.
func (s *server) correctable(ctx context.Context, in *newCorrection) error {
	if in.Body.Kind != string(correction.Casing) {
		return nil
	}
	_, _, err := s.Monitor.Casing(ctx, in.MeasuringPointID, in.Body.From)
	if errs.Is(err, errs.CasingUnset) {
		return errs.OnField("kind", errs.CasingUnset)
	}
	return err
}

func (s *server) listCorrections(ctx context.Context, in *httpapi.PointPath) (*httpapi.Output[httpapi.List[Correction]], error) {
	list, err := s.Corrections.List(ctx, httpapi.CallerOf(ctx).Scope, in.MeasuringPointID)
	return httpapi.ReplyList(list, correctionOf), err
}

func (s *server) listProjectCorrections(ctx context.Context, in *correctionFilter) (*httpapi.Output[httpapi.Page[ProjectCorrection]], error) {
	who := httpapi.CallerOf(ctx)
	page, err := s.Corrections.ListProject(ctx, who.Scope, correction.Filter{
		Query: in.Query(), ProjectID: who.Target.Project, PointID: in.MeasuringPointID, Kind: correction.Kind(in.Kind),
	})
	return httpapi.ReplyPage(page, func(c correction.Listed) ProjectCorrection {
		return ProjectCorrection{
			Correction: correctionOf(c.Correction), StructureID: c.StructureID, MeasuringPointName: c.PointName, Measurement: c.Measurement,
		}
	}), err
}

func (s *server) takeBackCorrection(ctx context.Context, in *withdrawal) (*httpapi.Output[Correction], error) {
	if _, err := s.correction(ctx, &in.CorrectionPath); err != nil {
		return nil, err
	}
	after, err := s.Corrections.Revoke(ctx, httpapi.CallerOf(ctx).Actor(), in.CorrectionID, in.Note)
	return httpapi.Reply(correctionOf(after)), err
}

func (s *server) previewCorrection(ctx context.Context, in *newCorrection) (*httpapi.Output[preview.Consequences], error) {
	c := in.Body.correction(in.MeasuringPointID)
	if err := s.Corrections.Check(ctx, httpapi.CallerOf(ctx).Scope, c); err != nil {
		return nil, err
	}
	if err := s.correctable(ctx, in); err != nil {
		return nil, err
	}
	found, err := s.Previews.Correction(ctx, c)
	return httpapi.Reply(found), err
}

func (s *server) previewTakeBack(ctx context.Context, in *CorrectionPath) (*httpapi.Output[preview.Consequences], error) {
	c, err := s.correction(ctx, in)
	if err != nil {
		return nil, err
	}
	if !c.InEffect() {
		return nil, errs.New(errs.CorrectionRevoked)
	}
	found, err := s.Previews.TakingBack(ctx, c)
	return httpapi.Reply(found), err
}

// correction returns the correction of a path if it belongs to the point.
func (s *server) correction(ctx context.Context, at *CorrectionPath) (correction.Correction, error) {
	c, err := s.Corrections.Get(ctx, httpapi.CallerOf(ctx).Scope, at.CorrectionID)
	if err == nil && c.PointID != at.MeasuringPointID {
		err = errs.New(errs.NothingHere)
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
		RevokedAt: c.RevokedAt, RevokedBy: c.RevokedBy,
		CorrectionFields: CorrectionFields{
			Kind: string(c.Kind), Fields: httpapi.ListOf(c.Fields, httpapi.AsIs), Nodes: httpapi.ListOf(c.Nodes, httpapi.AsIs), From: c.From, To: c.To,
			Amount: c.Amount, Values: c.Values, NodeValues: c.NodeValues, Note: c.Note,
		},
	}
}
