package identity

import (
	"context"
	"crypto/rand"
	"fmt"

	"github.com/pquerna/otp/totp"

	"plumbline/internal/platform/audit"
	"plumbline/internal/platform/errs"
)

// Enrolment is a new second factor, shown only once.
type Enrolment struct {
	Secret string // base32, for typing
	URI    string // otpauth://…, for scanning
}

// SecondFactorState is the state of a person's own second factor.
type SecondFactorState struct {
	Enabled   bool
	Required  bool // by the corporation
	CodesLeft int  // unused recovery codes
}

// SecondFactor is the stored second factor of an account.
type SecondFactor struct {
	AccountID   int64
	Sealed      []byte // the secret
	ConfirmedAt int64  // UTC ms; 0: not yet confirmed by a code
	LastStep    int64  // of the last accepted code
}

// SecondFactorStore stores second factors and their recovery codes.
type SecondFactorStore interface {
	// BeginSecondFactor stores an unconfirmed second factor and replaces an earlier unconfirmed one. It returns
	// Changed if a confirmed one exists.
	BeginSecondFactor(ctx context.Context, who audit.Actor, f SecondFactor) error
	// SecondFactor returns the second factor of an account. ok is false if it has none.
	SecondFactor(ctx context.Context, accountID int64) (f SecondFactor, ok bool, err error)
	// ConfirmSecondFactor activates the unconfirmed second factor and marks its step as used.
	ConfirmSecondFactor(ctx context.Context, who audit.Actor, accountID, step int64, recovery []string) error
	// TakeStep marks the code of a step as used. ok is false if this step or a later one was used before.
	TakeStep(ctx context.Context, accountID, step int64) (ok bool, err error)
	// TakeRecoveryCode uses up a recovery code. ok is false if the code does not exist.
	TakeRecoveryCode(ctx context.Context, who audit.Actor, accountID int64, hash string) (ok bool, err error)
	RecoveryCodesLeft(ctx context.Context, accountID int64) (int, error)
	SetRecoveryCodes(ctx context.Context, who audit.Actor, accountID int64, hashes []string) error
	// RemoveSecondFactor deletes the second factor and its recovery codes. If byOther is set, it also ends the
	// sessions of the account.
	RemoveSecondFactor(ctx context.Context, who audit.Actor, accountID int64, byOther bool) error
}

// SecondFactorOf returns the state of the caller's second factor.
func (s *Service) SecondFactorOf(ctx context.Context, caller Caller) (SecondFactorState, error) {
	left, err := s.store.RecoveryCodesLeft(ctx, caller.Account.ID)
	if err != nil {
		return SecondFactorState{}, fmt.Errorf("count recovery codes: %w", err)
	}
	return SecondFactorState{Enabled: caller.Account.SecondFactor, Required: caller.FactorRequired, CodesLeft: left}, nil
}

// BeginSecondFactor prepares a second factor after checking the password. It becomes active with ConfirmSecondFactor.
// issuer is the platform's name as the app shows it.
func (s *Service) BeginSecondFactor(ctx context.Context, caller Caller, who audit.Actor, password, issuer string) (Enrolment, error) {
	if caller.Account.SecondFactor {
		return Enrolment{}, errs.New(errs.SecondFactorOn)
	}
	if err := s.confirmPerson(ctx, caller, password); err != nil {
		return Enrolment{}, err
	}
	raw := make([]byte, codeSecret)
	if _, err := rand.Read(raw); err != nil {
		return Enrolment{}, fmt.Errorf("make second factor: %w", err)
	}
	key, err := totp.Generate(totp.GenerateOpts{Issuer: issuer, AccountName: caller.Account.Name, Secret: raw, Period: codePeriod})
	if err != nil {
		return Enrolment{}, fmt.Errorf("make second factor: %w", err)
	}
	sealed, err := s.vault.Seal(factorOwner(caller.Account.ID), key.Secret())
	if err != nil {
		return Enrolment{}, err
	}
	if err := s.store.BeginSecondFactor(ctx, who, SecondFactor{AccountID: caller.Account.ID, Sealed: sealed}); err != nil {
		return Enrolment{}, err
	}
	return Enrolment{Secret: key.Secret(), URI: key.URL()}, nil
}

// ConfirmSecondFactor activates the second factor with its first code and returns the recovery codes, shown only once.
func (s *Service) ConfirmSecondFactor(ctx context.Context, caller Caller, who audit.Actor, code string) ([]string, error) {
	if caller.Account.SecondFactor {
		return nil, errs.New(errs.SecondFactorOn)
	}
	if err := s.slowDownCodes(ctx, caller.Account.ID, who.IP); err != nil {
		return nil, err
	}
	f, found, err := s.store.SecondFactor(ctx, caller.Account.ID)
	if err != nil {
		return nil, fmt.Errorf("read second factor: %w", err)
	}
	if !found {
		return nil, errs.New(errs.SecondFactorOff)
	}
	step, ok, err := s.stepOf(f, code)
	if err != nil {
		return nil, err
	}
	if !ok {
		return nil, errs.OnField("code", errs.CodeWrong)
	}
	codes, hashes, err := s.newRecoveryCodes(caller.Account.ID)
	if err != nil {
		return nil, err
	}
	if err := s.store.ConfirmSecondFactor(ctx, who, caller.Account.ID, step, hashes); err != nil {
		return nil, err
	}
	return codes, s.store.ClearAttempts(ctx, codeAttempts(caller.Account.ID), 0)
}

// RenewRecoveryCodes replaces the recovery codes and returns the new ones.
func (s *Service) RenewRecoveryCodes(ctx context.Context, caller Caller, who audit.Actor, password, code string) ([]string, error) {
	if err := s.confirmFactor(ctx, caller, who, password, code); err != nil {
		return nil, err
	}
	codes, hashes, err := s.newRecoveryCodes(caller.Account.ID)
	if err != nil {
		return nil, err
	}
	return codes, s.store.SetRecoveryCodes(ctx, who, caller.Account.ID, hashes)
}

// DropSecondFactor removes the caller's own second factor. It fails if the corporation requires one.
func (s *Service) DropSecondFactor(ctx context.Context, caller Caller, who audit.Actor, password, code string) error {
	if caller.FactorRequired {
		return errs.New(errs.SecondFactorNeeded)
	}
	if err := s.confirmFactor(ctx, caller, who, password, code); err != nil {
		return err
	}
	return s.store.RemoveSecondFactor(ctx, who, caller.Account.ID, false)
}

// RemoveSecondFactor removes the second factor of a user who lost it and ends the user's sessions. by are the
// permissions of the caller, which must include those of the account.
func (s *Service) RemoveSecondFactor(ctx context.Context, who audit.Actor, by Permissions, accountID int64) error {
	account, err := s.store.Account(ctx, who.Scope, accountID)
	if err != nil {
		return err
	}
	theirs, err := s.Permissions(ctx, account)
	if err != nil {
		return err
	}
	if !by.Contains(theirs) {
		return errs.New(errs.GrantTooMuch)
	}
	if !account.SecondFactor {
		return errs.New(errs.SecondFactorOff)
	}
	return s.store.RemoveSecondFactor(ctx, who, accountID, true)
}

// ResetSecondFactor is RemoveSecondFactor for the server's command line, by account name.
func (s *Service) ResetSecondFactor(ctx context.Context, name string) error {
	credential, found, err := s.store.Credential(ctx, name)
	if err != nil {
		return fmt.Errorf("look up account: %w", err)
	}
	if !found {
		return errs.New(errs.NothingHere)
	}
	if !credential.Account.SecondFactor {
		return errs.New(errs.SecondFactorOff)
	}
	return s.store.RemoveSecondFactor(ctx, audit.Program("remove-second-factor"), credential.Account.ID, true)
}

// confirmFactor checks the password and a code of the second factor again.
func (s *Service) confirmFactor(ctx context.Context, caller Caller, who audit.Actor, password, code string) error {
	if !caller.Account.SecondFactor {
		return errs.New(errs.SecondFactorOff)
	}
	if err := s.confirmPerson(ctx, caller, password); err != nil {
		return err
	}
	return s.checkCode(ctx, who, caller.Account.ID, code)
}

// confirmPerson checks the password again. It skips the check after a sign-in through the organization's provider,
// because such accounts may have no password.
func (s *Service) confirmPerson(ctx context.Context, caller Caller, password string) error {
	if caller.Session.Method == BySSO {
		return nil
	}
	return s.CheckPassword(ctx, caller.Account, password)
}
