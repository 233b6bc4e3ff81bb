package command

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"unicode/utf8"

	"plumbline/internal/platform/access"
	"plumbline/internal/platform/audit"
	"plumbline/internal/platform/errs"
)

// Button is a command that a project keeps, with its name and arguments.
type Button struct {
	Name string          `json:"name"`
	Kind Kind            `json:"kind"`
	Args json.RawMessage `json:"args"`
}

const (
	maxButtons    = 20 // of a project
	maxButtonName = 20 // characters
)

// Buttons returns the buttons of a project in their order.
func (s *Service) Buttons(ctx context.Context, scope access.Scope, projectID int64) ([]Button, error) {
	return s.store.Buttons(ctx, scope, projectID)
}

// SetButtons replaces the buttons of a project.
func (s *Service) SetButtons(ctx context.Context, who audit.Actor, corporationID, projectID int64, list []Button) ([]Button, error) {
	var refusals errs.Refusals
	if len(list) > maxButtons {
		return nil, errs.OnField("list", errs.TooManyEntries, "max", maxButtons)
	}
	named := map[string]bool{}
	for i := range list {
		b, at := &list[i], fmt.Sprintf("list[%d].", i)
		b.Name = strings.TrimSpace(b.Name)
		switch n := utf8.RuneCountInString(b.Name); {
		case n == 0:
			refusals.Add(at+"name", errs.Empty)
		case n > maxButtonName:
			refusals.Add(at+"name", errs.TooLong, "max", maxButtonName)
		case named[b.Name]:
			refusals.Add(at+"name", errs.Duplicate)
		}
		named[b.Name] = true
		args, err := s.checkButton(ctx, corporationID, *b)
		if err := refusals.Within(at+"args", err); err != nil {
			return nil, err
		}
		b.Args = args
	}
	if err := refusals.Err(); err != nil {
		return nil, err
	}
	return list, s.store.SetButtons(ctx, who, projectID, list)
}

// checkButton returns the arguments of a button in canonical form. A Model command names its model.
func (s *Service) checkButton(ctx context.Context, corporationID int64, b Button) (json.RawMessage, error) {
	if b.Kind != Model {
		return checkArgs(b.Kind, b.Args)
	}
	q, err := s.checkModel(ctx, corporationID, "", b.Args)
	if err != nil {
		return nil, err
	}
	return json.Marshal(q.modelArgs)
}
