package drawing

import (
	"context"
	"fmt"
	"unicode/utf8"

	"plumbline/internal/platform/access"
	"plumbline/internal/platform/audit"
	"plumbline/internal/platform/errs"
)

const (
	maxName = 20 // characters (specification section 5)
	// MaxMarks is the maximum number of points in one call.
	MaxMarks = 1000
	maxWidth = 1_000_000 // m
)

// Service validates and manages drawings.
type Service struct{ store Store }

// New returns a service.
func New(store Store) *Service { return &Service{store: store} }

// List returns the drawings of a project, or of one of its structures or items.
func (s *Service) List(ctx context.Context, scope access.Scope, projectID, structureID int64) ([]Listed, error) {
	return s.store.Sheets(ctx, scope, projectID, structureID)
}

// Get returns a drawing of a project with its points.
func (s *Service) Get(ctx context.Context, scope access.Scope, projectID, id int64) (Sheet, []Mark, error) {
	sheet, err := s.store.Sheet(ctx, scope, projectID, id)
	if err != nil {
		return Sheet{}, nil, err
	}
	marks, err := s.store.Marks(ctx, scope, sheet)
	return sheet, marks, err
}

// Create adds a drawing to a structure or item of its project.
func (s *Service) Create(ctx context.Context, who audit.Actor, sheet Sheet) (Sheet, error) {
	var refusals errs.Refusals
	structure, err := s.store.Structure(ctx, who.Scope, sheet.StructureID)
	switch {
	case errs.IsKind(err, errs.NotFound), err == nil && structure.ProjectID != sheet.ProjectID:
		refusals.Add("structureId", errs.MustExist)
	case err != nil:
		return Sheet{}, err
	}
	sheet.CorporationID = structure.CorporationID
	if err := refusals.Merge("", sheet.validate()); err != nil {
		return Sheet{}, err
	}
	if err := refusals.Err(); err != nil {
		return Sheet{}, err
	}
	if err := s.store.CreateSheet(ctx, who, &sheet); err != nil {
		return Sheet{}, err
	}
	return sheet, nil
}

// Update changes a drawing. It stays with its structure, and its points keep their positions.
func (s *Service) Update(ctx context.Context, who audit.Actor, sheet Sheet) (Sheet, error) {
	before, err := s.store.Sheet(ctx, who.Scope, sheet.ProjectID, sheet.ID)
	if err != nil {
		return Sheet{}, err
	}
	sheet.CorporationID, sheet.StructureID, sheet.CreatedAt = before.CorporationID, before.StructureID, before.CreatedAt
	if sheet.Sort == 0 {
		sheet.Sort = before.Sort
	}
	if err := sheet.validate(); err != nil {
		return Sheet{}, err
	}
	return sheet, s.store.UpdateSheet(ctx, who, sheet)
}

// Delete deletes a drawing; its points are kept.
func (s *Service) Delete(ctx context.Context, who audit.Actor, projectID, id int64) error {
	return s.store.DeleteSheet(ctx, who, projectID, id)
}

// Place places or moves points on a drawing and removes those in gone, all or none.
func (s *Service) Place(ctx context.Context, who audit.Actor, projectID, id int64, marks []Mark, gone []int64) ([]Mark, error) {
	sheet, err := s.store.Sheet(ctx, who.Scope, projectID, id)
	if err != nil {
		return nil, err
	}
	var refusals errs.Refusals
	switch {
	case len(marks)+len(gone) == 0:
		refusals.Add("marks", errs.AtLeastOnePoint)
	case len(marks)+len(gone) > MaxMarks:
		refusals.Add("marks", errs.TooManyEntries, "max", MaxMarks)
	}
	seen := map[int64]bool{}
	for i, m := range marks {
		at := fmt.Sprintf("marks[%d].", i)
		if seen[m.PointID] {
			refusals.Add(at+"measuringPointId", errs.Duplicate)
		}
		seen[m.PointID] = true
		checkShare(&refusals, at+"x", m.X)
		checkShare(&refusals, at+"y", m.Y)
	}
	for i, id := range gone {
		if seen[id] {
			refusals.Add(fmt.Sprintf("removed[%d]", i), errs.Duplicate)
		}
	}
	if err := refusals.Err(); err != nil {
		return nil, err
	}
	if err := s.store.PlaceMarks(ctx, who, sheet, marks, gone); err != nil {
		return nil, err
	}
	return s.store.Marks(ctx, who.Scope, sheet)
}

func checkShare(refusals *errs.Refusals, field string, v float64) {
	if !(v >= 0 && v <= 1) {
		refusals.Add(field, errs.OutOfRange, "min", 0, "max", 1)
	}
}

func (s Sheet) validate() error {
	var refusals errs.Refusals
	switch n := utf8.RuneCountInString(s.Name); {
	case n == 0:
		refusals.Add("name", errs.Empty)
	case n > maxName:
		refusals.Add("name", errs.TooLong, "max", maxName)
	}
	switch s.Kind {
	case Plan, Elevation, Section:
	default:
		refusals.Add("kind", errs.NotOneOf, "allowed", "plan, elevation, section")
	}
	if s.RealWidth != nil && !(*s.RealWidth > 0 && *s.RealWidth <= maxWidth) {
		refusals.Add("realWidth", errs.OutOfRange, "min", 0, "max", maxWidth)
	}
	if s.North != nil && !(*s.North >= 0 && *s.North <= 360) {
		refusals.Add("north", errs.OutOfRange, "min", 0, "max", 360)
	}
	return refusals.Err()
}
