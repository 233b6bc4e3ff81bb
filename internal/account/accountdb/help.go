package accountdb

import (
	"context"
	"encoding/hex"
	"fmt"

	"plumbline/internal/account/identity"
	"plumbline/internal/platform/access"
	"plumbline/internal/platform/audit"
	"plumbline/internal/platform/audit/auditdb"
	"plumbline/internal/platform/errs"
	"plumbline/internal/platform/events"
	"plumbline/internal/platform/paging"
	"plumbline/internal/platform/sqlkit"
)

func (s *Store) OpenHelp(ctx context.Context, who audit.Actor, session *identity.Session, tokenHash []byte) (edits bool, err error) {
	err = s.write(ctx, func(tx *change) error {
		var there corporationRow
		if err := visibleCorporations(tx.Selects(&there).Where("c.id = ?", session.HelpingCorporationID), who.Scope).Scan(ctx); err != nil {
			return err
		}
		edits = there.Active && there.AllowHelpEdits
		var operator accountRow
		if err := tx.Selects(&operator).Where("a.id = ?", session.AccountID).Scan(ctx); err != nil {
			return err
		}
		if session.ID, err = tx.ID(ctx); err != nil {
			return err
		}
		if err := tx.Insert(ctx, &sessionRow{Session: *session, TokenHash: hex.EncodeToString(tokenHash)}); err != nil {
			return err
		}
		if err := tx.announceHelp(ctx, there.ID, shownName(operator), session.ExpiresAt, edits); err != nil {
			return err
		}
		return tx.Log(ctx, who, auditdb.Entry{
			Kind: "corporation", Action: "enter", ID: there.ID, Corporation: there.ID, Content: there.Name,
		})
	})
	return edits, err
}

func shownName(a accountRow) string {
	if a.DisplayName != "" {
		return a.DisplayName
	}
	return a.Name
}

// announceHelp notifies the administrators of a corporation that an operator visits it.
func (c *change) announceHelp(ctx context.Context, corporationID int64, operator string, until int64, edits bool) error {
	if err := c.store.notifier.HelpEntered(ctx, c.Tx.Tx, corporationID, operator, until, edits); err != nil {
		return err
	}
	var administrators []int64
	err := c.Selects((*accountRow)(nil)).Column("a.id").Where("a.corporation_id = ? AND a.type = ?", corporationID, access.Admin).Scan(ctx, &administrators)
	if err != nil {
		return fmt.Errorf("administrators of corporation %d: %w", corporationID, err)
	}
	if len(administrators) > 0 {
		c.AfterCommit(func() {
			events.Publish(context.WithoutCancel(ctx), c.Tables.Bus, events.Notification, 0, events.NotificationPayload{Accounts: administrators})
		})
	}
	return nil
}

type helpRow struct {
	sessionRow  `bun:",extend"`
	AccountName string `bun:",scanonly"`
	DisplayName string `bun:",scanonly"`
}

func (s *Store) Helps(ctx context.Context, scope access.Scope, corporationID int64, query paging.Query) (paging.Page[identity.Help], error) {
	var rows []helpRow
	q := sqlkit.Visible(s.Selects(&rows), scope, "s.helping_corporation_id", "").Where("s.helping_corporation_id = ?", corporationID).
		ColumnExpr("s.*").ColumnExpr("a.name AS account_name, a.display_name AS display_name").Join("JOIN account AS a ON a.id = s.account_id")
	q, err := sqlkit.Paged(q, query, sqlkit.Ordering{"createdAt": "s.created_at"}, "s.created_at DESC", "s.id DESC")
	if err != nil {
		return paging.Page[identity.Help]{}, err
	}
	return sqlkit.ReadPage(ctx, q, &rows, "list help", func(r helpRow) identity.Help {
		return identity.Help{
			SessionID: r.ID, CorporationID: r.HelpingCorporationID, AccountID: r.AccountID,
			Operator: shownName(accountRow{Account: identity.Account{Name: r.AccountName, DisplayName: r.DisplayName}}), IP: r.IP,
			CreatedAt: r.CreatedAt, LastUsedAt: r.LastUsedAt, ExpiresAt: r.ExpiresAt, RevokedAt: r.RevokedAt,
		}
	})
}

func (s *Store) EndHelp(ctx context.Context, who audit.Actor, corporationID, sessionID int64) error {
	return s.write(ctx, func(tx *change) error {
		var row sessionRow
		q := sqlkit.Visible(tx.Selects(&row), who.Scope, "s.helping_corporation_id", "")
		if err := q.Where("s.id = ? AND s.helping_corporation_id = ?", sessionID, corporationID).Scan(ctx); err != nil {
			return err
		}
		if row.RevokedAt != 0 || row.ExpiresAt <= tx.Now {
			return errs.New(errs.HelpEnded)
		}
		row.RevokedAt = tx.Now
		if err := tx.Update(ctx, &row, row.ID, "revoked_at"); err != nil {
			return err
		}
		tx.People = append(tx.People, row.AccountID)
		return tx.Log(ctx, who, auditdb.Entry{Kind: "corporation", Action: "endHelp", ID: corporationID, Corporation: corporationID})
	})
}

// enterCorporation moves an operator's account into the corporation of the session.
func (s *Store) enterCorporation(ctx context.Context, caller *identity.Caller) error {
	var there corporationRow
	if err := s.Selects(&there).Where("c.id = ?", caller.Session.HelpingCorporationID).Scan(ctx); err != nil {
		return fmt.Errorf("read the helped corporation: %w", err)
	}
	caller.Account.CorporationID = there.ID
	caller.HelpEdits = there.Active && there.AllowHelpEdits
	return nil
}
