package store

import (
	"context"
	"database/sql"
	"encoding/hex"
	"errors"
	"fmt"

	"github.com/uptrace/bun"

	"plumbline/internal/account/identity"
	"plumbline/internal/platform/access"
	"plumbline/internal/platform/fault"
	"plumbline/internal/platform/listing"
	"plumbline/internal/platform/oplog"
)

type accountRow struct {
	bun.BaseModel `bun:"table:account,alias:a"`
	identity.Account
	PasswordHash   string
	FactorRequired bool `bun:",scanonly"` // by the corporation; filled by holder
}

type sessionRow struct {
	bun.BaseModel `bun:"table:session,alias:s"`
	identity.Session
	TokenHash string
}

var _ identity.Store = (*Store)(nil)

// Accounts implements identity.Store.
func (s *Store) Accounts(ctx context.Context, scope access.Scope, filter identity.Filter) (listing.Page[identity.Account], error) {
	var rows []accountRow
	q := visible(s.selects(&rows), scope, "a.corporation_id", "")
	if scope.Member {
		q = q.Where("a.id = ?", scope.Account)
	}
	if filter.CorporationID != 0 {
		q = q.Where("a.corporation_id = ?", filter.CorporationID)
	}
	if filter.Type != "" {
		q = q.Where("a.type = ?", filter.Type)
	}
	q = matching(q, filter.Keyword, "a.name", "a.display_name", "a.mobile", "a.email")
	q, err := paged(q, filter.Query, ordering{"name": "a.name", "createdAt": "a.created_at"}, "a.name", "a.id")
	if err != nil {
		return listing.Page[identity.Account]{}, err
	}
	return readPage(ctx, q, &rows, "list accounts", func(r accountRow) identity.Account { return r.Account })
}

// Account implements identity.Store. An account of type Normal sees itself only.
func (s *Store) Account(ctx context.Context, scope access.Scope, id int64) (identity.Account, error) {
	var row accountRow
	err := visibleAccount(s.selects(&row).Where("a.id = ?", id), scope).Scan(ctx)
	return row.Account, translate(err)
}

func visibleAccount(q *bun.SelectQuery, scope access.Scope) *bun.SelectQuery {
	q = q.Where("a.removed_at = 0")
	if scope.Platform { // operators are of no corporation, and see themselves
		return q.Where("a.id = ?", scope.Account)
	}
	q = visible(q, scope, "a.corporation_id", "")
	if scope.Member {
		q = q.Where("a.id = ?", scope.Account)
	}
	return q
}

// CreateAccount implements identity.Store.
func (s *Store) CreateAccount(ctx context.Context, who oplog.Actor, a *identity.Account, hash string) error {
	return s.write(ctx, func(tx *change) error { return tx.createAccount(ctx, who, a, hash) })
}

func (c *change) createAccount(ctx context.Context, who oplog.Actor, a *identity.Account, hash string) (err error) {
	made := *a
	if made.ID, err = c.id(ctx); err != nil {
		return err
	}
	made.CreatedAt = c.now
	taken, err := c.selects((*accountRow)(nil)).Where("LOWER(a.name) = LOWER(?)", made.Name).Exists(ctx)
	switch {
	case err != nil:
		return err
	case taken:
		return fault.OnField("name", fault.NameUsed)
	}
	if err := c.insert(ctx, &accountRow{Account: made, PasswordHash: hash}); err != nil {
		return err
	}
	*a = made
	return c.log(ctx, who, logged{kind: "user", action: created, id: a.ID, corporation: a.CorporationID, content: a.Name, after: made})
}

// UpdateAccount implements identity.Store. Name, type, password and corporation stay.
func (s *Store) UpdateAccount(ctx context.Context, who oplog.Actor, a identity.Account) error {
	return s.write(ctx, func(tx *change) error {
		var before accountRow
		if err := visibleAccount(tx.selects(&before).Where("a.id = ?", a.ID), who.Scope).Scan(ctx); err != nil {
			return err
		}
		a.EmailVerified = before.EmailVerified && a.Email == before.Email // a new address is still to be proven
		a.MobileVerified = before.MobileVerified && a.Mobile == before.Mobile
		row := accountRow{Account: a}
		if err := tx.update(ctx, &row, a.ID, "email_verified", "mobile_verified", "display_name", "theme", "language", "mobile", "email", "avatar"); err != nil {
			return err
		}
		return tx.log(ctx, who, logged{kind: "user", action: updated, id: a.ID, corporation: before.CorporationID, content: before.Name, before: before.Account, after: a})
	})
}

// SetPassword implements identity.Store.
func (s *Store) SetPassword(ctx context.Context, who oplog.Actor, accountID int64, hash string, simple bool, keep int64) error {
	return s.write(ctx, func(tx *change) error { return tx.setPassword(ctx, who, accountID, hash, simple, keep) })
}

func (c *change) setPassword(ctx context.Context, who oplog.Actor, accountID int64, hash string, simple bool, keep int64) error {
	var row accountRow
	if err := c.selects(&row).Where("a.id = ?", accountID).Scan(ctx); err != nil {
		return err
	}
	row.PasswordHash, row.SimplePassword = hash, simple
	if err := c.update(ctx, &row, accountID, "password_hash", "simple_password"); err != nil {
		return err
	}
	if _, err := c.exec(ctx, "UPDATE session SET revoked_at = ? WHERE account_id = ? AND id <> ? AND revoked_at = 0", c.now, accountID, keep); err != nil {
		return err
	}
	c.people = append(c.people, accountID)
	return c.log(ctx, who, logged{kind: "user", action: "password", id: accountID, corporation: row.CorporationID, content: row.Name})
}

// AnyAccount implements identity.Store.
func (s *Store) AnyAccount(ctx context.Context) (bool, error) {
	return s.selects((*accountRow)(nil)).Exists(ctx)
}

// CreateSession implements identity.Store.
func (s *Store) CreateSession(ctx context.Context, who oplog.Actor, session *identity.Session, tokenHash []byte) error {
	return s.write(ctx, func(tx *change) (err error) {
		if session.ID, err = tx.id(ctx); err != nil {
			return err
		}
		if err := tx.insert(ctx, &sessionRow{Session: *session, TokenHash: hex.EncodeToString(tokenHash)}); err != nil {
			return err
		}
		name, err := tx.nameOf(ctx, session.AccountID)
		if err != nil {
			return err
		}
		return tx.log(ctx, who, logged{kind: "user", action: "signIn", id: session.AccountID, corporation: who.CorporationID, content: name})
	})
}

// SessionByToken implements identity.Store.
func (s *Store) SessionByToken(ctx context.Context, tokenHash []byte) (identity.Caller, bool, error) {
	var session sessionRow
	err := s.selects(&session).Where("s.token_hash = ?", hex.EncodeToString(tokenHash)).Scan(ctx)
	if errors.Is(err, sql.ErrNoRows) {
		return identity.Caller{}, false, nil
	}
	if err != nil {
		return identity.Caller{}, false, err
	}
	caller, err := s.holder(ctx, session.AccountID)
	caller.Session = session.Session
	if err == nil && session.HelpingCorporationID != 0 {
		err = s.stand(ctx, &caller)
	}
	return caller, err == nil, err
}

// holder answers the account that a session or a key speaks for.
func (s *Store) holder(ctx context.Context, accountID int64) (identity.Caller, error) {
	var row accountRow
	err := s.selects(&row).ColumnExpr("a.*").ColumnExpr("COALESCE(c.require_second_factor, ?) AS factor_required", false).
		Join("LEFT JOIN corporation AS c ON c.id = a.corporation_id").Where("a.id = ?", accountID).Scan(ctx)
	return identity.Caller{Account: row.Account, FactorRequired: row.FactorRequired}, err
}

// Sessions implements identity.Store.
func (s *Store) Sessions(ctx context.Context, accountID, now int64) ([]identity.Session, error) {
	var rows []sessionRow
	err := s.selects(&rows).Where("s.account_id = ? AND s.revoked_at = 0 AND s.expires_at > ?", accountID, now).OrderExpr("s.last_used_at DESC, s.id").Scan(ctx)
	if err != nil {
		return nil, fmt.Errorf("list sessions: %w", err)
	}
	list := make([]identity.Session, len(rows))
	for i := range rows {
		list[i] = rows[i].Session
	}
	return list, nil
}

// TouchSession implements identity.Store.
func (s *Store) TouchSession(ctx context.Context, id, usedAt, expiresAt int64) error {
	return s.write(ctx, func(tx *change) error {
		_, err := tx.exec(ctx, "UPDATE session SET last_used_at = ?, expires_at = ? WHERE id = ? AND revoked_at = 0", usedAt, expiresAt, id)
		return err
	})
}

// RevokeSession implements identity.Store.
func (s *Store) RevokeSession(ctx context.Context, who oplog.Actor, accountID, id int64) error {
	return s.write(ctx, func(tx *change) error {
		n, err := tx.exec(ctx, "UPDATE session SET revoked_at = ? WHERE id = ? AND account_id = ? AND revoked_at = 0", tx.now, id, accountID)
		if err != nil {
			return err
		}
		if n == 0 {
			return fault.New(fault.NothingHere)
		}
		tx.people = append(tx.people, accountID)
		return tx.logAccount(ctx, who, accountID, "sessionEnd")
	})
}

// RevokeOtherSessions implements identity.Store.
func (s *Store) RevokeOtherSessions(ctx context.Context, who oplog.Actor, accountID, keep int64) (ended int, err error) {
	err = s.write(ctx, func(tx *change) error {
		n, err := tx.exec(ctx, "UPDATE session SET revoked_at = ? WHERE account_id = ? AND id <> ? AND revoked_at = 0 AND expires_at > ?", tx.now, accountID, keep, tx.now)
		if err != nil || n == 0 {
			return err
		}
		ended = int(n)
		tx.people = append(tx.people, accountID)
		return tx.logAccount(ctx, who, accountID, "sessionEnd")
	})
	return ended, err
}

// DeleteSessions implements identity.Store. Attempts to sign in of that age go as well.
func (s *Store) DeleteSessions(ctx context.Context, expiredBefore int64) error {
	return s.write(ctx, func(tx *change) error {
		if _, err := tx.exec(ctx, "DELETE FROM session WHERE expires_at < ?", expiredBefore); err != nil {
			return err
		}
		_, err := tx.exec(ctx, "DELETE FROM sign_in_attempt WHERE at < ?", expiredBefore)
		return err
	})
}
