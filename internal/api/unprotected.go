package api

import (
	"cmp"
	"context"
	"net/http"
	"slices"
	"strings"
	"time"

	"plumbline/internal/access"
	"plumbline/internal/fault"
	"plumbline/internal/monitor"
	"plumbline/internal/stats"
)

// UnprotectedPoint is a point that thresholds do not, or not wholly, judge.
type UnprotectedPoint struct {
	MeasuringPointID int64     `json:"measuringPointId"`
	Name             string    `json:"name"`
	StructureID      int64     `json:"structureId"`
	Structure        string    `json:"structure"`
	ItemID           int64     `json:"itemId" doc:"0: directly under the structure"`
	Item             string    `json:"item"`
	Measurement      string    `json:"measurement"`
	Category         string    `json:"category"`
	Judgement        Judgement `json:"judgement"`
	Fix              string    `json:"fix" enum:"bindDevice,setFormula,viewDevice,setThreshold,enableThreshold,setInitialValue,viewData" doc:"The step that ends it"`
	DeviceID         int64     `json:"deviceId" doc:"The device that feeds the point now; 0: none"`
	Level            *int      `json:"level" minimum:"0" maximum:"4" doc:"Of a partly judged point; null otherwise"`
	Field            string    `json:"field"`
	ValueType        string    `json:"valueType"`
	Value            *float64  `json:"value"`
	Unit             string    `json:"unit"`
	Decimals         int       `json:"decimals"`
	Time             int64     `json:"time" doc:"UTC ms of the newest reading; 0: none yet"`
	Stale            bool      `json:"stale" doc:"That is more than three intervals ago"`
}

// UnprotectedPage is one page of such points with the counts over all of them.
type UnprotectedPage struct {
	Page[UnprotectedPoint]
	Points int           `json:"points" doc:"Points of the project or structure"`
	Judged int           `json:"judged" doc:"Those that some threshold judges, partly judged ones among them"`
	Counts []ReasonCount `json:"counts" doc:"By code, without the filter by code"`
}

// ReasonCount is how many points have a code.
type ReasonCount struct {
	Code  string `json:"code" enum:"noThreshold,noInitialValue,noFormula,readingHeld,unpairedFace,noData,partlyJudged"`
	Count int    `json:"count"`
}

type unprotectedInput struct {
	ProjectPath
	Paging
	StructureID int64    `query:"structureId" minimum:"0" doc:"A structure or an item; 0: all"`
	Codes       []string `query:"code" maxItems:"7" enum:"noThreshold,noInitialValue,noFormula,readingHeld,unpairedFace,noData,partlyJudged" doc:"Of one of these codes; none: of all"`
}

var unprotectedOrders = []string{"code", "measurement", "name", "structure", "time"}

func (s *server) unprotected() {
	register(s, operation{
		id: "unprotectedPoints", method: http.MethodGet, path: "/projects/{projectId}/unprotected-points", tag: "measuring points",
		need:    access.Permission{Area: access.MeasuringPoint, Action: access.Retrieve},
		summary: "Points that no threshold judges, or not wholly, with the step that ends it",
		detail:  "Sorts by code, name, structure, measurement, time; by itself what nothing judges comes first, then by code.",
	}, func(ctx context.Context, in *unprotectedInput) (*output[UnprotectedPage], error) {
		return s.unprotectedPoints(ctx, in)
	})
}

// unprotectedRow is a point of the list before it is turned into the answer.
type unprotectedRow struct {
	place  stats.Place
	latest monitor.Latest
}

func (s *server) unprotectedPoints(ctx context.Context, in *unprotectedInput) (*output[UnprotectedPage], error) {
	query := in.query()
	order, down := query.Order()
	if order != "" && !slices.Contains(unprotectedOrders, order) {
		return nil, fault.OnField("sort", fault.NotOneOf, "allowed", "code, measurement, name, structure, time")
	}
	if err := s.placeOf(ctx, StatScope{ProjectID: in.ProjectID, StructureID: in.StructureID}); err != nil {
		return nil, err
	}
	scope := callerOf(ctx).scope
	structures, err := s.Projects.Structures(ctx, scope, in.ProjectID)
	if err != nil {
		return nil, err
	}
	names := make(map[int64]string, len(structures))
	for _, st := range structures {
		names[st.ID] = st.Name
	}
	places, err := s.Stats.Places(ctx, scope, in.ProjectID, in.StructureID)
	if err != nil {
		return nil, err
	}
	out := UnprotectedPage{Points: len(places)}
	keyword := strings.ToLower(strings.TrimSpace(query.Keyword))
	counts := map[monitor.Code]int{}
	var rows []unprotectedRow
	err = s.eachNewest(ctx, pointIDs(places), func(i int, l *monitor.Latest) {
		code := l.Judgement.Code
		if code == monitor.Judged || code == monitor.PartlyJudged {
			out.Judged++
		}
		if code == monitor.Judged || !strings.Contains(strings.ToLower(places[i].Name), keyword) {
			return
		}
		counts[code]++
		if len(in.Codes) == 0 || slices.Contains(in.Codes, string(code)) {
			rows = append(rows, unprotectedRow{places[i], *l})
		}
	})
	if err != nil {
		return nil, err
	}
	for _, code := range monitor.Codes() {
		out.Counts = append(out.Counts, ReasonCount{string(code), counts[code]})
	}
	slices.SortStableFunc(rows, func(a, b unprotectedRow) int {
		by := compareUnprotected(order, &a, &b, names)
		if down {
			by = -by
		}
		return cmp.Or(by, cmp.Compare(a.place.PointID, b.place.PointID))
	})
	out.Total = len(rows)
	start := min(query.Offset(), int64(len(rows)))
	rows = rows[start:min(start+int64(query.Limit()), int64(len(rows)))]
	now, lang := time.Now().UnixMilli(), languageOf(ctx)
	out.List = listOf(rows, func(r unprotectedRow) UnprotectedPoint {
		l := &r.latest
		return UnprotectedPoint{
			MeasuringPointID: r.place.PointID, Name: r.place.Name, StructureID: r.place.StructureID, Structure: names[r.place.StructureID],
			ItemID: r.place.ItemID, Item: names[r.place.ItemID], Measurement: r.place.Measurement, Category: r.place.Category,
			Judgement: judgementOf(l.Judgement, lang), Fix: string(l.Judgement.Fix()), DeviceID: l.Judgement.Device, Level: levelOf(l.Level),
			Field: l.Field, ValueType: string(l.ValueType), Value: finite(l.Value), Unit: l.Unit, Decimals: l.Decimals, Time: l.Time, Stale: l.Stale(now),
		}
	})
	return answer(out), nil
}

// compareUnprotected orders two points by a field; without one, what nothing judges first.
func compareUnprotected(order string, a, b *unprotectedRow, names map[int64]string) int {
	byCode := cmp.Compare(slices.Index(monitor.Codes(), a.latest.Judgement.Code), slices.Index(monitor.Codes(), b.latest.Judgement.Code))
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
