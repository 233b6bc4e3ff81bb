package memos

import (
	"context"
	"fmt"

	"github.com/uptrace/bun"

	"plumbline/internal/platform/access"
	"plumbline/internal/platform/audit"
	"plumbline/internal/platform/audit/auditdb"
	"plumbline/internal/platform/sqlkit"
)

// Store is the table of memos.
type Store struct{ *sqlkit.Tables }

type memoRow struct {
	bun.BaseModel `bun:"table:memo,alias:nt"`
	Memo
}

// Memos returns the memos about a project, newest first.
func (s *Store) Memos(ctx context.Context, scope access.Scope, projectID int64) ([]Memo, error) {
	if _, err := s.ProjectOwner(ctx, scope, projectID); err != nil {
		return nil, err
	}
	var rows []memoRow
	q := s.Selects(&rows).Where("nt.project_id = ?", projectID).OrderExpr("nt.id DESC")
	if err := sqlkit.Visible(q, scope, "nt.corporation_id", "nt.project_id").Scan(ctx); err != nil {
		return nil, fmt.Errorf("memos of project %d: %w", projectID, err)
	}
	list := make([]Memo, len(rows))
	for i, r := range rows {
		list[i] = r.Memo
	}
	return list, nil
}

// CreateMemo adds a memo, with its audit entry.
func (s *Store) CreateMemo(ctx context.Context, who audit.Actor, memo *Memo) error {
	return s.Write(ctx, func(tx *sqlkit.Transaction) error {
		made := *memo
		var err error
		if made.CorporationID, err = tx.ProjectOwner(ctx, who.Scope, memo.ProjectID); err != nil {
			return err
		}
		if made.ID, err = tx.ID(ctx); err != nil {
			return err
		}
		made.CreatedAt = tx.Now
		if err := tx.Insert(ctx, &memoRow{Memo: made}); err != nil {
			return err
		}
		*memo = made
		logged := auditdb.WithLog(tx)
		return logged.Log(ctx, who, auditdb.Entry{
			Kind: "memo", Action: auditdb.Created, ID: made.ID, Corporation: made.CorporationID, Project: made.ProjectID, Content: made.Text, After: made,
		})
	})
}
