// Package export has what exports have in common: the choice of their project, points and range, what a file says about itself,
// and tables as csv and workbooks. Neighbors of this package are makers of the download centre.
package export

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/uptrace/bun"

	"plumbline/internal/feature"
	"plumbline/internal/httpapi"
	"plumbline/internal/platform/errs"
	"plumbline/internal/platform/i18n"
)

// MostPoints is the number of points that one file is about at most.
const MostPoints = 5_000

// Points chooses measuring points of a project.
type Points struct {
	ProjectID         int64             `json:"projectId" minimum:"1"`
	MeasuringPointIDs []int64           `json:"measuringPointIds,omitempty" maxItems:"5000" doc:"Of the project; empty: all that the other fields choose"`
	StructureID       int64             `json:"structureId,omitempty" minimum:"0" doc:"0: the whole project"`
	ItemID            int64             `json:"itemId,omitempty" minimum:"0" doc:"0: the whole structure"`
	Measurement       string            `json:"measurement,omitempty" maxLength:"40" doc:"Empty: all"`
	KnownAt           httpapi.AskedTime `json:"knownAt,omitempty" doc:"UTC ms: as known at this time; 0: as known when the file is made"`
}

// Selection chooses measuring points of a project and a time range.
type Selection struct {
	Points
	Start httpapi.AskedTime `json:"start" doc:"UTC ms"`
	End   httpapi.AskedTime `json:"end" doc:"UTC ms, inclusive"`
}

// Point is a point of a file, with names as they are when it is made.
type Point struct {
	ID          int64
	Name        string
	StructureID int64
	Structure   string
	Item        string
	Measurement string
	Category    string
}

// Path names a point with the things that it belongs to.
func (p *Point) Path() string {
	if p.Item == "" {
		return p.Structure + " / " + p.Name
	}
	return p.Structure + " / " + p.Item + " / " + p.Name
}

// Choose checks a choice of points and returns its project and the points. The caller needs the permissions of Enter.
func (s *Points) Choose(ctx context.Context, host feature.Host) (*Place, []Point, error) {
	place, err := Enter(ctx, host, s.ProjectID, s.KnownAt)
	if err != nil {
		return nil, nil, err
	}
	slices.Sort(s.MeasuringPointIDs)
	s.MeasuringPointIDs = slices.Compact(s.MeasuringPointIDs)
	points, err := s.List(ctx, host)
	switch {
	case err != nil:
		return nil, nil, err
	case len(points) < len(s.MeasuringPointIDs):
		return nil, nil, errs.OnField("measuringPointIds", errs.NothingHere)
	case len(points) == 0:
		return nil, nil, errs.New(errs.NoPointsChosen)
	case len(points) > MostPoints:
		return nil, nil, errs.OnField("measuringPointIds", errs.TooManyPoints, "max", MostPoints)
	}
	return place, points, nil
}

// Choose checks a selection like Points.Choose, and its range.
func (s *Selection) Choose(ctx context.Context, host feature.Host) (*Place, []Point, error) {
	place, points, err := s.Points.Choose(ctx, host)
	if err == nil {
		err = CheckRange(s.Start, s.End)
	}
	return place, points, err
}

// CheckRange refuses a range without an end, or that ends before it starts.
func CheckRange(start, end httpapi.AskedTime) error {
	switch {
	case start == 0 || end == 0:
		return errs.New(errs.TimeRequired)
	case start > end:
		return errs.New(errs.StartAfterEnd)
	}
	return nil
}

// Read returns the points that a query of points, named p, chooses, in the order of the project; at most one more than allowed.
func Read(ctx context.Context, q *bun.SelectQuery) (list []Point, err error) {
	err = q.ColumnExpr("p.id, p.name, p.measurement, p.category, p.structure_id, st.name AS structure, COALESCE(it.name, '') AS item").
		Join("JOIN structure AS st ON st.id = p.structure_id").Join("LEFT JOIN structure AS it ON it.id = p.item_id").
		OrderExpr("st.sort, st.id, COALESCE(it.sort, -1), it.id, p.sort, p.id").Limit(MostPoints+1).Scan(ctx, &list)
	if err != nil {
		return nil, fmt.Errorf("points of a file: %w", err)
	}
	return list, nil
}

// List returns the points of a choice that exist, in the order of the project.
//
// Unscoped: the caller has checked access to the project.
func (s *Points) List(ctx context.Context, host feature.Host) ([]Point, error) {
	q := host.Tables.Bun.NewSelect().TableExpr("point AS p").Where("p.project_id = ?", s.ProjectID)
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
	return Read(ctx, q)
}

var (
	titleOfMany = i18n.Label{Zh: "%s 等 %d 个测点 %s", En: "%s and others (%d points), %s", Tw: "%s 等 %d 個測點 %s"}
	spanOfDays  = i18n.Label{Zh: "%s 至 %s", En: "%s to %s", Tw: "%s 至 %s"}
)

// Span names the days of a range.
func (p *Place) Span(start, end httpapi.AskedTime) string {
	return fmt.Sprintf(spanOfDays.In(p.Language), p.Day(start), p.Day(end))
}

// Day names the day of a time.
func (p *Place) Day(t httpapi.AskedTime) string {
	return time.UnixMilli(t.Millis()).In(p.Zone).Format(time.DateOnly)
}

// Title names a file by its points and the time that it is about.
func (p *Place) Title(points []Point, when string) string {
	if len(points) == 1 {
		return points[0].Name + " " + when
	}
	return fmt.Sprintf(titleOfMany.In(p.Language), points[0].Name, len(points), when)
}
