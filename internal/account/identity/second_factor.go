package identity

import (
	"context"
	"crypto/rand"
	"fmt"

	"github.com/pquerna/otp/totp"

	"plumbline/internal/platform/audit"
	"plumbline/internal/platform/errs"
)

// Enrolment is a second factor that is being set up, shown this once.
type Enrolment struct {
	Secret string // base32, for typing
	URI    string // otpauth://…, for scanning
}

// SecondFactorState is what a person sees of the own second factor.
type SecondFactorState struct {
	Enabled   bool
	Required  bool // by the corporation
	CodesLeft int  // recovery codes
}

// SecondFactor is the stored second factor of an account.
type SecondFactor struct {
	AccountID   int64
	Sealed      []byte // the secret
	ConfirmedAt int64  // UTC ms; 0: set up, and not confirmed by a code yet
	LastStep    int64  // of the last code taken
}

// SecondFactorStore keeps second factors and their recovery codes.
type SecondFactorStore interface {
	// BeginSecondFactor stores a second factor that waits for its first code, in the
	// place of one that waited before; Changed when there is one in force.
	BeginSecondFactor(ctx context.Context, who audit.Actor, f SecondFactor) error
	// SecondFactor returns the second factor of an account, ok false when it has none.
	SecondFactor(ctx context.Context, accountID int64) (f SecondFactor, ok bool, err error)
	// ConfirmSecondFactor puts the one that waits in force, its code of step taken.
	ConfirmSecondFactor(ctx context.Context, who audit.Actor, accountID, step int64, recovery []string) error
	// TakeStep marks the code of a step as taken; ok is false when it or a later one was.
	TakeStep(ctx context.Context, accountID, step int64) (ok bool, err error)
	// TakeRecoveryCode uses a recovery code up; ok is false when there is none such.
	TakeRecoveryCode(ctx context.Context, who audit.Actor, accountID int64, hash string) (ok bool, err error)
	// RecoveryCodesLeft counts.
	RecoveryCodesLeft(ctx context.Context, accountID int64) (int, error)
	// SetRecoveryCodes replaces them.
	SetRecoveryCodes(ctx context.Context, who audit.Actor, accountID int64, hashes []string) error
	// RemoveSecondFactor takes it away, with the recovery codes. An administrator's
	// hand (byOther) also ends the sessions of the account.
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

// BeginSecondFactor sets a second factor up after asking for the password again. It
// counts for nothing until ConfirmSecondFactor has seen a code of it. issuer is the
// platform's name as the app shows it.
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

// ConfirmSecondFactor puts the second factor in force by its first code, and answers
// the recovery codes, which are shown this once.
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

// RenewRecoveryCodes replaces the recovery codes and answers the new ones.
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

// DropSecondFactor takes the caller's own second factor away. It is refused where
// the corporation asks for one.
func (s *Service) DropSecondFactor(ctx context.Context, caller Caller, who audit.Actor, password, code string) error {
	if caller.FactorRequired {
		return errs.New(errs.SecondFactorNeeded)
	}
	if err := s.confirmFactor(ctx, caller, who, password, code); err != nil {
		return err
	}
	return s.store.RemoveSecondFactor(ctx, who, caller.Account.ID, false)
}

// RemoveSecondFactor takes away the second factor of somebody who has lost it, and
// ends the account's sessions. by is what the one who does it may: nobody does it to
// somebody who may more.
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

// LoseSecondFactor is RemoveSecondFactor from the machine's console, by name.
func (s *Service) LoseSecondFactor(ctx context.Context, name string) error {
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

// confirmFactor asks for the password and a code of the second factor again.
func (s *Service) confirmFactor(ctx context.Context, caller Caller, who audit.Actor, password, code string) error {
	if !caller.Account.SecondFactor {
		return errs.New(errs.SecondFactorOff)
	}
	if err := s.confirmPerson(ctx, caller, password); err != nil {
		return err
	}
	return s.checkCode(ctx, who, caller.Account.ID, code)
}

// confirmPerson asks for the password again. Who came through the organisation's
// provider may have none.
func (s *Service) confirmPerson(ctx context.Context, caller Caller, password string) error {
	if caller.Session.Method == BySSO {
		return nil
	}
	return s.CheckPassword(ctx, caller.Account, password)
}
