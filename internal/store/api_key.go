package store

import (
	"context"
	"database/sql"
	"encoding/hex"
	"errors"
	"strings"

	"github.com/uptrace/bun"

	"plumbline/internal/account/identity"
	"plumbline/internal/platform/access"
	"plumbline/internal/platform/fault"
	"plumbline/internal/platform/listing"
	"plumbline/internal/platform/oplog"
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

// CreateKey implements identity.KeyStore.
func (s *Store) CreateKey(ctx context.Context, who oplog.Actor, k *identity.Key, hash []byte, most int) error {
	return s.write(ctx, func(tx *change) (err error) {
		if k.ProjectID != 0 {
			if _, err := projectOwner(ctx, tx.store.bun.NewSelect().Conn(tx.Tx), who.Scope, k.ProjectID); fault.IsKind(err, fault.NotFound) {
				return fault.OnField("projectId", fault.MustExist)
			} else if err != nil {
				return err
			}
		}
		n, err := tx.selects((*apiKeyRow)(nil)).Where("k.corporation_id = ? AND k.account_id = ? AND k.revoked_at = 0 AND k.expires_at > ?", k.CorporationID, k.AccountID, tx.now).Count(ctx)
		if err != nil {
			return err
		}
		if int(n) >= most {
			return fault.New(fault.KeysTooMany, "max", most)
		}
		if k.ID, err = tx.id(ctx); err != nil {
			return err
		}
		k.CreatedAt = tx.now
		pairs := make([]string, 0, k.Set.Len())
		for _, p := range k.Set.Permissions() {
			pairs = append(pairs, p.String())
		}
		row := apiKeyRow{
			ID: k.ID, CorporationID: k.CorporationID, AccountID: k.AccountID, ProjectID: k.ProjectID, Name: k.Name, Hint: k.Hint,
			KeyHash: hex.EncodeToString(hash), Permissions: strings.Join(pairs, ","), CreatedBy: k.CreatedBy, CreatedAt: k.CreatedAt, ExpiresAt: k.ExpiresAt,
		}
		if err := tx.insert(ctx, &row); err != nil {
			return err
		}
		return tx.log(ctx, who, logged{kind: "apiKey", action: created, id: k.ID, corporation: k.CorporationID, project: k.ProjectID, content: k.Name, after: keyLog(row)})
	})
}

// keyLog is what the log of operations shows of a key.
func keyLog(r apiKeyRow) any {
	return struct {
		Name, Hint                      string
		Permissions                     []string
		AccountID, ProjectID, ExpiresAt int64
	}{r.Name, r.Hint, r.key().Set.Names(), r.AccountID, r.ProjectID, r.ExpiresAt}
}

// KeyByHash implements identity.KeyStore. The holder of a service's key has no id and
// stands as long as its corporation does.
func (s *Store) KeyByHash(ctx context.Context, hash []byte) (identity.Caller, bool, error) {
	var row apiKeyRow
	err := s.selects(&row).Where("k.key_hash = ?", hex.EncodeToString(hash)).Scan(ctx)
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
	if err := s.selects(&corporation).Where("c.id = ?", row.CorporationID).Scan(ctx); err != nil {
		return identity.Caller{}, false, err
	}
	service := identity.Account{CorporationID: row.CorporationID, Name: key.Name, Type: access.Normal, Active: corporation.Active}
	return identity.Caller{Account: service, Key: &key}, true, nil
}

// Keys implements identity.KeyStore.
func (s *Store) Keys(ctx context.Context, scope access.Scope, filter identity.KeyFilter) (listing.Page[identity.Key], error) {
	var rows []apiKeyRow
	q := visible(s.selects(&rows), scope, "k.corporation_id", "").ColumnExpr("k.*").
		ColumnExpr("COALESCE(a.name, '') AS holder_name").ColumnExpr("COALESCE(b.name, '') AS creator_name").
		Join("LEFT JOIN account AS a ON a.id = k.account_id").Join("LEFT JOIN account AS b ON b.id = k.created_by").
		Where("k.corporation_id = ?", filter.CorporationID)
	if filter.AccountID != 0 {
		q = q.Where("k.account_id = ?", filter.AccountID)
	}
	q = matching(q, filter.Keyword, "k.name", "k.hint", "a.name")
	q, err := paged(q, filter.Query, ordering{"name": "k.name", "createdAt": "k.created_at", "expiresAt": "k.expires_at", "lastUsedAt": "k.last_used_at"}, "k.revoked_at > 0, k.created_at DESC", "k.id DESC")
	if err != nil {
		return listing.Page[identity.Key]{}, err
	}
	return readPage(ctx, q, &rows, "list API keys", apiKeyRow.key)
}

// TouchKey implements identity.KeyStore.
func (s *Store) TouchKey(ctx context.Context, id, usedAt int64, ip string) error {
	return s.write(ctx, func(tx *change) error {
		_, err := tx.exec(ctx, "UPDATE api_key SET last_used_at = ?, last_ip = ? WHERE id = ? AND revoked_at = 0", usedAt, ip, id)
		return err
	})
}

// RevokeKey implements identity.KeyStore.
func (s *Store) RevokeKey(ctx context.Context, who oplog.Actor, corporationID, accountID, id int64) error {
	return s.write(ctx, func(tx *change) error {
		var row apiKeyRow
		q := visible(tx.selects(&row), who.Scope, "k.corporation_id", "").Where("k.id = ? AND k.corporation_id = ? AND k.revoked_at = 0", id, corporationID)
		if accountID != 0 {
			q = q.Where("k.account_id = ?", accountID)
		}
		if err := q.Scan(ctx); err != nil {
			return err
		}
		if _, err := tx.exec(ctx, "UPDATE api_key SET revoked_at = ? WHERE id = ?", tx.now, id); err != nil {
			return err
		}
		return tx.log(ctx, who, logged{kind: "apiKey", action: deleted, id: id, corporation: row.CorporationID, project: row.ProjectID, content: row.Name, before: keyLog(row)})
	})
}
