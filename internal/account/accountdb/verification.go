package accountdb

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"github.com/uptrace/bun"

	"plumbline/internal/account/corporation"
	"plumbline/internal/account/identity"
	"plumbline/internal/account/verification"
	"plumbline/internal/platform/audit"
	"plumbline/internal/platform/audit/auditdb"
	"plumbline/internal/platform/errs"
	"plumbline/internal/platform/jobs"
	"plumbline/internal/platform/sqlkit"
)

type codeRow struct {
	bun.BaseModel `bun:"table:verification_code,alias:v"`
	verification.Code
}

var _ verification.Store = (*Store)(nil)

// Unscoped: runs before there is a scope and finds the account by a secret.
func (s *Store) IssueCode(
	ctx context.Context, who audit.Actor, c *verification.Code, l verification.Limits, job func(int64) (jobs.New, error),
) (wait int64, err error) {
	err = s.write(ctx, func(tx *change) error {
		if wait, err = tx.waitForCode(ctx, *c, l); err != nil || wait > 0 {
			return err
		}
		made := *c
		if made.ID, err = tx.ID(ctx); err != nil {
			return err
		}
		made.CreatedAt = tx.Now
		if err := tx.Insert(ctx, &codeRow{Code: made}); err != nil {
			return err
		}
		n, err := job(made.ID)
		if err != nil {
			return err
		}
		if _, err := s.jobs.EnqueueIn(ctx, tx.Tx.Tx, n); err != nil {
			return err
		}
		*c = made
		tx.AfterCommit(s.jobs.NotifyJobs(ctx))
		return tx.Log(ctx, who, auditdb.Entry{
			Kind: "code", Action: "sendCode", ID: made.ID, Corporation: who.CorporationID, Content: verification.Masked(made.Target),
		})
	})
	return wait, err
}

// waitForCode returns the time in ms until the limits allow another code.
func (c *change) waitForCode(ctx context.Context, code verification.Code, l verification.Limits) (wait int64, err error) {
	type limit struct {
		column string
		value  any
		most   int
		window int64
		holds  bool
	}
	hour := l.Window.Milliseconds()
	for _, l := range []limit{
		{"target", code.Target, 1, l.Gap.Milliseconds(), true},
		{"target", code.Target, l.PerTarget, hour, true},
		{"ip", code.IP, l.PerIP, hour, code.IP != ""},
		{"account_id", code.AccountID, l.PerAccount, hour, code.AccountID != 0},
	} {
		if !l.holds {
			continue
		}
		var at []int64 // newest codes; the oldest of them leaves the window first
		err := c.store.Bun.NewSelect().Conn(c.Tx).Table("verification_code").Column("created_at").
			Where("? = ? AND created_at > ?", bun.Ident(l.column), l.value, c.Now-l.window).
			OrderExpr("created_at DESC").Limit(int64(l.most)).Scan(ctx, &at)
		if err != nil {
			return 0, fmt.Errorf("count codes: %w", err)
		}
		if len(at) == l.most {
			wait = max(wait, at[l.most-1]+l.window-c.Now)
		}
	}
	return wait, nil
}

// Unscoped: runs before there is a scope and finds the account by a secret.
func (s *Store) Code(ctx context.Context, id int64) (verification.Code, bool, error) {
	var row codeRow
	err := s.Selects(&row).Where("v.id = ?", id).Scan(ctx)
	if errors.Is(err, sql.ErrNoRows) {
		return verification.Code{}, false, nil
	}
	return row.Code, err == nil, err
}

// Unscoped: runs before there is a scope and finds the account by a secret.
func (s *Store) TryCode(ctx context.Context, k verification.Key, most int) (c verification.Code, ok, spent bool, err error) {
	err = s.write(ctx, func(tx *change) error {
		var row codeRow
		q := tx.Selects(&row).Where("v.purpose = ? AND v.target = ?", k.Purpose, k.Target).OrderExpr("v.created_at DESC, v.id DESC").Limit(1)
		if k.AccountID != 0 {
			q = q.Where("v.account_id = ?", k.AccountID)
		}
		err := q.Scan(ctx)
		if errors.Is(err, sql.ErrNoRows) || err == nil && (row.UsedAt != 0 || row.ExpiresAt <= tx.Now) {
			return nil
		}
		if err != nil {
			return err
		}
		n, err := tx.Exec(ctx, "UPDATE verification_code SET tries = tries + 1 WHERE id = ? AND tries < ?", row.ID, most)
		if err != nil {
			return err
		}
		c, ok, spent = row.Code, true, n == 0
		return nil
	})
	return c, ok, spent, err
}

// Unscoped: runs before there is a scope and finds the account by a secret.
func (s *Store) CodeSent(ctx context.Context, id, accountID int64) error {
	return s.write(ctx, func(tx *change) error {
		_, err := tx.Exec(ctx, "UPDATE verification_code SET sent_at = ?, account_id = ? WHERE id = ?", tx.Now, accountID, id)
		return err
	})
}

// Unscoped: runs before there is a scope and finds the account by a secret.
func (s *Store) CodesSent(ctx context.Context, accountID, since int64) (int, error) {
	n, err := s.Selects((*codeRow)(nil)).Where("v.account_id = ? AND v.sent_at >= ? AND v.sent_at <> 0", accountID, since).Count(ctx)
	return int(n), err
}

// Unscoped: work of the program over all corporations, which no request reaches.
func (s *Store) ForgetCodes(ctx context.Context, before int64) error {
	return s.write(ctx, func(tx *change) error {
		_, err := tx.Exec(ctx, "DELETE FROM verification_code WHERE created_at < ?", before)
		return err
	})
}

// Unscoped: the caller has checked the code.
func (s *Store) UseCode(ctx context.Context, id int64) error {
	return s.write(ctx, func(tx *change) error { return tx.use(ctx, id) })
}

// Unscoped: returns only whether something is taken or exists.
func (s *Store) AddressOwned(ctx context.Context, target string) (bool, error) {
	return s.Selects((*accountRow)(nil)).Where("(a.email = ? AND a.email_verified) OR (a.mobile = ? AND a.mobile_verified)", target, target).Exists(ctx)
}

// use marks a code as used. It fails if a concurrent request has used the code.
func (c *change) use(ctx context.Context, id int64) error {
	n, err := c.Exec(ctx, "UPDATE verification_code SET used_at = ? WHERE id = ? AND used_at = 0 AND expires_at > ?", c.Now, id, c.Now)
	if err == nil && n == 0 {
		return errs.OnField("code", errs.CodeRefused)
	}
	return err
}

// Unscoped: runs before there is a scope and finds the account by a secret.
func (s *Store) SignUp(ctx context.Context, who audit.Actor, codeID int64, tenant *corporation.Corporation, a *identity.Account, hash string) error {
	return s.write(ctx, func(tx *change) error {
		if err := tx.use(ctx, codeID); err != nil {
			return err
		}
		if err := tx.createCorporation(ctx, who, tenant); err != nil {
			return renamed(err, "name", "corporation")
		}
		made := *a
		made.CorporationID = tenant.ID
		if err := tx.createAccount(ctx, who, &made, hash); err != nil {
			return renamed(renamed(err, "email", "account"), "mobile", "account")
		}
		*a = made
		return nil
	})
}

// renamed changes the field of an error to its name in the request.
func renamed(err error, from, to string) error {
	told, ok := errs.As(sqlkit.Translate(err))
	if !ok || len(told.Fields) != 1 || told.Fields[0].Name != from {
		return err
	}
	return errs.OnField(to, told.Fields[0].Message)
}

// Unscoped: runs before there is a scope and finds the account by a secret.
func (s *Store) ResetByCode(ctx context.Context, who audit.Actor, c verification.Code, a identity.Account, hash string) error {
	return s.write(ctx, func(tx *change) error {
		if err := tx.use(ctx, c.ID); err != nil {
			return err
		}
		if err := tx.prove(ctx, c, a.ID); err != nil {
			return err
		}
		if err := tx.clearAttempts(ctx, []string{c.Target}, a.ID); err != nil {
			return err
		}
		return tx.setPassword(ctx, who, a.ID, hash, false, 0)
	})
}

// Unscoped: the account of a session, or one that its administrator looked up in scope.
func (s *Store) SetAddress(ctx context.Context, who audit.Actor, c verification.Code, accountID int64) (identity.Account, error) {
	var after accountRow
	err := s.write(ctx, func(tx *change) error {
		if err := tx.use(ctx, c.ID); err != nil {
			return err
		}
		var before accountRow
		if err := tx.Selects(&before).Where("a.id = ?", accountID).Scan(ctx); err != nil {
			return err
		}
		if err := tx.prove(ctx, c, accountID); err != nil {
			return renamed(renamed(err, "email", "account"), "mobile", "account")
		}
		if err := tx.Selects(&after).Where("a.id = ?", accountID).Scan(ctx); err != nil {
			return err
		}
		return tx.Log(ctx, who, auditdb.Entry{
			Kind: "user", Action: auditdb.Updated, ID: accountID, Corporation: before.CorporationID,
			Content: before.Name, Before: before.Account, After: after.Account,
		})
	})
	return after.Account, err
}

// prove marks the address of a code as verified by the account.
func (c *change) prove(ctx context.Context, code verification.Code, accountID int64) error {
	column := "email"
	if code.Channel() == verification.SMS {
		column = "mobile"
	}
	_, err := c.Exec(ctx, "UPDATE account SET ? = ?, ? = TRUE WHERE id = ?", bun.Ident(column), code.Target, bun.Ident(column+"_verified"), accountID)
	return err
}
