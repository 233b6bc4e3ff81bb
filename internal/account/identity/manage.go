package identity

import (
	"context"
	"fmt"
	"unicode/utf8"

	"plumbline/internal/platform/audit"
	"plumbline/internal/platform/clock"
	"plumbline/internal/platform/errs"
)

// Checked normalizes and validates an administrator's changes to an existing account.
func Checked(a Account) (Account, error) {
	a.normalize()
	var refusals errs.Refusals
	a.check(&refusals)
	return a, refusals.Err()
}

// initialHash hashes an initial password of at least 6 characters. simple reports whether it fails the strong rule.
func (s *Service) initialHash(ctx context.Context, password string) (hash string, simple bool, err error) {
	var refusals errs.Refusals
	checkInitial(password, &refusals)
	if err := refusals.Err(); err != nil {
		return "", false, err
	}
	hash, err = s.hasher.hash(ctx, password)
	return hash, !Strong(password), err
}

func checkInitial(password string, refusals *errs.Refusals) {
	if n := utf8.RuneCountInString(password); n < minInitialPassword {
		refusals.Add("password", errs.TooShort, "min", minInitialPassword)
	} else if n > maxInitialPassword {
		refusals.Add("password", errs.TooLong, "max", maxInitialPassword)
	} else if Common(password) {
		refusals.Add("password", errs.PasswordCommon)
	}
}

// VerifyPassword returns the account for a name and password that a manager enters to add it to a project. Attempts
// count as sign-ins. A wrong password, an unknown account and a disabled account give the same error at the same cost.
func (s *Service) VerifyPassword(ctx context.Context, in SignIn) (Account, error) {
	credential, found, err := s.store.Credential(ctx, in.Name)
	if err != nil {
		return Account{}, fmt.Errorf("look up account: %w", err)
	}
	held, err := s.countAttempt(ctx, in.Name, in.IP, credential.Account.ID)
	if err != nil {
		return Account{}, err
	}
	hash := s.dummy
	if found && !held {
		hash = credential.Hash
	}
	ok, _, err := s.hasher.verify(ctx, in.Password, hash)
	if err != nil {
		return Account{}, err
	}
	if !ok || !found || held || !credential.Account.MayEnter() {
		return Account{}, errs.OnField("password", errs.VouchFailed)
	}
	return credential.Account, s.store.ClearAttempts(ctx, attemptKey(in.Name), credential.Account.ID)
}

// SetInitialPassword sets an initial password chosen by an administrator. It ends every session of the account and
// unlocks it.
func (s *Service) SetInitialPassword(ctx context.Context, who audit.Actor, account Account, password string) error {
	hash, simple, err := s.initialHash(ctx, password)
	if err != nil {
		return err
	}
	if err := s.store.SetPassword(ctx, who, account.ID, hash, simple, 0); err != nil {
		return err
	}
	return s.store.ClearAttempts(ctx, attemptKey(account.Name), account.ID)
}

// ClosedBy returns the limit that locks an account: the number of failed attempts since a time (UTC ms).
func ClosedBy() (attempts int, since int64) {
	return attemptsAccount, clock.Now().Add(-attemptWindow).UnixMilli()
}
