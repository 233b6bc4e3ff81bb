package accountdb

import (
	"context"
	"database/sql"
	"encoding/hex"
	"errors"
	"strings"

	"github.com/uptrace/bun"

	"plumbline/internal/account/identity"
	"plumbline/internal/platform/access"
	"plumbline/internal/platform/audit"
	"plumbline/internal/platform/audit/auditdb"
	"plumbline/internal/platform/errs"
	"plumbline/internal/platform/paging"
	"plumbline/internal/platform/sqlkit"
)

type apiKeyRow struct {
	bun.BaseModel `bun:"table:api_key,alias:k"`
	ID            int64 `bun:",pk"`
	CorporationID int64
	AccountID     int64
	ProjectID     int64
	Name          string
	Hint          string
	KeyHash       string
	Permissions   string
	CreatedBy     int64
	CreatedAt     int64
	ExpiresAt     int64
	LastUsedAt    int64
	LastIP        string
	RevokedAt     int64
	HolderName    string `bun:",scanonly"`
	CreatorName   string `bun:",scanonly"`
}

func (r apiKeyRow) key() identity.Key {
	k := identity.Key{
		ID: r.ID, CorporationID: r.CorporationID, AccountID: r.AccountID, ProjectID: r.ProjectID, Name: r.Name, Hint: r.Hint,
		CreatedBy: r.CreatedBy, CreatedByName: r.CreatorName, HolderName: r.HolderName, CreatedAt: r.CreatedAt, ExpiresAt: r.ExpiresAt,
		LastUsedAt: r.LastUsedAt, LastIP: r.LastIP, RevokedAt: r.RevokedAt,
	}
	for pair := range strings.SplitSeq(r.Permissions, ",") {
		if p, ok := access.ParsePermission(pair); ok {
			k.Set = k.Set.With(p.Area, p.Action)
		}
	}
	return k
}

func (s *Store) CreateKey(ctx context.Context, who audit.Actor, k *identity.Key, hash []byte, most int) error {
	return s.write(ctx, func(tx *change) (err error) {
		if k.ProjectID != 0 {
			if _, err := sqlkit.ProjectOwner(ctx, tx.store.Bun.NewSelect().Conn(tx.Tx), who.Scope, k.ProjectID); errs.IsKind(err, errs.NotFound) {
				return errs.OnField("projectId", errs.MustExist)
			} else if err != nil {
				return err
			}
		}
		n, err := tx.Selects((*apiKeyRow)(nil)).
			Where("k.corporation_id = ? AND k.account_id = ? AND k.revoked_at = 0 AND k.expires_at > ?", k.CorporationID, k.AccountID, tx.Now).Count(ctx)
		if err != nil {
			return err
		}
		if int(n) >= most {
			return errs.New(errs.KeysTooMany, "max", most)
		}
		if k.ID, err = tx.ID(ctx); err != nil {
			return err
		}
		k.CreatedAt = tx.Now
		pairs := make([]string, 0, k.Set.Len())
		for _, p := range k.Set.Permissions() {
			pairs = append(pairs, p.String())
		}
		row := apiKeyRow{
			ID: k.ID, CorporationID: k.CorporationID, AccountID: k.AccountID, ProjectID: k.ProjectID, Name: k.Name, Hint: k.Hint,
			KeyHash: hex.EncodeToString(hash), Permissions: strings.Join(pairs, ","), CreatedBy: k.CreatedBy, CreatedAt: k.CreatedAt, ExpiresAt: k.ExpiresAt,
		}
		if err := tx.Insert(ctx, &row); err != nil {
			return err
		}
		return tx.Log(ctx, who, auditdb.Entry{
			Kind: "apiKey", Action: auditdb.Created, ID: k.ID, Corporation: k.CorporationID, Project: k.ProjectID, Content: k.Name, After: keyLog(row),
		})
	})
}

// keyLog returns what the audit log shows of a key.
func keyLog(r apiKeyRow) any {
	return struct {
		Name, Hint                      string
		Permissions                     []string
		AccountID, ProjectID, ExpiresAt int64
	}{r.Name, r.Hint, r.key().Set.Names(), r.AccountID, r.ProjectID, r.ExpiresAt}
}

// For a service key, the holder has no id and is valid while its corporation is.
//
// Unscoped: runs before there is a scope and finds the account by a secret.
func (s *Store) KeyByHash(ctx context.Context, hash []byte) (identity.Caller, bool, error) {
	var row apiKeyRow
	err := s.Selects(&row).Where("k.key_hash = ?", hex.EncodeToString(hash)).Scan(ctx)
	if errors.Is(err, sql.ErrNoRows) {
		return identity.Caller{}, false, nil
	}
	if err != nil {
		return identity.Caller{}, false, err
	}
	key := row.key()
	if row.AccountID != 0 {
		caller, err := s.holder(ctx, row.AccountID)
		caller.Key = &key
		return caller, err == nil, err
	}
	var corporation corporationRow
	if err := s.Selects(&corporation).Where("c.id = ?", row.CorporationID).Scan(ctx); err != nil {
		return identity.Caller{}, false, err
	}
	service := identity.Account{CorporationID: row.CorporationID, Name: key.Name, Type: access.Normal, Active: corporation.Active}
	return identity.Caller{Account: service, Key: &key}, true, nil
}

func (s *Store) Keys(ctx context.Context, scope access.Scope, filter identity.KeyFilter) (paging.Page[identity.Key], error) {
	var rows []apiKeyRow
	q := sqlkit.Visible(s.Selects(&rows), scope, "k.corporation_id", "").ColumnExpr("k.*").
		ColumnExpr("COALESCE(a.name, '') AS holder_name").ColumnExpr("COALESCE(b.name, '') AS creator_name").
		Join("LEFT JOIN account AS a ON a.id = k.account_id").Join("LEFT JOIN account AS b ON b.id = k.created_by").
		Where("k.corporation_id = ?", filter.CorporationID)
	if filter.AccountID != 0 {
		q = q.Where("k.account_id = ?", filter.AccountID)
	}
	q = sqlkit.Matching(q, filter.Keyword, "k.name", "k.hint", "a.name")
	q, err := sqlkit.Paged(q, filter.Query, sqlkit.Ordering{
		"name": "k.name", "createdAt": "k.created_at", "expiresAt": "k.expires_at", "lastUsedAt": "k.last_used_at",
	}, "k.revoked_at > 0, k.created_at DESC", "k.id DESC")
	if err != nil {
		return paging.Page[identity.Key]{}, err
	}
	return sqlkit.ReadPage(ctx, q, &rows, "list API keys", apiKeyRow.key)
}

// Unscoped: the account of a session, or one that its administrator looked up in scope.
func (s *Store) TouchKey(ctx context.Context, id, usedAt int64, ip string) error {
	return s.write(ctx, func(tx *change) error {
		_, err := tx.Exec(ctx, "UPDATE api_key SET last_used_at = ?, last_ip = ? WHERE id = ? AND revoked_at = 0", usedAt, ip, id)
		return err
	})
}

func (s *Store) RevokeKey(ctx context.Context, who audit.Actor, corporationID, accountID, id int64) error {
	return s.write(ctx, func(tx *change) error {
		var row apiKeyRow
		q := sqlkit.Visible(tx.Selects(&row), who.Scope, "k.corporation_id", "").
			Where("k.id = ? AND k.corporation_id = ? AND k.revoked_at = 0", id, corporationID)
		if accountID != 0 {
			q = q.Where("k.account_id = ?", accountID)
		}
		if err := q.Scan(ctx); err != nil {
			return err
		}
		if _, err := tx.Exec(ctx, "UPDATE api_key SET revoked_at = ? WHERE id = ?", tx.Now, id); err != nil {
			return err
		}
		return tx.Log(ctx, who, auditdb.Entry{
			Kind: "apiKey", Action: auditdb.Deleted, ID: id, Corporation: row.CorporationID, Project: row.ProjectID, Content: row.Name, Before: keyLog(row),
		})
	})
}
