package statapi

import (
	"cmp"
	"context"
	"net/http"
	"slices"
	"strings"

	"plumbline/internal/core/query"
	"plumbline/internal/httpapi"
	"plumbline/internal/httpapi/dataapi"
	"plumbline/internal/platform/access"
	"plumbline/internal/platform/clock"
	"plumbline/internal/platform/errs"
	"plumbline/internal/site/stats"
)

// UnprotectedPoint is a point that thresholds judge not at all or only partly.
type UnprotectedPoint struct {
	MeasuringPointID int64             `json:"measuringPointId"`
	Name             string            `json:"name"`
	StructureID      int64             `json:"structureId"`
	Structure        string            `json:"structure"`
	ItemID           int64             `json:"itemId" doc:"0: directly under the structure"`
	Item             string            `json:"item"`
	Measurement      string            `json:"measurement"`
	Category         string            `json:"category"`
	Judgement        dataapi.Judgement `json:"judgement"`
	Fix              string            `json:"fix" enum:"switchOn,bindDevice,setFormula,viewDevice,setThreshold,enableThreshold,setInitialValue,viewData" doc:"The step that fixes it"`
	DeviceID         int64             `json:"deviceId" doc:"The device that feeds the point now; 0: none"`
	Level            *int              `json:"level" minimum:"0" maximum:"4" doc:"For a partly judged point; null otherwise"`
	Field            string            `json:"field"`
	ValueType        string            `json:"valueType"`
	Value            *float64          `json:"value"`
	Unit             string            `json:"unit"`
	Decimals         int               `json:"decimals"`
	Time             int64             `json:"time" doc:"UTC ms of the newest reading; 0: none yet"`
	Stale            bool              `json:"stale" doc:"More than three intervals ago"`
}

// UnprotectedPage is one page of unprotected points with the totals.
type UnprotectedPage struct {
	httpapi.Page[UnprotectedPoint]
	Points int           `json:"points" doc:"Points of the project or structure"`
	Judged int           `json:"judged" doc:"Judged by some threshold, including partly judged ones"`
	Counts []ReasonCount `json:"counts" doc:"By code, without the filter by code"`
}

// ReasonCount is the number of points with a code.
type ReasonCount struct {
	Code  string `json:"code" enum:"switchedOff,noThreshold,noInitialValue,noFormula,readingHeld,unpairedFace,noData,partlyJudged"`
	Count int    `json:"count"`
}

// UnprotectedFilter limits the list of unprotected points.
type UnprotectedFilter struct {
	StructureID int64    `query:"structureId" minimum:"0" doc:"A structure or an item; 0: all"`
	Codes       []string `query:"code" maxItems:"8" enum:"switchedOff,noThreshold,noInitialValue,noFormula,readingHeld,unpairedFace,noData,partlyJudged" doc:"With one of these codes; empty: all"`
}

type unprotectedInput struct {
	httpapi.ProjectPath
	httpapi.Paging
	UnprotectedFilter
}

type unprotectedExport struct {
	httpapi.ProjectPath
	UnprotectedFilter
	Name string `query:"name" maxLength:"50" doc:"Part of the name of a point"`
}

var unprotectedOrders = []string{"code", "measurement", "name", "structure", "time"}

func (s *server) unprotected() {
	need := access.Permission{Area: access.MeasuringPoint, Action: access.Retrieve}
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "unprotectedPoints", Method: http.MethodGet, Path: "/projects/{projectId}/unprotected-points", Tag: "measuring points", Need: need,
		Summary: "Points not fully covered by thresholds, with the step that fixes it",
		Detail:  "Sorts by code, name, structure, measurement, time. By default, points without any threshold come first, then by code.",
	}, s.unprotectedPoints)
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "exportUnprotectedPoints", Method: http.MethodGet, Path: "/projects/{projectId}/unprotected-points/export", Tag: "measuring points", Need: need,
		Limit: -1, Extra: httpapi.CSVContent,
		Summary: "Points not fully covered by thresholds, as csv",
		Detail:  "Points without any threshold come first, then by code. UTF-8 with byte order mark, times in the project's time zone.",
	}, s.exportUnprotected)
}

// unprotectedRow is a point of the list before conversion.
type unprotectedRow struct {
	place  stats.Place
	latest query.Latest
}

// unprotectedList is the filtered list with totals of the unfiltered one.
type unprotectedList struct {
	rows           []unprotectedRow
	names          map[int64]string // of structures and items
	points, judged int
	counts         map[query.Code]int
}

func (s *server) unprotectedPoints(ctx context.Context, in *unprotectedInput) (*httpapi.Output[UnprotectedPage], error) {
	asked := in.Query()
	order, down := asked.Order()
	if order != "" && !slices.Contains(unprotectedOrders, order) {
		return nil, errs.OnField("sort", errs.NotOneOf, "allowed", "code, measurement, name, structure, time")
	}
	found, err := s.findUnprotected(ctx, in.ProjectID, &in.UnprotectedFilter, asked.Keyword)
	if err != nil {
		return nil, err
	}
	out := UnprotectedPage{Points: found.points, Judged: found.judged}
	for _, code := range query.Codes() {
		out.Counts = append(out.Counts, ReasonCount{string(code), found.counts[code]})
	}
	found.sort(order, down)
	rows := found.rows
	out.Total = len(rows)
	start := min(asked.Offset(), int64(len(rows)))
	rows = rows[start:min(start+int64(asked.Limit()), int64(len(rows)))]
	now, lang := clock.Now().UnixMilli(), httpapi.LanguageOf(ctx)
	out.List = httpapi.ListOf(rows, func(r unprotectedRow) UnprotectedPoint {
		l := &r.latest
		return UnprotectedPoint{
			MeasuringPointID: r.place.PointID, Name: r.place.Name, StructureID: r.place.StructureID, Structure: found.names[r.place.StructureID],
			ItemID: r.place.ItemID, Item: found.names[r.place.ItemID], Measurement: r.place.Measurement, Category: r.place.Category,
			Judgement: dataapi.JudgementOf(l.Judgement, lang), Fix: string(l.Judgement.Fix()), DeviceID: l.Judgement.Device, Level: dataapi.LevelOf(l.Level),
			Field: l.Field, ValueType: string(l.ValueType), Value: httpapi.Finite(l.Value), Unit: l.Unit,
			Decimals: l.Decimals, Time: l.Time, Stale: l.Stale(now),
		}
	})
	return httpapi.Reply(out), nil
}

// findUnprotected returns the points of a project that are judged not at all or only partly.
func (s *server) findUnprotected(ctx context.Context, projectID int64, filter *UnprotectedFilter, keyword string) (*unprotectedList, error) {
	if err := s.placeOf(ctx, StatScope{ProjectID: projectID, StructureID: filter.StructureID}); err != nil {
		return nil, err
	}
	scope := httpapi.CallerOf(ctx).Scope
	structures, err := s.Projects.Structures(ctx, scope, projectID)
	if err != nil {
		return nil, err
	}
	places, err := s.Stats.Places(ctx, scope, projectID, filter.StructureID)
	if err != nil {
		return nil, err
	}
	found := &unprotectedList{names: make(map[int64]string, len(structures)), points: len(places), counts: map[query.Code]int{}}
	for _, st := range structures {
		found.names[st.ID] = st.Name
	}
	keyword = strings.ToLower(strings.TrimSpace(keyword))
	err = query.EachNewest(ctx, s.Monitor, stats.PointIDs(places), func(i int, l *query.Latest) {
		code := l.Judgement.Code
		if code == query.Judged || code == query.PartlyJudged {
			found.judged++
		}
		if code == query.Judged || !strings.Contains(strings.ToLower(places[i].Name), keyword) {
			return
		}
		found.counts[code]++
		if len(filter.Codes) == 0 || slices.Contains(filter.Codes, string(code)) {
			found.rows = append(found.rows, unprotectedRow{places[i], *l})
		}
	})
	return found, err
}

// sort orders the points by a field; by default points that are not judged at all come first.
func (u *unprotectedList) sort(order string, down bool) {
	slices.SortStableFunc(u.rows, func(a, b unprotectedRow) int {
		by := compareUnprotected(order, &a, &b, u.names)
		if down {
			by = -by
		}
		return cmp.Or(by, cmp.Compare(a.place.PointID, b.place.PointID))
	})
}

// compareUnprotected orders two points by a field.
func compareUnprotected(order string, a, b *unprotectedRow, names map[int64]string) int {
	byCode := cmp.Compare(slices.Index(query.Codes(), a.latest.Judgement.Code), slices.Index(query.Codes(), b.latest.Judgement.Code))
	switch order {
	case "name":
		return cmp.Compare(a.place.Name, b.place.Name)
	case "measurement":
		return cmp.Or(cmp.Compare(a.place.Measurement, b.place.Measurement), byCode)
	case "structure":
		return cmp.Or(cmp.Compare(names[a.place.StructureID], names[b.place.StructureID]), cmp.Compare(names[a.place.ItemID], names[b.place.ItemID]), byCode)
	case "time":
		return cmp.Compare(a.latest.Time, b.latest.Time)
	}
	return byCode
}
