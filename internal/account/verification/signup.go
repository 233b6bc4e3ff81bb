package verification

import (
	"context"

	"plumbline/internal/account/corporation"
	"plumbline/internal/account/identity"
	"plumbline/internal/platform/access"
	"plumbline/internal/platform/audit"
	"plumbline/internal/platform/clock"
	"plumbline/internal/platform/errs"
)

// TermsVersion identifies the terms and the privacy notice on the sign-up page. It changes with their wording.
const TermsVersion = "2026-11"

// NewCorporation is the input of a sign-up.
type NewCorporation struct {
	Address     string // to which the code was sent
	Code        string
	Corporation string // its name
	Name        string // account name of the administrator
	Password    string
	AcceptTerms bool
	Language    errs.Language
}

// SignUpCorporation creates a corporation and its first administrator.
func (s *Service) SignUpCorporation(ctx context.Context, who audit.Actor, in NewCorporation) (identity.Account, error) {
	target, channel, err := s.address(in.Address)
	if err != nil {
		return identity.Account{}, err
	}
	tenant := corporation.Corporation{Name: in.Corporation, Title: in.Corporation, Active: true}
	account := identity.Account{
		Name: in.Name, DisplayName: in.Name, Type: access.Admin, Active: true, Theme: identity.Dark, Language: string(in.Language),
		TermsVersion: TermsVersion, TermsAcceptedAt: clock.Now().UnixMilli(),
	}
	if channel == Mail {
		account.Email, account.EmailVerified = target, true
	} else {
		account.Mobile, account.MobileVerified = target, true
	}
	if err := checkNew(&tenant, &account, in); err != nil {
		return identity.Account{}, err
	}
	right, err := s.check(ctx, Key{Purpose: SignUp, Target: target}, in.Code)
	if err != nil {
		return identity.Account{}, err
	}
	hash, err := s.Accounts.HashOwn(ctx, in.Password)
	if err != nil {
		return identity.Account{}, err
	}
	who.Scope = access.Scope{All: true} // proof of the address authorizes creating a corporation
	return account, s.Store.SignUp(ctx, who, right.ID, &tenant, &account, hash)
}

// checkNew validates a sign-up completely before an attempt is counted.
func checkNew(tenant *corporation.Corporation, account *identity.Account, in NewCorporation) error {
	var refusals errs.Refusals
	if err := refusals.MergeAs("corporation", tenant.Check()); err != nil {
		return err
	}
	if err := refusals.Merge("", account.CheckNew()); err != nil {
		return err
	}
	if err := refusals.Merge("", identity.CheckOwn(in.Password)); err != nil {
		return err
	}
	if !in.AcceptTerms {
		refusals.Add("acceptTerms", errs.TermsRequired)
	}
	return refusals.Err()
}
