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

// Verified is a person as the organisation's sign-in provider vouches for.
type Verified struct {
	Issuer, Subject string // who it is, for good
	Email           string // that the provider has verified; empty: none
	Name            string // wished account name
	DisplayName     string
}

// SSOStore keeps who is who at the sign-in provider.
type SSOStore interface {
	// LinkedAccount returns the account that an identity was linked to.
	LinkedAccount(ctx context.Context, issuer, subject string) (a Account, ok bool, err error)
	// AccountsByEmail returns the active accounts of a corporation with an address.
	AccountsByEmail(ctx context.Context, corporationID int64, email string) ([]Account, error)
	LinkAccount(ctx context.Context, who audit.Actor, issuer, subject string, accountID int64) error
}

// MeetVerified finds the account of a person whom the provider vouches for: the one
// that was linked before, else the one of the corporation with that e-mail address,
// else, with create, a new Normal account. SSONoAccount when there is none.
func (s *Service) MeetVerified(ctx context.Context, corporationID int64, v Verified, create bool) (Account, error) {
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
	case len(found) > 1: // an address that its owner has proven goes before others
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

// createVerified makes an account with a password that nobody knows.
func (s *Service) createVerified(ctx context.Context, corporationID int64, v Verified) (Account, error) {
	password, err := initialPassword()
	if err != nil {
		return Account{}, err
	}
	base := v.Name
	if base == "" {
		base, _, _ = strings.Cut(v.Email, "@")
	}
	const tries, room = 50, 3 // digits that tell apart who would have the same name
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

// OpenVerified opens a session for an account that MeetVerified has found.
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
