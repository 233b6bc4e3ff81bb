package bulk

import (
	"context"

	"plumbline/internal/platform/access"
	"plumbline/internal/platform/errs"
	"plumbline/internal/site/drawing"
	"plumbline/internal/site/point"
	"plumbline/internal/site/project"
)

// NewSheet is a drawing to create, with its points.
type NewSheet struct {
	drawing.Sheet
	Marks []drawing.Mark
}

// place removes the site data that was not requested: coordinates and the GNSS task, which refers to devices.
func (c Clone) place(st *project.Structure) {
	if !c.Coordinates {
		st.Longitude, st.Latitude = nil, nil
	}
	if !c.GNSS {
		st.GNSS = nil
	}
}

func (c Clone) placePoint(p *point.Point) {
	if !c.Coordinates {
		p.Longitude, p.Latitude = nil, nil
	}
}

// checkGNSS checks that the devices of a task are in the target project.
func (c Clone) checkGNSS(source project.Structure) error {
	if c.GNSS && source.GNSS != nil && c.ProjectID != source.ProjectID {
		return errs.OnField("gnss", errs.GNSSElsewhere)
	}
	return nil
}

// sheets returns copies of the drawings with the copies of their points.
func (s *Service) sheets(ctx context.Context, scope access.Scope, clone Clone, source project.Structure, copies map[int64]int64) ([]NewSheet, error) {
	if !clone.Drawings {
		return nil, nil
	}
	all, err := s.store.Sheets(ctx, scope, source.ProjectID, 0)
	if err != nil {
		return nil, err
	}
	var made []NewSheet
	for _, sheet := range all {
		owner, copied := copies[sheet.StructureID]
		if !copied {
			continue
		}
		marks, err := s.store.Marks(ctx, scope, sheet.Sheet)
		if err != nil {
			return nil, err
		}
		next := NewSheet{Sheet: sheet.Sheet, Marks: marks}
		next.ID, next.ProjectID, next.StructureID, next.Sort = 0, clone.ProjectID, owner, 0
		for i := range next.Marks {
			next.Marks[i].PointID = copies[next.Marks[i].PointID]
		}
		made = append(made, next)
	}
	if len(made) == 0 {
		return nil, nil
	}
	first, err := s.store.TakeIDs(ctx, len(made))
	for i := range made {
		made[i].ID = first + int64(i)
	}
	return made, err
}
