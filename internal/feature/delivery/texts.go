package delivery

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

type textRow struct {
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

func (r *textRow) texts() wording.AlertTextFields {
	return wording.AlertTextFields{
		Subject: r.Subject, Opened: r.Opened, Restored: r.Restored, SMS: r.SMS, SMSRestored: r.SMSRestored, PushTitle: r.PushTitle, Push: r.Push,
		PushRestored: r.PushRestored,
	}
}

// textsOf returns the texts of a corporation by language.
func (l Ledger) textsOf(ctx context.Context, scope access.Scope, corporation int64) (map[string]textRow, error) {
	var rows []textRow
	q := sqlkit.Visible(l.Selects(&rows).Where("tx.corporation_id = ?", corporation), scope, "tx.corporation_id", "")
	if err := q.Scan(ctx); err != nil {
		return nil, fmt.Errorf("texts of corporation %d: %w", corporation, err)
	}
	found := make(map[string]textRow, len(rows))
	for _, r := range rows {
		found[r.Language] = r
	}
	return found, nil
}

// SaveTexts replaces the texts of a corporation in a language.
func (l Ledger) SaveTexts(ctx context.Context, who audit.Actor, corporation int64, language string, t *wording.AlertTextFields) (updated int64, err error) {
	if err := t.Check(); err != nil {
		return 0, err
	}
	err = l.Write(ctx, func(tx *sqlkit.Transaction) error {
		if err := tx.Lock(ctx, "corporation", corporation); err != nil {
			return err
		}
		entry := auditdb.Entry{Kind: "alertText", Action: auditdb.Updated, ID: corporation, Corporation: corporation, Content: language}
		var old textRow
		err := tx.Selects(&old).Where("tx.corporation_id = ? AND tx.language = ?", corporation, language).Scan(ctx)
		switch {
		case err == nil:
			entry.Before = loggedTexts(old.texts())
		case !errs.Is(sqlkit.Translate(err), errs.NothingHere):
			return err
		}
		if _, err := tx.Exec(ctx, "DELETE FROM alert_text WHERE corporation_id = ? AND language = ?", corporation, language); err != nil {
			return err
		}
		updated = tx.Now
		row := textRow{
			CorporationID: corporation, Language: language, Subject: t.Subject, Opened: t.Opened, Restored: t.Restored, SMS: t.SMS,
			SMSRestored: t.SMSRestored, PushTitle: t.PushTitle, Push: t.Push, PushRestored: t.PushRestored, UpdatedAt: tx.Now,
		}
		if err := tx.Insert(ctx, &row); err != nil {
			return err
		}
		entry.After = loggedTexts(*t)
		logs := auditdb.WithLog(tx)
		return logs.Log(ctx, who, entry)
	})
	return updated, err
}

func loggedTexts(t wording.AlertTextFields) map[string]string {
	return map[string]string{
		"mailSubject": t.Subject, "textOpened": t.Opened, "textRestored": t.Restored, "textSms": t.SMS, "textSmsRestored": t.SMSRestored,
		"textPushTitle": t.PushTitle, "textPush": t.Push, "textPushRestored": t.PushRestored,
	}
}

// projectNames returns the names for a test message from a project.
//
// Unscoped: the caller has checked that the project is visible.
func (l Ledger) projectNames(ctx context.Context, project int64) (n wording.Names, err error) {
	err = l.Bun.NewSelect().TableExpr("project AS pr").Join("JOIN corporation AS c ON c.id = pr.corporation_id").
		ColumnExpr("c.platform_name, pr.language, pr.time_zone, pr.name").Where("pr.id = ?", project).
		Scan(ctx, &n.Platform, &n.Language, &n.TimeZone, &n.Project)
	if err != nil {
		return n, fmt.Errorf("names of project %d: %w", project, err)
	}
	return n, nil
}
