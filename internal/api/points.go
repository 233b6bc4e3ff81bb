package api

import (
	"context"
	"net/http"
	"time"

	"plumbline/internal/core/dated"
	"plumbline/internal/core/definition"
	"plumbline/internal/core/monitor"
	"plumbline/internal/platform/access"
	"plumbline/internal/platform/fault"
	"plumbline/internal/platform/listing"
	"plumbline/internal/site/point"
)

// PointFields are what people say about a measuring point.
type PointFields struct {
	Name        string   `json:"name" minLength:"1" maxLength:"20" example:"P1"`
	ItemID      int64    `json:"itemId,omitempty" minimum:"0" doc:"0: directly under the structure"`
	Type        string   `json:"type,omitempty" enum:"normal,composite,artificial,virtual,temporary" doc:"Default normal; fixed when made"`
	Measurement string   `json:"measurement" minLength:"1" maxLength:"40" example:"Crack" doc:"A measurement of the catalogue; fixed when made"`
	Category    string   `json:"category" minLength:"1" maxLength:"40" example:"Crack" doc:"A device type of the catalogue, or Composite, Artificial, Virtual; fixed when made"`
	Longitude   *float64 `json:"longitude,omitempty" minimum:"-180" maximum:"180" doc:"Degrees, east positive, kept to a millionth of an arc second"`
	Latitude    *float64 `json:"latitude,omitempty" minimum:"-90" maximum:"90" doc:"Degrees, north positive"`
	Sort        int64    `json:"sort,omitempty" minimum:"0" maximum:"1000000"`
}

// Point is a measuring point without its dated configuration.
type Point struct {
	ID          int64 `json:"id"`
	ProjectID   int64 `json:"projectId"`
	StructureID int64 `json:"structureId"`
	PointFields
	CreatedAt int64 `json:"createdAt" doc:"UTC ms"`
}

// PointDetail is a point with what keeps its results from being computed.
type PointDetail struct {
	Point
	Ailment *Ailment `json:"ailment,omitempty" doc:"There while its results cannot be computed or stored; what it missed is kept and folded once they can"`
}

// Ailment is a failure of the server that lasts, at one point.
type Ailment struct {
	Since    int64 `json:"since" doc:"UTC ms of the first failure in a row"`
	Attempts int   `json:"attempts"`
	Next     int64 `json:"next" doc:"UTC ms of the next attempt"`
}

// PointSummary is a point in a list.
type PointSummary struct {
	Point
	Level       *int                `json:"level" minimum:"0" maximum:"4" doc:"null: no threshold judges the point"`
	Judgement   Judgement           `json:"judgement"`
	Stale       bool                `json:"stale" doc:"The newest reading is older than three intervals"`
	LastReading int64               `json:"lastReading" doc:"UTC ms of the last result; 0: none yet"`
	Sources     []definition.Source `json:"sources" doc:"What feeds the point now"`
}

// NewPoint is a point that is to be made, with the first versions of its configuration.
type NewPoint struct {
	PointFields
	Config []VersionDraft `json:"config,omitempty" maxItems:"20"`
}

type pointListInput struct {
	StructurePath
	Paging
	ItemID      int64  `query:"itemId" minimum:"0"`
	Type        string `query:"type" enum:"normal,composite,artificial,virtual,temporary"`
	Measurement string `query:"measurement" maxLength:"40"`
	Category    string `query:"category" maxLength:"40"`
}

type projectPointListInput struct {
	ProjectPath
	Paging
	StructureID int64  `query:"structureId" minimum:"0"`
	DeviceID    int64  `query:"deviceId" minimum:"0" doc:"Only points that this device feeds now"`
	Measurement string `query:"measurement" maxLength:"40"`
	Category    string `query:"category" maxLength:"40"`
}

type newPoints struct {
	StructurePath
	Body struct {
		Points []NewPoint `json:"points" minItems:"1" maxItems:"1000"`
	}
}

// PointCheck is what is wrong with points that are to be made.
type PointCheck struct {
	Fields map[string]string `json:"fields" doc:"By place in the batch, such as points[3].name; empty: nothing"`
}

// PointConversion makes a point another kind of point.
type PointConversion struct {
	Type     string              `json:"type" enum:"normal,composite,artificial"`
	Category string              `json:"category,omitempty" maxLength:"40" doc:"Normal points: the device type"`
	From     int64               `json:"from" minimum:"0" maximum:"9007199254740991" doc:"UTC ms"`
	Sources  []definition.Source `json:"sources,omitempty" maxItems:"64" doc:"What feeds it from then on; composite: its sub-points"`
	Rules    []definition.Rule   `json:"rules,omitempty" maxItems:"32" doc:"How its values come about from then on; none: they are the sources' own"`
	Note     string              `json:"note,omitempty" maxLength:"500"`
}

func (c PointConversion) conversion() point.Conversion {
	return point.Conversion{Kind: point.Kind(c.Type), Category: c.Category, From: c.From, Sources: c.Sources, Formula: c.Rules, Note: c.Note}
}

type pointConversion struct {
	PointPath
	Body PointConversion
}

type pointUpdate struct {
	PointPath
	Body PointFields
}

func (s *server) points() {
	need := func(action access.Action) access.Permission {
		return access.Permission{Area: access.MeasuringPoint, Action: action}
	}
	const list, one = "/structures/{structureId}/measuring-points", "/structures/{structureId}/measuring-points/{measuringPointId}"
	register(s, operation{
		id: "listPoints", method: http.MethodGet, path: list, tag: "measuring points", need: need(access.Retrieve),
		summary: "Measuring points of a structure with its items, or of an item", detail: "Sorts by name, measurement, type, sort, level, createdAt.",
	}, func(ctx context.Context, in *pointListInput) (*output[Page[PointSummary]], error) {
		who := callerOf(ctx)
		page, err := s.Points.List(ctx, who.scope, point.Filter{
			Query: in.query(), ProjectID: who.place.project, StructureID: in.StructureID, ItemID: in.ItemID,
			Measurement: in.Measurement, Category: in.Category, Kind: point.Kind(in.Type),
		})
		if err != nil {
			return nil, err
		}
		return s.pointSummaries(ctx, page)
	})
	register(s, operation{
		id: "listProjectPoints", method: http.MethodGet, path: "/projects/{projectId}/measuring-points", tag: "measuring points",
		need: need(access.Retrieve), summary: "Measuring points of a project", detail: "Sorts by name, measurement, type, sort, level, createdAt.",
	}, func(ctx context.Context, in *projectPointListInput) (*output[Page[PointSummary]], error) {
		page, err := s.Points.List(ctx, callerOf(ctx).scope, point.Filter{
			Query: in.query(), ProjectID: in.ProjectID, StructureID: in.StructureID, DeviceID: in.DeviceID,
			Measurement: in.Measurement, Category: in.Category,
		})
		if err != nil {
			return nil, err
		}
		return s.pointSummaries(ctx, page)
	})
	register(s, operation{
		id: "createPoints", method: http.MethodPost, path: list, tag: "measuring points", need: need(access.Create), status: http.StatusCreated,
		summary: "Make measuring points, all or none", detail: "What is refused is named with its place in the batch, such as points[3].name.",
	}, func(ctx context.Context, in *newPoints) (*output[List[Point]], error) {
		who := callerOf(ctx)
		points, err := s.Points.Create(ctx, who.actor(), who.place.project, newPointsOf(in))
		return listAnswer(points, pointOf), err
	})
	register(s, operation{
		id: "getPoint", method: http.MethodGet, path: one, tag: "measuring points", need: need(access.Retrieve), summary: "One measuring point",
	}, func(ctx context.Context, in *PointPath) (*output[PointDetail], error) {
		p, err := s.Points.Get(ctx, callerOf(ctx).scope, in.MeasuringPointID)
		detail := PointDetail{Point: pointOf(p)}
		for _, a := range s.Ailments() {
			if a.Point == p.ID {
				detail.Ailment = &Ailment{Since: a.Since, Attempts: a.Attempts, Next: a.Next}
			}
		}
		return answer(detail), err
	})
	register(s, operation{
		id: "updatePoint", method: http.MethodPut, path: one, tag: "measuring points", need: need(access.Update),
		summary: "Change a measuring point's name, place or order", detail: "What it measures stays. What is left out takes its default.",
	}, func(ctx context.Context, in *pointUpdate) (*output[Point], error) {
		p := in.Body.point()
		p.ID, p.StructureID = in.MeasuringPointID, callerOf(ctx).place.structure
		changed, err := s.Points.Update(ctx, callerOf(ctx).actor(), p)
		return answer(pointOf(changed)), err
	})
	register(s, operation{
		id: "deletePoint", method: http.MethodDelete, path: one, tag: "measuring points", need: need(access.Delete),
		summary: "Remove a measuring point", detail: "The readings of its device stay.",
	}, func(ctx context.Context, in *PointPath) (*output[Done], error) {
		return answer(Done{}), s.Points.Delete(ctx, callerOf(ctx).actor(), in.MeasuringPointID)
	})
	register(s, operation{
		id: "checkPoints", method: http.MethodPost, path: list + "/check", tag: "measuring points", need: need(access.Create), unlogged: asks,
		summary: "Hold measuring points that are to be made against the rules, without making them",
	}, func(ctx context.Context, in *newPoints) (*output[PointCheck], error) {
		who := callerOf(ctx)
		err := s.Points.CheckNew(ctx, who.scope, who.place.project, newPointsOf(in))
		if told, ok := fault.As(err); ok && len(told.Fields) > 0 {
			return answer(PointCheck{Fields: told.FieldTexts(languageOf(ctx))}), nil
		}
		return answer(PointCheck{Fields: map[string]string{}}), err
	})
	register(s, operation{
		id: "convertPoint", method: http.MethodPost, path: one + "/convert", tag: "measuring points", need: need(access.Update),
		summary: "Make a point another kind of point from a time on: normal, composite, artificial",
		detail:  "What was measured until then stays. From then on it is computed from the sources and rules given here.",
	}, func(ctx context.Context, in *pointConversion) (*output[Point], error) {
		p, err := s.Points.Convert(ctx, callerOf(ctx).actor(), in.MeasuringPointID, in.Body.conversion())
		return answer(pointOf(p)), err
	})
	register(s, operation{
		id: "previewConversion", method: http.MethodPost, path: one + "/convert/preview", tag: "measuring points", need: need(access.Update), unlogged: asks,
		summary: "What making a point another kind of point would change, without doing it",
	}, func(ctx context.Context, in *pointConversion) (*output[Consequences], error) {
		p, drafts, err := s.Points.PlanConversion(ctx, callerOf(ctx).scope, in.MeasuringPointID, in.Body.conversion())
		if err != nil {
			return nil, err
		}
		found, err := s.Previews.Conversion(ctx, p, drafts)
		return answer(found), err
	})
	register(s, operation{
		id: "createPointObsolete", method: http.MethodPost, path: "/measuring-points", tag: "measuring points", need: need(access.Create),
		summary: "Obsolete: measuring points are made in batch",
	}, func(context.Context, *nothing) (*output[Done], error) {
		return nil, fault.New(fault.Obsolete)
	})
	s.versions(versionCalls{
		owner: "Point", base: one, tag: "measuring points", need: need,
		list: func(ctx context.Context, id int64, aspect string) ([]dated.Record, error) {
			records, err := s.Points.Versions(ctx, callerOf(ctx).scope, id, definition.PointAspect(aspect))
			for i := range records {
				if err == nil {
					records[i], err = s.signedPhoto(records[i])
				}
			}
			return records, err
		},
		record: func(ctx context.Context, id int64, d dated.Draft) (dated.Record, error) {
			d, err := s.keptPhoto(ctx, id, d)
			if err != nil {
				return dated.Record{}, err
			}
			r, err := s.Points.Record(ctx, callerOf(ctx).actor(), id, d)
			if err != nil {
				return r, err
			}
			return s.signedPhoto(r)
		},
		mend: func(ctx context.Context, id, version int64, d dated.Draft) (dated.Record, error) {
			d, err := s.keptPhoto(ctx, id, d)
			if err != nil {
				return dated.Record{}, err
			}
			r, err := s.Points.Mend(ctx, callerOf(ctx).actor(), id, version, d)
			if err != nil {
				return r, err
			}
			return s.signedPhoto(r)
		},
		supersede: func(ctx context.Context, id, version int64, note string) (dated.Record, error) {
			return s.Points.Supersede(ctx, callerOf(ctx).actor(), id, version, note)
		},
		changed: func(ctx context.Context, id int64, r dated.Record) (string, error) {
			return s.tipsOf(ctx, []int64{id}, r)
		},
		preview: func(ctx context.Context, id, version int64, d dated.Draft) (Consequences, error) {
			if err := s.Points.Check(ctx, callerOf(ctx).scope, id, d, version); err != nil {
				return Consequences{}, err
			}
			return s.Previews.PointVersion(ctx, id, version, d)
		},
		without: func(ctx context.Context, id int64, gone dated.Record) (Consequences, error) {
			if err := s.Points.CheckReturn(ctx, callerOf(ctx).scope, id, gone); err != nil {
				return Consequences{}, err
			}
			return s.Previews.PointVersion(ctx, id, gone.ID, dated.Draft{Aspect: gone.Aspect, ValidFrom: gone.ValidFrom})
		},
	})
}

func newPointsOf(in *newPoints) []point.New {
	made := make([]point.New, len(in.Body.Points))
	for i, p := range in.Body.Points {
		made[i] = point.New{Point: p.point(), Config: listOf(p.Config, VersionDraft.draft)}
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
		Longitude: arcOf(f.Longitude), Latitude: arcOf(f.Latitude), Sort: f.Sort,
	}
}

func pointOf(p point.Point) Point {
	return Point{
		ID: p.ID, ProjectID: p.ProjectID, StructureID: p.StructureID, CreatedAt: p.CreatedAt,
		PointFields: PointFields{
			Name: p.Name, ItemID: p.ItemID, Type: string(p.Kind), Measurement: p.Measurement, Category: p.Category,
			Longitude: degrees(p.Longitude), Latitude: degrees(p.Latitude), Sort: p.Sort,
		},
	}
}

func (s *server) pointSummaries(ctx context.Context, page listing.Page[point.Listed]) (*output[Page[PointSummary]], error) {
	out := pageOf(page, func(p point.Listed) PointSummary {
		return PointSummary{Point: pointOf(p.Point), LastReading: p.LastReading, Sources: listOf(p.Sources, same)}
	})
	now, lang := time.Now().UnixMilli(), languageOf(ctx)
	ids := listOf(page.List, func(p point.Listed) int64 { return p.ID })
	return out, s.eachNewest(ctx, ids, func(i int, l *monitor.Latest) {
		one := &out.Body.List[i]
		one.Level, one.Judgement, one.Stale = levelOf(l.Level), judgementOf(l.Judgement, lang), l.Stale(now)
	})
}
