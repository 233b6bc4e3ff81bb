package handling

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"

	"github.com/uptrace/bun"

	"plumbline/internal/platform/access"
	"plumbline/internal/platform/audit"
	"plumbline/internal/platform/audit/auditdb"
	"plumbline/internal/platform/errs"
	"plumbline/internal/platform/i18n"
	"plumbline/internal/platform/sqlkit"
)

// listsKind is the kind of a corporation's lists in the operation log.
const listsKind = "alertHandling"

type listsRow struct {
	bun.BaseModel `bun:"table:alert_handling_list,alias:hl"`
	CorporationID int64 `bun:",pk"`
	Causes        string
	Measures      string
	UpdatedAt     int64
}

func (r *listsRow) lists() (l Lists, err error) {
	for _, one := range []struct {
		text string
		list *[]i18n.Label
	}{{r.Causes, &l.Causes}, {r.Measures, &l.Measures}} {
		if err := json.Unmarshal([]byte(one.text), one.list); err != nil {
			return l, fmt.Errorf("causes and measures of corporation %d: %w", r.CorporationID, err)
		}
	}
	return l, nil
}

// Lists returns the causes and measures of a corporation, and when they were saved (UTC ms); 0: they are the product's.
func (s *Store) Lists(ctx context.Context, scope access.Scope, corporation int64) (l Lists, updated int64, err error) {
	var row listsRow
	q := sqlkit.Visible(s.Selects(&row).Where("hl.corporation_id = ?", corporation), scope, "hl.corporation_id", "")
	switch err := sqlkit.Translate(q.Scan(ctx)); {
	case errs.Is(err, errs.NothingHere):
		return usualLists(), 0, nil
	case err != nil:
		return l, 0, fmt.Errorf("causes and measures of corporation %d: %w", corporation, err)
	}
	l, err = row.lists()
	return l, row.UpdatedAt, err
}

// ListsOfProject returns the causes and measures for the alerts of a project, with a text in every language.
func (s *Store) ListsOfProject(ctx context.Context, scope access.Scope, project int64) (Lists, error) {
	corporation, err := s.ProjectOwner(ctx, scope, project)
	if err != nil {
		return Lists{}, err
	}
	// A guest of another corporation sees the lists of the project's corporation.
	l, _, err := s.Lists(ctx, access.Scope{Corporation: corporation}, corporation)
	return l.complete(), err
}

// SaveLists replaces the causes and measures of a corporation. Texts that alerts already have stay as they are.
func (s *Store) SaveLists(ctx context.Context, who audit.Actor, corporation int64, l *Lists) (updated int64, err error) {
	if err := l.check(); err != nil {
		return 0, err
	}
	row := listsRow{CorporationID: corporation}
	for _, one := range []struct {
		list []i18n.Label
		text *string
	}{{l.Causes, &row.Causes}, {l.Measures, &row.Measures}} {
		text, err := json.Marshal(one.list)
		if err != nil {
			return 0, fmt.Errorf("encode causes and measures: %w", err)
		}
		*one.text = string(text)
	}
	err = s.Write(ctx, func(tx *sqlkit.Transaction) error {
		before, since, err := s.replaced(ctx, tx, who, corporation)
		if err != nil {
			return err
		}
		if since != 0 && slices.Equal(before.Causes, l.Causes) && slices.Equal(before.Measures, l.Measures) {
			updated = since
			audit.Note(ctx) // nothing changed: nothing to log
			return nil
		}
		if _, err := tx.Exec(ctx, "DELETE FROM alert_handling_list WHERE corporation_id = ?", corporation); err != nil {
			return err
		}
		row.UpdatedAt, updated = tx.Now, tx.Now
		if err := tx.Insert(ctx, &row); err != nil {
			return err
		}
		return logLists(ctx, tx, who, corporation, before, *l)
	})
	return updated, err
}

// ResetLists returns a corporation to the causes and measures of the product.
func (s *Store) ResetLists(ctx context.Context, who audit.Actor, corporation int64) error {
	return s.Write(ctx, func(tx *sqlkit.Transaction) error {
		before, since, err := s.replaced(ctx, tx, who, corporation)
		if err != nil {
			return err
		}
		if since == 0 {
			audit.Note(ctx) // nothing changed: nothing to log
			return nil
		}
		if _, err := tx.Exec(ctx, "DELETE FROM alert_handling_list WHERE corporation_id = ?", corporation); err != nil {
			return err
		}
		return logLists(ctx, tx, who, corporation, before, usualLists())
	})
}

// replaced returns the lists that a change replaces, and when they were saved. Changes of a corporation take turns.
func (s *Store) replaced(ctx context.Context, tx *sqlkit.Transaction, who audit.Actor, corporation int64) (Lists, int64, error) {
	if err := tx.Lock(ctx, "corporation", corporation); err != nil {
		return Lists{}, 0, err
	}
	var row listsRow
	q := sqlkit.Visible(tx.Selects(&row).Where("hl.corporation_id = ?", corporation), who.Scope, "hl.corporation_id", "")
	switch err := sqlkit.Translate(q.Scan(ctx)); {
	case errs.Is(err, errs.NothingHere):
		return usualLists(), 0, nil
	case err != nil:
		return Lists{}, 0, err
	}
	l, err := row.lists()
	return l, row.UpdatedAt, err
}

func logLists(ctx context.Context, tx *sqlkit.Transaction, who audit.Actor, corporation int64, before, after Lists) error {
	logs := auditdb.WithLog(tx)
	return logs.Log(ctx, who, auditdb.Entry{
		Action: auditdb.Updated, Kind: listsKind, ID: corporation, Corporation: corporation, Before: before.logged(), After: after.logged(),
	})
}

// logged returns the texts of the lists as the log of operations shows them.
func (l Lists) logged() map[string]any {
	texts := func(list []i18n.Label) []string {
		made := make([]string, len(list))
		for i, e := range completed(list) {
			made[i] = e.Zh
		}
		return made
	}
	return map[string]any{"handlingCauses": texts(l.Causes), "handlingMeasures": texts(l.Measures)}
}
