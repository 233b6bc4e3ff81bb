package store

import (
	"context"
	"fmt"

	"github.com/uptrace/bun"

	"plumbline/internal/access"
	"plumbline/internal/fault"
	"plumbline/internal/oplog"
	"plumbline/internal/project"
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
func (s *Store) DeleteStructure(ctx context.Context, who oplog.Actor, id int64) error {
	return s.write(ctx, func(tx *change) error {
		before, err := tx.structure(ctx, who, id)
		if err != nil {
			return err
		}
		var below int
		if err := tx.QueryRowContext(ctx, `SELECT (SELECT COUNT(*) FROM structure WHERE parent_id = $1) +
			(SELECT COUNT(*) FROM point WHERE structure_id = $1 OR item_id = $1)`, id).Scan(&below); err != nil {
			return err
		}
		if below > 0 {
			return fault.New(fault.InUse)
		}
		if _, err := tx.exec(ctx, "DELETE FROM structure WHERE id = ?", id); err != nil {
			return err
		}
		return tx.log(ctx, who, logged{kind: "structure", action: deleted, id: id, corporation: before.CorporationID, project: before.ProjectID, content: before.Name, before: before})
	})
}

// PlaceExists implements point.Store.
func (s *Store) PlaceExists(ctx context.Context, projectID, structureID, itemID int64) (bool, error) {
	structure, err := s.bun.NewSelect().Table("structure").Where("id = ? AND project_id = ? AND NOT is_item", structureID, projectID).Exists(ctx)
	if err != nil || !structure || itemID == 0 {
		return structure, err
	}
	return s.bun.NewSelect().Table("structure").Where("id = ? AND project_id = ? AND is_item AND parent_id = ?", itemID, projectID, structureID).Exists(ctx)
}
