package siteapi

import (
	"context"
	"net/http"

	"plumbline/internal/core/definition"
	"plumbline/internal/core/query"
	"plumbline/internal/core/timeline"
	"plumbline/internal/httpapi"
	"plumbline/internal/httpapi/dataapi"
	"plumbline/internal/platform/access"
	"plumbline/internal/platform/clock"
	"plumbline/internal/platform/errs"
	"plumbline/internal/platform/paging"
	"plumbline/internal/site/point"
	"plumbline/internal/site/preview"
)

// PointFields are the editable fields of a measuring point.
type PointFields struct {
	Name        string   `json:"name" minLength:"1" maxLength:"20" example:"P1"`
	ItemID      int64    `json:"itemId,omitempty" minimum:"0" doc:"0: directly under the structure"`
	Type        string   `json:"type,omitempty" enum:"normal,composite,artificial,virtual,temporary" doc:"Default normal; cannot be changed later"`
	Measurement string   `json:"measurement" minLength:"1" maxLength:"40" example:"Crack" doc:"A measurement of the catalog; cannot be changed later"`
	Category    string   `json:"category" minLength:"1" maxLength:"40" example:"Crack" doc:"A device type of the catalog, or Composite, Artificial, Virtual; cannot be changed later"`
	Longitude   *float64 `json:"longitude,omitempty" minimum:"-180" maximum:"180" doc:"Degrees, east positive, kept to a millionth of an arc second"`
	Latitude    *float64 `json:"latitude,omitempty" minimum:"-90" maximum:"90" doc:"Degrees, north positive"`
	Sort        int64    `json:"sort,omitempty" minimum:"0" maximum:"1000000"`
}

// Point is a measuring point without its versioned configuration.
type Point struct {
	ID          int64 `json:"id"`
	ProjectID   int64 `json:"projectId"`
	StructureID int64 `json:"structureId"`
	PointFields
	CreatedAt int64 `json:"createdAt" doc:"UTC ms"`
}

// PointDetail is a point with the failure of its computation, if any.
type PointDetail struct {
	Point
	Failing *Failing `json:"ailment,omitempty" doc:"Present while its results cannot be computed or stored; missed readings are kept and computed once they can be"`
}

// Failing is a persistent failure at one point.
type Failing struct {
	Since    int64 `json:"since" doc:"UTC ms of the first failure in a row"`
	Attempts int   `json:"attempts"`
	Next     int64 `json:"next" doc:"UTC ms of the next attempt"`
}

// PointSummary is a point in a list.
type PointSummary struct {
	Point
	Level       *int                `json:"level" minimum:"0" maximum:"4" doc:"null: no threshold judges the point"`
	Judgement   dataapi.Judgement   `json:"judgement"`
	Stale       bool                `json:"stale" doc:"The newest reading is older than three intervals"`
	LastReading int64               `json:"lastReading" doc:"UTC ms of the last result; 0: none yet"`
	Sources     []definition.Source `json:"sources" doc:"Current sources of the point"`
	Off         bool                `json:"off" doc:"Monitoring is switched off now"`
}

// NewPoint is a point to create, with the first versions of its configuration.
type NewPoint struct {
	PointFields
	Config []VersionDraft `json:"config,omitempty" maxItems:"20"`
}

type pointListInput struct {
	httpapi.StructurePath
	httpapi.Paging
	ItemID      int64  `query:"itemId" minimum:"0"`
	Type        string `query:"type" enum:"normal,composite,artificial,virtual,temporary"`
	Measurement string `query:"measurement" maxLength:"40"`
	Category    string `query:"category" maxLength:"40"`
}

type projectPointListInput struct {
	httpapi.ProjectPath
	httpapi.Paging
	StructureID int64   `query:"structureId" minimum:"0"`
	DeviceID    int64   `query:"deviceId" minimum:"0" doc:"Only points that this device feeds now"`
	Type        string  `query:"type" enum:"normal,composite,artificial,virtual,temporary"`
	Measurement string  `query:"measurement" maxLength:"40"`
	Category    string  `query:"category" maxLength:"40"`
	IDs         []int64 `query:"ids" maxItems:"200" doc:"Only these points"`
}

type newPoints struct {
	httpapi.StructurePath
	Body struct {
		Points []NewPoint `json:"points" minItems:"1" maxItems:"1000"`
	}
}

// PointCheck is the errors of points to create.
type PointCheck struct {
	Fields map[string]string `json:"fields" doc:"By place in the batch, such as points[3].name; empty: nothing"`
}

// PointConversion converts a point to another kind.
type PointConversion struct {
	Type     string              `json:"type" enum:"normal,composite,artificial"`
	Category string              `json:"category,omitempty" maxLength:"40" doc:"Normal points: the device type"`
	From     int64               `json:"from" minimum:"0" maximum:"9007199254740991" doc:"UTC ms"`
	Sources  []definition.Source `json:"sources,omitempty" maxItems:"64" doc:"Its sources from then on; composite: its sub-points"`
	Rules    []definition.Rule   `json:"rules,omitempty" maxItems:"32" doc:"How its values are computed from then on; none: values are taken from the sources"`
	Note     string              `json:"note,omitempty" maxLength:"500"`
}

func (c PointConversion) conversion() point.Conversion {
	return point.Conversion{Kind: point.Kind(c.Type), Category: c.Category, From: c.From, Sources: c.Sources, Formula: c.Rules, Note: c.Note}
}

type pointConversion struct {
	httpapi.PointPath
	Body PointConversion
}

type pointUpdate struct {
	httpapi.PointPath
	Body PointFields
}

func (s *server) points() {
	need := func(action access.Action) access.Permission {
		return access.Permission{Area: access.MeasuringPoint, Action: action}
	}
	const list, one = "/structures/{structureId}/measuring-points", "/structures/{structureId}/measuring-points/{measuringPointId}"
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "listPoints", Method: http.MethodGet, Path: list, Tag: "measuring points", Need: need(access.Retrieve),
		Summary: "Measuring points of a structure with its items, or of an item", Detail: "Sorts by name, measurement, type, sort, level, createdAt.",
	}, s.listPoints)
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "listProjectPoints", Method: http.MethodGet, Path: "/projects/{projectId}/measuring-points", Tag: "measuring points",
		Need: need(access.Retrieve), Summary: "Measuring points of a project", Detail: "Sorts by name, measurement, type, sort, level, createdAt.",
	}, s.listProjectPoints)
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "createPoints", Method: http.MethodPost, Path: list, Tag: "measuring points", Need: need(access.Create), Status: http.StatusCreated,
		Example:  `{"points":[{"name":"P2","measurement":"Crack","category":"Crack"}]}`,
		NearMiss: httpapi.NearMiss{Body: `{"points":[{"name":"P2","measurement":"Crack","category":"NONE"}]}`, Field: "points[0].category"},
		Summary:  "Create measuring points, all or none", Detail: "Errors give the position in the batch, such as points[3].name.",
	}, s.createPoints)
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "getPoint", Method: http.MethodGet, Path: one, Tag: "measuring points", Need: need(access.Retrieve), Summary: "One measuring point",
	}, s.getPoint)
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "updatePoint", Method: http.MethodPut, Path: one, Tag: "measuring points", Need: need(access.Update),
		Example: `{"name":"P1a","measurement":"Crack","category":"Crack","itemId":{itemId}}`,
		Summary: "Change a measuring point's name, place or order", Detail: "The measurement does not change. Omitted fields take their defaults.",
	}, s.updatePoint)
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "deletePoint", Method: http.MethodDelete, Path: one, Tag: "measuring points", Need: need(access.Delete),
		Summary: "Remove a measuring point", Detail: "Readings of its device are kept.",
	}, s.deletePoint)
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "checkPoints", Method: http.MethodPost, Path: list + "/check", Tag: "measuring points", Need: need(access.Create), Unlogged: httpapi.ReadsOnly,
		Summary: "Validate measuring points without creating them",
	}, s.checkPoints)
	s.pointConversions(one, need)
	s.versions(versionCalls{
		owner: "Point", base: one, tag: "measuring points", need: need,
		example:   `{"aspect":"binding","validFrom":1700000500000,"value":{"sources":[{"role":"main","deviceId":{deviceId},"channelNo":2}]}}`,
		corrected: `{"validFrom":1700000600000,"value":{"sources":[{"role":"main","deviceId":{deviceId},"channelNo":2}]}}`,
		list: func(ctx context.Context, id int64, aspect string) ([]timeline.Record, error) {
			records, err := s.Points.Versions(ctx, httpapi.CallerOf(ctx).Scope, id, definition.PointAspect(aspect))
			for i := range records {
				if err == nil {
					records[i], err = s.signedPhoto(records[i])
				}
			}
			return records, err
		},
		record: func(ctx context.Context, id int64, d timeline.Draft) (timeline.Record, error) {
			d, err := s.keptPhoto(ctx, id, d)
			if err != nil {
				return timeline.Record{}, err
			}
			r, err := s.Points.Record(ctx, httpapi.CallerOf(ctx).Actor(), id, d)
			if err != nil {
				return r, err
			}
			return s.signedPhoto(r)
		},
		correct: func(ctx context.Context, id, version int64, d timeline.Draft) (timeline.Record, error) {
			d, err := s.keptPhoto(ctx, id, d)
			if err != nil {
				return timeline.Record{}, err
			}
			r, err := s.Points.Correct(ctx, httpapi.CallerOf(ctx).Actor(), id, version, d)
			if err != nil {
				return r, err
			}
			return s.signedPhoto(r)
		},
		supersede: func(ctx context.Context, id, version int64, note string) (timeline.Record, error) {
			return s.Points.Supersede(ctx, httpapi.CallerOf(ctx).Actor(), id, version, note)
		},
		changed: func(ctx context.Context, id int64, r timeline.Record) (string, error) {
			return s.tipsOf(ctx, []int64{id}, r)
		},
		preview: func(ctx context.Context, id, version int64, d timeline.Draft) (preview.Consequences, error) {
			if err := s.Points.Check(ctx, httpapi.CallerOf(ctx).Scope, id, d, version); err != nil {
				return preview.Consequences{}, err
			}
			return s.Previews.PointVersion(ctx, id, version, d)
		},
		without: func(ctx context.Context, id int64, gone timeline.Record) (preview.Consequences, error) {
			if err := s.Points.CheckRevoke(ctx, httpapi.CallerOf(ctx).Scope, id, gone); err != nil {
				return preview.Consequences{}, err
			}
			return s.Previews.PointVersion(ctx, id, gone.ID, timeline.Draft{Aspect: gone.Aspect, ValidFrom: gone.ValidFrom})
		},
	})
}

func (s *server) pointConversions(one string, need func(access.Action) access.Permission) {
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "convertPoint", Method: http.MethodPost, Path: one + "/convert", Tag: "measuring points", Need: need(access.Update),
		Example: `{"type":"artificial","from":1700000600000}`,
		Summary: "Change the kind of a point from a time on: normal, composite, artificial",
		Detail:  "Earlier results are kept. From that time on, the point is computed from the sources and rules given here.",
	}, s.convertPoint)
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "previewConversion", Method: http.MethodPost, Path: one + "/convert/preview", Tag: "measuring points",
		Need: need(access.Update), Unlogged: httpapi.ReadsOnly,
		Example: `{"type":"artificial","from":1700000600000}`,
		Summary: "Preview changing the kind of a point",
	}, s.previewConversion)
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "createPointObsolete", Method: http.MethodPost, Path: "/measuring-points", Tag: "measuring points", Need: need(access.Create),
		Summary: "Obsolete: create measuring points in batch",
	}, s.createPointObsolete)
}

func (s *server) listPoints(ctx context.Context, in *pointListInput) (*httpapi.Output[httpapi.Page[PointSummary]], error) {
	who := httpapi.CallerOf(ctx)
	page, err := s.Points.List(ctx, who.Scope, point.Filter{
		Query: in.Query(), ProjectID: who.Target.Project, StructureID: in.StructureID, ItemID: in.ItemID,
		Measurement: in.Measurement, Category: in.Category, Kind: point.Kind(in.Type),
	})
	if err != nil {
		return nil, err
	}
	return s.pointSummaries(ctx, page)
}

func (s *server) listProjectPoints(ctx context.Context, in *projectPointListInput) (*httpapi.Output[httpapi.Page[PointSummary]], error) {
	page, err := s.Points.List(ctx, httpapi.CallerOf(ctx).Scope, point.Filter{
		Query: in.Query(), ProjectID: in.ProjectID, StructureID: in.StructureID, DeviceID: in.DeviceID,
		Kind: point.Kind(in.Type), Measurement: in.Measurement, Category: in.Category, IDs: in.IDs,
	})
	if err != nil {
		return nil, err
	}
	return s.pointSummaries(ctx, page)
}

func (s *server) createPoints(ctx context.Context, in *newPoints) (*httpapi.Output[httpapi.List[Point]], error) {
	who := httpapi.CallerOf(ctx)
	points, err := s.Points.Create(ctx, who.Actor(), who.Target.Project, newPointsOf(in))
	return httpapi.ReplyList(points, pointOf), err
}

func (s *server) getPoint(ctx context.Context, in *httpapi.PointPath) (*httpapi.Output[PointDetail], error) {
	p, err := s.Points.Get(ctx, httpapi.CallerOf(ctx).Scope, in.MeasuringPointID)
	detail := PointDetail{Point: pointOf(p)}
	if err != nil {
		return nil, err
	}
	failures, err := s.Failures(ctx)
	for _, a := range failures {
		if a.Point == p.ID {
			detail.Failing = &Failing{Since: a.Since, Attempts: a.Attempts, Next: a.Next}
		}
	}
	return httpapi.Reply(detail), err
}

func (s *server) updatePoint(ctx context.Context, in *pointUpdate) (*httpapi.Output[Point], error) {
	p := in.Body.point()
	p.ID, p.StructureID = in.MeasuringPointID, httpapi.CallerOf(ctx).Target.Structure
	changed, err := s.Points.Update(ctx, httpapi.CallerOf(ctx).Actor(), p)
	return httpapi.Reply(pointOf(changed)), err
}

func (s *server) deletePoint(ctx context.Context, in *httpapi.PointPath) (*httpapi.Output[httpapi.Done], error) {
	return httpapi.Reply(httpapi.Done{}), s.Points.Delete(ctx, httpapi.CallerOf(ctx).Actor(), in.MeasuringPointID)
}

func (s *server) checkPoints(ctx context.Context, in *newPoints) (*httpapi.Output[PointCheck], error) {
	who := httpapi.CallerOf(ctx)
	err := s.Points.CheckNew(ctx, who.Scope, who.Target.Project, newPointsOf(in))
	if told, ok := errs.As(err); ok && len(told.Fields) > 0 {
		return httpapi.Reply(PointCheck{Fields: told.FieldTexts(httpapi.LanguageOf(ctx))}), nil
	}
	return httpapi.Reply(PointCheck{Fields: map[string]string{}}), err
}

func (s *server) convertPoint(ctx context.Context, in *pointConversion) (*httpapi.Output[Point], error) {
	p, err := s.Points.Convert(ctx, httpapi.CallerOf(ctx).Actor(), in.MeasuringPointID, in.Body.conversion())
	return httpapi.Reply(pointOf(p)), err
}

func (s *server) previewConversion(ctx context.Context, in *pointConversion) (*httpapi.Output[preview.Consequences], error) {
	p, drafts, err := s.Points.PlanConversion(ctx, httpapi.CallerOf(ctx).Scope, in.MeasuringPointID, in.Body.conversion())
	if err != nil {
		return nil, err
	}
	found, err := s.Previews.Conversion(ctx, p, drafts)
	return httpapi.Reply(found), err
}

func (s *server) createPointObsolete(context.Context, *httpapi.NoInput) (*httpapi.Output[httpapi.Done], error) {
	return nil, errs.New(errs.Obsolete)
}

func newPointsOf(in *newPoints) []point.New {
	made := make([]point.New, len(in.Body.Points))
	for i, p := range in.Body.Points {
		made[i] = point.New{Point: p.point(), Config: httpapi.ListOf(p.Config, VersionDraft.draft)}
		made[i].StructureID = in.StructureID
	}
	return made
}

func (f PointFields) point() point.Point {
	kind := point.Kind(f.Type)
	if kind == "" {
		kind = point.Normal
	}
	return point.Point{
		ItemID: f.ItemID, Name: f.Name, Kind: kind, Measurement: f.Measurement, Category: f.Category,
		Longitude: httpapi.MicroArcSeconds(f.Longitude), Latitude: httpapi.MicroArcSeconds(f.Latitude), Sort: f.Sort,
	}
}

func pointOf(p point.Point) Point {
	return Point{
		ID: p.ID, ProjectID: p.ProjectID, StructureID: p.StructureID, CreatedAt: p.CreatedAt,
		PointFields: PointFields{
			Name: p.Name, ItemID: p.ItemID, Type: string(p.Kind), Measurement: p.Measurement, Category: p.Category,
			Longitude: httpapi.Degrees(p.Longitude), Latitude: httpapi.Degrees(p.Latitude), Sort: p.Sort,
		},
	}
}

func (s *server) pointSummaries(ctx context.Context, page paging.Page[point.Listed]) (*httpapi.Output[httpapi.Page[PointSummary]], error) {
	out := httpapi.ReplyPage(page, func(p point.Listed) PointSummary {
		return PointSummary{Point: pointOf(p.Point), LastReading: p.LastReading, Sources: httpapi.ListOf(p.Sources, httpapi.AsIs), Off: p.Off}
	})
	now, lang := clock.Now().UnixMilli(), httpapi.LanguageOf(ctx)
	ids := httpapi.ListOf(page.List, func(p point.Listed) int64 { return p.ID })
	return out, query.EachNewest(ctx, s.Monitor, ids, func(i int, l *query.Latest) {
		one := &out.Body.List[i]
		one.Level, one.Judgement, one.Stale = dataapi.LevelOf(l.Level), dataapi.JudgementOf(l.Judgement, lang), l.Stale(now)
	})
}
