package accountdb

import (
	"context"
	"database/sql"
	"encoding/hex"
	"errors"
	"fmt"

	"github.com/uptrace/bun"

	"plumbline/internal/account/identity"
	"plumbline/internal/platform/access"
	"plumbline/internal/platform/audit"
	"plumbline/internal/platform/audit/auditdb"
	"plumbline/internal/platform/errs"
	"plumbline/internal/platform/paging"
	"plumbline/internal/platform/sqlkit"
)

type accountRow struct {
	bun.BaseModel `bun:"table:account,alias:a"`
	identity.Account
	PasswordHash   string
	FactorRequired bool `bun:",scanonly"` // of the corporation; set by holder
}

type sessionRow struct {
	bun.BaseModel `bun:"table:session,alias:s"`
	identity.Session
	TokenHash string
}

func (s *Store) Accounts(ctx context.Context, scope access.Scope, filter identity.Filter) (paging.Page[identity.Account], error) {
	var rows []accountRow
	q := sqlkit.Visible(s.Selects(&rows), scope, "a.corporation_id", "")
	if scope.Member {
		q = q.Where("a.id = ?", scope.Account)
	}
	if filter.CorporationID != 0 {
		q = q.Where("a.corporation_id = ?", filter.CorporationID)
	}
	if filter.Type != "" {
		q = q.Where("a.type = ?", filter.Type)
	}
	q = sqlkit.Matching(q, filter.Keyword, "a.name", "a.display_name", "a.mobile", "a.email")
	q, err := sqlkit.Paged(q, filter.Query, sqlkit.Ordering{"name": "a.name", "createdAt": "a.created_at"}, "a.name", "a.id")
	if err != nil {
		return paging.Page[identity.Account]{}, err
	}
	return sqlkit.ReadPage(ctx, q, &rows, "list accounts", func(r accountRow) identity.Account { return r.Account })
}

// A Normal account sees only itself.
func (s *Store) Account(ctx context.Context, scope access.Scope, id int64) (identity.Account, error) {
	var row accountRow
	err := visibleAccount(s.Selects(&row).Where("a.id = ?", id), scope).Scan(ctx)
	return row.Account, sqlkit.Translate(err)
}

func visibleAccount(q *bun.SelectQuery, scope access.Scope) *bun.SelectQuery {
	q = q.Where("a.removed_at = 0")
	if scope.Platform { // operators belong to no corporation, and see themselves
		return q.Where("a.id = ?", scope.Account)
	}
	q = sqlkit.Visible(q, scope, "a.corporation_id", "")
	if scope.Member {
		q = q.Where("a.id = ?", scope.Account)
	}
	return q
}

// Unscoped: returns only whether something is taken or exists.
func (s *Store) CreateAccount(ctx context.Context, who audit.Actor, a *identity.Account, hash string) error {
	return s.write(ctx, func(tx *change) error { return tx.createAccount(ctx, who, a, hash) })
}

func (c *change) createAccount(ctx context.Context, who audit.Actor, a *identity.Account, hash string) (err error) {
	made := *a
	if made.ID, err = c.ID(ctx); err != nil {
		return err
	}
	made.CreatedAt = c.Now
	taken, err := c.Selects((*accountRow)(nil)).Where("LOWER(a.name) = LOWER(?)", made.Name).Exists(ctx)
	switch {
	case err != nil:
		return err
	case taken:
		return errs.OnField("name", errs.NameUsed)
	}
	if err := c.Insert(ctx, &accountRow{Account: made, PasswordHash: hash}); err != nil {
		return err
	}
	*a = made
	return c.Log(ctx, who, auditdb.Entry{
		Kind: "user", Action: auditdb.Created, ID: a.ID, Corporation: a.CorporationID, Content: a.Name, After: made,
	})
}

// Name, type, password and corporation do not change.
func (s *Store) UpdateAccount(ctx context.Context, who audit.Actor, a identity.Account) error {
	return s.write(ctx, func(tx *change) error {
		var before accountRow
		if err := visibleAccount(tx.Selects(&before).Where("a.id = ?", a.ID), who.Scope).Scan(ctx); err != nil {
			return err
		}
		a.EmailVerified = before.EmailVerified && a.Email == before.Email // a new address is unverified
		a.MobileVerified = before.MobileVerified && a.Mobile == before.Mobile
		row := accountRow{Account: a}
		if err := tx.Update(ctx, &row, a.ID, "email_verified", "mobile_verified", "display_name", "theme", "language",
			"mobile", "email", "avatar"); err != nil {
			return err
		}
		return tx.Log(ctx, who, auditdb.Entry{
			Kind: "user", Action: auditdb.Updated, ID: a.ID, Corporation: before.CorporationID, Content: before.Name, Before: before.Account, After: a,
		})
	})
}

// Unscoped: the account of a session, or one that its administrator looked up in scope.
func (s *Store) SetPassword(ctx context.Context, who audit.Actor, accountID int64, hash string, simple bool, keep int64) error {
	return s.write(ctx, func(tx *change) error { return tx.setPassword(ctx, who, accountID, hash, simple, keep) })
}

func (c *change) setPassword(ctx context.Context, who audit.Actor, accountID int64, hash string, simple bool, keep int64) error {
	var row accountRow
	if err := c.Selects(&row).Where("a.id = ?", accountID).Scan(ctx); err != nil {
		return err
	}
	row.PasswordHash, row.SimplePassword = hash, simple
	if err := c.Update(ctx, &row, accountID, "password_hash", "simple_password"); err != nil {
		return err
	}
	if _, err := c.Exec(ctx, "UPDATE session SET revoked_at = ? WHERE account_id = ? AND id <> ? AND revoked_at = 0", c.Now, accountID, keep); err != nil {
		return err
	}
	c.People = append(c.People, accountID)
	return c.Log(ctx, who, auditdb.Entry{
		Kind: "user", Action: "password", ID: accountID, Corporation: row.CorporationID, Content: row.Name,
	})
}

// Unscoped: returns only whether something is taken or exists.
func (s *Store) AnyAccount(ctx context.Context) (bool, error) {
	return s.Selects((*accountRow)(nil)).Exists(ctx)
}

// Unscoped: the account of a session, or one that its administrator looked up in scope.
func (s *Store) CreateSession(ctx context.Context, who audit.Actor, session *identity.Session, tokenHash []byte) error {
	return s.write(ctx, func(tx *change) (err error) {
		if session.ID, err = tx.ID(ctx); err != nil {
			return err
		}
		if err := tx.Insert(ctx, &sessionRow{Session: *session, TokenHash: hex.EncodeToString(tokenHash)}); err != nil {
			return err
		}
		name, err := tx.NameOf(ctx, session.AccountID)
		if err != nil {
			return err
		}
		return tx.Log(ctx, who, auditdb.Entry{
			Kind: "user", Action: "signIn", ID: session.AccountID, Corporation: who.CorporationID, Content: name,
		})
	})
}

// Unscoped: runs before there is a scope and finds the account by a secret.
func (s *Store) SessionByToken(ctx context.Context, tokenHash []byte) (identity.Caller, bool, error) {
	var session sessionRow
	err := s.Selects(&session).Where("s.token_hash = ?", hex.EncodeToString(tokenHash)).Scan(ctx)
	if errors.Is(err, sql.ErrNoRows) {
		return identity.Caller{}, false, nil
	}
	if err != nil {
		return identity.Caller{}, false, err
	}
	caller, err := s.holder(ctx, session.AccountID)
	caller.Session = session.Session
	if err == nil && session.HelpingCorporationID != 0 {
		err = s.enterCorporation(ctx, &caller)
	}
	return caller, err == nil, err
}

// holder returns the account of a session or a key.
func (s *Store) holder(ctx context.Context, accountID int64) (identity.Caller, error) {
	var row accountRow
	err := s.Selects(&row).ColumnExpr("a.*").ColumnExpr("COALESCE(c.require_second_factor, ?) AS factor_required", false).
		Join("LEFT JOIN corporation AS c ON c.id = a.corporation_id").Where("a.id = ?", accountID).Scan(ctx)
	return identity.Caller{Account: row.Account, FactorRequired: row.FactorRequired}, err
}

// Unscoped: the account of a session, or one that its administrator looked up in scope.
func (s *Store) Sessions(ctx context.Context, accountID, now int64) ([]identity.Session, error) {
	var rows []sessionRow
	err := s.Selects(&rows).Where("s.account_id = ? AND s.revoked_at = 0 AND s.expires_at > ?", accountID, now).OrderExpr("s.last_used_at DESC, s.id").Scan(ctx)
	if err != nil {
		return nil, fmt.Errorf("list sessions: %w", err)
	}
	list := make([]identity.Session, len(rows))
	for i := range rows {
		list[i] = rows[i].Session
	}
	return list, nil
}

// Unscoped: the account of a session, or one that its administrator looked up in scope.
func (s *Store) TouchSession(ctx context.Context, id, usedAt, expiresAt int64) error {
	return s.write(ctx, func(tx *change) error {
		_, err := tx.Exec(ctx, "UPDATE session SET last_used_at = ?, expires_at = ? WHERE id = ? AND revoked_at = 0", usedAt, expiresAt, id)
		return err
	})
}

// Unscoped: the account of a session, or one that its administrator looked up in scope.
func (s *Store) RevokeSession(ctx context.Context, who audit.Actor, accountID, id int64) error {
	return s.write(ctx, func(tx *change) error {
		n, err := tx.Exec(ctx, "UPDATE session SET revoked_at = ? WHERE id = ? AND account_id = ? AND revoked_at = 0", tx.Now, id, accountID)
		if err != nil {
			return err
		}
		if n == 0 {
			return errs.New(errs.NothingHere)
		}
		tx.People = append(tx.People, accountID)
		return tx.logAccount(ctx, who, accountID, "sessionEnd")
	})
}

// Unscoped: the account of a session, or one that its administrator looked up in scope.
func (s *Store) RevokeOtherSessions(ctx context.Context, who audit.Actor, accountID, keep int64) (ended int, err error) {
	err = s.write(ctx, func(tx *change) error {
		n, err := tx.Exec(ctx, "UPDATE session SET revoked_at = ? WHERE account_id = ? AND id <> ? AND revoked_at = 0 AND expires_at > ?",
			tx.Now, accountID, keep, tx.Now)
		if err != nil || n == 0 {
			return err
		}
		ended = int(n)
		tx.People = append(tx.People, accountID)
		return tx.logAccount(ctx, who, accountID, "sessionEnd")
	})
	return ended, err
}

// It also deletes sign-in attempts of the same age.
//
// Unscoped: work of the program over all corporations, which no request reaches.
func (s *Store) DeleteSessions(ctx context.Context, expiredBefore int64) error {
	return s.write(ctx, func(tx *change) error {
		if _, err := tx.Exec(ctx, "DELETE FROM session WHERE expires_at < ?", expiredBefore); err != nil {
			return err
		}
		_, err := tx.Exec(ctx, "DELETE FROM sign_in_attempt WHERE at < ?", expiredBefore)
		return err
	})
}
