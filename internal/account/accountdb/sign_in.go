package accountdb

import (
	"context"
	"fmt"
	"strings"

	"github.com/uptrace/bun"

	"plumbline/internal/account/identity"
	"plumbline/internal/platform/audit"
	"plumbline/internal/platform/audit/auditdb"
)

// Unscoped: runs before there is a scope and finds the account by a secret.
func (s *Store) Credential(ctx context.Context, name string) (identity.Credential, bool, error) {
	if name == "" {
		return identity.Credential{}, false, nil
	}
	var rows []accountRow
	email := strings.ToLower(name)
	err := s.Selects(&rows).
		Where("a.removed_at = 0 AND (a.name = ? OR LOWER(a.name) = LOWER(?) OR (a.email = ? AND a.email <> '') OR (a.mobile = ? AND a.mobile <> ''))",
			name, name, email, name).OrderExpr("a.id").Scan(ctx)
	if err != nil {
		return identity.Credential{}, false, fmt.Errorf("find account: %w", err)
	}
	row, ok := pickAccount(rows, name, email)
	if !ok {
		return identity.Credential{}, false, nil
	}
	return identity.Credential{Account: row.Account, Hash: row.PasswordHash}, true, nil
}

// pickAccount picks the account for a name. The order is: exact name, name ignoring case, verified address, then an
// address that no other active account has. Older versions allowed names that differ only in case: a name matches its
// exact spelling, and any other spelling matches the oldest account.
func pickAccount(rows []accountRow, name, email string) (row accountRow, ok bool) {
	var unproven []accountRow
	named := false
	for _, r := range rows {
		switch {
		case r.Name == name:
			return r, true
		case strings.EqualFold(r.Name, name):
			if !named {
				row, ok, named = r, true, true
			}
		case named:
		case r.EmailVerified && r.Email == email, r.MobileVerified && r.Mobile == name:
			row, ok = r, true
		case r.Active:
			unproven = append(unproven, r)
		}
	}
	if !ok && len(unproven) == 1 {
		return unproven[0], true
	}
	return row, ok
}

// Unscoped: runs before there is a scope and finds the account by a secret.
func (s *Store) TryAttempt(ctx context.Context, a identity.Attempt, since int64) (identity.Attempts, error) {
	var before identity.Attempts
	err := s.write(ctx, func(tx *change) error {
		count := func(column string, value any, n *int, oldest *int64) error {
			return tx.QueryRowContext(ctx, "SELECT COUNT(*), COALESCE(MIN(at), 0) FROM sign_in_attempt WHERE "+column+
				" = $1 AND at >= $2", value, since).Scan(n, oldest)
		}
		if err := count("name", a.Name, &before.ByName, &before.OldestByName); err != nil {
			return err
		}
		if a.IP != "" {
			if err := count("ip", a.IP, &before.ByAddress, &before.OldestByAddress); err != nil {
				return err
			}
			row := tx.QueryRowContext(ctx, "SELECT COUNT(*) FROM sign_in_attempt WHERE ip = $1 AND name = $2 AND at >= $3", a.IP, a.Name, since)
			if err := row.Scan(&before.Here); err != nil {
				return err
			}
		}
		if a.AccountID != 0 {
			if err := count("account_id", a.AccountID, &before.ByAccount, &before.OldestByAccount); err != nil {
				return err
			}
		}
		if a.Refused(before) {
			return nil
		}
		id, err := tx.ID(ctx)
		if err != nil {
			return err
		}
		account := a.AccountID
		if before.ByAccount >= a.MaxByName {
			account = 0 // already locked: this attempt does not extend the lock
		}
		_, err = tx.Exec(ctx, "INSERT INTO sign_in_attempt (id, name, ip, account_id, at) VALUES (?, ?, ?, ?, ?)", id, a.Name, a.IP, account, tx.Now)
		return err
	})
	return before, err
}

// Unscoped: runs before there is a scope and finds the account by a secret.
func (s *Store) ClearAttempts(ctx context.Context, name string, accountID int64) error {
	return s.write(ctx, func(tx *change) error { return tx.clearAttempts(ctx, []string{name}, accountID) })
}

func (c *change) clearAttempts(ctx context.Context, names []string, accountID int64) error {
	_, err := c.Exec(ctx, "DELETE FROM sign_in_attempt WHERE name IN (?) OR (account_id = ? AND account_id <> 0)", bun.List(names), accountID)
	return err
}

// Unscoped: runs before there is a scope and finds the account by a secret.
func (s *Store) ManyAttempts(ctx context.Context, accounts []int64, min int, since int64) (map[int64]int64, error) {
	if len(accounts) == 0 {
		return nil, nil
	}
	var rows []struct{ AccountID, Oldest int64 }
	err := s.Bun.NewRaw(`SELECT account_id, MIN(at) AS oldest FROM sign_in_attempt
		WHERE account_id IN (?) AND account_id <> 0 AND at >= ? GROUP BY account_id HAVING COUNT(*) >= ?`, bun.List(accounts), since, min).Scan(ctx, &rows)
	if err != nil {
		return nil, fmt.Errorf("count attempts: %w", err)
	}
	oldest := make(map[int64]int64, len(rows))
	for _, r := range rows {
		oldest[r.AccountID] = r.Oldest
	}
	return oldest, nil
}

// Unscoped: the account of a session, or one that its administrator looked up in scope.
func (s *Store) Unlock(ctx context.Context, who audit.Actor, a identity.Account, names []string) error {
	return s.write(ctx, func(tx *change) error {
		if err := tx.clearAttempts(ctx, names, a.ID); err != nil {
			return err
		}
		return tx.Log(ctx, who, auditdb.Entry{Kind: "user", Action: "unlock", ID: a.ID, Corporation: a.CorporationID, Content: a.Name})
	})
}
