package identity

import (
	"context"
	"fmt"
	"time"
	"unicode/utf8"

	"plumbline/internal/platform/audit"
	"plumbline/internal/platform/errs"
)

// Checked brings what an administrator typed about an account that is there into the
// form in which it is kept, and holds it against the rules of its fields.
func Checked(a Account) (Account, error) {
	a.tidy()
	var refusals errs.Refusals
	a.check(&refusals)
	return a, refusals.Err()
}

// initialHash is the stored form of a password that an administrator hands out, of 6
// or more characters, and whether it fails the strong rule.
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

// Vouch finds the account whose name and password somebody else was given, to make it
// a member of a project. Attempts count as sign-ins do, and the answer to a wrong
// password, to an account that does not exist and to a disabled one is the same, in
// words and in work.
func (s *Service) Vouch(ctx context.Context, in SignIn) (Account, error) {
	credential, found, err := s.store.Credential(ctx, in.Name)
	if err != nil {
		return Account{}, fmt.Errorf("look up account: %w", err)
	}
	held, err := s.try(ctx, in.Name, in.IP, credential.Account.ID)
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

// HandOut gives an account an initial password from its administrator: every session
// of the account ends, and it opens again if wrong passwords had closed it.
func (s *Service) HandOut(ctx context.Context, who audit.Actor, account Account, password string) error {
	hash, simple, err := s.initialHash(ctx, password)
	if err != nil {
		return err
	}
	if err := s.store.SetPassword(ctx, who, account.ID, hash, simple, 0); err != nil {
		return err
	}
	return s.store.ClearAttempts(ctx, attemptKey(account.Name), account.ID)
}

// ClosedBy says what closes an account: so many attempts without success since a time
// (UTC ms).
func ClosedBy() (attempts int, since int64) {
	return attemptsAccount, time.Now().Add(-attemptWindow).UnixMilli()
}
