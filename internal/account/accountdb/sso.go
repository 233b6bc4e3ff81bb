package accountdb

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"github.com/uptrace/bun"

	"plumbline/internal/account/identity"
	"plumbline/internal/account/sso"
	"plumbline/internal/platform/audit"
	"plumbline/internal/platform/errs"
)

type ssoSignInRow struct {
	bun.BaseModel `bun:"table:sso_sign_in,alias:w"`
	sso.SignIn
}

var _ sso.Store = (*Store)(nil)

// Unscoped: runs before there is a scope and finds the account by a secret.
func (s *Store) LinkedAccount(ctx context.Context, issuer, subject string) (identity.Account, bool, error) {
	var row accountRow
	err := s.Selects(&row).Where("a.id = (SELECT account_id FROM sso_link WHERE issuer = ? AND subject = ?)", issuer, subject).Scan(ctx)
	if errors.Is(err, sql.ErrNoRows) {
		return identity.Account{}, false, nil
	}
	return row.Account, err == nil, err
}

// Unscoped: runs before there is a scope and finds the account by a secret.
func (s *Store) AccountsByEmail(ctx context.Context, corporationID int64, email string) ([]identity.Account, error) {
	var rows []accountRow
	err := s.Selects(&rows).Where("a.corporation_id = ? AND a.email = ? AND a.email <> ''", corporationID, email).Where("a.active").OrderExpr("a.id").Scan(ctx)
	if err != nil {
		return nil, fmt.Errorf("accounts by e-mail: %w", err)
	}
	list := make([]identity.Account, len(rows))
	for i := range rows {
		list[i] = rows[i].Account
	}
	return list, nil
}

// Unscoped: runs before there is a scope and finds the account by a secret.
func (s *Store) LinkAccount(ctx context.Context, who audit.Actor, issuer, subject string, accountID int64) error {
	return s.write(ctx, func(tx *change) error {
		n, err := tx.Exec(ctx, "INSERT INTO sso_link (issuer, subject, account_id, created_at) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING",
			issuer, subject, accountID, tx.Now)
		if err != nil || n == 0 {
			return err
		}
		return tx.logAccount(ctx, who, accountID, "ssoLink")
	})
}

// Unscoped: runs before there is a scope and finds the account by a secret.
func (s *Store) CreateSignIn(ctx context.Context, in sso.SignIn, most int) error {
	return s.write(ctx, func(tx *change) (err error) {
		if _, err := tx.Exec(ctx, "DELETE FROM sso_sign_in WHERE expires_at < ?", tx.Now); err != nil {
			return err
		}
		n, err := tx.Selects((*ssoSignInRow)(nil)).Count(ctx)
		if err != nil {
			return err
		}
		if int(n) >= most {
			const wait = 60 // s
			return errs.New(errs.TooManyRequests, "seconds", wait)
		}
		if in.ID, err = tx.ID(ctx); err != nil {
			return err
		}
		return tx.Insert(ctx, &ssoSignInRow{SignIn: in})
	})
}

// Unscoped: runs before there is a scope and finds the account by a secret.
func (s *Store) TakeSignIn(ctx context.Context, stateHash string) (sso.SignIn, bool, error) {
	return s.takeSignIn(ctx, "state_hash = ? AND code_hash = ''", stateHash)
}

// Unscoped: runs before there is a scope and finds the account by a secret.
func (s *Store) TakeAnswered(ctx context.Context, codeHash string) (sso.SignIn, bool, error) {
	return s.takeSignIn(ctx, "code_hash = ? AND code_hash <> ''", codeHash)
}

func (s *Store) takeSignIn(ctx context.Context, condition, value string) (in sso.SignIn, ok bool, err error) {
	err = s.write(ctx, func(tx *change) error {
		var row ssoSignInRow
		err := tx.Selects(&row).Where("w."+condition, value).Scan(ctx)
		if errors.Is(err, sql.ErrNoRows) {
			return nil
		}
		if err != nil {
			return err
		}
		n, err := tx.Exec(ctx, "DELETE FROM sso_sign_in WHERE id = ?", row.ID)
		in, ok = row.SignIn, n > 0 && row.ExpiresAt > tx.Now
		return err
	})
	return in, ok, err
}
