package readings

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/uptrace/bun"

	"plumbline/internal/feature"
	"plumbline/internal/feature/report/download"
	"plumbline/internal/httpapi"
	"plumbline/internal/platform/access"
	"plumbline/internal/platform/clock"
	"plumbline/internal/platform/errs"
	"plumbline/internal/platform/i18n"
)

const mostPoints = 5_000

var (
	create  = access.Permission{Area: access.Report, Action: access.Create}
	seeData = access.Permission{Area: access.Data, Action: access.Retrieve}
)

// Selection chooses measuring points of a project and a time range.
type Selection struct {
	ProjectID         int64             `json:"projectId" minimum:"1"`
	MeasuringPointIDs []int64           `json:"measuringPointIds,omitempty" maxItems:"5000" doc:"Of the project; empty: all that the other fields choose"`
	StructureID       int64             `json:"structureId,omitempty" minimum:"0" doc:"0: the whole project"`
	ItemID            int64             `json:"itemId,omitempty" minimum:"0" doc:"0: the whole structure"`
	Measurement       string            `json:"measurement,omitempty" maxLength:"40" doc:"Empty: all"`
	Start             httpapi.AskedTime `json:"start" doc:"UTC ms"`
	End               httpapi.AskedTime `json:"end" doc:"UTC ms, inclusive"`
	KnownAt           httpapi.AskedTime `json:"knownAt,omitempty" doc:"UTC ms: as known at this time; 0: as known when the file is made"`
}

// chosen is a point of a file, with names as they are when it is made.
type chosen struct {
	ID          int64
	Name        string
	Structure   string
	Item        string
	Measurement string
}

// choose checks a selection and returns a file about it without its kind and request, and the points.
func choose(ctx context.Context, host feature.Host, s *Selection) (f download.File, points []chosen, err error) {
	who := httpapi.CallerOf(ctx)
	project, err := host.Projects.Get(ctx, who.Scope, s.ProjectID)
	if err != nil {
		return f, nil, errs.OnField("projectId", errs.NothingHere)
	}
	for _, need := range []access.Permission{create, seeData} {
		if err := who.Require(need, project.ID); err != nil {
			return f, nil, err
		}
	}
	switch {
	case s.Start == 0 || s.End == 0:
		return f, nil, errs.New(errs.TimeRequired)
	case s.Start > s.End:
		return f, nil, errs.New(errs.StartAfterEnd)
	case s.KnownAt.Millis() > clock.Now().UnixMilli():
		return f, nil, errs.OnField("knownAt", errs.KnownAhead)
	}
	slices.Sort(s.MeasuringPointIDs)
	s.MeasuringPointIDs = slices.Compact(s.MeasuringPointIDs)
	points, err = pointsOf(ctx, host, s)
	switch {
	case err != nil:
		return f, nil, err
	case len(points) < len(s.MeasuringPointIDs):
		return f, nil, errs.OnField("measuringPointIds", errs.NothingHere)
	case len(points) == 0:
		return f, nil, errs.New(errs.NoPointsChosen)
	case len(points) > mostPoints:
		return f, nil, errs.OnField("measuringPointIds", errs.TooManyPoints, "max", mostPoints)
	}
	zone, err := time.LoadLocation(project.TimeZone)
	if err != nil {
		return f, nil, fmt.Errorf("time zone of project %d: %w", project.ID, err)
	}
	lang := string(httpapi.LanguageOf(ctx))
	return download.File{ProjectID: project.ID, Language: lang, Title: title(s, points, zone, lang)}, points, nil
}

// pointsOf returns the points of a selection that exist, in the order of the project.
//
// Unscoped: the caller has checked access to the project.
func pointsOf(ctx context.Context, host feature.Host, s *Selection) (list []chosen, err error) {
	q := host.Tables.Bun.NewSelect().TableExpr("point AS p").
		ColumnExpr("p.id, p.name, p.measurement, st.name AS structure, COALESCE(it.name, '') AS item").
		Join("JOIN structure AS st ON st.id = p.structure_id").Join("LEFT JOIN structure AS it ON it.id = p.item_id").
		Where("p.project_id = ?", s.ProjectID).OrderExpr("st.sort, st.id, COALESCE(it.sort, -1), it.id, p.sort, p.id").Limit(mostPoints + 1)
	if s.StructureID != 0 {
		q = q.Where("p.structure_id = ?", s.StructureID)
	}
	if s.ItemID != 0 {
		q = q.Where("p.item_id = ?", s.ItemID)
	}
	if s.Measurement != "" {
		q = q.Where("p.measurement = ?", s.Measurement)
	}
	if len(s.MeasuringPointIDs) > 0 {
		q = q.Where("p.id IN (?)", bun.List(s.MeasuringPointIDs))
	}
	if err := q.Scan(ctx, &list); err != nil {
		return nil, fmt.Errorf("points of an export: %w", err)
	}
	return list, nil
}

var titleOfMany = i18n.Label{Zh: "%s 等 %d 个测点 %s 至 %s", En: "%s and others (%d points), %s to %s", Tw: "%s 等 %d 個測點 %s 至 %s"}

// title names a file by its points and range.
func title(s *Selection, points []chosen, zone *time.Location, lang string) string {
	day := func(t httpapi.AskedTime) string { return time.UnixMilli(t.Millis()).In(zone).Format(time.DateOnly) }
	if len(points) == 1 {
		return fmt.Sprintf("%s %s – %s", points[0].Name, day(s.Start), day(s.End))
	}
	return fmt.Sprintf(titleOfMany.In(lang), points[0].Name, len(points), day(s.Start), day(s.End))
}
