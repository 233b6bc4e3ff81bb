package push

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"strconv"

	"github.com/uptrace/bun"

	"plumbline/internal/platform/audit"
	"plumbline/internal/platform/audit/auditdb"
	"plumbline/internal/platform/errs"
	"plumbline/internal/platform/secrets"
	"plumbline/internal/platform/sqlkit"
	"plumbline/internal/platform/webpush"
)

// Store stores browsers and the keys of the installation. What is secret of them is sealed.
type Store struct {
	*sqlkit.Tables
	Secrets *secrets.Vault
}

type row struct {
	bun.BaseModel `bun:"table:push_browser,alias:pb"`
	ID            int64 `bun:",pk"`
	CorporationID int64
	AccountID     int64
	Name          string
	Enabled       bool
	Host          string
	Digest        string
	Sealed        []byte
	CreatedAt     int64
	UsedAt        int64
	AskedAt       int64
	Outcome       string
	Answer        string
}

func (r *row) browser() Browser {
	return Browser{
		ID: r.ID, CorporationID: r.CorporationID, AccountID: r.AccountID, Name: r.Name, Enabled: r.Enabled, Host: r.Host, Digest: r.Digest,
		CreatedAt: r.CreatedAt, UsedAt: r.UsedAt, AskedAt: r.AskedAt, Outcome: r.Outcome, Answer: r.Answer,
	}
}

type keyRow struct {
	bun.BaseModel `bun:"table:push_key,alias:pk"`
	ID            int64 `bun:",pk"`
	Sealed        []byte
	MadeAt        int64
}

// theKey is the id of the only row of keys.
const theKey = 1

var keyOwner = []byte("browser push key")

func browserOwner(id int64) []byte { return []byte("browser push " + strconv.FormatInt(id, 10)) }

// keys returns the keys of the installation. The first server that needs them makes them.
func (s *Store) keys(ctx context.Context) (webpush.Keys, error) {
	var list []keyRow
	err := s.Selects(&list).Where("pk.id = ?", theKey).Scan(ctx)
	if err == nil && len(list) == 0 {
		list, err = s.makeKeys(ctx)
	}
	if err != nil {
		return webpush.Keys{}, fmt.Errorf("keys of browser push: %w", err)
	}
	secret, err := s.Secrets.Open(keyOwner, list[0].Sealed)
	if err != nil {
		return webpush.Keys{}, fmt.Errorf("keys of browser push: %w", err)
	}
	return webpush.ParseKeys(secret)
}

// makeKeys stores keys, unless another server has done so, and returns the stored ones.
func (s *Store) makeKeys(ctx context.Context) (list []keyRow, err error) {
	keys, err := webpush.NewKeys()
	if err != nil {
		return nil, err
	}
	secret, err := keys.Secret()
	if err != nil {
		return nil, err
	}
	sealed, err := s.Secrets.Seal(keyOwner, secret)
	if err != nil {
		return nil, err
	}
	err = s.Write(ctx, func(tx *sqlkit.Transaction) error {
		made := keyRow{ID: theKey, Sealed: sealed, MadeAt: tx.Now}
		if _, err := tx.Tables.Bun.NewInsert().Conn(tx.Tx).Model(&made).On("CONFLICT (id) DO NOTHING").Exec(ctx); err != nil {
			return err
		}
		list = nil
		return tx.Selects(&list).Where("pk.id = ?", theKey).Scan(ctx)
	})
	return list, err
}

// Browsers returns the browsers of an account, the newest first.
//
// Unscoped: an account reads its own ones, the sender those of a recipient.
func (s *Store) Browsers(ctx context.Context, account int64) ([]Browser, error) {
	var rows []row
	if err := s.Selects(&rows).Where("pb.account_id = ?", account).OrderExpr("pb.created_at DESC, pb.id DESC").Scan(ctx); err != nil {
		return nil, fmt.Errorf("browsers of account %d: %w", account, err)
	}
	list := make([]Browser, len(rows))
	for i := range rows {
		list[i] = rows[i].browser()
		text, err := s.Secrets.Open(browserOwner(rows[i].ID), rows[i].Sealed)
		if err != nil {
			return nil, fmt.Errorf("address of browser %d: %w", rows[i].ID, err)
		}
		if err := json.Unmarshal([]byte(text), &list[i].subscription); err != nil {
			return nil, fmt.Errorf("address of browser %d: %w", rows[i].ID, err)
		}
	}
	return list, nil
}

// Browser returns a browser of an account.
//
// Unscoped: an account reads its own ones.
func (s *Store) Browser(ctx context.Context, account, id int64) (Browser, error) {
	list, err := s.Browsers(ctx, account)
	for _, b := range list {
		if b.ID == id {
			return b, nil
		}
	}
	if err == nil {
		err = errs.New(errs.NothingHere)
	}
	return Browser{}, err
}

// Subscribe stores a browser of the caller. A browser that is known already gets its new keys; if it was that of another
// account, it is that of the caller from now on, who is the one in front of it.
func (s *Store) Subscribe(ctx context.Context, who audit.Actor, to webpush.Subscription, name string) (b Browser, err error) {
	var refused errs.Refusals
	to.Check(&refused)
	check(&name, &refused)
	if err := refused.Err(); err != nil {
		return b, err
	}
	text, err := json.Marshal(to)
	if err != nil {
		return b, fmt.Errorf("address of a browser: %w", err)
	}
	hash := sha256.Sum256([]byte(to.Endpoint))
	digest := hex.EncodeToString(hash[:])
	err = s.Write(ctx, func(tx *sqlkit.Transaction) error {
		// Browsers of an account are stored one after another, so that their number holds.
		if err := tx.Lock(ctx, "account", who.AccountID); err != nil {
			return err
		}
		var own []row
		if err := tx.Selects(&own).Where("pb.account_id = ?", who.AccountID).Scan(ctx); err != nil {
			return err
		}
		r := row{
			CorporationID: who.CorporationID, AccountID: who.AccountID, Name: name, Enabled: true, Host: to.Host(), Digest: digest, CreatedAt: tx.Now,
		}
		entry := auditdb.Entry{Action: auditdb.Created}
		for i := range own {
			if own[i].Digest == digest {
				before := own[i].browser()
				entry.Action, entry.Before = auditdb.Updated, before.logged()
				r.ID, r.CreatedAt, r.UsedAt = before.ID, before.CreatedAt, before.UsedAt
			}
		}
		if r.ID == 0 && len(own) >= maxBrowsers {
			return errs.New(errs.TooManyBrowsers, "max", maxBrowsers)
		}
		if _, err := tx.Exec(ctx, "DELETE FROM push_browser WHERE digest = ?", digest); err != nil {
			return err
		}
		var err error
		if r.ID == 0 {
			if r.ID, err = tx.ID(ctx); err != nil {
				return err
			}
		}
		if r.Sealed, err = s.Secrets.Seal(browserOwner(r.ID), string(text)); err != nil {
			return err
		}
		if err := tx.Insert(ctx, &r); err != nil {
			return err
		}
		b = r.browser()
		entry.After = b.logged()
		return b.log(ctx, tx, who, entry)
	})
	return b, err
}

// Change renames a browser of the caller or switches it on or off; nil stays as it is.
func (s *Store) Change(ctx context.Context, who audit.Actor, id int64, name *string, enabled *bool) (b Browser, err error) {
	if name != nil {
		var refused errs.Refusals
		if check(name, &refused); refused.Err() != nil {
			return b, refused.Err()
		}
	}
	err = s.Write(ctx, func(tx *sqlkit.Transaction) error {
		r, err := locked(ctx, tx, who, id)
		if err != nil {
			return err
		}
		before := r.browser()
		if name != nil {
			r.Name = *name
		}
		if enabled != nil {
			r.Enabled = *enabled
		}
		if err := tx.Update(ctx, &r, r.ID, "name", "enabled"); err != nil {
			return err
		}
		b = r.browser()
		return b.log(ctx, tx, who, auditdb.Entry{Action: auditdb.Updated, Before: before.logged(), After: b.logged()})
	})
	return b, err
}

// Tested returns a browser of the caller, and logs that they send a test message to it.
func (s *Store) Tested(ctx context.Context, who audit.Actor, id int64) (Browser, error) {
	b, err := s.Browser(ctx, who.AccountID, id)
	if err != nil {
		return b, err
	}
	return b, s.Write(ctx, func(tx *sqlkit.Transaction) error { return b.log(ctx, tx, who, auditdb.Entry{Action: sendTest}) })
}

// Remove forgets a browser of the caller.
func (s *Store) Remove(ctx context.Context, who audit.Actor, id int64) error {
	return s.Write(ctx, func(tx *sqlkit.Transaction) error {
		r, err := locked(ctx, tx, who, id)
		if err != nil {
			return err
		}
		if _, err := tx.Exec(ctx, "DELETE FROM push_browser WHERE id = ?", id); err != nil {
			return err
		}
		b := r.browser()
		return b.log(ctx, tx, who, auditdb.Entry{Action: auditdb.Deleted, Before: b.logged()})
	})
}

func locked(ctx context.Context, tx *sqlkit.Transaction, who audit.Actor, id int64) (r row, err error) {
	if err := tx.Lock(ctx, "push_browser", id); err != nil {
		return r, err
	}
	if err := tx.Selects(&r).Where("pb.id = ? AND pb.account_id = ?", id, who.AccountID).Scan(ctx); err != nil {
		return r, sqlkit.Translate(err)
	}
	return r, nil
}

func (b *Browser) log(ctx context.Context, tx *sqlkit.Transaction, who audit.Actor, entry auditdb.Entry) error {
	entry.Kind, entry.ID, entry.Corporation, entry.Content = kind, b.ID, b.CorporationID, b.Name
	logs := auditdb.WithLog(tx)
	return logs.Log(ctx, who, entry)
}

// asked stores what came of attempts, and forgets the browsers that have ended their subscription. Their addresses are
// never used again, so a browser that has subscribed again meanwhile has another digest.
//
// Unscoped: work of the program over all corporations, which no request reaches.
func (s *Store) asked(ctx context.Context, tries []try) error {
	if len(tries) == 0 {
		return nil
	}
	return s.Write(ctx, func(tx *sqlkit.Transaction) error {
		for i := range tries {
			t := &tries[i]
			if t.gone {
				if _, err := tx.Exec(ctx, "DELETE FROM push_browser WHERE id = ? AND digest = ?", t.browser.ID, t.browser.Digest); err != nil {
					return err
				}
				continue
			}
			_, err := tx.Exec(ctx, `UPDATE push_browser SET asked_at = ?, outcome = ?, answer = ?, used_at = CASE WHEN ? = 'sent' THEN ? ELSE used_at END
				WHERE id = ?`, tx.Now, t.outcome(), t.text, t.outcome(), tx.Now, t.browser.ID)
			if err != nil {
				return err
			}
		}
		return nil
	})
}
