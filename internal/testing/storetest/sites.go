package storetest

import (
	"testing"

	"plumbline/internal/account/user"
	"plumbline/internal/core/definition"
	"plumbline/internal/core/timeline"
	"plumbline/internal/platform/errs"
	"plumbline/internal/platform/paging"
	"plumbline/internal/site/point"
	"plumbline/internal/site/project"
	"plumbline/internal/testing/apptest"
)

func projects(t *testing.T, s *apptest.Site) {
	admin := apptest.Actor(s.Admin)
	same(t, "project", must(s.Projects.Get(ctx, s.Guest.Scope(), s.Project.ID))(t), s.Project)

	_, err := s.Projects.Create(ctx, admin, project.Project{CorporationID: s.Corporation.ID, Name: s.Project.Name})
	refused(t, err, errs.NameUsed, "name")
	_, err = s.Projects.Create(ctx, admin, project.Project{CorporationID: s.Other.ID, Name: "Elsewhere"})
	refused(t, err, errs.NothingHere)
	far := int64(181 * 3600 * 1_000_000)
	_, err = s.Projects.Create(ctx, admin, project.Project{
		CorporationID: s.Corporation.ID, Name: "一二三四五六七八九十一二三四五六七八九十一", TimeZone: "Mars/Base", Longitude: &far,
	})
	refused(t, err, errs.TooLong, "name", "longitude", "latitude", "timeZone")

	made := must(s.Projects.Create(ctx, apptest.Actor(s.Outsider), project.Project{CorporationID: s.Corporation.ID, Name: "100% under_way"}))(t)
	if made.TimeZone != "Asia/Shanghai" || made.Language != "zh" {
		t.Errorf("defaults %q, %q", made.TimeZone, made.Language)
	}
	members := must(s.Users.Members(ctx, s.Outsider.Scope(), user.MemberFilter{ProjectID: made.ID}))(t).List
	if len(members) != 1 || members[0].AccountID != s.Outsider.ID || members[0].Roles[0].Type != "Owner" {
		t.Errorf("the creator of a project must own it: %+v", members)
	}
	list := must(s.Projects.List(ctx, s.Admin.Scope(), paging.Query{Sort: "name"}))(t)
	same(t, "total", list.Total, 2)
	same(t, "first by name", list.List[0].Name, "100% under_way")
	same(t, "points", list.List[1].Points, 2)
	same(t, "wildcards in a keyword are literal", must(s.Projects.List(ctx, s.Admin.Scope(), paging.Query{Keyword: "0% under_"}))(t).Total, 1)
	same(t, "keyword without regard to case", must(s.Projects.List(ctx, s.Admin.Scope(), paging.Query{Keyword: "LANDslide"}))(t).Total, 1)
	page := must(s.Projects.List(ctx, s.Admin.Scope(), paging.Query{Page: 2, Size: 1}))(t)
	if page.Total != 2 || len(page.List) != 1 {
		t.Errorf("second page of one: %d of %d", len(page.List), page.Total)
	}
	markers := must(s.Projects.Markers(ctx, s.Admin.Scope()))(t)
	if len(markers) != 1 || markers[0].ProjectID != s.Project.ID || markers[0].Longitude != *s.Project.Longitude || markers[0].Points != 2 {
		t.Errorf("markers %+v: want the one project with coordinates", markers)
	}
}

func structures(t *testing.T, s *apptest.Site) {
	admin := apptest.Actor(s.Admin)
	_, err := s.Projects.CreateStructure(ctx, admin, project.Structure{ProjectID: s.Project.ID, Name: "", Type: "Castle", DisplayType: "VR"})
	refused(t, err, errs.Empty, "name", "displayType", "type")
	_, err = s.Projects.CreateStructure(ctx, admin, project.Structure{ProjectID: s.Project.ID, Name: "Deeper", IsItem: true, ParentID: s.Item.ID})
	refused(t, err, errs.MustExist, "parentId")
	_, err = s.Projects.CreateStructure(ctx, admin, project.Structure{ProjectID: s.Project.ID, Name: s.Structure.Name, Type: "Slope"})
	refused(t, err, errs.NameUsed, "name")
	refused(t, s.Projects.DeleteStructure(ctx, admin, s.Structure.ID, false), errs.InUse)

	other := must(s.Projects.CreateStructure(ctx, admin, project.Structure{ProjectID: s.Project.ID, Name: "Lower slope", Type: "Slope"}))(t)
	item := s.Item
	item.ParentID = other.ID
	must(s.Projects.UpdateStructure(ctx, admin, item))(t)
	same(t, "a point moves with its item", must(s.Points.Get(ctx, s.Admin.Scope(), s.Level.ID))(t).StructureID, other.ID)
	ok(t, s.Points.Delete(ctx, admin, s.Crack.ID))
	ok(t, s.Projects.DeleteStructure(ctx, admin, s.Structure.ID, false))
	list := must(s.Projects.Structures(ctx, s.Guest.Scope(), s.Project.ID))(t)
	same(t, "structures left", len(list), 2)
}

func tree(t *testing.T, s *apptest.Site) {
	setLevel(t, s, s.Level.ID, 3)
	got := must(s.Projects.Tree(ctx, s.Guest.Scope(), s.Project.ID))(t)
	leaf := func(p point.Point, level int) project.Node {
		return project.Node{
			Kind: project.PointNode, ID: p.ID, Name: p.Name, Type: p.Category, Measurement: p.Measurement,
			PointKind: "normal", Level: level, Children: []project.Node{},
		}
	}
	same(t, "tree", got, []project.Node{{
		Kind: project.StructureNode, ID: s.Structure.ID, Name: s.Structure.Name, Type: "Slope", Level: 3, Points: 2,
		Children: []project.Node{
			{Kind: project.ItemNode, ID: s.Item.ID, Name: s.Item.Name, Level: 3, Points: 1, Children: []project.Node{leaf(s.Level, 3)}},
			leaf(s.Crack, -1),
		},
	}})
}

func points(t *testing.T, s *apptest.Site) {
	admin := apptest.Actor(s.Admin)
	same(t, "point", must(s.Points.Get(ctx, s.Guest.Scope(), s.Level.ID))(t), s.Level)
	list := must(s.Points.List(ctx, s.Guest.Scope(), point.Filter{ProjectID: s.Project.ID, DeviceID: s.Gauge.ID}))(t)
	if list.Total != 1 || list.List[0].ID != s.Level.ID {
		t.Fatalf("points of the gauge: %+v", list)
	}
	same(t, "sources", list.List[0].Sources, []definition.Source{{Role: "main", DeviceID: s.Gauge.ID}})

	moved := s.Crack
	moved.Name, moved.ItemID = "LF-02", s.Item.ID
	same(t, "updated", must(s.Points.Update(ctx, admin, moved))(t), moved)
	same(t, "points of the item", must(s.Points.List(ctx, s.Guest.Scope(), point.Filter{ItemID: s.Item.ID}))(t).Total, 2)
	moved.Measurement = "Tilt"
	_, err := s.Points.Update(ctx, admin, moved)
	refused(t, err, errs.Unchangeable, "measurement")

	virtual := must(s.Points.Create(ctx, admin, s.Project.ID, []point.New{{
		Point: point.Point{StructureID: s.Structure.ID, Name: "V-1", Kind: point.Virtual, Measurement: "Waterlevel", Category: "Virtual"},
		Config: []timeline.Draft{
			apptest.Draft(t, "binding", 0, definition.Binding{Sources: []definition.Source{{Role: "main", PointID: s.Level.ID, Field: "level"}}}),
		},
	}}))(t)
	refused(t, s.Points.Delete(ctx, admin, s.Level.ID), errs.StillComputed)
	ok(t, s.Points.Delete(ctx, admin, s.Level.ID, virtual[0].ID))
	_, err = s.Points.Get(ctx, s.Admin.Scope(), s.Level.ID)
	refused(t, err, errs.NothingHere)
}

func pointRules(t *testing.T, s *apptest.Site) {
	admin := apptest.Actor(s.Admin)
	_, err := s.Points.Create(ctx, admin, s.Project.ID, nil)
	refused(t, err, errs.AtLeastOnePoint)
	good := point.Point{StructureID: s.Structure.ID, Name: "A", Kind: point.Normal, Measurement: "Crack", Category: "Crack"}
	_, err = s.Points.Create(ctx, admin, s.Project.ID, []point.New{
		{Point: good},
		{Point: good},
		{Point: point.Point{StructureID: s.Structure.ID + 999, Name: "", Kind: "odd", Measurement: "Smell", Category: "Crack"}},
		{Point: point.Point{StructureID: s.Structure.ID, Name: "B", Kind: point.Normal, Measurement: "Crack", Category: "Rain"}},
	})
	refused(t, err, errs.Duplicate, "points[1].name", "points[2].name", "points[2].structureId",
		"points[2].measurement", "points[2].type", "points[3].category")
	_, err = s.Points.Create(ctx, admin, s.Project.ID, []point.New{{Point: good}, {Point: s.Crack}})
	if err == nil {
		t.Fatal("a name in use was accepted")
	}
	refused(t, err, errs.NameUsed, "points[1].name")
	same(t, "all or none", must(s.Points.List(ctx, s.Admin.Scope(), point.Filter{ProjectID: s.Project.ID}))(t).Total, 2)
}
