// Package memos keeps what people write down about a project.
package memos

import (
	"context"
	"strings"

	"plumbline/internal/platform/access"
	"plumbline/internal/platform/audit"
	"plumbline/internal/platform/errs"
)

const maxText = 500 // characters

// Memo is one memo about a project.
type Memo struct {
	ID            int64 `bun:",pk"`
	CorporationID int64
	ProjectID     int64
	Text          string
	CreatedAt     int64 // UTC ms
}

// Service checks memos before they are stored.
type Service struct{ store *Store }

// List returns the memos about a project, newest first.
func (s *Service) List(ctx context.Context, scope access.Scope, projectID int64) ([]Memo, error) {
	return s.store.Memos(ctx, scope, projectID)
}

// Create adds a memo; the error names the text when it is empty or too long.
func (s *Service) Create(ctx context.Context, who audit.Actor, projectID int64, text string) (Memo, error) {
	text = strings.TrimSpace(text)
	if text == "" {
		return Memo{}, errs.OnField("text", errs.Empty)
	}
	if len([]rune(text)) > maxText {
		return Memo{}, errs.OnField("text", errs.TooLong, "max", maxText)
	}
	memo := Memo{ProjectID: projectID, Text: text}
	return memo, s.store.CreateMemo(ctx, who, &memo)
}
