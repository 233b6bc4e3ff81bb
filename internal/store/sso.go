package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"github.com/uptrace/bun"

	"plumbline/internal/account/identity"
	"plumbline/internal/account/sso"
	"plumbline/internal/platform/fault"
	"plumbline/internal/platform/oplog"
)

type ssoSignInRow struct {
	bun.BaseModel `bun:"table:sso_sign_in,alias:w"`
	sso.SignIn
}

var _ sso.Store = (*Store)(nil)

// LinkedAccount implements identity.SSOStore.
func (s *Store) LinkedAccount(ctx context.Context, issuer, subject string) (identity.Account, bool, error) {
	var row accountRow
	err := s.selects(&row).Where("a.id = (SELECT account_id FROM sso_link WHERE issuer = ? AND subject = ?)", issuer, subject).Scan(ctx)
	if errors.Is(err, sql.ErrNoRows) {
		return identity.Account{}, false, nil
	}
	return row.Account, err == nil, err
}

// AccountsByEmail implements identity.SSOStore.
func (s *Store) AccountsByEmail(ctx context.Context, corporationID int64, email string) ([]identity.Account, error) {
	var rows []accountRow
	err := s.selects(&rows).Where("a.corporation_id = ? AND a.email = ? AND a.email <> ''", corporationID, email).Where("a.active").OrderExpr("a.id").Scan(ctx)
	if err != nil {
		return nil, fmt.Errorf("accounts by e-mail: %w", err)
	}
	list := make([]identity.Account, len(rows))
	for i := range rows {
		list[i] = rows[i].Account
	}
	return list, nil
}

// LinkAccount implements identity.SSOStore.
func (s *Store) LinkAccount(ctx context.Context, who oplog.Actor, issuer, subject string, accountID int64) error {
	return s.write(ctx, func(tx *change) error {
		n, err := tx.exec(ctx, "INSERT INTO sso_link (issuer, subject, account_id, created_at) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING", issuer, subject, accountID, tx.now)
		if err != nil || n == 0 {
			return err
		}
		return tx.logAccount(ctx, who, accountID, "ssoLink")
	})
}

// CreateSignIn implements sso.Store.
func (s *Store) CreateSignIn(ctx context.Context, in sso.SignIn, most int) error {
	return s.write(ctx, func(tx *change) (err error) {
		if _, err := tx.exec(ctx, "DELETE FROM sso_sign_in WHERE expires_at < ?", tx.now); err != nil {
			return err
		}
		n, err := tx.selects((*ssoSignInRow)(nil)).Count(ctx)
		if err != nil {
			return err
		}
		if int(n) >= most {
			const wait = 60 // s
			return fault.New(fault.TooManyRequests, "seconds", wait)
		}
		if in.ID, err = tx.id(ctx); err != nil {
			return err
		}
		return tx.insert(ctx, &ssoSignInRow{SignIn: in})
	})
}

// TakeSignIn implements sso.Store.
func (s *Store) TakeSignIn(ctx context.Context, stateHash string) (sso.SignIn, bool, error) {
	return s.takeSignIn(ctx, "state_hash = ? AND code_hash = ''", stateHash)
}

// TakeAnswered implements sso.Store.
func (s *Store) TakeAnswered(ctx context.Context, codeHash string) (sso.SignIn, bool, error) {
	return s.takeSignIn(ctx, "code_hash = ? AND code_hash <> ''", codeHash)
}

func (s *Store) takeSignIn(ctx context.Context, condition, value string) (in sso.SignIn, ok bool, err error) {
	err = s.write(ctx, func(tx *change) error {
		var row ssoSignInRow
		err := tx.selects(&row).Where("w."+condition, value).Scan(ctx)
		if errors.Is(err, sql.ErrNoRows) {
			return nil
		}
		if err != nil {
			return err
		}
		n, err := tx.exec(ctx, "DELETE FROM sso_sign_in WHERE id = ?", row.ID)
		in, ok = row.SignIn, n > 0 && row.ExpiresAt > tx.now
		return err
	})
	return in, ok, err
}
