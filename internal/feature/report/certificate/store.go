package certificate

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strconv"

	"github.com/uptrace/bun"

	"plumbline/internal/platform/access"
	"plumbline/internal/platform/audit"
	"plumbline/internal/platform/audit/auditdb"
	"plumbline/internal/platform/clock"
	"plumbline/internal/platform/errs"
	"plumbline/internal/platform/pdfsign"
	"plumbline/internal/platform/secrets"
	"plumbline/internal/platform/sqlkit"
)

// Store stores certificates. Their keys are sealed with the key of the installation.
type Store struct {
	*sqlkit.Tables
	Vault *secrets.Vault
}

type row struct {
	bun.BaseModel `bun:"table:signing_certificate,alias:sc"`
	CorporationID int64 `bun:",pk"`
	Sealed        []byte
	Subject       string
	Issuer        string
	Serial        string
	SHA256        string `bun:"sha256"`
	Algorithm     string
	BeginsAt      int64
	EndsAt        int64
	Noticed       int64
	AccountID     int64
	ChangedAt     int64
	Account       string `bun:",scanonly"`
}

func (r *row) certificate() Certificate {
	return Certificate{
		CorporationID: r.CorporationID, Subject: r.Subject, Issuer: r.Issuer, Serial: r.Serial, SHA256: r.SHA256, Algorithm: r.Algorithm,
		BeginsAt: r.BeginsAt, EndsAt: r.EndsAt, Account: r.Account, ChangedAt: r.ChangedAt,
	}
}

func owner(corporation int64) []byte {
	return []byte("signing certificate " + strconv.FormatInt(corporation, 10))
}

// Find returns the certificate of a corporation; its CorporationID is 0 if there is none.
func (s *Store) Find(ctx context.Context, scope access.Scope, corporation int64) (Certificate, error) {
	var r row
	q := s.Selects(&r).ExcludeColumn("sealed").ColumnExpr("COALESCE(NULLIF(a.display_name, ''), a.name, '') AS account").
		Join("LEFT JOIN account AS a ON a.id = sc.account_id").Where("sc.corporation_id = ?", corporation)
	return found(corporation, &r, sqlkit.Visible(q, scope, "sc.corporation_id", "").Scan(ctx))
}

func found(corporation int64, r *row, err error) (Certificate, error) {
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return Certificate{}, fmt.Errorf("signing certificate of corporation %d: %w", corporation, err)
	}
	return r.certificate(), nil
}

// Check refuses reports of a corporation whose certificate cannot sign now.
//
// Unscoped: for a report that was found in the caller's scope, who can belong to another corporation.
func (s *Store) Check(ctx context.Context, corporation int64) error {
	var r row
	c, err := found(corporation, &r, s.Selects(&r).ExcludeColumn("sealed").Where("sc.corporation_id = ?", corporation).Scan(ctx))
	if err != nil {
		return err
	}
	if state := c.At(clock.Now().UnixMilli()); state == Early || state == Expired {
		return errs.New(errs.CertificateCannotSign, "begin", date(c.BeginsAt), "end", date(c.EndsAt))
	}
	return nil
}

// Identity returns the certificate of a corporation with its key; nil: it has none.
//
// Unscoped: work of the program, for a report that was signed in its scope.
func (s *Store) Identity(ctx context.Context, corporation int64) (*pdfsign.Identity, error) {
	var r row
	err := s.Selects(&r).Where("sc.corporation_id = ?", corporation).Scan(ctx)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("signing certificate of corporation %d: %w", corporation, err)
	}
	kept, err := s.Vault.Open(owner(corporation), r.Sealed)
	if err != nil {
		return nil, fmt.Errorf("signing certificate of corporation %d: %w", corporation, err)
	}
	return pdfsign.Restore([]byte(kept))
}

// Put stores the certificate of a corporation instead of the one that it has.
func (s *Store) Put(ctx context.Context, who audit.Actor, corporation int64, id *pdfsign.Identity) error {
	kept, err := id.Keep()
	if err != nil {
		return err
	}
	sealed, err := s.Vault.Seal(owner(corporation), string(kept))
	if err != nil {
		return err
	}
	next := describe(corporation, id)
	return s.change(ctx, who, corporation, func(tx *sqlkit.Transaction, e *auditdb.Entry) error {
		if e.Action = auditdb.Created; e.Before != nil {
			e.Action = auditdb.Updated
		}
		e.After = next.logged()
		return tx.Insert(ctx, &row{
			CorporationID: corporation, Sealed: sealed, Subject: next.Subject, Issuer: next.Issuer, Serial: next.Serial, SHA256: next.SHA256,
			Algorithm: next.Algorithm, BeginsAt: next.BeginsAt, EndsAt: next.EndsAt, AccountID: who.AccountID, ChangedAt: tx.Now,
		})
	})
}

// Delete deletes the certificate of a corporation and its key.
func (s *Store) Delete(ctx context.Context, who audit.Actor, corporation int64) error {
	return s.change(ctx, who, corporation, func(_ *sqlkit.Transaction, e *auditdb.Entry) error {
		if e.Action = auditdb.Deleted; e.Before == nil {
			return errs.New(errs.NothingHere)
		}
		return nil
	})
}

// change deletes the certificate of a corporation, does the rest and logs both.
func (s *Store) change(ctx context.Context, who audit.Actor, corporation int64, rest func(*sqlkit.Transaction, *auditdb.Entry) error) error {
	return s.Write(ctx, func(tx *sqlkit.Transaction) error {
		if err := tx.Lock(ctx, "corporation", corporation); err != nil {
			return err
		}
		entry := auditdb.Entry{Kind: kindLogged, ID: corporation, Corporation: corporation}
		var old row
		err := tx.Selects(&old).ExcludeColumn("sealed").Where("sc.corporation_id = ?", corporation).Scan(ctx)
		switch was := old.certificate(); {
		case err == nil:
			entry.Before = was.logged()
		case !errors.Is(err, sql.ErrNoRows):
			return err
		}
		if _, err := tx.Exec(ctx, "DELETE FROM signing_certificate WHERE corporation_id = ?", corporation); err != nil {
			return err
		}
		if err := rest(tx, &entry); err != nil {
			return err
		}
		logs := auditdb.WithLog(tx)
		return logs.Log(ctx, who, entry)
	})
}
