package identity

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"plumbline/internal/platform/access"
	"plumbline/internal/platform/audit"
	"plumbline/internal/platform/errs"
)

// Verified is an identity that the organization's sign-in provider confirmed.
type Verified struct {
	Issuer, Subject string // permanent identity
	Email           string // verified by the provider; empty: none
	Name            string // preferred account name
	DisplayName     string
}

// SSOStore stores the links between provider identities and accounts.
type SSOStore interface {
	// LinkedAccount returns the account linked to an identity.
	LinkedAccount(ctx context.Context, issuer, subject string) (a Account, ok bool, err error)
	// AccountsByEmail returns the active accounts of a corporation with an e-mail address.
	AccountsByEmail(ctx context.Context, corporationID int64, email string) ([]Account, error)
	LinkAccount(ctx context.Context, who audit.Actor, issuer, subject string, accountID int64) error
}

// AccountOf returns the account of a confirmed identity. It tries the linked account, then the corporation's
// account with the same e-mail address, then creates a Normal account if create is set. It returns SSONoAccount if
// none is found.
func (s *Service) AccountOf(ctx context.Context, corporationID int64, v Verified, create bool) (Account, error) {
	account, linked, err := s.store.LinkedAccount(ctx, v.Issuer, v.Subject)
	if err != nil {
		return Account{}, fmt.Errorf("look up linked account: %w", err)
	}
	if !linked {
		if account, err = s.matchVerified(ctx, corporationID, v, create); err != nil {
			return Account{}, err
		}
	}
	if !account.MayEnter() || account.Type == access.System {
		return Account{}, errs.New(errs.SSONoAccount)
	}
	if !linked {
		if err := s.store.LinkAccount(ctx, ssoActor(account), v.Issuer, v.Subject, account.ID); err != nil {
			return Account{}, err
		}
	}
	return account, nil
}

func (s *Service) matchVerified(ctx context.Context, corporationID int64, v Verified, create bool) (Account, error) {
	var found []Account
	if v.Email != "" {
		var err error
		if found, err = s.store.AccountsByEmail(ctx, corporationID, strings.ToLower(v.Email)); err != nil {
			return Account{}, fmt.Errorf("look up account by e-mail: %w", err)
		}
	}
	switch {
	case len(found) == 1:
		return found[0], nil
	case len(found) > 1: // prefer the account that verified the address
		var proven []Account
		for _, a := range found {
			if a.EmailVerified {
				proven = append(proven, a)
			}
		}
		if len(proven) == 1 {
			return proven[0], nil
		}
	case create:
		return s.createVerified(ctx, corporationID, v)
	}
	return Account{}, errs.New(errs.SSONoAccount)
}

// createVerified creates an account with a random password that is not shown.
func (s *Service) createVerified(ctx context.Context, corporationID int64, v Verified) (Account, error) {
	password, err := initialPassword()
	if err != nil {
		return Account{}, err
	}
	base := v.Name
	if base == "" {
		base, _, _ = strings.Cut(v.Email, "@")
	}
	const tries, room = 50, 3 // attempts; digits appended to make a name unique
	for n := 1; n <= tries; n++ {
		name := shortened(base, maxName)
		if n > 1 {
			name = shortened(base, maxName-room) + strconv.Itoa(n)
		}
		account := Account{CorporationID: corporationID, Name: name, DisplayName: shortened(v.DisplayName, maxName), Type: access.Normal, Email: v.Email}
		made, err := s.Create(ctx, audit.Program("single sign-on"), NewAccount{Account: account, Password: password})
		if !errs.Is(err, errs.NameUsed) {
			return made, err
		}
	}
	return Account{}, errs.New(errs.SSONoAccount)
}

func shortened(text string, most int) string {
	runes := []rune(strings.TrimSpace(text))
	return string(runes[:min(len(runes), most)])
}

// OpenVerified opens a session for an account that MeetVerified returned.
func (s *Service) OpenVerified(ctx context.Context, accountID int64, ip, client string) (SignedIn, error) {
	account, err := s.store.Account(ctx, access.Scope{All: true}, accountID)
	if err != nil {
		return SignedIn{}, err
	}
	if !account.MayEnter() {
		return SignedIn{}, errs.New(errs.SSONoAccount)
	}
	who := ssoActor(account)
	who.IP, who.Client = ip, client
	return s.openSession(ctx, who, account, Session{Method: BySSO})
}

func ssoActor(a Account) audit.Actor {
	return audit.Actor{AccountID: a.ID, CorporationID: a.CorporationID, Scope: a.Scope(), Client: "single sign-on"}
}
