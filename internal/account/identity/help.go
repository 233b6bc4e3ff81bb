package identity

import (
	"context"
	"fmt"
	"time"

	"plumbline/internal/platform/access"
	"plumbline/internal/platform/audit"
	"plumbline/internal/platform/errs"
	"plumbline/internal/platform/paging"
)

// helpLife is how long an operator may stay in a corporation, used or not (issue
// "People and corporations", section 2).
const helpLife = 2 * time.Hour

// Help is one visit of an operator of the platform to a corporation.
type Help struct {
	SessionID     int64
	CorporationID int64
	AccountID     int64
	Operator      string // display name, else account name
	IP            string
	CreatedAt     int64
	LastUsedAt    int64
	ExpiresAt     int64
	RevokedAt     int64 // 0: until ExpiresAt
	Ended         bool  // filled when listed
}

// HelpStore keeps the visits of operators. A visit is a session.
type HelpStore interface {
	// OpenHelp stores the session, logs it in the corporation that it is for and
	// tells that corporation's administrators. Edits is whether they let helpers change
	// things.
	OpenHelp(ctx context.Context, who audit.Actor, s *Session, tokenHash []byte) (edits bool, err error)
	// Helps lists the visits to a corporation, the newest first.
	Helps(ctx context.Context, scope access.Scope, corporationID int64, query paging.Query) (paging.Page[Help], error)
	// EndHelp ends a visit that goes on; HelpEnded when it does not.
	EndHelp(ctx context.Context, who audit.Actor, corporationID, sessionID int64) error
}

// Help opens a session in which an operator sees one corporation for two hours:
// read-only, or changing what projects hold where its administrator allows it. The
// operator's own session stays as it is.
func (s *Service) Help(ctx context.Context, caller Caller, who audit.Actor, corporationID int64) (SignedIn, error) {
	if !who.Scope.Platform {
		return SignedIn{}, errs.New(errs.NotAllowed)
	}
	token, tokenHash, err := newToken()
	if err != nil {
		return SignedIn{}, err
	}
	now := time.Now()
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
	now := time.Now().UnixMilli()
	for i := range page.List {
		h := &page.List[i]
		h.Ended = h.RevokedAt != 0 || h.ExpiresAt <= now
	}
	return page, err
}

// EndHelp ends a visit to a corporation before its time.
func (s *Service) EndHelp(ctx context.Context, who audit.Actor, corporationID, sessionID int64) error {
	return s.store.EndHelp(ctx, who, corporationID, sessionID)
}

func helperPermissions(edits bool) Permissions {
	return Permissions{Everywhere: access.OfHelper(edits)}
}
