package verification

import (
	"context"
	"time"

	"plumbline/internal/account/corporation"
	"plumbline/internal/account/identity"
	"plumbline/internal/platform/access"
	"plumbline/internal/platform/audit"
	"plumbline/internal/platform/errs"
)

// TermsVersion names the terms and the privacy notice that the sign page shows; it
// changes when their wording does.
const TermsVersion = "2026-11"

// NewCorporation is what a person gives to sign up.
type NewCorporation struct {
	Address     string // that the code was sent to
	Code        string
	Corporation string // its name
	Name        string // of the administrator's account
	Password    string
	AcceptTerms bool
	Language    errs.Language
}

// SignUpCorporation makes a corporation and its first administrator.
func (s *Service) SignUpCorporation(ctx context.Context, who audit.Actor, in NewCorporation) (identity.Account, error) {
	target, channel, err := s.address(in.Address)
	if err != nil {
		return identity.Account{}, err
	}
	tenant := corporation.Corporation{Name: in.Corporation, Title: in.Corporation, Active: true}
	account := identity.Account{
		Name: in.Name, DisplayName: in.Name, Type: access.Admin, Active: true, Theme: identity.Dark, Language: string(in.Language),
		TermsVersion: TermsVersion, TermsAcceptedAt: time.Now().UnixMilli(),
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
	who.Scope = access.Scope{All: true} // the proven address stands for the right to make a corporation of one's own
	return account, s.Store.SignUp(ctx, who, right.ID, &tenant, &account, hash)
}

// checkNew says everything that is wrong with a sign-up before a try is counted.
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
