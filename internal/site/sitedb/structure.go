package sitedb

import (
	"context"
	"fmt"

	"github.com/uptrace/bun"

	"plumbline/internal/core/catalog"
	"plumbline/internal/platform/access"
	"plumbline/internal/platform/audit"
	"plumbline/internal/platform/audit/auditdb"
	"plumbline/internal/platform/errs"
	"plumbline/internal/platform/sqlkit"
	"plumbline/internal/site/project"
)

type structureRow struct {
	bun.BaseModel `bun:"table:structure,alias:st"`
	project.Structure
}

func (s *Store) Structures(ctx context.Context, scope access.Scope, projectID int64) ([]project.Structure, error) {
	if _, err := s.ProjectCorporation(ctx, scope, projectID); err != nil {
		return nil, err
	}
	var rows []structureRow
	if err := s.Selects(&rows).Where("st.project_id = ?", projectID).OrderExpr("st.sort, st.id").Scan(ctx); err != nil {
		return nil, fmt.Errorf("structures of project %d: %w", projectID, err)
	}
	list := make([]project.Structure, len(rows))
	for i := range rows {
		list[i] = rows[i].Structure
	}
	return list, nil
}

func (s *Store) Structure(ctx context.Context, scope access.Scope, id int64) (project.Structure, error) {
	var row structureRow
	err := sqlkit.Visible(s.Selects(&row).Where("st.id = ?", id), scope, "st.corporation_id", "st.project_id").Scan(ctx)
	return row.Structure, sqlkit.Translate(err)
}

func (s *Store) Stations(ctx context.Context, scope access.Scope, projectID int64) ([]project.Station, error) {
	if _, err := s.ProjectCorporation(ctx, scope, projectID); err != nil {
		return nil, err
	}
	list := []project.Station{}
	err := s.Bun.NewSelect().Table("device").Column("id", "name", "sn_code").
		Where("project_id = ? AND type IN (?)", projectID, bun.List(catalog.TypesWith("gnssConfig"))).OrderExpr("name, id").Scan(ctx, &list)
	if err != nil {
		return nil, fmt.Errorf("stations of project %d: %w", projectID, err)
	}
	return list, nil
}

func (s *Store) CreateStructure(ctx context.Context, who audit.Actor, st *project.Structure) error {
	return s.write(ctx, func(tx *change) (err error) {
		made := *st
		if made.ID, err = tx.ID(ctx); err != nil {
			return err
		}
		made.CreatedAt = tx.Now
		if made.Sort == 0 {
			made.Sort = made.ID // after the existing ones
		}
		if err := tx.Insert(ctx, &structureRow{Structure: made}); err != nil {
			return err
		}
		*st = made
		return tx.Log(ctx, who, auditdb.Entry{
			Kind: "structure", Action: auditdb.Created, ID: st.ID, Corporation: st.CorporationID, Project: st.ProjectID, Content: st.Name, After: made,
		})
	})
}

func (c *change) structure(ctx context.Context, who audit.Actor, id int64) (project.Structure, error) {
	var row structureRow
	err := sqlkit.Visible(c.Selects(&row).Where("st.id = ?", id), who.Scope, "st.corporation_id", "st.project_id").Scan(ctx)
	return row.Structure, sqlkit.Translate(err)
}

// The points of a moved item move along.
func (s *Store) UpdateStructure(ctx context.Context, who audit.Actor, st project.Structure) error {
	return s.write(ctx, func(tx *change) error {
		before, err := tx.structure(ctx, who, st.ID)
		if err != nil {
			return err
		}
		if err := tx.Update(ctx, &structureRow{Structure: st}, st.ID); err != nil {
			return err
		}
		if st.IsItem && st.ParentID != before.ParentID {
			if _, err := tx.Exec(ctx, "UPDATE point SET structure_id = ? WHERE item_id = ?", st.ParentID, st.ID); err != nil {
				return err
			}
			if _, err := tx.Exec(ctx, "UPDATE alert SET structure_id = ? WHERE item_id = ?", st.ParentID, st.ID); err != nil {
				return err
			}
			if err := tx.announceProject(ctx, st.ProjectID); err != nil {
				return err
			}
		}
		return tx.Log(ctx, who, auditdb.Entry{
			Kind: "structure", Action: auditdb.Updated, ID: st.ID, Corporation: st.CorporationID,
			Project: st.ProjectID, Content: st.Name, Before: before, After: st,
		})
	})
}

func (s *Store) DeleteStructure(ctx context.Context, who audit.Actor, id int64, below bool) error {
	return s.write(ctx, func(tx *change) error {
		before, err := tx.structure(ctx, who, id)
		if err != nil {
			return err
		}
		var items []structureRow
		if err := tx.Selects(&items).Where("st.parent_id = ?", id).OrderExpr("st.id").Scan(ctx); err != nil {
			return err
		}
		var points []pointRow
		if err := tx.Selects(&points).Where("p.structure_id = ?0 OR p.item_id = ?0", id).OrderExpr("p.id").Scan(ctx); err != nil {
			return err
		}
		if len(items)+len(points) > 0 && !below {
			return errs.New(errs.InUse)
		}
		if err := tx.removePoints(ctx, who, points); err != nil {
			return err
		}
		for _, item := range items {
			if err := tx.removeStructure(ctx, who, item.Structure); err != nil {
				return err
			}
		}
		return tx.removeStructure(ctx, who, before)
	})
}

// removeStructure deletes a structure or item with nothing left below it.
func (c *change) removeStructure(ctx context.Context, who audit.Actor, st project.Structure) error {
	if _, err := c.Exec(ctx, "DELETE FROM structure WHERE id = ?", st.ID); err != nil {
		return err
	}
	return c.Log(ctx, who, auditdb.Entry{
		Kind: "structure", Action: auditdb.Deleted, ID: st.ID, Corporation: st.CorporationID, Project: st.ProjectID, Content: st.Name, Before: st,
	})
}

// Unscoped: the service has just looked the thing up in the caller's scope.
func (s *Store) PlaceExists(ctx context.Context, projectID, structureID, itemID int64) (bool, error) {
	structure, err := s.Bun.NewSelect().Table("structure").Where("id = ? AND project_id = ? AND NOT is_item", structureID, projectID).Exists(ctx)
	if err != nil || !structure || itemID == 0 {
		return structure, err
	}
	return s.Bun.NewSelect().Table("structure").Where("id = ? AND project_id = ? AND is_item AND parent_id = ?", itemID, projectID, structureID).Exists(ctx)
}
