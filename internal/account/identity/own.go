package identity

import (
	"context"

	"plumbline/internal/platform/errs"
)

// CheckNew normalizes and validates an account that a person creates at sign-up.
func (a *Account) CheckNew() error {
	a.normalize()
	var refusals errs.Refusals
	a.check(&refusals)
	a.checkNewName(&refusals)
	return refusals.Err()
}

// HashOwn hashes a password that a person chose. The password must meet the strong rule.
func (s *Service) HashOwn(ctx context.Context, password string) (string, error) {
	if err := CheckOwn(password); err != nil {
		return "", err
	}
	return s.hasher.hash(ctx, password)
}

// FindActive returns the active account that a name, e-mail address or mobile identifies.
func (s *Service) FindActive(ctx context.Context, name string) (a Account, ok bool, err error) {
	credential, found, err := s.store.Credential(ctx, name)
	if err != nil || !found || !credential.Account.Active {
		return Account{}, false, err
	}
	return credential.Account, true, nil
}
