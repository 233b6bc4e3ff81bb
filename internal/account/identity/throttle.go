package identity

import (
	"context"
	"fmt"
	"strings"
	"time"

	"plumbline/internal/platform/audit"
	"plumbline/internal/platform/errs"
)

// Attempt is one try to sign in, with the limits that hold for it.
type Attempt struct {
	Name, IP             string
	AccountID            int64 // that the name opens; 0: none
	MaxByName, MaxByAddr int   // MaxByName holds for the account as well
}

// Attempts are the tries of the last minutes before this one.
type Attempts struct {
	ByName, ByAddress, ByAccount                   int
	Here                                           int   // by this name from this address
	OldestByName, OldestByAddress, OldestByAccount int64 // UTC ms
}

// blockedHere reports whether an address has failed too often, with this name among others. A name
// that has not failed from there may be tried: a stranger behind the same NAT or proxy cannot lock
// everybody out.
func (a Attempt) blockedHere(before Attempts) bool {
	return before.ByAddress >= a.MaxByAddr && before.Here > 0
}

// Refused reports whether an attempt is not even looked at.
func (a Attempt) Refused(before Attempts) bool {
	return before.ByName >= a.MaxByName || a.blockedHere(before)
}

// try counts an attempt and refuses while what was typed has failed too often, anywhere or from an
// address that fails often. held means that the account has, under another of its
// names: it must stay closed, but to say so would tell that the names are one
// person's, so the caller answers as to a wrong password.
func (s *Service) try(ctx context.Context, name, ip string, accountID int64) (held bool, err error) {
	now := time.Now()
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

// attemptKey is what attempts are counted under: names that differ in the case of
// letters alone are one.
func attemptKey(name string) string { return strings.ToLower(name) }

// LockedUntil answers until when (UTC ms) accounts are closed by wrong passwords.
// Accounts that are not closed are left out.
func (s *Service) LockedUntil(ctx context.Context, accounts []int64) (map[int64]int64, error) {
	oldest, err := s.store.ManyAttempts(ctx, accounts, attemptsAccount, time.Now().Add(-attemptWindow).UnixMilli())
	if err != nil {
		return nil, fmt.Errorf("accounts closed by attempts: %w", err)
	}
	until := make(map[int64]int64, len(oldest))
	for id, at := range oldest {
		until[id] = at + attemptWindow.Milliseconds()
	}
	return until, nil
}

// Unlock opens an account of the scope that wrong passwords have closed, under all
// of its names.
func (s *Service) Unlock(ctx context.Context, who audit.Actor, accountID int64) error {
	account, err := s.store.Account(ctx, who.Scope, accountID)
	if err != nil {
		return err
	}
	return s.store.Unlock(ctx, who, account, account.attemptKeys())
}

// attemptKeys are the names that an account may be meant by.
func (a Account) attemptKeys() []string {
	keys := []string{attemptKey(a.Name), codeAttempts(a.ID)}
	for _, address := range []string{a.Email, a.Mobile} {
		if address != "" {
			keys = append(keys, attemptKey(address))
		}
	}
	return keys
}
