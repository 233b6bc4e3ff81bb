package fielddb

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/uptrace/bun"

	"plumbline/internal/field/command"
	"plumbline/internal/platform/access"
	"plumbline/internal/platform/audit"
	"plumbline/internal/platform/audit/auditdb"
	"plumbline/internal/platform/sqlkit"
)

type buttonsRow struct {
	bun.BaseModel `bun:"table:command_buttons,alias:cb"`
	ProjectID     int64
	Buttons       string
}

func (s *Store) Buttons(ctx context.Context, scope access.Scope, projectID int64) ([]command.Button, error) {
	var rows []buttonsRow
	q := s.Selects(&rows).ColumnExpr("cb.*").Join("JOIN project AS p ON p.id = cb.project_id").Where("cb.project_id = ?", projectID)
	if err := sqlkit.Visible(q, scope, "p.corporation_id", "p.id").Scan(ctx); err != nil {
		return nil, fmt.Errorf("buttons of project %d: %w", projectID, err)
	}
	var list []command.Button
	for _, row := range rows {
		if err := json.Unmarshal([]byte(row.Buttons), &list); err != nil {
			return nil, fmt.Errorf("buttons of project %d: %w", projectID, err)
		}
	}
	return list, nil
}

func (s *Store) SetButtons(ctx context.Context, who audit.Actor, projectID int64, list []command.Button) error {
	value, err := json.Marshal(list)
	if err != nil {
		return fmt.Errorf("encode buttons: %w", err)
	}
	return s.write(ctx, func(tx *change) error {
		corporation, err := tx.ProjectOwner(ctx, who.Scope, projectID)
		if err != nil {
			return err
		}
		name, err := tx.NameOf(ctx, projectID)
		if err != nil {
			return err
		}
		_, err = tx.Exec(ctx, `INSERT INTO command_buttons (project_id, buttons) VALUES (?, ?)
			ON CONFLICT (project_id) DO UPDATE SET buttons = excluded.buttons`, projectID, string(value))
		if err != nil {
			return fmt.Errorf("store buttons of project %d: %w", projectID, err)
		}
		after := struct {
			Buttons []command.Button `json:"buttons"`
		}{list}
		return tx.Log(ctx, who, auditdb.Entry{
			Kind: "project", Action: "commandButtons", ID: projectID, Corporation: corporation, Project: projectID, Content: name, After: after,
		})
	})
}
