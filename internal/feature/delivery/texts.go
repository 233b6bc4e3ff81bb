package delivery

import (
	"context"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/uptrace/bun"

	"plumbline/internal/platform/access"
	"plumbline/internal/platform/audit"
	"plumbline/internal/platform/audit/auditdb"
	"plumbline/internal/platform/errs"
	"plumbline/internal/platform/i18n"
	"plumbline/internal/platform/sms"
	"plumbline/internal/platform/sqlkit"
)

// AlertTextFields are the texts of a corporation in one language, with {placeholders}. An empty one is that of the product.
type AlertTextFields struct {
	Subject     string `json:"subject" maxLength:"200" doc:"Of mails, and title in group chats"`
	Opened      string `json:"opened" maxLength:"500" doc:"First paragraph about a new, escalated or reopened alert"`
	Restored    string `json:"restored" maxLength:"500" doc:"First paragraph about a restore"`
	SMS         string `json:"sms" maxLength:"300" doc:"Text message about a new, escalated or reopened alert; providers with approved templates use those"`
	SMSRestored string `json:"smsRestored" maxLength:"300" doc:"Text message about a restore"`

	PushTitle    string `json:"pushTitle,omitempty" maxLength:"200" doc:"Title in browsers"`
	Push         string `json:"push,omitempty" maxLength:"300" doc:"Text in browsers about a new, escalated or reopened alert"`
	PushRestored string `json:"pushRestored,omitempty" maxLength:"300" doc:"Text in browsers about a restore"`
}

// parts returns the texts with their names and longest lengths.
func (t *AlertTextFields) parts() []textPart {
	return []textPart{
		{"subject", &t.Subject, maxSubject, subject},
		{"opened", &t.Opened, maxText, opened},
		{"restored", &t.Restored, maxText, restored},
		{"sms", &t.SMS, maxSMS, texted},
		{"smsRestored", &t.SMSRestored, maxSMS, textedRestored},
		{"pushTitle", &t.PushTitle, maxSubject, pushTitle},
		{"push", &t.Push, maxSMS, pushed},
		{"pushRestored", &t.PushRestored, maxSMS, pushedRestored},
	}
}

type textPart struct {
	name  string
	text  *string
	max   int
	usual i18n.Label
}

const (
	maxSubject = 200 // characters
	maxText    = 500
	maxSMS     = 300
)

// usualTexts returns the texts of the product in a language.
func usualTexts(language string) (t AlertTextFields) {
	for _, p := range t.parts() {
		*p.text = p.usual.In(language)
	}
	return t
}

var placeholder = regexp.MustCompile(`\{[^{}]*\}`)

// check trims the texts and returns everything that is wrong with them.
func (t *AlertTextFields) check() error {
	var refused errs.Refusals
	for _, p := range t.parts() {
		*p.text = strings.TrimSpace(*p.text)
		if p.name != "opened" && p.name != "restored" {
			*p.text = strings.Join(strings.Fields(*p.text), " ") // one line
		}
		if utf8.RuneCountInString(*p.text) > p.max {
			refused.Add(p.name, errs.TooLong, "max", p.max)
		}
		for _, name := range placeholder.FindAllString(*p.text, -1) {
			if !slices.Contains(sms.AlertValues(), strings.Trim(name, "{}")) {
				refused.Add(p.name, errs.UnknownPlaceholder, "name", strings.Trim(name, "{}"), "allowed", strings.Join(sms.AlertValues(), ", "))
			}
		}
	}
	return refused.Err()
}

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

func (r *textRow) texts() AlertTextFields {
	return AlertTextFields{r.Subject, r.Opened, r.Restored, r.SMS, r.SMSRestored, r.PushTitle, r.Push, r.PushRestored}
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
func (l Ledger) SaveTexts(ctx context.Context, who audit.Actor, corporation int64, language string, t *AlertTextFields) (updated int64, err error) {
	if err := t.check(); err != nil {
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

func loggedTexts(t AlertTextFields) map[string]string {
	return map[string]string{
		"mailSubject": t.Subject, "textOpened": t.Opened, "textRestored": t.Restored, "textSms": t.SMS, "textSmsRestored": t.SMSRestored,
		"textPushTitle": t.PushTitle, "textPush": t.Push, "textPushRestored": t.PushRestored,
	}
}

// projectNames returns the names for a test message from a project.
//
// Unscoped: the caller has checked that the project is visible.
func (l Ledger) projectNames(ctx context.Context, project int64) (n Names, err error) {
	err = l.Bun.NewSelect().TableExpr("project AS pr").Join("JOIN corporation AS c ON c.id = pr.corporation_id").
		ColumnExpr("c.platform_name, pr.language, pr.time_zone, pr.name").Where("pr.id = ?", project).
		Scan(ctx, &n.Platform, &n.Language, &n.TimeZone, &n.Project)
	if err != nil {
		return n, fmt.Errorf("names of project %d: %w", project, err)
	}
	return n, nil
}
