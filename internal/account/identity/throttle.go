package identity

import (
	"context"
	"fmt"
	"strings"
	"time"

	"plumbline/internal/platform/audit"
	"plumbline/internal/platform/clock"
	"plumbline/internal/platform/errs"
)

// Attempt is an attempt to sign in, with its limits.
type Attempt struct {
	Name, IP             string
	AccountID            int64 // of the account with that name; 0: none
	MaxByName, MaxByAddr int   // MaxByName also applies to the account
}

// Attempts are the recent attempts before this one.
type Attempts struct {
	ByName, ByAddress, ByAccount                   int
	Here                                           int   // by this name from this address
	OldestByName, OldestByAddress, OldestByAccount int64 // UTC ms
}

// blockedHere reports whether an address failed too often, including with this name. A name that has not failed from
// there may be tried, so a stranger behind the same NAT or proxy cannot lock everybody out.
func (a Attempt) blockedHere(before Attempts) bool {
	return before.ByAddress >= a.MaxByAddr && before.Here > 0
}

// Refused reports whether to reject an attempt without checking the password.
func (a Attempt) Refused(before Attempts) bool {
	return before.ByName >= a.MaxByName || a.blockedHere(before)
}

// countAttempt counts an attempt and rejects it if the name or the address has failed too often. held reports that the
// account is locked through another of its names. The caller must then answer as for a wrong password, because a
// different error would reveal that the names belong to one person.
func (s *Service) countAttempt(ctx context.Context, name, ip string, accountID int64) (held bool, err error) {
	now := clock.Now()
	try := Attempt{Name: attemptKey(name), IP: ip, AccountID: accountID, MaxByName: attemptsAccount, MaxByAddr: attemptsAddress}
	attempts, err := s.store.TryAttempt(ctx, try, now.Add(-attemptWindow).UnixMilli())
	if err != nil {
		return false, fmt.Errorf("count sign-ins: %w", err)
	}
	oldest := int64(0)
	if attempts.ByName >= attemptsAccount {
		oldest = attempts.OldestByName
	}
	if try.blockedHere(attempts) {
		oldest = max(oldest, attempts.OldestByAddress)
	}
	if oldest != 0 {
		return false, slowedDown(oldest, now)
	}
	return attempts.ByAccount >= attemptsAccount, nil
}

func slowedDown(oldest int64, now time.Time) error {
	wait := time.UnixMilli(oldest).Add(attemptWindow).Sub(now)
	return errs.New(errs.SignInSlowedDown, "seconds", max(1, int64(wait/time.Second)))
}

// attemptKey returns the key under which attempts are counted. It ignores case.
func attemptKey(name string) string { return strings.ToLower(name) }

// LockedUntil returns the end of the lock (UTC ms) of each locked account.
func (s *Service) LockedUntil(ctx context.Context, accounts []int64) (map[int64]int64, error) {
	oldest, err := s.store.ManyAttempts(ctx, accounts, attemptsAccount, clock.Now().Add(-attemptWindow).UnixMilli())
	if err != nil {
		return nil, fmt.Errorf("locked accounts: %w", err)
	}
	until := make(map[int64]int64, len(oldest))
	for id, at := range oldest {
		until[id] = at + attemptWindow.Milliseconds()
	}
	return until, nil
}

// Unlock unlocks an account in the scope, for all of its names.
func (s *Service) Unlock(ctx context.Context, who audit.Actor, accountID int64) error {
	account, err := s.store.Account(ctx, who.Scope, accountID)
	if err != nil {
		return err
	}
	return s.store.Unlock(ctx, who, account, account.attemptKeys())
}

// attemptKeys returns every name that can identify the account.
func (a Account) attemptKeys() []string {
	keys := []string{attemptKey(a.Name), codeAttempts(a.ID)}
	for _, address := range []string{a.Email, a.Mobile} {
		if address != "" {
			keys = append(keys, attemptKey(address))
		}
	}
	return keys
}
