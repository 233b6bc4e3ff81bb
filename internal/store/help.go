package store

import (
	"context"
	"encoding/hex"
	"encoding/json"
	"fmt"

	"plumbline/internal/account/identity"
	"plumbline/internal/feature/notify"
	"plumbline/internal/platform/access"
	"plumbline/internal/platform/fault"
	"plumbline/internal/platform/listing"
	"plumbline/internal/platform/oplog"
	"plumbline/internal/platform/signal"
)

// OpenHelp implements identity.HelpStore.
func (s *Store) OpenHelp(ctx context.Context, who oplog.Actor, session *identity.Session, tokenHash []byte) (edits bool, err error) {
	err = s.write(ctx, func(tx *change) error {
		var there corporationRow
		if err := seen(tx.selects(&there).Where("c.id = ?", session.HelpingCorporationID), who.Scope).Scan(ctx); err != nil {
			return err
		}
		edits = there.Active && there.AllowHelpEdits
		var operator accountRow
		if err := tx.selects(&operator).Where("a.id = ?", session.AccountID).Scan(ctx); err != nil {
			return err
		}
		if session.ID, err = tx.id(ctx); err != nil {
			return err
		}
		if err := tx.insert(ctx, &sessionRow{Session: *session, TokenHash: hex.EncodeToString(tokenHash)}); err != nil {
			return err
		}
		if err := tx.tellHelp(ctx, there.ID, notify.HelpArgs{Operator: shownName(operator), Until: session.ExpiresAt, Edits: edits}); err != nil {
			return err
		}
		return tx.log(ctx, who, logged{kind: "corporation", action: "enter", id: there.ID, corporation: there.ID, content: there.Name})
	})
	return edits, err
}

func shownName(a accountRow) string {
	if a.DisplayName != "" {
		return a.DisplayName
	}
	return a.Name
}

// tellHelp tells the administrators of a corporation that an operator came in.
func (c *change) tellHelp(ctx context.Context, corporationID int64, args notify.HelpArgs) error {
	text, err := json.Marshal(args)
	if err != nil {
		return fmt.Errorf("encode: %w", err)
	}
	if err := c.store.WriteNotifications(ctx, c.Tx.Tx, []notify.Notification{{CorporationID: corporationID, Kind: notify.HelpEntered, Args: text}}); err != nil {
		return err
	}
	var administrators []int64
	err = c.selects((*accountRow)(nil)).Column("a.id").Where("a.corporation_id = ? AND a.type = ?", corporationID, access.Admin).Scan(ctx, &administrators)
	if err != nil {
		return fmt.Errorf("administrators of corporation %d: %w", corporationID, err)
	}
	if len(administrators) > 0 {
		c.AfterCommit(func() {
			signal.Publish(context.WithoutCancel(ctx), c.store.signals, signal.Notification, 0, signal.NotificationPayload{Accounts: administrators})
		})
	}
	return nil
}

type helpRow struct {
	sessionRow  `bun:",extend"`
	AccountName string `bun:",scanonly"`
	DisplayName string `bun:",scanonly"`
}

// Helps implements identity.HelpStore.
func (s *Store) Helps(ctx context.Context, scope access.Scope, corporationID int64, query listing.Query) (listing.Page[identity.Help], error) {
	var rows []helpRow
	q := visible(s.selects(&rows), scope, "s.helping_corporation_id", "").Where("s.helping_corporation_id = ?", corporationID).
		ColumnExpr("s.*").ColumnExpr("a.name AS account_name, a.display_name AS display_name").Join("JOIN account AS a ON a.id = s.account_id")
	q, err := paged(q, query, ordering{"createdAt": "s.created_at"}, "s.created_at DESC", "s.id DESC")
	if err != nil {
		return listing.Page[identity.Help]{}, err
	}
	return readPage(ctx, q, &rows, "list help", func(r helpRow) identity.Help {
		return identity.Help{
			SessionID: r.ID, CorporationID: r.HelpingCorporationID, AccountID: r.AccountID,
			Operator: shownName(accountRow{Account: identity.Account{Name: r.AccountName, DisplayName: r.DisplayName}}), IP: r.IP,
			CreatedAt: r.CreatedAt, LastUsedAt: r.LastUsedAt, ExpiresAt: r.ExpiresAt, RevokedAt: r.RevokedAt,
		}
	})
}

// EndHelp implements identity.HelpStore.
func (s *Store) EndHelp(ctx context.Context, who oplog.Actor, corporationID, sessionID int64) error {
	return s.write(ctx, func(tx *change) error {
		var row sessionRow
		q := visible(tx.selects(&row), who.Scope, "s.helping_corporation_id", "")
		if err := q.Where("s.id = ? AND s.helping_corporation_id = ?", sessionID, corporationID).Scan(ctx); err != nil {
			return err
		}
		if row.RevokedAt != 0 || row.ExpiresAt <= tx.now {
			return fault.New(fault.HelpEnded)
		}
		row.RevokedAt = tx.now
		if err := tx.update(ctx, &row, row.ID, "revoked_at"); err != nil {
			return err
		}
		tx.people = append(tx.people, row.AccountID)
		return tx.log(ctx, who, logged{kind: "corporation", action: "endHelp", id: corporationID, corporation: corporationID})
	})
}

// stand puts an operator's account into the corporation that the session is for.
func (s *Store) stand(ctx context.Context, caller *identity.Caller) error {
	var there corporationRow
	if err := s.selects(&there).Where("c.id = ?", caller.Session.HelpingCorporationID).Scan(ctx); err != nil {
		return fmt.Errorf("corporation that is helped: %w", err)
	}
	caller.Account.CorporationID = there.ID
	caller.HelpEdits = there.Active && there.AllowHelpEdits
	return nil
}
