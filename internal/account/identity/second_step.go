package identity

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"time"

	"plumbline/internal/platform/audit"
	"plumbline/internal/platform/clock"
	"plumbline/internal/platform/errs"
)

// Challenge is a sign-in with a correct password that waits for the second factor.
type Challenge struct {
	ID        int64
	AccountID int64
	Remember  bool
	ExpiresAt int64
	Tries     int64
}

// ChallengeStore stores sign-ins that wait for their second factor.
type ChallengeStore interface {
	CreateChallenge(ctx context.Context, who audit.Actor, c *Challenge, tokenHash []byte) error
	// TryChallenge counts an attempt and returns the challenge with its account. ok is false if it is unknown, expired
	// or had too many attempts.
	TryChallenge(ctx context.Context, tokenHash []byte, maxTries int) (c Challenge, a Account, ok bool, err error)
	// EndChallenge deletes a challenge. ok is false if it no longer exists.
	EndChallenge(ctx context.Context, id int64) (ok bool, err error)
}

const (
	challengeLife  = 5 * time.Minute
	challengeTries = 5
)

// challenge starts the second step of a sign-in.
func (s *Service) challenge(ctx context.Context, who audit.Actor, account Account, remember bool) (SignedIn, error) {
	token, hash, err := newToken()
	if err != nil {
		return SignedIn{}, err
	}
	c := Challenge{AccountID: account.ID, Remember: remember, ExpiresAt: clock.Now().Add(challengeLife).UnixMilli()}
	if err := s.store.CreateChallenge(ctx, who, &c, hash); err != nil {
		return SignedIn{}, fmt.Errorf("start the second step: %w", err)
	}
	return SignedIn{Challenge: token, ChallengeExpiresAt: c.ExpiresAt}, nil
}

// SecondStep completes a sign-in with a code of the second factor or a recovery code.
func (s *Service) SecondStep(ctx context.Context, token, code, ip, client string) (SignedIn, error) {
	raw, err := base64.RawURLEncoding.DecodeString(token)
	if err != nil || len(raw) != tokenBytes {
		return SignedIn{}, errs.New(errs.ChallengeOver)
	}
	hash := sha256.Sum256(raw)
	c, account, found, err := s.store.TryChallenge(ctx, hash[:], challengeTries)
	if err != nil {
		return SignedIn{}, fmt.Errorf("look up challenge: %w", err)
	}
	if !found || !account.MayEnter() {
		return SignedIn{}, errs.New(errs.ChallengeOver)
	}
	who := audit.Actor{AccountID: account.ID, CorporationID: account.CorporationID, Scope: account.Scope(), IP: ip, Client: client}
	if account.SecondFactor { // it may have been removed meanwhile
		if err := s.checkCode(ctx, who, account.ID, code); err != nil {
			return SignedIn{}, err
		}
	}
	ended, err := s.store.EndChallenge(ctx, c.ID)
	if err != nil {
		return SignedIn{}, fmt.Errorf("end challenge: %w", err)
	}
	if !ended {
		return SignedIn{}, errs.New(errs.ChallengeOver)
	}
	return s.openSession(ctx, who, account, Session{Method: ByPassword, Remember: c.Remember})
}
