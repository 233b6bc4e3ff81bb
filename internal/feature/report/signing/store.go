package signing

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/uptrace/bun"

	"plumbline/internal/platform/audit"
	"plumbline/internal/platform/audit/auditdb"
	"plumbline/internal/platform/blob"
	"plumbline/internal/platform/errs"
	"plumbline/internal/platform/sqlkit"
)

// Store stores which pictures persons have. Their content is in the blob store.
type Store struct{ *sqlkit.Tables }

type row struct {
	bun.BaseModel `bun:"table:signing_picture,alias:sp"`
	ID            int64 `bun:",pk"`
	CorporationID int64
	AccountID     int64
	Kind          Kind
	Blob          string
	SHA256        string `bun:"sha256"`
	ChangedAt     int64
}

// List returns the pictures of an account.
//
// Unscoped: every caller asks for those of the account that is signed in.
func (s *Store) List(ctx context.Context, account int64) ([]Picture, error) {
	var rows []row
	if err := s.Selects(&rows).Where("sp.account_id = ?", account).OrderExpr("sp.kind DESC").Scan(ctx); err != nil {
		return nil, fmt.Errorf("signature pictures of account %d: %w", account, err)
	}
	list := make([]Picture, len(rows))
	for i, r := range rows {
		list[i] = Picture{r.Kind, r.Blob, r.SHA256, r.ChangedAt}
	}
	return list, nil
}

// Find returns a picture of an account.
func (s *Store) Find(ctx context.Context, account int64, kind Kind) (Picture, error) {
	list, err := s.List(ctx, account)
	if err != nil {
		return Picture{}, err
	}
	for _, p := range list {
		if p.Kind == kind {
			return p, nil
		}
	}
	return Picture{}, errs.New(errs.NothingHere)
}

// Read returns the content of a picture of an account.
func (s *Store) Read(ctx context.Context, blobs blob.Store, account int64, kind Kind) ([]byte, error) {
	p, err := s.Find(ctx, account, kind)
	if err != nil {
		return nil, err
	}
	stored, err := blobs.Open(ctx, p.Blob)
	if err != nil {
		return nil, fmt.Errorf("signature picture of account %d: %w", account, err)
	}
	data, err := io.ReadAll(stored)
	return data, errors.Join(err, stored.Close())
}

// Put stores a picture of the actor and returns the blob that it replaces; empty: none.
func (s *Store) Put(ctx context.Context, who audit.Actor, p *Picture) (old string, err error) {
	err = s.Write(ctx, func(tx *sqlkit.Transaction) error {
		var before any
		if old, before, err = s.remove(ctx, tx, who, p.Kind); err != nil {
			return err
		}
		id, err := tx.ID(ctx)
		if err != nil {
			return err
		}
		p.ChangedAt = tx.Now
		made := row{ID: id, CorporationID: who.CorporationID, AccountID: who.AccountID, Kind: p.Kind, Blob: p.Blob, SHA256: p.SHA256, ChangedAt: tx.Now}
		if err := tx.Insert(ctx, &made); err != nil {
			return err
		}
		action := auditdb.Created
		if before != nil {
			action = auditdb.Updated
		}
		return s.log(ctx, tx, who, auditdb.Entry{Action: action, Before: before, After: p.logged()})
	})
	return old, err
}

// Delete removes a picture of the actor and returns its blob.
func (s *Store) Delete(ctx context.Context, who audit.Actor, kind Kind) (old string, err error) {
	err = s.Write(ctx, func(tx *sqlkit.Transaction) error {
		var before any
		if old, before, err = s.remove(ctx, tx, who, kind); err != nil {
			return err
		}
		if before == nil {
			return errs.New(errs.NothingHere)
		}
		return s.log(ctx, tx, who, auditdb.Entry{Action: auditdb.Deleted, Before: before})
	})
	return old, err
}

// remove deletes a picture of the actor; before is nil if there was none. Requests of one account follow each other.
func (s *Store) remove(ctx context.Context, tx *sqlkit.Transaction, who audit.Actor, kind Kind) (blob string, before any, err error) {
	if err := tx.Lock(ctx, "account", who.AccountID); err != nil {
		return "", nil, err
	}
	var rows []row
	if err := tx.Selects(&rows).Where("sp.account_id = ? AND sp.kind = ?", who.AccountID, kind).Scan(ctx); err != nil || len(rows) == 0 {
		return "", nil, err
	}
	was := Picture{Kind: kind, SHA256: rows[0].SHA256}
	_, err = tx.Exec(ctx, "DELETE FROM signing_picture WHERE id = ?", rows[0].ID)
	return rows[0].Blob, was.logged(), err
}

func (s *Store) log(ctx context.Context, tx *sqlkit.Transaction, who audit.Actor, e auditdb.Entry) error {
	e.Kind, e.ID, e.Corporation = kindLogged, who.AccountID, who.CorporationID
	logs := auditdb.WithLog(tx)
	return logs.Log(ctx, who, e)
}

// HasBlob reports whether a picture has a blob.
//
// Unscoped: work of the program over all corporations, which no request reaches.
func (s *Store) HasBlob(ctx context.Context, key string) (bool, error) {
	return s.Selects((*row)(nil)).Where("sp.blob = ?", key).Exists(ctx)
}
