// Package hook stores the webhooks and robots of projects that get messages about alerts. Their addresses and secrets are
// sealed.
package hook

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/uptrace/bun"

	"plumbline/internal/account/verification"
	"plumbline/internal/platform/access"
	"plumbline/internal/platform/audit"
	"plumbline/internal/platform/audit/auditdb"
	"plumbline/internal/platform/errs"
	"plumbline/internal/platform/secrets"
	"plumbline/internal/platform/sqlkit"
)

// Kind is what is behind an address.
type Kind string

const (
	JSON     Kind = "webhook" // signed JSON
	WeCom    Kind = "wecom"
	DingTalk Kind = "dingtalk"
	Feishu   Kind = "feishu"
	Phone    Kind = "phone" // a service that calls people
)

func kinds() []string {
	return []string{string(JSON), string(WeCom), string(DingTalk), string(Feishu), string(Phone)}
}

// Limits of webhooks.
const (
	maxName     = 50 // characters
	maxMobiles  = 50
	maxWebhooks = 50 // of a project
	maxAddress  = 2000
	maxSecret   = 200
	minSecret   = 8 // of signed JSON
)

// Hook is a webhook or robot of a project.
type Hook struct {
	ID            int64
	CorporationID int64
	ProjectID     int64
	Name          string
	Kind          Kind
	Enabled       bool
	Mobiles       []string // whom a telephone service calls, in this order
	UpdatedAt     int64    // UTC ms
	Shown         string   // the address without what may be a secret
	Signed        bool     // it has a secret

	URL    string // empty in a change: as it is
	Secret string
}

// check trims a webhook and returns everything that is wrong with it.
func (w *Hook) check() error {
	var refused errs.Refusals
	w.Name = strings.TrimSpace(w.Name)
	switch n := utf8.RuneCountInString(w.Name); {
	case n == 0:
		refused.Add("name", errs.Empty)
	case n > maxName:
		refused.Add("name", errs.TooLong, "max", maxName)
	}
	if !slices.Contains(kinds(), string(w.Kind)) {
		refused.Add("kind", errs.NotOneOf, "allowed", strings.Join(kinds(), ","))
	}
	u, err := url.Parse(w.URL)
	switch {
	case w.URL == "":
		refused.Add("url", errs.Empty)
	case len(w.URL) > maxAddress:
		refused.Add("url", errs.TooLong, "max", maxAddress)
	case err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" || u.User != nil:
		refused.Add("url", errs.WebAddress)
	}
	switch n := len(w.Secret); {
	case n > maxSecret:
		refused.Add("secret", errs.TooLong, "max", maxSecret)
	case n < minSecret && (w.Kind == JSON || w.Kind == Phone):
		refused.Add("secret", errs.TooShort, "min", minSecret)
	case n > 0 && w.Kind == WeCom:
		refused.Add("secret", errs.UnsignedRobot)
	}
	w.checkMobiles(&refused)
	switch {
	case w.Kind == Phone && len(w.Mobiles) == 0:
		refused.Add("mobileList", errs.Empty)
	case w.Kind != Phone && len(w.Mobiles) > 0:
		refused.Add("mobileList", errs.OnlyTelephone)
	}
	if err == nil {
		w.Shown = shown(u)
	}
	w.Signed = w.Secret != ""
	return refused.Err()
}

func (w *Hook) checkMobiles(refused *errs.Refusals) {
	if len(w.Mobiles) > maxMobiles {
		refused.Add("mobileList", errs.TooManyEntries, "max", maxMobiles)
	}
	for i, mobile := range w.Mobiles {
		target, channel, ok := verification.ParseAddress(mobile)
		at := fmt.Sprintf("mobileList[%d]", i)
		switch {
		case !ok || channel != verification.SMS:
			refused.Add(at, errs.MobileFormat)
			continue
		case slices.Contains(w.Mobiles[:i], target):
			refused.Add(at, errs.Duplicate)
		}
		w.Mobiles[i] = target
	}
}

// shown returns an address without what may be a secret: robots have it in the path or the query.
func shown(u *url.URL) string {
	path, hidden := u.Path, ""
	if at := strings.LastIndex(path, "/"); at >= 0 && len(path) > at+1 {
		path, hidden = path[:at+1], "…"
	}
	if u.RawQuery != "" {
		hidden += "?…"
	}
	return u.Scheme + "://" + u.Host + path + hidden
}

type row struct {
	bun.BaseModel `bun:"table:alert_webhook,alias:w"`
	ID            int64 `bun:",pk"`
	CorporationID int64
	ProjectID     int64
	Name          string
	Kind          Kind
	Enabled       bool
	Shown         string
	Signed        bool
	Sealed        []byte
	Mobiles       string
	UpdatedAt     int64
}

func (r *row) hook() Hook {
	return Hook{
		ID: r.ID, CorporationID: r.CorporationID, ProjectID: r.ProjectID, Name: r.Name, Kind: r.Kind, Enabled: r.Enabled, Shown: r.Shown,
		Signed: r.Signed, Mobiles: split(r.Mobiles), UpdatedAt: r.UpdatedAt,
	}
}

func split(list string) []string {
	if list == "" {
		return []string{}
	}
	return strings.Split(list, ",")
}

// Store stores webhooks.
type Store struct {
	*sqlkit.Tables
	Secrets *secrets.Vault
}

func owner(id int64) []byte { return []byte("alert webhook:" + strconv.FormatInt(id, 10)) }

type sealedHook struct {
	URL    string `json:"url"`
	Secret string `json:"secret"`
}

func (s Store) unsealed(r *row) (Hook, error) {
	w := r.hook()
	text, err := s.Secrets.Open(owner(r.ID), r.Sealed)
	if err != nil {
		return w, fmt.Errorf("secrets of webhook %d: %w", r.ID, err)
	}
	var part sealedHook
	err = json.Unmarshal([]byte(text), &part)
	w.URL, w.Secret = part.URL, part.Secret
	return w, err
}

// Open returns a webhook with its secrets; found is false if it was deleted.
//
// Unscoped: work of the program over all corporations, which no request reaches.
func (s Store) Open(ctx context.Context, id int64) (w Hook, found bool, err error) {
	var stored row
	err = s.Bun.NewSelect().Model(&stored).Where("w.id = ?", id).Scan(ctx)
	if errors.Is(err, sql.ErrNoRows) {
		return w, false, nil
	}
	if err != nil {
		return w, false, fmt.Errorf("webhook %d: %w", id, err)
	}
	w, err = s.unsealed(&stored)
	return w, true, err
}

// List returns the webhooks of a project by name.
func (s Store) List(ctx context.Context, scope access.Scope, project int64) ([]Hook, error) {
	if _, err := s.ProjectOwner(ctx, scope, project); err != nil {
		return nil, err
	}
	var rows []row
	q := sqlkit.Visible(s.Selects(&rows).Where("w.project_id = ?", project), scope, "w.corporation_id", "w.project_id")
	if err := q.OrderExpr("w.name, w.id").Scan(ctx); err != nil {
		return nil, fmt.Errorf("webhooks of project %d: %w", project, err)
	}
	list := make([]Hook, len(rows))
	for i := range rows {
		list[i] = rows[i].hook()
	}
	return list, nil
}

// Get returns a webhook of a project with its secrets.
func (s Store) Get(ctx context.Context, scope access.Scope, project, id int64) (Hook, error) {
	var stored row
	q := sqlkit.Visible(s.Selects(&stored).Where("w.project_id = ? AND w.id = ?", project, id), scope, "w.corporation_id", "w.project_id")
	if err := q.Scan(ctx); err != nil {
		return Hook{}, sqlkit.Translate(err)
	}
	return s.unsealed(&stored)
}

// Tested returns a webhook of a project with its secrets, and logs that somebody sends a test message to it.
func (s Store) Tested(ctx context.Context, who audit.Actor, project, id int64) (Hook, error) {
	w, err := s.Get(ctx, who.Scope, project, id)
	if err != nil {
		return w, err
	}
	return w, s.Write(ctx, func(tx *sqlkit.Transaction) error { return w.log(ctx, tx, who, auditdb.Entry{Action: sendTest}) })
}

// Save creates a webhook, or changes the one with its id.
func (s Store) Save(ctx context.Context, who audit.Actor, w *Hook, before *Hook) error {
	if err := w.check(); err != nil {
		return err
	}
	return s.Write(ctx, func(tx *sqlkit.Transaction) (err error) {
		if w.CorporationID, err = tx.ProjectOwner(ctx, who.Scope, w.ProjectID); err != nil {
			return err
		}
		if err := tx.Lock(ctx, "project", w.ProjectID); err != nil { // one after another, so that their number holds
			return err
		}
		if err := w.single(ctx, tx); err != nil {
			return err
		}
		w.UpdatedAt = tx.Now
		if before == nil {
			if w.ID, err = tx.ID(ctx); err != nil {
				return err
			}
		}
		part, err := json.Marshal(sealedHook{w.URL, w.Secret})
		if err != nil {
			return err
		}
		sealed, err := s.Secrets.Seal(owner(w.ID), string(part))
		if err != nil {
			return err
		}
		row := row{
			ID: w.ID, CorporationID: w.CorporationID, ProjectID: w.ProjectID, Name: w.Name, Kind: w.Kind, Enabled: w.Enabled, Shown: w.Shown,
			Signed: w.Signed, Sealed: sealed, Mobiles: strings.Join(w.Mobiles, ","), UpdatedAt: w.UpdatedAt,
		}
		entry := auditdb.Entry{Action: auditdb.Created, After: w.logged()}
		if before == nil {
			err = tx.Insert(ctx, &row)
		} else {
			entry.Action, entry.Before = auditdb.Updated, before.logged()
			err = tx.Update(ctx, &row, w.ID)
		}
		if err != nil {
			return err
		}
		return w.log(ctx, tx, who, entry)
	})
}

// single checks the name and the number of webhooks.
func (w *Hook) single(ctx context.Context, tx *sqlkit.Transaction) error {
	var others []row
	if err := tx.Selects(&others).Where("w.project_id = ? AND w.id <> ?", w.ProjectID, w.ID).Scan(ctx); err != nil {
		return err
	}
	for i := range others {
		if others[i].Name == w.Name {
			return errs.OnField("name", errs.NameUsed)
		}
	}
	if w.ID == 0 && len(others) >= maxWebhooks {
		return errs.OnField("name", errs.TooManyEntries, "max", maxWebhooks)
	}
	return nil
}

// Delete deletes a webhook that no rule names. Messages to it stay in the ledger.
func (s Store) Delete(ctx context.Context, who audit.Actor, project, id int64) error {
	w, err := s.Get(ctx, who.Scope, project, id)
	if err != nil {
		return err
	}
	return s.Write(ctx, func(tx *sqlkit.Transaction) error {
		if err := tx.Lock(ctx, "project", project); err != nil { // no rule can name it meanwhile
			return err
		}
		var rules []string
		err := tx.Tables.Bun.NewSelect().Conn(tx.Tx).TableExpr("alert_rule AS r").Column("r.name").
			Where("r.id IN (SELECT rule_id FROM alert_rule_recipient WHERE webhook_id = ? UNION SELECT rule_id FROM alert_rule_rung WHERE webhook_id = ?)", id, id).
			OrderExpr("r.name").Limit(1).Scan(ctx, &rules)
		if err != nil {
			return err
		}
		if len(rules) > 0 {
			return errs.New(errs.StillUsed, "name", w.Name, "by", rules[0])
		}
		n, err := tx.Exec(ctx, "DELETE FROM alert_webhook WHERE id = ?", id)
		if err != nil {
			return err
		}
		if n == 0 {
			return errs.New(errs.NothingHere)
		}
		return w.log(ctx, tx, who, auditdb.Entry{Action: auditdb.Deleted, Before: w.logged()})
	})
}

func (w *Hook) log(ctx context.Context, tx *sqlkit.Transaction, who audit.Actor, entry auditdb.Entry) error {
	entry.Kind, entry.ID, entry.Corporation, entry.Project, entry.Content = "alertWebhook", w.ID, w.CorporationID, w.ProjectID, w.Name
	logs := auditdb.WithLog(tx)
	return logs.Log(ctx, who, entry)
}

// loggedHook is what the audit log keeps of a webhook.
type loggedHook struct {
	Name       string   `json:"name"`
	Kind       Kind     `json:"webhookKind"`
	Enable     bool     `json:"enable"`
	URL        string   `json:"webhookUrl"` // without what may be a secret
	Signed     bool     `json:"isSigned"`
	MobileList []string `json:"mobileList"`
}

func (w *Hook) logged() loggedHook {
	return loggedHook{w.Name, w.Kind, w.Enabled, w.Shown, w.Signed, w.Mobiles}
}
