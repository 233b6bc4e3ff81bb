// Package texts keeps the texts of a corporation for messages about alerts, instead of those of the product.
package texts

import (
	"context"
	"fmt"

	"github.com/uptrace/bun"

	"plumbline/internal/feature/delivery/wording"
	"plumbline/internal/platform/access"
	"plumbline/internal/platform/audit"
	"plumbline/internal/platform/audit/auditdb"
	"plumbline/internal/platform/errs"
	"plumbline/internal/platform/sqlkit"
)

type row struct {
	bun.BaseModel `bun:"table:alert_text,alias:tx"`
	CorporationID int64  `bun:",pk"`
	Language      string `bun:",pk"`
	Subject       string
	Opened        string
	Restored      string
	SMS           string
	SMSRestored   string
	PushTitle     string
	Push          string
	PushRestored  string
	UpdatedAt     int64
}

// Saved are the texts of a corporation in a language.
type Saved struct {
	wording.AlertTextFields
	UpdatedAt int64 // UTC ms
}

func (r *row) saved() Saved {
	return Saved{wording.AlertTextFields{
		Subject: r.Subject, Opened: r.Opened, Restored: r.Restored, SMS: r.SMS, SMSRestored: r.SMSRestored, PushTitle: r.PushTitle, Push: r.Push,
		PushRestored: r.PushRestored,
	}, r.UpdatedAt}
}

// Store reads and writes texts.
type Store struct{ *sqlkit.Tables }

// Of returns the texts of a corporation by language.
func (s Store) Of(ctx context.Context, scope access.Scope, corporation int64) (map[string]Saved, error) {
	var rows []row
	q := sqlkit.Visible(s.Selects(&rows).Where("tx.corporation_id = ?", corporation), scope, "tx.corporation_id", "")
	if err := q.Scan(ctx); err != nil {
		return nil, fmt.Errorf("texts of corporation %d: %w", corporation, err)
	}
	found := make(map[string]Saved, len(rows))
	for i := range rows {
		found[rows[i].Language] = rows[i].saved()
	}
	return found, nil
}

// Save replaces the texts of a corporation in a language.
func (s Store) Save(ctx context.Context, who audit.Actor, corporation int64, language string, t *wording.AlertTextFields) (updated int64, err error) {
	if err := t.Check(); err != nil {
		return 0, err
	}
	err = s.Write(ctx, func(tx *sqlkit.Transaction) error {
		if err := tx.Lock(ctx, "corporation", corporation); err != nil {
			return err
		}
		entry := auditdb.Entry{Kind: "alertText", Action: auditdb.Updated, ID: corporation, Corporation: corporation, Content: language}
		var old row
		err := tx.Selects(&old).Where("tx.corporation_id = ? AND tx.language = ?", corporation, language).Scan(ctx)
		switch {
		case err == nil:
			entry.Before = logged(old.saved().AlertTextFields)
		case !errs.Is(sqlkit.Translate(err), errs.NothingHere):
			return err
		}
		if _, err := tx.Exec(ctx, "DELETE FROM alert_text WHERE corporation_id = ? AND language = ?", corporation, language); err != nil {
			return err
		}
		updated = tx.Now
		made := row{
			CorporationID: corporation, Language: language, Subject: t.Subject, Opened: t.Opened, Restored: t.Restored, SMS: t.SMS,
			SMSRestored: t.SMSRestored, PushTitle: t.PushTitle, Push: t.Push, PushRestored: t.PushRestored, UpdatedAt: tx.Now,
		}
		if err := tx.Insert(ctx, &made); err != nil {
			return err
		}
		entry.After = logged(*t)
		logs := auditdb.WithLog(tx)
		return logs.Log(ctx, who, entry)
	})
	return updated, err
}

func logged(t wording.AlertTextFields) map[string]string {
	return map[string]string{
		"mailSubject": t.Subject, "textOpened": t.Opened, "textRestored": t.Restored, "textSms": t.SMS, "textSmsRestored": t.SMSRestored,
		"textPushTitle": t.PushTitle, "textPush": t.Push, "textPushRestored": t.PushRestored,
	}
}
