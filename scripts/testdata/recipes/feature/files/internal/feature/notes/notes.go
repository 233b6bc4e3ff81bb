// Package notes keeps what people write down about a project.
package notes

import (
	"context"
	"strings"

	"plumbline/internal/platform/access"
	"plumbline/internal/platform/audit"
	"plumbline/internal/platform/errs"
)

const maxText = 500 // characters

// Note is one note about a project.
type Note struct {
	ID            int64 `bun:",pk"`
	CorporationID int64
	ProjectID     int64
	Text          string
	CreatedAt     int64 // UTC ms
}

// Service checks notes before they are stored.
type Service struct{ store *Store }

// List returns the notes about a project, newest first.
func (s *Service) List(ctx context.Context, scope access.Scope, projectID int64) ([]Note, error) {
	return s.store.Notes(ctx, scope, projectID)
}

// Create adds a note; the error names the text when it is empty or too long.
func (s *Service) Create(ctx context.Context, who audit.Actor, projectID int64, text string) (Note, error) {
	text = strings.TrimSpace(text)
	if text == "" {
		return Note{}, errs.OnField("text", errs.Empty)
	}
	if len([]rune(text)) > maxText {
		return Note{}, errs.OnField("text", errs.TooLong, "max", maxText)
	}
	note := Note{ProjectID: projectID, Text: text}
	return note, s.store.CreateNote(ctx, who, &note)
}
