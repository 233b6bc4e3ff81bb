// Package compare exports measuring points at two times, in two periods, or manual against automatic results, side by side with
// their differences (domain measurements.md section 5, compare-report).
package compare

import (
	"context"
	"fmt"
	"io"
	"slices"

	"plumbline/internal/core/asknown"
	"plumbline/internal/core/catalog"
	"plumbline/internal/core/query"
	"plumbline/internal/feature"
	"plumbline/internal/feature/report/download"
	"plumbline/internal/feature/report/export"
	"plumbline/internal/httpapi"
	"plumbline/internal/platform/errs"
	"plumbline/internal/platform/i18n"
)

// CompareReportExport asks for a comparison: of one of times, periods and manual.
type CompareReportExport struct {
	export.Points
	Times   *Times   `json:"times,omitempty" doc:"The chosen points at two times"`
	Periods *Periods `json:"periods,omitempty" doc:"The chosen points in two periods"`
	Manual  *Manual  `json:"manual,omitempty" doc:"Arrays against surveys by hand in the same holes; the choice of points is not used"`
	Format  string   `json:"format" enum:"csv,xlsx" doc:"csv: a zip with a file for each table; xlsx: a sheet for each"`
}

// Times are two times that are compared, each by the last valid reading in its window, see reportPreview.
type Times struct {
	First  httpapi.AskedTime `json:"first" doc:"UTC ms"`
	Second httpapi.AskedTime `json:"second" doc:"UTC ms, later"`
}

// Periods are two periods that are compared. They may overlap.
type Periods struct {
	First  Period `json:"first"`
	Second Period `json:"second"`
}

// Period is a range of time.
type Period struct {
	Start httpapi.AskedTime `json:"start" doc:"UTC ms"`
	End   httpapi.AskedTime `json:"end" doc:"UTC ms, inclusive"`
}

// Manual compares runs by hand with the automatic readings nearest to them.
type Manual struct {
	Pairs   []Pair            `json:"pairs" minItems:"1" maxItems:"100"`
	Field   string            `json:"field,omitempty" enum:"x,y" doc:"Default x"`
	Start   httpapi.AskedTime `json:"start" doc:"UTC ms"`
	End     httpapi.AskedTime `json:"end" doc:"UTC ms, inclusive; at most 366 days after start. The last run of the range is compared"`
	Base    httpapi.AskedTime `json:"base,omitempty" doc:"Both are zero at the first run from this time on, UTC ms; 0: at their common initial time"`
	SameToe bool              `json:"sameToe,omitempty" doc:"The manual result is shifted to the automatic one at the deepest common node"`
}

// Pair is an array and a casing in the same hole.
type Pair struct {
	MeasuringPointID int64 `json:"measuringPointId" minimum:"1" doc:"An array"`
	ManualID         int64 `json:"manualId" minimum:"1" doc:"A casing of the same structure that is surveyed with a probe"`
}

// New returns what makes comparisons.
func New(host feature.Host, version string) download.Maker {
	return &export.Tables[CompareReportExport]{
		Host: host, Version: version, Name: "compare-report",
		Call: httpapi.Operation{
			ID:       "exportCompareReport",
			Example:  `{"projectId":{projectId},"times":{"first":1799000000000,"second":1799900000000},"format":"xlsx"}`,
			NearMiss: httpapi.NearMiss{Body: `{"projectId":{projectId},"times":{"first":1799900000000,"second":1799000000000},"format":"xlsx"}`, Field: "times.second"},
			Summary:  "Measuring points at two times, in two periods, or manual against automatic results, as a file",
			Detail:   "Side by side with their differences: second less first, manual less automatic.",
		},
		Ask:   ask,
		Known: func(r *CompareReportExport) httpapi.AskedTime { return r.KnownAt },
		Write: write,
	}
}

var (
	titleText  = i18n.Label{Zh: "对比 %s", En: "Comparison %s", Tw: "對比 %s"}
	manualText = i18n.Label{Zh: "人工与自动对比 %s", En: "Manual and automatic %s", Tw: "人工與自動對比 %s"}
)

func ask(ctx context.Context, host feature.Host, r *CompareReportExport) (f download.File, err error) {
	given := 0
	for _, there := range []bool{r.Times != nil, r.Periods != nil, r.Manual != nil} {
		if there {
			given++
		}
	}
	if r.Manual != nil {
		return askManual(ctx, host, r, given)
	}
	place, points, err := r.Choose(ctx, host)
	switch {
	case err != nil:
		return f, err
	case given != 1:
		return f, errs.New(errs.OneComparison)
	}
	var when string
	if t := r.Times; t != nil {
		if err := checkOrder("times.second", t.First, t.Second); err != nil {
			return f, err
		}
		if t.First == t.Second {
			return f, errs.OnField("times.second", errs.StartAfterEnd)
		}
		when = place.Span(t.First, t.Second)
	} else {
		for _, p := range []struct {
			name   string
			period Period
		}{{"periods.first.end", r.Periods.First}, {"periods.second.end", r.Periods.Second}} {
			if err := checkOrder(p.name, p.period.Start, p.period.End); err != nil {
				return f, err
			}
		}
		when = place.Span(r.Periods.First.Start, r.Periods.Second.End)
	}
	return place.File("compare-report", r.Format, fmt.Sprintf(titleText.In(place.Language), place.Title(points, when)), r)
}

// checkOrder refuses times that are missing or in the wrong order.
func checkOrder(field string, first, second httpapi.AskedTime) error {
	switch {
	case first == 0 || second == 0:
		return errs.OnField(field, errs.TimeRequired)
	case first > second:
		return errs.OnField(field, errs.StartAfterEnd)
	}
	return nil
}

func askManual(ctx context.Context, host feature.Host, r *CompareReportExport, given int) (f download.File, err error) {
	place, err := export.Enter(ctx, host, r.ProjectID, r.KnownAt)
	if err != nil {
		return f, err
	}
	if given != 1 {
		return f, errs.New(errs.OneComparison)
	}
	m := r.Manual
	if err := checkOrder("manual.end", m.Start, m.End); err != nil {
		return f, err
	}
	if m.End.Millis()-m.Start.Millis() > query.MostSurveyDays*86_400_000 {
		return f, errs.OnField("manual.start", errs.SpanTooLong, "days", query.MostSurveyDays)
	}
	if m.Field == "" {
		m.Field = "x"
	}
	pairs, err := pairsOf(ctx, host, r)
	if err != nil {
		return f, err
	}
	points := make([]export.Point, len(pairs))
	for i := range pairs {
		points[i] = pairs[i].array
		if pairs[i].hole.Category != query.SurveyedByHand {
			return f, errs.OnField(fmt.Sprintf("manual.pairs[%d].manualId", i), errs.CategoryMismatch)
		}
	}
	title := place.Title(points, place.Span(m.Start, m.End))
	return place.File("compare-report", r.Format, fmt.Sprintf(manualText.In(place.Language), title), r)
}

// pair is an array and a casing with their names.
type pair struct{ array, hole export.Point }

// pairsOf returns the points of pairs, which are of the project and the same structure.
//
// Unscoped: the caller has checked access to the project.
func pairsOf(ctx context.Context, host feature.Host, r *CompareReportExport) ([]pair, error) {
	chosen := export.Points{ProjectID: r.ProjectID}
	for _, p := range r.Manual.Pairs {
		chosen.MeasuringPointIDs = append(chosen.MeasuringPointIDs, p.MeasuringPointID, p.ManualID)
	}
	list, err := chosen.List(ctx, host)
	if err != nil {
		return nil, err
	}
	pairs := make([]pair, len(r.Manual.Pairs))
	for i, p := range r.Manual.Pairs {
		field := fmt.Sprintf("manual.pairs[%d].", i)
		array := slices.IndexFunc(list, func(one export.Point) bool { return one.ID == p.MeasuringPointID })
		hole := slices.IndexFunc(list, func(one export.Point) bool { return one.ID == p.ManualID })
		switch {
		case array < 0:
			return nil, errs.OnField(field+"measuringPointId", errs.NothingHere)
		case hole < 0:
			return nil, errs.OnField(field+"manualId", errs.NothingHere)
		case list[array].StructureID != list[hole].StructureID:
			return nil, errs.OnField(field+"manualId", errs.CategoryMismatch)
		}
		pairs[i] = pair{list[array], list[hole]}
	}
	return pairs, nil
}

// tables writes the tables of a file.
type tables struct {
	*export.Subject
	book     export.Book
	request  *CompareReportExport
	progress download.Progress
	lines    int64
}

func write(ctx context.Context, s *export.Subject, w io.Writer, r *CompareReportExport, progress download.Progress) (int64, error) {
	t := &tables{Subject: s, request: r, progress: progress}
	if r.Manual != nil {
		return t.manual(ctx, w)
	}
	points, err := s.Points(ctx, &r.Points)
	if err != nil {
		return 0, err
	}
	if t.book, err = s.NewBook(w, t.about(points)); err != nil {
		return 0, err
	}
	done := 0
	for _, m := range catalog.Measurements() {
		group := slices.DeleteFunc(slices.Clone(points), func(p export.Point) bool { return p.Measurement != m.Code })
		if len(group) == 0 {
			continue
		}
		t.book.Begin(s.In(m.Label), t.head())
		for page := range slices.Chunk(group, asknown.MostPoints) {
			if r.Times != nil {
				err = t.times(ctx, page)
			} else {
				err = t.periods(ctx, page)
			}
			if err != nil {
				return t.lines, err
			}
			done += len(page)
			if err := progress(int64(done), int64(len(points))); err != nil {
				return t.lines, err
			}
		}
	}
	return t.lines, t.book.Close()
}
