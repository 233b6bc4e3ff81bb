package storetest

import (
	"testing"

	"plumbline/internal/platform/errs"
	"plumbline/internal/site/drawing"
	"plumbline/internal/site/point"
	"plumbline/internal/site/project"
	"plumbline/internal/site/stats"
	"plumbline/internal/testing/apptest"
)

const degree = int64(3600 * 1_000_000)

func arc(v int64) *int64 { return &v }

func placesOnTheMap(t *testing.T, s *apptest.Site) {
	admin := apptest.Actor(s.Admin)
	place := func(places ...point.Place) error { return s.Points.PutPlaces(ctx, admin, s.Project.ID, places) }
	east, west := arc(180*degree), arc(-180*degree+1)
	ok(t, place(point.Place{PointID: s.Level.ID, Longitude: east, Latitude: arc(90 * degree)},
		point.Place{PointID: s.Crack.ID, Longitude: west, Latitude: arc(-90 * degree)}))
	kept := must(s.Points.Get(ctx, s.Guest.Scope(), s.Level.ID))(t)
	same(t, "longitude to the millionth of an arc second", *kept.Longitude, *east)
	same(t, "latitude", *kept.Latitude, 90*degree)
	setLevel(t, s, s.Crack.ID, 3)

	markers := func(structure int64, box project.Box) []int64 {
		ids := []int64{}
		for _, m := range must(s.Points.Markers(ctx, s.Guest.Scope(), s.Project.ID, structure, box, 10))(t) {
			ids = append(ids, m.ID)
		}
		return ids
	}
	same(t, "all, the worst first", markers(0, project.World()), []int64{s.Crack.ID, s.Level.ID})
	same(t, "at most the limit", len(must(s.Points.Markers(ctx, s.Guest.Scope(), s.Project.ID, 0, project.World(), 1))(t)), 1)
	same(t, "where they stand", must(s.Stats.Extents(ctx, s.Guest.Scope(), s.Project.ID))(t)[s.Structure.ID],
		stats.Extent{West: *west, South: -90 * degree, East: *east, North: 90 * degree})
	same(t, "where those of an item stand", must(s.Stats.Extents(ctx, s.Guest.Scope(), s.Project.ID))(t)[s.Item.ID],
		stats.Extent{West: *east, South: 90 * degree, East: *east, North: 90 * degree})
	same(t, "to a stranger", len(must(s.Stats.Extents(ctx, s.Stranger.Scope(), s.Project.ID))(t)), 0)
	same(t, "of an item", markers(s.Item.ID, project.World()), []int64{s.Level.ID})
	north := project.World()
	north.South = 0
	same(t, "in the north", markers(0, north), []int64{s.Level.ID})
	same(t, "over the 180th meridian",
		markers(0, project.Box{West: 179 * degree, East: -179 * degree, South: -90 * degree, North: 90 * degree}), []int64{s.Crack.ID, s.Level.ID})
	same(t, "between the meridians", markers(0, project.Box{West: -179 * degree, East: 179 * degree, South: -90 * degree, North: 90 * degree}), []int64{})
	if found := must(s.Points.Markers(ctx, s.Stranger.Scope(), 0, 0, project.World(), 10))(t); len(found) != 0 {
		t.Errorf("a stranger sees %+v", found)
	}

	refused(t, place(point.Place{PointID: s.Level.ID, Longitude: arc(180*degree + 1), Latitude: arc(0)}, point.Place{PointID: s.Crack.ID, Longitude: arc(0)}),
		errs.CoordinateFormat, "points[0].longitude", "points[1].latitude")
	refused(t, place(point.Place{PointID: s.Level.ID}, point.Place{PointID: s.Level.ID}), errs.Duplicate, "points[1].measuringPointId")
	refused(t, place(point.Place{PointID: s.Level.ID}, point.Place{PointID: s.Structure.ID}), errs.MustExist, "points[1].measuringPointId")
	same(t, "all or none", must(s.Points.Get(ctx, s.Admin.Scope(), s.Level.ID))(t).Longitude != nil, true)
	refused(t, place(), errs.AtLeastOnePoint, "points")
	refused(t, s.Points.PutPlaces(ctx, apptest.Actor(s.Stranger), s.Project.ID, []point.Place{{PointID: s.Level.ID}}),
		errs.MustExist, "points[0].measuringPointId")
	ok(t, place(point.Place{PointID: s.Level.ID}))
	same(t, "removed from the map", markers(0, project.World()), []int64{s.Crack.ID})

	structure := s.Structure
	structure.Longitude, structure.Latitude = arc(111*degree), arc(30*degree)
	must(s.Projects.UpdateStructure(ctx, admin, structure))(t)
	found := must(s.Projects.StructureMarkers(ctx, s.Guest.Scope(), 0, project.World()))(t)
	same(t, "structures", found, []project.StructureMarker{{
		ID: s.Structure.ID, ProjectID: s.Project.ID, Name: s.Structure.Name, Longitude: 111 * degree, Latitude: 30 * degree, Level: 3,
	}})
	if found := must(s.Projects.StructureMarkers(ctx, s.Stranger.Scope(), 0, project.World()))(t); len(found) != 0 {
		t.Errorf("a stranger sees %+v", found)
	}
}

func plans(t *testing.T, s *apptest.Site) {
	admin := apptest.Actor(s.Admin)
	width, north := 120.0, 30.0
	made := must(s.Drawings.Create(ctx, admin, drawing.Sheet{
		ProjectID: s.Project.ID, StructureID: s.Structure.ID, Name: "Ring 120", Kind: drawing.Section, RealWidth: &width, North: &north,
	}))(t)
	sheet, marks, err := s.Drawings.Get(ctx, s.Guest.Scope(), s.Project.ID, made.ID)
	ok(t, err)
	same(t, "plan", sheet, made)
	same(t, "nothing on it", marks, []drawing.Mark{})
	_, err = s.Drawings.Create(ctx, admin, drawing.Sheet{ProjectID: s.Project.ID, StructureID: s.Structure.ID, Name: "Ring 120", Kind: drawing.Plan})
	refused(t, err, errs.NameUsed, "name")
	wrong := -1.0
	_, err = s.Drawings.Create(ctx, admin, drawing.Sheet{ProjectID: s.Project.ID, StructureID: s.Project.ID, Kind: "film", RealWidth: &wrong, North: &wrong})
	refused(t, err, errs.MustExist, "structureId", "name", "kind", "realWidth", "north")
	_, err = s.Drawings.Create(ctx, apptest.Actor(s.Stranger),
		drawing.Sheet{ProjectID: s.Project.ID, StructureID: s.Structure.ID, Name: "Theirs", Kind: drawing.Plan})
	refused(t, err, errs.MustExist, "structureId")

	place := func(id int64, marks []drawing.Mark, gone ...int64) ([]drawing.Mark, error) {
		return s.Drawings.Place(ctx, admin, s.Project.ID, id, marks, gone)
	}
	level, crack := drawing.Mark{PointID: s.Level.ID, X: 0.25, Y: 1}, drawing.Mark{PointID: s.Crack.ID, X: 0, Y: 0.123456}
	same(t, "placed", must(place(made.ID, []drawing.Mark{level, crack}))(t), []drawing.Mark{level, crack})
	level.X = 0.75
	same(t, "moved, and removed", must(place(made.ID, []drawing.Mark{level}, s.Crack.ID))(t), []drawing.Mark{level})
	_, err = place(made.ID, []drawing.Mark{{PointID: s.Level.ID, X: 1.5}, {PointID: s.Level.ID, Y: -0.1}}, s.Level.ID)
	refused(t, err, errs.OutOfRange, "marks[0].x", "marks[1].measuringPointId", "marks[1].y", "removed[0]")
	_, err = place(made.ID, nil)
	refused(t, err, errs.AtLeastOnePoint, "marks")
	ofItem := must(s.Drawings.Create(ctx, admin, drawing.Sheet{ProjectID: s.Project.ID, StructureID: s.Item.ID, Name: "Section A", Kind: drawing.Section}))(t)
	_, err = place(ofItem.ID, []drawing.Mark{{PointID: s.Level.ID}, {PointID: s.Crack.ID}})
	refused(t, err, errs.MustExist, "marks[1].measuringPointId")
	same(t, "all or none", len(must(place(ofItem.ID, []drawing.Mark{{PointID: s.Level.ID, X: 0.5, Y: 0.5}}))(t)), 1)

	list := must(s.Drawings.List(ctx, s.Guest.Scope(), s.Project.ID, 0))(t)
	if len(list) != 2 || list[0].Marks != 1 || list[1].ID != ofItem.ID {
		t.Errorf("plans of the project: %+v", list)
	}
	same(t, "of the item", len(must(s.Drawings.List(ctx, s.Guest.Scope(), s.Project.ID, s.Item.ID))(t)), 1)
	_, err = s.Drawings.List(ctx, s.Stranger.Scope(), s.Project.ID, 0)
	refused(t, err, errs.NothingHere)
	_, _, err = s.Drawings.Get(ctx, s.Stranger.Scope(), s.Project.ID, made.ID)
	refused(t, err, errs.NothingHere)

	moved := s.Level
	moved.ItemID = 0
	must(s.Points.Update(ctx, admin, moved))(t)
	_, marks, err = s.Drawings.Get(ctx, s.Guest.Scope(), s.Project.ID, ofItem.ID)
	ok(t, err)
	same(t, "who left the item is not on its plan", marks, []drawing.Mark{})

	made.Name, made.North = "Ring 121", nil
	same(t, "changed", must(s.Drawings.Update(ctx, admin, made))(t), made)
	refused(t, s.Drawings.Delete(ctx, apptest.Actor(s.Stranger), s.Project.ID, made.ID), errs.NothingHere)
	refused(t, s.Drawings.Delete(ctx, admin, s.Project.ID+1, made.ID), errs.NothingHere)
	ok(t, s.Points.Delete(ctx, admin, s.Crack.ID))
	ok(t, s.Drawings.Delete(ctx, admin, s.Project.ID, made.ID))
	_, _, err = s.Drawings.Get(ctx, s.Guest.Scope(), s.Project.ID, made.ID)
	refused(t, err, errs.NothingHere)
}
