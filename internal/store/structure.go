package store

import (
	"context"
	"fmt"

	"github.com/uptrace/bun"

	"plumbline/internal/platform/access"
	"plumbline/internal/platform/fault"
	"plumbline/internal/platform/oplog"
	"plumbline/internal/site/project"
)

type structureRow struct {
	bun.BaseModel `bun:"table:structure,alias:st"`
	project.Structure
}

// Structures implements project.Store.
func (s *Store) Structures(ctx context.Context, scope access.Scope, projectID int64) ([]project.Structure, error) {
	if _, err := s.ProjectCorporation(ctx, scope, projectID); err != nil {
		return nil, err
	}
	var rows []structureRow
	if err := s.selects(&rows).Where("st.project_id = ?", projectID).OrderExpr("st.sort, st.id").Scan(ctx); err != nil {
		return nil, fmt.Errorf("structures of project %d: %w", projectID, err)
	}
	list := make([]project.Structure, len(rows))
	for i := range rows {
		list[i] = rows[i].Structure
	}
	return list, nil
}

// Structure implements project.Store.
func (s *Store) Structure(ctx context.Context, scope access.Scope, id int64) (project.Structure, error) {
	var row structureRow
	err := visible(s.selects(&row).Where("st.id = ?", id), scope, "st.corporation_id", "st.project_id").Scan(ctx)
	return row.Structure, translate(err)
}

// Stations implements project.Store.
func (s *Store) Stations(ctx context.Context, scope access.Scope, projectID int64) ([]project.Station, error) {
	if _, err := s.ProjectCorporation(ctx, scope, projectID); err != nil {
		return nil, err
	}
	list := []project.Station{}
	err := s.bun.NewSelect().Table("device").Column("id", "name", "sn_code").Where("project_id = ? AND type = 'GNSS'", projectID).OrderExpr("name, id").Scan(ctx, &list)
	if err != nil {
		return nil, fmt.Errorf("stations of project %d: %w", projectID, err)
	}
	return list, nil
}

// CreateStructure implements project.Store.
func (s *Store) CreateStructure(ctx context.Context, who oplog.Actor, st *project.Structure) error {
	return s.write(ctx, func(tx *change) (err error) {
		made := *st
		if made.ID, err = tx.id(ctx); err != nil {
			return err
		}
		made.CreatedAt = tx.now
		if made.Sort == 0 {
			made.Sort = made.ID // behind those there are
		}
		if err := tx.insert(ctx, &structureRow{Structure: made}); err != nil {
			return err
		}
		*st = made
		return tx.log(ctx, who, logged{kind: "structure", action: created, id: st.ID, corporation: st.CorporationID, project: st.ProjectID, content: st.Name, after: made})
	})
}

func (c *change) structure(ctx context.Context, who oplog.Actor, id int64) (project.Structure, error) {
	var row structureRow
	err := visible(c.selects(&row).Where("st.id = ?", id), who.Scope, "st.corporation_id", "st.project_id").Scan(ctx)
	return row.Structure, translate(err)
}

// UpdateStructure implements project.Store. An item that moves takes its points along.
func (s *Store) UpdateStructure(ctx context.Context, who oplog.Actor, st project.Structure) error {
	return s.write(ctx, func(tx *change) error {
		before, err := tx.structure(ctx, who, st.ID)
		if err != nil {
			return err
		}
		if err := tx.update(ctx, &structureRow{Structure: st}, st.ID); err != nil {
			return err
		}
		if st.IsItem && st.ParentID != before.ParentID {
			if _, err := tx.exec(ctx, "UPDATE point SET structure_id = ? WHERE item_id = ?", st.ParentID, st.ID); err != nil {
				return err
			}
			if _, err := tx.exec(ctx, "UPDATE alert SET structure_id = ? WHERE item_id = ?", st.ParentID, st.ID); err != nil {
				return err
			}
			if err := tx.announceProject(ctx, st.ProjectID); err != nil {
				return err
			}
		}
		return tx.log(ctx, who, logged{kind: "structure", action: updated, id: st.ID, corporation: st.CorporationID, project: st.ProjectID, content: st.Name, before: before, after: st})
	})
}

// DeleteStructure implements project.Store.
func (s *Store) DeleteStructure(ctx context.Context, who oplog.Actor, id int64, below bool) error {
	return s.write(ctx, func(tx *change) error {
		before, err := tx.structure(ctx, who, id)
		if err != nil {
			return err
		}
		var items []structureRow
		if err := tx.selects(&items).Where("st.parent_id = ?", id).OrderExpr("st.id").Scan(ctx); err != nil {
			return err
		}
		var points []pointRow
		if err := tx.selects(&points).Where("p.structure_id = ?0 OR p.item_id = ?0", id).OrderExpr("p.id").Scan(ctx); err != nil {
			return err
		}
		if len(items)+len(points) > 0 && !below {
			return fault.New(fault.InUse)
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

// removeStructure removes a structure or item that has nothing below it any more.
func (c *change) removeStructure(ctx context.Context, who oplog.Actor, st project.Structure) error {
	if _, err := c.exec(ctx, "DELETE FROM structure WHERE id = ?", st.ID); err != nil {
		return err
	}
	return c.log(ctx, who, logged{kind: "structure", action: deleted, id: st.ID, corporation: st.CorporationID, project: st.ProjectID, content: st.Name, before: st})
}

// PlaceExists implements point.Store.
func (s *Store) PlaceExists(ctx context.Context, projectID, structureID, itemID int64) (bool, error) {
	structure, err := s.bun.NewSelect().Table("structure").Where("id = ? AND project_id = ? AND NOT is_item", structureID, projectID).Exists(ctx)
	if err != nil || !structure || itemID == 0 {
		return structure, err
	}
	return s.bun.NewSelect().Table("structure").Where("id = ? AND project_id = ? AND is_item AND parent_id = ?", itemID, projectID, structureID).Exists(ctx)
}
