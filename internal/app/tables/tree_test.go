package tables_test

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"plumbline/internal/platform/errs"
	"plumbline/internal/platform/paging"
	"plumbline/internal/site/bulk"
	"plumbline/internal/site/point"
	"plumbline/internal/site/project"
	"plumbline/internal/testing/apptest"
)

// grove is the expected tree of a project.
type grove struct {
	project    int64
	structures map[int64]string // by id: name
	items      map[int64]leafOf // by id
	points     map[int64]leafOf // by id; parent is a structure or an item
	deleted    bool             // the project is deleted
}

type leafOf struct {
	parent int64
	name   string
}

// TestTreeKeepsItsInvariants creates, moves, renames, clones, undoes, deletes and restores in any order: everything
// has a parent, siblings have unique names, and counts are right.
func TestTreeKeepsItsInvariants(t *testing.T) {
	for _, engine := range apptest.Engines() {
		t.Run(string(engine), func(t *testing.T) { treeKeepsItsInvariants(t, apptest.OpenSite(t, engine)) })
	}
}

func treeKeepsItsInvariants(t *testing.T, s *apptest.Site) {
	ctx, admin := context.Background(), apptest.Actor(s.Admin)
	names := []string{"A", "B", "C", "D"}
	n := 0
	rapid.Check(t, func(t *rapid.T) {
		n++
		made, err := s.Projects.Create(ctx, admin, project.Project{CorporationID: s.Corporation.ID, Name: fmt.Sprintf("Grove %d", n)})
		if err != nil {
			t.Fatal(err)
		}
		g := &grove{project: made.ID, structures: map[int64]string{}, items: map[int64]leafOf{}, points: map[int64]leafOf{}}
		name := func() string { return rapid.SampledFrom(names).Draw(t, "name") }
		pick := func(ids []int64) int64 {
			if len(ids) == 0 {
				t.Skip("nothing to edit")
			}
			slices.Sort(ids)
			return rapid.SampledFrom(ids).Draw(t, "id")
		}
		restore := func() {
			if _, err := s.Projects.Restore(ctx, admin, g.project, ""); err != nil {
				t.Fatal(err)
			}
			g.deleted = false
		}
		standing := func() { // restore the project if an action needs it: a skipped action would not count
			if g.deleted {
				restore()
			}
		}
		// expect compares an outcome with whether the name is free among siblings.
		expect := func(err error, free bool) bool {
			switch {
			case free && err != nil:
				t.Fatalf("refused: %v", err)
			case !free && !errs.Is(err, errs.NameUsed):
				t.Fatalf("a name was given twice: %v", err)
			}
			return free
		}
		t.Repeat(map[string]func(*rapid.T){
			"new structure": func(*rapid.T) {
				standing()
				called := name()
				st, err := s.Projects.CreateStructure(ctx, admin, project.Structure{ProjectID: g.project, Name: called, Type: "Slope"})
				if expect(err, g.freeStructure(called, 0)) {
					g.structures[st.ID] = called
				}
			},
			"new item": func(*rapid.T) {
				standing()
				parent, called := pick(keysOf(g.structures)), name()
				st, err := s.Projects.CreateStructure(ctx, admin, project.Structure{ProjectID: g.project, ParentID: parent, IsItem: true, Name: called})
				if expect(err, g.freeItem(parent, called, 0)) {
					g.items[st.ID] = leafOf{parent, called}
				}
			},
			"new point": func(*rapid.T) {
				standing()
				structure, item := g.place(pick(append(keysOf(g.structures), keysOf(g.items)...)))
				called := name()
				points, err := s.Points.Create(ctx, admin, g.project, []point.New{{Point: point.Point{
					StructureID: structure, ItemID: item, Name: called, Kind: point.Normal, Measurement: "Crack", Category: "Crack",
				}}})
				if expect(err, g.freePoint(called, 0)) {
					g.points[points[0].ID] = leafOf{parentOf(structure, item), called}
				}
			},
			"move or rename item": func(*rapid.T) {
				standing()
				id, parent, called := pick(keysOf(g.items)), pick(keysOf(g.structures)), name()
				_, err := s.Projects.UpdateStructure(ctx, admin, project.Structure{ID: id, ParentID: parent, Name: called})
				if expect(err, g.freeItem(parent, called, id)) {
					g.items[id] = leafOf{parent, called}
				}
			},
			"move or rename point": func(*rapid.T) {
				standing()
				id, called := pick(keysOf(g.points)), name()
				structure, item := g.place(pick(append(keysOf(g.structures), keysOf(g.items)...)))
				p, err := s.Points.Get(ctx, s.Admin.Scope(), id)
				if err != nil {
					t.Fatal(err)
				}
				p.StructureID, p.ItemID, p.Name = structure, item, called
				_, err = s.Points.Update(ctx, admin, p)
				if expect(err, g.freePoint(called, id)) {
					g.points[id] = leafOf{parentOf(structure, item), called}
				}
			},
			"clone structure": func(*rapid.T) {
				standing()
				source, called := pick(keysOf(g.structures)), name()
				prefix := rapid.SampledFrom([]string{"X", "Y"}).Draw(t, "prefix")
				done, err := s.Bulk.Do(ctx, admin, s.Bulk.PlanClone(bulk.Clone{StructureID: source, ProjectID: g.project, Name: called, Prefix: prefix}))
				if !expect(err, g.freeClone(source, called, prefix)) {
					return
				}
				if rapid.Bool().Draw(t, "undone") {
					if _, err := s.Bulk.Undo(ctx, admin, done.ID, 0); err != nil {
						t.Fatal(err)
					}
					return
				}
				g.cloned(ctx, t, s, source, prefix, done.Effects)
			},
			"delete below": func(*rapid.T) {
				standing()
				id := pick(append(keysOf(g.structures), keysOf(g.items)...))
				if err := s.Projects.DeleteStructure(ctx, admin, id, true); err != nil {
					t.Fatal(err)
				}
				g.fell(id)
			},
			"delete point": func(*rapid.T) {
				standing()
				id := pick(keysOf(g.points))
				if err := s.Points.Delete(ctx, admin, id); err != nil {
					t.Fatal(err)
				}
				delete(g.points, id)
			},
			"delete project": func(*rapid.T) {
				standing()
				if err := s.Projects.Delete(ctx, admin, g.project); err != nil {
					t.Fatal(err)
				}
				g.deleted = true
			},
			"restore project": func(*rapid.T) {
				if !g.deleted {
					t.Skip("it is not deleted")
				}
				restore()
			},
			"": func(t *rapid.T) { g.check(ctx, t, s) },
		})
	})
}

// parentOf returns the parent of a point: its item, else its structure.
func parentOf(structure, item int64) int64 {
	if item != 0 {
		return item
	}
	return structure
}

func keysOf[V any](m map[int64]V) []int64 {
	ids := make([]int64, 0, len(m))
	for id := range m {
		ids = append(ids, id)
	}
	return ids
}

// place returns the structure and item of an id; item 0 for a structure.
func (g *grove) place(id int64) (structure, item int64) {
	if found, isItem := g.items[id]; isItem {
		return found.parent, id
	}
	return id, 0
}

func (g *grove) freeStructure(name string, but int64) bool {
	for id, other := range g.structures {
		if id != but && other == name {
			return false
		}
	}
	return true
}

func (g *grove) freeItem(parent int64, name string, but int64) bool {
	for id, other := range g.items {
		if id != but && other == (leafOf{parent, name}) {
			return false
		}
	}
	return true
}

// freePoint: names of points are unique in the project.
func (g *grove) freePoint(name string, but int64) bool {
	for id, other := range g.points {
		if id != but && other.name == name {
			return false
		}
	}
	return true
}

// below returns the items and points below a structure.
func (g *grove) below(structure int64) (items, points []int64) {
	for id, of := range g.items {
		if of.parent == structure {
			items = append(items, id)
		}
	}
	for id, of := range g.points {
		if of.parent == structure || slices.Contains(items, of.parent) {
			points = append(points, id)
		}
	}
	return items, points
}

// freeClone: the copy needs a free name among structures, and its points in the project. Names grow by a letter per
// copy and stay below the maximum.
func (g *grove) freeClone(source int64, called, prefix string) bool {
	_, points := g.below(source)
	return g.freeStructure(called, 0) && !slices.ContainsFunc(points, func(id int64) bool { return !g.freePoint(prefix+g.points[id].name, 0) })
}

// cloned adds the copy of a structure; its items and points are matched by name.
func (g *grove) cloned(ctx context.Context, t *rapid.T, s *apptest.Site, source int64, prefix string, made bulk.Effects) {
	var want, got []string
	items, points := g.below(source)
	for _, id := range items {
		want = append(want, g.items[id].name)
	}
	for _, id := range points {
		want = append(want, g.items[g.points[id].parent].name+"/"+prefix+g.points[id].name)
	}
	for i, id := range made.Structures {
		st, err := s.Projects.Structure(ctx, s.Admin.Scope(), id)
		if err != nil {
			t.Fatal(err)
		}
		if i == 0 {
			g.structures[id] = st.Name
			continue
		}
		g.items[id] = leafOf{made.Structures[0], st.Name}
		got = append(got, st.Name)
	}
	for _, id := range made.Points {
		p, err := s.Points.Get(ctx, s.Admin.Scope(), id)
		if err != nil {
			t.Fatal(err)
		}
		g.points[id] = leafOf{parentOf(p.StructureID, p.ItemID), p.Name}
		got = append(got, g.items[p.ItemID].name+"/"+p.Name)
	}
	slices.Sort(want)
	slices.Sort(got)
	if !slices.Equal(got, want) {
		t.Fatalf("the copy contains %q, want %q", got, want)
	}
}

// fell removes a structure or item with everything below it.
func (g *grove) fell(id int64) {
	for item, of := range g.items {
		if of.parent == id {
			g.fell(item)
		}
	}
	for p, of := range g.points {
		if of.parent == id {
			delete(g.points, p)
		}
	}
	delete(g.items, id)
	delete(g.structures, id)
}

// check compares the tree, the lists and the counts with the expected ones.
func (g *grove) check(ctx context.Context, t *rapid.T, s *apptest.Site) {
	tree, err := s.Projects.Tree(ctx, s.Admin.Scope(), g.project)
	if g.deleted {
		if !errs.Is(err, errs.NothingHere) {
			t.Fatalf("tree of a deleted project: %v", err)
		}
		deleted, err := s.Projects.Deleted(ctx, s.Admin.Scope(), paging.Query{Size: 200})
		if err != nil || !slices.ContainsFunc(deleted.List, func(d project.Deleted) bool {
			return d.ID == g.project && d.Points == len(g.points) && d.Structures == len(g.structures)
		}) {
			t.Fatalf("deleted projects %+v, %v", deleted, err)
		}
		return
	}
	if err != nil {
		t.Fatal(err)
	}
	seen := map[int64]leafOf{}
	for _, st := range tree {
		seen[st.ID] = leafOf{0, st.Name}
		below := 0
		for _, child := range st.Children {
			seen[child.ID] = leafOf{st.ID, child.Name}
			below += child.Points
			if child.Kind == project.PointNode {
				below++
			}
			for _, leaf := range child.Children {
				seen[leaf.ID] = leafOf{child.ID, leaf.Name}
			}
		}
		if st.Points != below {
			t.Fatalf("structure %s counts %d points, has %d", st.Name, st.Points, below)
		}
	}
	want := map[int64]leafOf{}
	for id, called := range g.structures {
		want[id] = leafOf{0, called}
	}
	for _, leaves := range []map[int64]leafOf{g.items, g.points} {
		for id, leaf := range leaves {
			want[id] = leaf
		}
	}
	if len(seen) != len(want) {
		t.Fatalf("tree has %d nodes, want %d", len(seen), len(want))
	}
	for id, leaf := range want {
		if seen[id] != leaf {
			t.Fatalf("%d is %+v in the tree, want %+v", id, seen[id], leaf)
		}
	}
	below, err := s.Projects.Subtree(ctx, s.Admin.Scope(), project.Place{ProjectID: g.project})
	if err != nil || below.Structures != len(g.structures) || below.Items != len(g.items) || below.Points != len(g.points) {
		t.Fatalf("below %+v, %v: want %d structures, %d items, %d points", below, err, len(g.structures), len(g.items), len(g.points))
	}
}
