package drawing_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"plumbline/internal/platform/access"
	"plumbline/internal/platform/audit"
	"plumbline/internal/platform/errs"
	"plumbline/internal/site/drawing"
	"plumbline/internal/site/project"
)

// cabinet is a store with one structure and one drawing; other calls panic.
type cabinet struct {
	drawing.Store
	broken error
	sheet  drawing.Sheet
	placed []drawing.Mark
	gone   []int64
	writes int
}

var who = audit.Program("test")

func newCabinet() *cabinet {
	width := 12.5
	return &cabinet{
		sheet: drawing.Sheet{
			ID: 7, CorporationID: 1, ProjectID: 2, StructureID: 3, Name: "Ring 120", Kind: drawing.Section, RealWidth: &width, Sort: 4, CreatedAt: 5,
		},
	}
}

func (c *cabinet) Structure(_ context.Context, _ access.Scope, id int64) (project.Structure, error) {
	if id != 3 {
		return project.Structure{}, errs.New(errs.NothingHere)
	}
	return project.Structure{ID: 3, CorporationID: 1, ProjectID: 2}, c.broken
}

func (c *cabinet) Sheet(_ context.Context, _ access.Scope, projectID, id int64) (drawing.Sheet, error) {
	if c.broken != nil {
		return drawing.Sheet{}, c.broken
	}
	if id != c.sheet.ID || projectID != c.sheet.ProjectID {
		return drawing.Sheet{}, errs.New(errs.NothingHere)
	}
	return c.sheet, nil
}

func (c *cabinet) CreateSheet(_ context.Context, _ audit.Actor, s *drawing.Sheet) error {
	c.writes++
	s.ID = 8
	c.sheet = *s
	return nil
}

func (c *cabinet) UpdateSheet(_ context.Context, _ audit.Actor, s drawing.Sheet) error {
	c.writes++
	c.sheet = s
	return nil
}

func (c *cabinet) PlaceMarks(_ context.Context, _ audit.Actor, _ drawing.Sheet, marks []drawing.Mark, gone []int64) error {
	c.writes++
	c.placed, c.gone = marks, gone
	return nil
}

func (c *cabinet) Marks(context.Context, access.Scope, drawing.Sheet) ([]drawing.Mark, error) {
	return c.placed, nil
}

// refusedFields returns the names of the refused fields, comma-separated.
func refusedFields(t *testing.T, err error) string {
	t.Helper()
	if err == nil {
		return ""
	}
	told, ok := errs.As(err)
	if !ok {
		t.Fatalf("no fault: %v", err)
	}
	names := make([]string, len(told.Fields))
	for i, field := range told.Fields {
		names[i] = field.Name
	}
	return strings.Join(names, ",")
}

func TestDrawingFields(t *testing.T) {
	number := func(v float64) *float64 { return &v }
	for name, test := range map[string]struct {
		change func(*drawing.Sheet)
		wrong  string
	}{
		"unchanged":                     {func(*drawing.Sheet) {}, ""},
		"no name":                       {func(s *drawing.Sheet) { s.Name = "" }, "name"},
		"20 characters of any language": {func(s *drawing.Sheet) { s.Name = strings.Repeat("环", 20) }, ""},
		"21 characters":                 {func(s *drawing.Sheet) { s.Name = strings.Repeat("环", 21) }, "name"},
		"an elevation":                  {func(s *drawing.Sheet) { s.Kind = drawing.Elevation }, ""},
		"a film":                        {func(s *drawing.Sheet) { s.Kind = "film" }, "kind"},
		"no scale":                      {func(s *drawing.Sheet) { s.RealWidth = nil }, ""},
		"a width of 0":                  {func(s *drawing.Sheet) { s.RealWidth = number(0) }, "realWidth"},
		"1,000 km":                      {func(s *drawing.Sheet) { s.RealWidth = number(1_000_000) }, ""},
		"more":                          {func(s *drawing.Sheet) { s.RealWidth = number(1_000_000.1) }, "realWidth"},
		"a NaN width":                   {func(s *drawing.Sheet) { s.RealWidth = number(math.NaN()) }, "realWidth"},
		"north at 360":                  {func(s *drawing.Sheet) { s.North = number(360) }, ""},
		"north over 360":                {func(s *drawing.Sheet) { s.North = number(360.5) }, "north"},
		"a NaN north":                   {func(s *drawing.Sheet) { s.North = number(math.NaN()) }, "north"},
		"several errors": {func(s *drawing.Sheet) {
			*s = drawing.Sheet{ID: 7, ProjectID: 2, StructureID: 3, RealWidth: number(-1), North: number(-1)}
		}, "name,kind,realWidth,north"},
	} {
		t.Run(name, func(t *testing.T) {
			c := newCabinet()
			sheet := c.sheet
			test.change(&sheet)
			_, made := drawing.New(c).Create(t.Context(), who, sheet)
			c = newCabinet()
			_, changed := drawing.New(c).Update(t.Context(), who, sheet)
			for what, err := range map[string]error{"made": made, "changed": changed} {
				if got := refusedFields(t, err); got != test.wrong {
					t.Errorf("%s: refused %q, want %q", what, got, test.wrong)
				}
			}
			if wrote := c.writes > 0; wrote != (test.wrong == "") {
				t.Errorf("stored: %v", wrote)
			}
		})
	}
}

func TestDrawingNeedsStructureOfItsProject(t *testing.T) {
	for _, place := range []struct {
		project, structure int64
		wrong              string
	}{{2, 3, ""}, {2, 9, "structureId"}, {9, 3, "structureId"}} {
		c := newCabinet()
		made, err := drawing.New(c).
			Create(t.Context(), who, drawing.Sheet{
				ProjectID: place.project, StructureID: place.structure, Name: "Overview", Kind: drawing.Plan, CorporationID: 99,
			})
		if got := refusedFields(t, err); got != place.wrong {
			t.Errorf("%+v: refused %q", place, got)
		}
		if place.wrong == "" && (made.ID != 8 || made.CorporationID != 1) {
			t.Errorf("made %+v", made)
		}
	}
	c := newCabinet()
	c.broken = errors.New("the disk is gone")
	if _, err := drawing.New(c).Create(t.Context(), who, c.sheet); !errors.Is(err, c.broken) {
		t.Errorf("a broken store returned %v", err)
	}
}

func TestUpdateKeepsStructure(t *testing.T) {
	c := newCabinet()
	want := c.sheet
	want.Name, want.Kind, want.RealWidth = "Ring 121", drawing.Plan, nil
	got, err := drawing.New(c).
		Update(t.Context(), who, drawing.Sheet{ID: 7, ProjectID: 2, CorporationID: 99, StructureID: 99, CreatedAt: 99, Name: "Ring 121", Kind: drawing.Plan})
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, got) + cmp.Diff(want, c.sheet); diff != "" {
		t.Error(diff)
	}
	if _, err := drawing.New(c).
		Update(t.Context(), who, drawing.Sheet{ID: 7, ProjectID: 9, Name: "Ring", Kind: drawing.Plan}); !errs.Is(err, errs.NothingHere) {
		t.Errorf("of another project: %v", err)
	}
}

func TestPlacePointsOnDrawing(t *testing.T) {
	marks := func(n int) []drawing.Mark {
		list := make([]drawing.Mark, n)
		for i := range list {
			list[i].PointID = int64(i + 1)
		}
		return list
	}
	for name, test := range map[string]struct {
		marks []drawing.Mark
		gone  []int64
		wrong string
	}{
		"in the corners":        {[]drawing.Mark{{PointID: 1}, {PointID: 2, X: 1, Y: 1}}, []int64{3}, ""},
		"only removed":          {nil, []int64{1}, ""},
		"nothing":               {nil, nil, "marks"},
		"the maximum":           {marks(drawing.MaxMarks - 1), []int64{drawing.MaxMarks}, ""},
		"one more":              {marks(drawing.MaxMarks), []int64{drawing.MaxMarks + 1}, "marks"},
		"outside the drawing":   {[]drawing.Mark{{PointID: 1, X: -0.001, Y: 1.001}}, nil, "marks[0].x,marks[0].y"},
		"NaN and infinity":      {[]drawing.Mark{{PointID: 1, X: math.NaN(), Y: math.Inf(1)}}, nil, "marks[0].x,marks[0].y"},
		"a duplicate":           {[]drawing.Mark{{PointID: 1}, {PointID: 1, X: 1}}, nil, "marks[1].measuringPointId"},
		"set and removed":       {[]drawing.Mark{{PointID: 1}}, []int64{2, 1}, "removed[1]"},
		"each wrong is counted": {[]drawing.Mark{{PointID: 1, X: 2}, {PointID: 2}, {PointID: 2, Y: 2}}, nil, "marks[0].x,marks[2].measuringPointId,marks[2].y"},
	} {
		t.Run(name, func(t *testing.T) {
			c := newCabinet()
			_, err := drawing.New(c).Place(t.Context(), who, 2, 7, test.marks, test.gone)
			if got := refusedFields(t, err); got != test.wrong {
				t.Errorf("refused %q, want %q", got, test.wrong)
			}
			if test.wrong != "" && c.writes > 0 || test.wrong == "" && fmt.Sprint(c.placed, c.gone) != fmt.Sprint(test.marks, test.gone) {
				t.Errorf("stored %v, removed %v", c.placed, c.gone)
			}
		})
	}
	if _, err := drawing.New(newCabinet()).Place(t.Context(), who, 9, 7, marks(1), nil); !errs.Is(err, errs.NothingHere) {
		t.Errorf("on a drawing of another project: %v", err)
	}
}
