package identity

import (
	"context"
	"fmt"
	"time"

	"plumbline/internal/platform/access"
	"plumbline/internal/platform/audit"
	"plumbline/internal/platform/clock"
	"plumbline/internal/platform/errs"
	"plumbline/internal/platform/paging"
)

// helpLife is the maximum length of an operator's visit to a corporation, used or not (issue "People and
// corporations", section 2).
const helpLife = 2 * time.Hour

// Help is a visit of a platform operator to a corporation.
type Help struct {
	SessionID     int64
	CorporationID int64
	AccountID     int64
	Operator      string // display name, or account name if empty
	IP            string
	CreatedAt     int64
	LastUsedAt    int64
	ExpiresAt     int64
	RevokedAt     int64 // UTC ms; 0: valid until ExpiresAt
	Ended         bool  // set in lists
}

// HelpStore stores the visits of operators. A visit is a session.
type HelpStore interface {
	// OpenHelp stores the session, logs it in the visited corporation and notifies its administrators. edits reports
	// whether they allow helpers to make changes.
	OpenHelp(ctx context.Context, who audit.Actor, s *Session, tokenHash []byte) (edits bool, err error)
	// Helps lists the visits to a corporation, the newest first.
	Helps(ctx context.Context, scope access.Scope, corporationID int64, query paging.Query) (paging.Page[Help], error)
	// EndHelp ends a visit, or returns HelpEnded if it is over.
	EndHelp(ctx context.Context, who audit.Actor, corporationID, sessionID int64) error
}

// Help opens a session in which an operator sees one corporation for two hours. It is read-only unless the
// corporation's administrator allows changes to project data. The operator's own session continues.
func (s *Service) Help(ctx context.Context, caller Caller, who audit.Actor, corporationID int64) (SignedIn, error) {
	if !who.Scope.Platform {
		return SignedIn{}, errs.New(errs.NotAllowed)
	}
	token, tokenHash, err := newToken()
	if err != nil {
		return SignedIn{}, err
	}
	now := clock.Now()
	session := Session{
		AccountID: caller.Account.ID, CreatedAt: now.UnixMilli(), LastUsedAt: now.UnixMilli(), ExpiresAt: now.Add(helpLife).UnixMilli(),
		IP: who.IP, Client: who.Client, Method: caller.Session.Method, HelpingCorporationID: corporationID,
	}
	edits, err := s.store.OpenHelp(ctx, who, &session, tokenHash)
	if err != nil {
		return SignedIn{}, fmt.Errorf("enter corporation %d: %w", corporationID, err)
	}
	account := caller.Account
	account.CorporationID = corporationID
	return SignedIn{Token: token, Session: session, Account: account, Permissions: helperPermissions(edits)}, nil
}

// Helps lists the visits of operators to a corporation of the scope.
func (s *Service) Helps(ctx context.Context, scope access.Scope, corporationID int64, query paging.Query) (paging.Page[Help], error) {
	page, err := s.store.Helps(ctx, scope, corporationID, query)
	now := clock.Now().UnixMilli()
	for i := range page.List {
		h := &page.List[i]
		h.Ended = h.RevokedAt != 0 || h.ExpiresAt <= now
	}
	return page, err
}

// EndHelp ends a visit to a corporation early.
func (s *Service) EndHelp(ctx context.Context, who audit.Actor, corporationID, sessionID int64) error {
	return s.store.EndHelp(ctx, who, corporationID, sessionID)
}

func helperPermissions(edits bool) Permissions {
	return Permissions{Everywhere: access.OfHelper(edits)}
}
