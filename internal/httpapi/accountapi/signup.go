package accountapi

import (
	"context"
	"net/http"
	"time"

	"plumbline/internal/account/identity"
	"plumbline/internal/account/verification"
	"plumbline/internal/httpapi"
	"plumbline/internal/platform/access"
	"plumbline/internal/platform/audit"
	"plumbline/internal/platform/errs"
)

// SignOptions are the sign-in and sign-up options of this installation.
type SignOptions struct {
	SignUp       bool     `json:"signUp" doc:"Corporations can sign up themselves; not in private deployments"`
	Channels     []string `json:"channels" enum:"mail,sms" doc:"Channels for sending codes; without any, sign-up and password reset are unavailable"`
	Troubled     []string `json:"troubled" enum:"mail,sms" doc:"Channels whose server is currently unreachable, so that codes will be late; checked once a minute"`
	CodeDigits   int      `json:"codeDigits" example:"6"`
	ResendAfter  int      `json:"resendAfter" doc:"s between two codes to one address" example:"60"`
	TermsVersion string   `json:"termsVersion" doc:"Of the terms and privacy notice that sign-up accepts"`
}

// CodeAsked is the result of requesting a code. It does not reveal whether an account has the address.
type CodeAsked struct {
	Channel     string `json:"channel" enum:"mail,sms"`
	ResendAfter int    `json:"resendAfter" doc:"s until another code can be requested"`
	ExpiresIn   int    `json:"expiresIn" doc:"s for which the code is valid"`
}

// AccountChecked is the result of check-account: CodeAsked if a code was requested, isExist if one was given.
type AccountChecked struct {
	*CodeAsked
	IsExist *bool `json:"isExist,omitempty" doc:"Only with a code: an account already has this address"`
}

type checkAccount struct {
	Body struct {
		Account string `json:"account" minLength:"1" maxLength:"254" doc:"E-mail address, or mobile of 11 digits" example:"li@example.com"`
		Code    string `json:"code,omitempty" maxLength:"6" pattern:"^([0-9]{6})?$" doc:"Omitted: one is sent"`
	}
	httpapi.RequestInfo
}

type signUp struct {
	Body struct {
		Account     string `json:"account" minLength:"1" maxLength:"254" doc:"The address that the code was sent to"`
		Code        string `json:"code" pattern:"^[0-9]{6}$" example:"402913"`
		Corporation string `json:"corporation" minLength:"1" maxLength:"20" doc:"Name of the corporation"`
		Name        string `json:"name" minLength:"1" maxLength:"20" doc:"Account name of its administrator; no e-mail address and no mobile"`
		Password    string `json:"password" minLength:"1" maxLength:"200" doc:"8 to 16 characters of all four classes, none three times in a row"`
		AcceptTerms bool   `json:"acceptTerms" doc:"Accepts the terms and the privacy notice; recorded with their version"`
	}
	httpapi.RequestInfo
}

type forgetPassword struct {
	Body struct {
		Account string `json:"account" minLength:"1" maxLength:"254" doc:"E-mail address or mobile of the account"`
	}
	httpapi.RequestInfo
}

type resetPassword struct {
	Body struct {
		Account  string `json:"account" minLength:"1" maxLength:"254"`
		Code     string `json:"code" pattern:"^[0-9]{6}$"`
		Password string `json:"password" minLength:"1" maxLength:"200" doc:"8 to 16 characters of all four classes, none three times in a row"`
	}
	httpapi.RequestInfo
}

type addressCode struct {
	UserPath
	Body struct {
		Account string `json:"account" minLength:"1" maxLength:"254" doc:"The new e-mail address or mobile"`
	}
}

type ownAddress struct {
	UserPath
	Body struct {
		Account string `json:"account" minLength:"1" maxLength:"254"`
		Code    string `json:"code" pattern:"^[0-9]{6}$"`
	}
}

// visitor is a person without a session, for the audit log.
func visitor(i httpapi.RequestInfo) audit.Actor {
	return audit.Actor{IP: i.Address, Client: i.Client}
}

// channels returns how codes can be sent on this installation.
func (s *server) channels() []string {
	return httpapi.ListOf(s.Verification.Channels(), func(c verification.Channel) string { return string(c) })
}

// signingUp registers the calls for sign-up and password reset.
func (s *server) signingUp() {
	open := func(id, path, summary, detail string) httpapi.Operation {
		return httpapi.Operation{
			ID: id, Method: http.MethodPost, Path: "/sessions/" + path, Tag: "sessions", Open: true, MaxBody: 4 << 10, Summary: summary, Detail: detail,
		}
	}
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "signOptions", Method: http.MethodGet, Path: "/sessions/options", Tag: "sessions", Open: true, Summary: "Sign-in options of this installation",
	}, s.signOptions)
	check := open("checkAccount", "signup/check-account", "Send the code of a sign-up, or check it",
		"Without a code one is sent, alike whether or not an account has the address; with one its receiver is told. A minute between two codes, five an hour for an address.")
	check.Unlogged = "holding a code against the one sent changes nothing; sending one is logged"
	httpapi.Register(s.Kernel, check, func(ctx context.Context, in *checkAccount) (*httpapi.Output[AccountChecked], error) {
		if s.PrivateDeployment {
			return nil, errs.New(errs.SignUpOff)
		}
		if in.Body.Code != "" {
			taken, err := s.Verification.CheckSignUp(ctx, in.Body.Account, in.Body.Code)
			return httpapi.Reply(AccountChecked{IsExist: &taken}), err
		}
		asked, err := s.Verification.Ask(ctx, visitor(in.RequestInfo), verification.SignUp, in.Body.Account, httpapi.LanguageOf(ctx))
		return httpapi.Reply(AccountChecked{CodeAsked: codeAsked(asked)}), err
	})
	create := open("signUp", "signup", "Sign a corporation up, with its first administrator",
		"Off in private deployments. The code is used up when everything else is right. Sign in with the name, or with the address, afterwards.")
	create.Status = http.StatusCreated
	httpapi.Register(s.Kernel, create, func(ctx context.Context, in *signUp) (*httpapi.Output[User], error) {
		if s.PrivateDeployment {
			return nil, errs.New(errs.SignUpOff)
		}
		b := in.Body
		account, err := s.Verification.SignUpCorporation(ctx, visitor(in.RequestInfo), verification.NewCorporation{
			Address: b.Account, Code: b.Code, Corporation: b.Corporation, Name: b.Name, Password: b.Password, AcceptTerms: b.AcceptTerms,
			Language: httpapi.LanguageOf(ctx),
		})
		return httpapi.Reply(s.userOf(account)), err
	})
	httpapi.Register(s.Kernel, open("forgetPassword", "forget-password-verification", "Send the code that sets a new password",
		"The answer does not reveal whether an account has the address. A minute between two codes, five an hour for an address and for an account."),
		s.forgetPassword)
	httpapi.Register(s.Kernel, open("resetPassword", "reset-password", "Set a new password by a code", "Every session of the account ends."),
		s.resetPassword)
	s.ownAddresses()
	s.locks()
}

func (s *server) forgetPassword(ctx context.Context, in *forgetPassword) (*httpapi.Output[CodeAsked], error) {
	asked, err := s.Verification.Ask(ctx, visitor(in.RequestInfo), verification.Reset, in.Body.Account, httpapi.LanguageOf(ctx))
	return httpapi.Reply(*codeAsked(asked)), err
}

func (s *server) resetPassword(ctx context.Context, in *resetPassword) (*httpapi.Output[httpapi.Done], error) {
	return httpapi.Reply(httpapi.Done{}), s.Verification.ResetPassword(ctx, visitor(in.RequestInfo), in.Body.Account, in.Body.Code, in.Body.Password)
}

func (s *server) signOptions(context.Context, *httpapi.NoInput) (*httpapi.Output[SignOptions], error) {
	return httpapi.Reply(SignOptions{
		SignUp: !s.PrivateDeployment, Channels: s.channels(),
		Troubled:   httpapi.ListOf(s.Verification.Failing(), func(c verification.Channel) string { return string(c) }),
		CodeDigits: verification.Digits, ResendAfter: seconds(verification.ResendAfter), TermsVersion: verification.TermsVersion,
	}), nil
}

// ownAddresses registers the calls by which an account verifies its addresses.
func (s *server) ownAddresses() {
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "askAddressCode", Method: http.MethodPost, Path: "/users/{userId}/address-code", Tag: "users", Person: true,
		Summary: "Send a code to a new e-mail address or mobile of your account",
	}, s.askAddressCode)
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "setAddress", Method: http.MethodPost, Path: "/users/{userId}/address", Tag: "users", Person: true,
		Summary: "Set your e-mail address or mobile, verified by a code",
		Detail:  "The address can then be used to sign in and to reset the password. 409 when it belongs to another account.",
	}, s.setAddress)
}

func (s *server) askAddressCode(ctx context.Context, in *addressCode) (*httpapi.Output[CodeAsked], error) {
	who, err := oneself(ctx, in.UserID)
	if err != nil {
		return nil, err
	}
	asked, err := s.Verification.AskOwn(ctx, who.Actor(), in.Body.Account, httpapi.LanguageOf(ctx))
	return httpapi.Reply(*codeAsked(asked)), err
}

func (s *server) setAddress(ctx context.Context, in *ownAddress) (*httpapi.Output[User], error) {
	who, err := oneself(ctx, in.UserID)
	if err != nil {
		return nil, err
	}
	account, err := s.Verification.SetAddress(ctx, who.Actor(), in.Body.Account, in.Body.Code)
	return httpapi.Reply(s.userOf(account)), err
}

// locks registers the calls that unlock accounts after too many wrong passwords.
func (s *server) locks() {
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "unlockUser", Method: http.MethodPost, Path: "/users/{userId}/unlock", Tag: "users",
		Need:    access.Permission{Area: access.User, Action: access.Update},
		Summary: "Unlock an account locked by wrong passwords",
	}, s.unlockUser)
}

func (s *server) unlockUser(ctx context.Context, in *UserPath) (*httpapi.Output[httpapi.Done], error) {
	return httpapi.Reply(httpapi.Done{}), s.Users.Unlock(ctx, httpapi.CallerOf(ctx).Manager(), in.UserID)
}

// proven refuses unverified new addresses: if codes can be sent, a new address needs one. Removing an address needs
// none.
func (s *server) proven(was identity.Account, mobile, email *string) error {
	var refusals errs.Refusals
	for _, change := range []struct {
		field, was string
		now        *string
	}{{"mobile", was.Mobile, mobile}, {"email", was.Email, email}} {
		if change.now != nil && *change.now != "" && *change.now != change.was && s.Verification.NeedsProof(*change.now) {
			refusals.Add(change.field, errs.AddressUnproven)
		}
	}
	return refusals.Err()
}

func codeAsked(a verification.Asked) *CodeAsked {
	return &CodeAsked{Channel: string(a.Channel), ResendAfter: seconds(a.ResendAfter), ExpiresIn: seconds(a.ExpiresIn)}
}

func seconds(d time.Duration) int { return int(d / time.Second) }
