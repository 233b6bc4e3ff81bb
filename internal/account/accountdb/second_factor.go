package accountdb

import (
	"context"
	"database/sql"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"fmt"

	"github.com/uptrace/bun"

	"plumbline/internal/account/identity"
	"plumbline/internal/platform/audit"
	"plumbline/internal/platform/audit/auditdb"
	"plumbline/internal/platform/errs"
)

type secondFactorRow struct {
	bun.BaseModel `bun:"table:second_factor,alias:f"`
	AccountID     int64 `bun:",pk"`
	Secret        string
	ConfirmedAt   int64
	LastStep      int64
}

type challengeRow struct {
	bun.BaseModel `bun:"table:sign_in_challenge,alias:h"`
	identity.Challenge
	TokenHash string
}

// Unscoped: the account of a session, or one that its administrator looked up in scope.
func (s *Store) BeginSecondFactor(ctx context.Context, who audit.Actor, f identity.SecondFactor) error {
	return s.write(ctx, func(tx *change) error {
		n, err := tx.Exec(ctx, `INSERT INTO second_factor (account_id, secret, confirmed_at, last_step) VALUES (?, ?, 0, 0)
			ON CONFLICT (account_id) DO UPDATE SET secret = excluded.secret WHERE second_factor.confirmed_at = 0`,
			f.AccountID, base64.StdEncoding.EncodeToString(f.Sealed))
		if err != nil {
			return err
		}
		if n == 0 {
			return errs.New(errs.SecondFactorOn)
		}
		return tx.logAccount(ctx, who, f.AccountID, "secondFactorBegin")
	})
}

// Unscoped: the account of a session, or one that its administrator looked up in scope.
func (s *Store) SecondFactor(ctx context.Context, accountID int64) (identity.SecondFactor, bool, error) {
	var row secondFactorRow
	err := s.Selects(&row).Where("f.account_id = ?", accountID).Scan(ctx)
	if errors.Is(err, sql.ErrNoRows) {
		return identity.SecondFactor{}, false, nil
	}
	if err != nil {
		return identity.SecondFactor{}, false, err
	}
	sealed, err := base64.StdEncoding.DecodeString(row.Secret)
	if err != nil {
		return identity.SecondFactor{}, false, fmt.Errorf("second factor of account %d: %w", accountID, err)
	}
	return identity.SecondFactor{AccountID: accountID, Sealed: sealed, ConfirmedAt: row.ConfirmedAt, LastStep: row.LastStep}, true, nil
}

// Unscoped: the account of a session, or one that its administrator looked up in scope.
func (s *Store) ConfirmSecondFactor(ctx context.Context, who audit.Actor, accountID, step int64, recovery []string) error {
	return s.write(ctx, func(tx *change) error {
		n, err := tx.Exec(ctx, "UPDATE second_factor SET confirmed_at = ?, last_step = ? WHERE account_id = ? AND confirmed_at = 0", tx.Now, step, accountID)
		if err != nil {
			return err
		}
		if n == 0 {
			return errs.New(errs.SecondFactorOn)
		}
		if _, err := tx.Exec(ctx, "UPDATE account SET second_factor = ? WHERE id = ?", true, accountID); err != nil {
			return err
		}
		if err := tx.recoveryCodes(ctx, accountID, recovery); err != nil {
			return err
		}
		return tx.logAccount(ctx, who, accountID, "secondFactorOn")
	})
}

// Unscoped: the account of a session, or one that its administrator looked up in scope.
func (s *Store) TakeStep(ctx context.Context, accountID, step int64) (ok bool, err error) {
	err = s.write(ctx, func(tx *change) error {
		n, err := tx.Exec(ctx, "UPDATE second_factor SET last_step = ? WHERE account_id = ? AND confirmed_at > 0 AND last_step < ?", step, accountID, step)
		ok = n > 0
		return err
	})
	return ok, err
}

// Unscoped: the account of a session, or one that its administrator looked up in scope.
func (s *Store) TakeRecoveryCode(ctx context.Context, who audit.Actor, accountID int64, hash string) (ok bool, err error) {
	err = s.write(ctx, func(tx *change) error {
		n, err := tx.Exec(ctx, "DELETE FROM recovery_code WHERE account_id = ? AND code_hash = ?", accountID, hash)
		if err != nil || n == 0 {
			return err
		}
		ok = true
		return tx.logAccount(ctx, who, accountID, "recoveryCode")
	})
	return ok, err
}

// Unscoped: the account of a session, or one that its administrator looked up in scope.
func (s *Store) RecoveryCodesLeft(ctx context.Context, accountID int64) (int, error) {
	n, err := s.Bun.NewSelect().Table("recovery_code").Where("account_id = ?", accountID).Count(ctx)
	return int(n), err
}

// Unscoped: the account of a session, or one that its administrator looked up in scope.
func (s *Store) SetRecoveryCodes(ctx context.Context, who audit.Actor, accountID int64, hashes []string) error {
	return s.write(ctx, func(tx *change) error {
		if err := tx.recoveryCodes(ctx, accountID, hashes); err != nil {
			return err
		}
		return tx.logAccount(ctx, who, accountID, "recoveryCodes")
	})
}

func (c *change) recoveryCodes(ctx context.Context, accountID int64, hashes []string) error {
	if _, err := c.Exec(ctx, "DELETE FROM recovery_code WHERE account_id = ?", accountID); err != nil {
		return err
	}
	for _, hash := range hashes {
		if _, err := c.Exec(ctx, "INSERT INTO recovery_code (account_id, code_hash) VALUES (?, ?)", accountID, hash); err != nil {
			return err
		}
	}
	return nil
}

// Unscoped: the account of a session, or one that its administrator looked up in scope.
func (s *Store) RemoveSecondFactor(ctx context.Context, who audit.Actor, accountID int64, byOther bool) error {
	return s.write(ctx, func(tx *change) error {
		for _, statement := range []string{
			"DELETE FROM recovery_code WHERE account_id = ?",
			"DELETE FROM second_factor WHERE account_id = ?",
			"DELETE FROM sign_in_challenge WHERE account_id = ?",
		} {
			if _, err := tx.Exec(ctx, statement, accountID); err != nil {
				return err
			}
		}
		if _, err := tx.Exec(ctx, "UPDATE account SET second_factor = ? WHERE id = ?", false, accountID); err != nil {
			return err
		}
		if byOther {
			if _, err := tx.Exec(ctx, "UPDATE session SET revoked_at = ? WHERE account_id = ? AND revoked_at = 0", tx.Now, accountID); err != nil {
				return err
			}
			tx.People = append(tx.People, accountID)
		}
		return tx.logAccount(ctx, who, accountID, "secondFactorOff")
	})
}

// logAccount logs an action on an account, without secrets.
func (c *change) logAccount(ctx context.Context, who audit.Actor, accountID int64, action string) error {
	var row accountRow
	if err := c.Selects(&row).Where("a.id = ?", accountID).Scan(ctx); err != nil {
		return err
	}
	return c.Log(ctx, who, auditdb.Entry{Kind: "user", Action: action, ID: accountID, Corporation: row.CorporationID, Content: row.Name})
}

// Unscoped: runs before there is a scope and finds the account by a secret.
func (s *Store) CreateChallenge(ctx context.Context, who audit.Actor, c *identity.Challenge, tokenHash []byte) error {
	return s.write(ctx, func(tx *change) (err error) {
		if c.ID, err = tx.ID(ctx); err != nil {
			return err
		}
		if _, err := tx.Exec(ctx, "DELETE FROM sign_in_challenge WHERE expires_at < ?", tx.Now); err != nil {
			return err
		}
		if err := tx.Insert(ctx, &challengeRow{Challenge: *c, TokenHash: hex.EncodeToString(tokenHash)}); err != nil {
			return err
		}
		return tx.logAccount(ctx, who, c.AccountID, "signInPassword")
	})
}

// Unscoped: runs before there is a scope and finds the account by a secret.
func (s *Store) TryChallenge(ctx context.Context, tokenHash []byte, maxTries int) (c identity.Challenge, a identity.Account, ok bool, err error) {
	hash := hex.EncodeToString(tokenHash)
	err = s.write(ctx, func(tx *change) error {
		n, err := tx.Exec(ctx, "UPDATE sign_in_challenge SET tries = tries + 1 WHERE token_hash = ? AND expires_at > ? AND tries < ?", hash, tx.Now, maxTries)
		if err != nil || n == 0 {
			return err
		}
		var row challengeRow
		if err := tx.Selects(&row).Where("h.token_hash = ?", hash).Scan(ctx); err != nil {
			return err
		}
		var account accountRow
		if err := tx.Selects(&account).Where("a.id = ?", row.AccountID).Scan(ctx); err != nil {
			return err
		}
		c, a, ok = row.Challenge, account.Account, true
		return nil
	})
	return c, a, ok, err
}

// Unscoped: runs before there is a scope and finds the account by a secret.
func (s *Store) EndChallenge(ctx context.Context, id int64) (ok bool, err error) {
	err = s.write(ctx, func(tx *change) error {
		n, err := tx.Exec(ctx, "DELETE FROM sign_in_challenge WHERE id = ?", id)
		ok = n > 0
		return err
	})
	return ok, err
}
