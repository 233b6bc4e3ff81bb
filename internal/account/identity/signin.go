package identity

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"strings"
	"time"

	"plumbline/internal/platform/audit"
	"plumbline/internal/platform/clock"
	"plumbline/internal/platform/errs"
)

const tokenBytes = 32

// signInFailed logs a failed sign-in and returns the error. It does not log an unknown account name, which may be a
// mistyped password.
func (s *Service) signInFailed(ctx context.Context, in SignIn, account Account) error {
	err := s.store.Log(ctx, audit.Actor{IP: in.IP, Client: in.Client}, audit.Attempt{
		CorporationID: account.CorporationID, Kind: "user", ThingID: account.ID, Action: "signIn", Content: account.Name, Refused: errs.SignInFailed.Code,
	})
	if err != nil {
		return fmt.Errorf("log a failed sign-in: %w", err)
	}
	return errs.New(errs.SignInFailed)
}

// SignIn opens a session. A wrong password, an unknown account and a disabled account give the same error at the same
// cost.
func (s *Service) SignIn(ctx context.Context, in SignIn) (SignedIn, error) {
	in.Name = strings.TrimSpace(in.Name)
	if len(in.Name) > maxAddress {
		in.Name = strings.ToValidUTF8(in.Name[:maxAddress+1], "") // longer than any name; limits the stored text
	}
	credential, found, err := s.store.Credential(ctx, in.Name)
	if err != nil {
		return SignedIn{}, fmt.Errorf("look up account: %w", err)
	}
	held, err := s.countAttempt(ctx, in.Name, in.IP, credential.Account.ID)
	if err != nil {
		return SignedIn{}, err
	}
	hash := s.dummy
	if found && !held {
		hash = credential.Hash
	}
	ok, outdated, err := s.hasher.verify(ctx, in.Password, hash)
	if err != nil {
		return SignedIn{}, err
	}
	if !ok || !found || held || !credential.Account.MayEnter() {
		return SignedIn{}, s.signInFailed(ctx, in, credential.Account)
	}
	account := credential.Account
	who := audit.Actor{AccountID: account.ID, CorporationID: account.CorporationID, Scope: account.Scope(), IP: in.IP, Client: in.Client}
	if err := s.store.ClearAttempts(ctx, attemptKey(in.Name), account.ID); err != nil {
		return SignedIn{}, fmt.Errorf("clear attempts: %w", err)
	}
	if outdated {
		if hash, err = s.hasher.hash(ctx, in.Password); err != nil {
			return SignedIn{}, err
		}
		if err := s.store.SetPassword(ctx, who, account.ID, hash, account.SimplePassword, 0); err != nil {
			return SignedIn{}, fmt.Errorf("renew password hash: %w", err)
		}
	}
	if account.SecondFactor {
		return s.challenge(ctx, who, account, in.Remember)
	}
	return s.openSession(ctx, who, account, Session{Method: ByPassword, Remember: in.Remember})
}

// openSession opens a session with a new token.
func (s *Service) openSession(ctx context.Context, who audit.Actor, account Account, session Session) (SignedIn, error) {
	token, tokenHash, err := newToken()
	if err != nil {
		return SignedIn{}, err
	}
	now := clock.Now()
	session.AccountID, session.CreatedAt, session.LastUsedAt = account.ID, now.UnixMilli(), now.UnixMilli()
	session.ExpiresAt, session.IP, session.Client = now.Add(life(session.Remember)).UnixMilli(), who.IP, who.Client
	if err := s.store.CreateSession(ctx, who, &session, tokenHash); err != nil {
		return SignedIn{}, fmt.Errorf("open session: %w", err)
	}
	caller, _, err := s.store.SessionByToken(ctx, tokenHash)
	if err != nil {
		return SignedIn{}, fmt.Errorf("read new session: %w", err)
	}
	permissions, err := s.Permissions(ctx, account)
	if err != nil {
		return SignedIn{}, err
	}
	return SignedIn{Token: token, MustEnrol: caller.MustEnrol(), Session: session, Account: account, Permissions: permissions}, nil
}

// Authenticate returns the caller of a token and extends the session. It returns SessionExpired (8007) for an expired
// token and NotSignedIn for an unknown one.
func (s *Service) Authenticate(ctx context.Context, token string) (Caller, error) {
	raw, err := base64.RawURLEncoding.DecodeString(token)
	if err != nil || len(raw) != tokenBytes {
		return Caller{}, errs.New(errs.NotSignedIn)
	}
	hash := sha256.Sum256(raw)
	caller, found, err := s.store.SessionByToken(ctx, hash[:])
	if err != nil {
		return Caller{}, fmt.Errorf("look up session: %w", err)
	}
	if !found {
		return Caller{}, errs.New(errs.NotSignedIn)
	}
	now := clock.Now()
	if caller.Session.RevokedAt != 0 || caller.Session.ExpiresAt <= now.UnixMilli() || !caller.Account.MayEnter() {
		return Caller{}, errs.New(errs.SessionExpired)
	}
	if now.UnixMilli()-caller.Session.LastUsedAt >= touchEvery.Milliseconds() {
		caller.Session.LastUsedAt = now.UnixMilli()
		if caller.Session.HelpingCorporationID == 0 { // visits are not extended
			caller.Session.ExpiresAt = now.Add(life(caller.Session.Remember)).UnixMilli()
		}
		if err := s.store.TouchSession(ctx, caller.Session.ID, caller.Session.LastUsedAt, caller.Session.ExpiresAt); err != nil {
			return Caller{}, fmt.Errorf("prolong session: %w", err)
		}
	}
	return caller, nil
}

// SignOut ends the caller's session.
func (s *Service) SignOut(ctx context.Context, caller Caller, who audit.Actor) error {
	return s.store.RevokeSession(ctx, who, caller.Account.ID, caller.Session.ID)
}

// Sessions lists the valid sessions of an account.
func (s *Service) Sessions(ctx context.Context, accountID int64) ([]Session, error) {
	return s.store.Sessions(ctx, accountID, clock.Now().UnixMilli())
}

// RevokeSession ends a session of an account. It returns NotFound if the account has no such session.
func (s *Service) RevokeSession(ctx context.Context, who audit.Actor, accountID, sessionID int64) error {
	return s.store.RevokeSession(ctx, who, accountID, sessionID)
}

// RevokeOtherSessions ends every session of the caller's account except the current one.
func (s *Service) RevokeOtherSessions(ctx context.Context, caller Caller, who audit.Actor) (int, error) {
	return s.store.RevokeOtherSessions(ctx, who, caller.Account.ID, caller.Session.ID)
}

// ForgetExpired deletes sessions that ended a month ago. Until then, their tokens give SessionExpired.
func (s *Service) ForgetExpired(ctx context.Context) error {
	return s.store.DeleteSessions(ctx, clock.Now().Add(-rememberLife).UnixMilli())
}

func life(remember bool) time.Duration {
	if remember {
		return rememberLife
	}
	return sessionLife
}

func newToken() (token string, hash []byte, err error) {
	raw := make([]byte, tokenBytes)
	if _, err := rand.Read(raw); err != nil {
		return "", nil, fmt.Errorf("make token: %w", err)
	}
	sum := sha256.Sum256(raw)
	return base64.RawURLEncoding.EncodeToString(raw), sum[:], nil
}
