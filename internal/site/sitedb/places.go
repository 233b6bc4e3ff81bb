package sitedb

import (
	"context"
	"fmt"

	"github.com/uptrace/bun"

	"plumbline/internal/platform/access"
	"plumbline/internal/platform/audit"
	"plumbline/internal/platform/audit/auditdb"
	"plumbline/internal/platform/errs"
	"plumbline/internal/platform/sqlkit"
	"plumbline/internal/site/point"
	"plumbline/internal/site/project"
)

// inBox limits a query to rows with coordinates in a part of the map.
func inBox(q *bun.SelectQuery, box project.Box, longitude, latitude string) *bun.SelectQuery {
	q = q.Where("? BETWEEN ? AND ?", bun.Ident(latitude), box.South, box.North)
	if box.West <= box.East {
		return q.Where("? BETWEEN ? AND ?", bun.Ident(longitude), box.West, box.East)
	}
	return q.Where("(? >= ? OR ? <= ?)", bun.Ident(longitude), box.West, bun.Ident(longitude), box.East)
}

// raisedPlaces is the highest level of the points above normal, by structure and item: few of all points.
const raisedPlaces = `LEFT JOIN (SELECT place, MAX(level) AS level FROM (
	SELECT p.structure_id AS place, l.level FROM point_level AS l JOIN point AS p ON p.id = l.point_id WHERE l.level > 0
	UNION ALL SELECT p.item_id, l.level FROM point_level AS l JOIN point AS p ON p.id = l.point_id WHERE l.level > 0 AND p.item_id <> 0
) AS raised GROUP BY place) AS r ON r.place = st.id`

func (s *Store) StructureMarkers(ctx context.Context, scope access.Scope, projectID int64, box project.Box, limit int) ([]project.StructureMarker, error) {
	markers := []project.StructureMarker{}
	q := s.Bun.NewSelect().TableExpr("structure AS st").Column("st.id", "st.project_id", "st.parent_id", "st.name", "st.longitude", "st.latitude").
		ColumnExpr("COALESCE(r.level, -1) AS level").Join(raisedPlaces).
		OrderExpr("level DESC, st.id").Limit(int64(limit))
	q = within(sqlkit.Visible(q, scope, "st.corporation_id", "st.project_id"), "st.project_id", projectID, "", 0)
	if err := inBox(q, box, "st.longitude", "st.latitude").Scan(ctx, &markers); err != nil {
		return nil, fmt.Errorf("markers of structures: %w", err)
	}
	return markers, nil
}

func (s *Store) PointMarkers(ctx context.Context, scope access.Scope, projectID, structureID int64, box project.Box, limit int) ([]point.Marker, error) {
	markers := []point.Marker{}
	q := s.Bun.NewSelect().TableExpr("point AS p").Column("p.id", "p.project_id", "p.structure_id", "p.item_id", "p.name", "p.longitude", "p.latitude").
		ColumnExpr("COALESCE(l.level, -1) AS level").Join("LEFT JOIN point_level AS l ON l.point_id = p.id").
		OrderExpr("level DESC, p.id").Limit(int64(limit))
	q = within(sqlkit.Visible(q, scope, "p.corporation_id", "p.project_id"), "p.project_id", projectID, "", 0)
	if structureID != 0 {
		q = q.Where("(p.structure_id = ? OR p.item_id = ?)", structureID, structureID)
	}
	if err := inBox(q, box, "p.longitude", "p.latitude").Scan(ctx, &markers); err != nil {
		return nil, fmt.Errorf("markers of points: %w", err)
	}
	return markers, nil
}

func (s *Store) PlacePoints(ctx context.Context, who audit.Actor, projectID int64, places []point.Place) error {
	return s.write(ctx, func(tx *change) error {
		var refusals errs.Refusals
		for i, place := range places {
			before, err := tx.point(ctx, who, place.PointID)
			if errs.IsKind(err, errs.NotFound) || err == nil && before.ProjectID != projectID {
				refusals.Add(fmt.Sprintf("points[%d].measuringPointId", i), errs.MustExist)
				continue
			}
			if err != nil {
				return err
			}
			moved := before
			moved.Longitude, moved.Latitude = place.Longitude, place.Latitude
			if err := tx.Update(ctx, &pointRow{Point: moved}, moved.ID, "longitude", "latitude"); err != nil {
				return err
			}
			tx.Points = append(tx.Points, moved.ID)
			if err := tx.Log(ctx, who, auditdb.Entry{
				Kind: "point", Action: "place", ID: moved.ID, Corporation: moved.CorporationID,
				Project: moved.ProjectID, Content: moved.Name, Before: before, After: moved,
			}); err != nil {
				return err
			}
		}
		return refusals.Err()
	})
}
