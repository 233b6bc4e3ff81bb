package notes

import (
	"context"
	"fmt"

	"github.com/uptrace/bun"

	"plumbline/internal/platform/access"
	"plumbline/internal/platform/audit"
	"plumbline/internal/platform/audit/auditdb"
	"plumbline/internal/platform/sqlkit"
)

// Store is the table of notes.
type Store struct{ *sqlkit.Tables }

type noteRow struct {
	bun.BaseModel `bun:"table:note,alias:nt"`
	Note
}

// Notes returns the notes about a project, newest first.
func (s *Store) Notes(ctx context.Context, scope access.Scope, projectID int64) ([]Note, error) {
	if _, err := s.ProjectOwner(ctx, scope, projectID); err != nil {
		return nil, err
	}
	var rows []noteRow
	q := s.Selects(&rows).Where("nt.project_id = ?", projectID).OrderExpr("nt.id DESC")
	if err := sqlkit.Visible(q, scope, "nt.corporation_id", "nt.project_id").Scan(ctx); err != nil {
		return nil, fmt.Errorf("notes of project %d: %w", projectID, err)
	}
	list := make([]Note, len(rows))
	for i, r := range rows {
		list[i] = r.Note
	}
	return list, nil
}

// CreateNote adds a note, with its audit entry.
func (s *Store) CreateNote(ctx context.Context, who audit.Actor, note *Note) error {
	return s.Write(ctx, func(tx *sqlkit.Transaction) error {
		made := *note
		var err error
		if made.CorporationID, err = tx.ProjectOwner(ctx, who.Scope, note.ProjectID); err != nil {
			return err
		}
		if made.ID, err = tx.ID(ctx); err != nil {
			return err
		}
		made.CreatedAt = tx.Now
		if err := tx.Insert(ctx, &noteRow{Note: made}); err != nil {
			return err
		}
		*note = made
		logged := auditdb.WithLog(tx)
		return logged.Log(ctx, who, auditdb.Entry{
			Kind: "note", Action: auditdb.Created, ID: made.ID, Corporation: made.CorporationID, Project: made.ProjectID, Content: made.Text, After: made,
		})
	})
}
