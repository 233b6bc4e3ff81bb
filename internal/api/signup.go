package api

import (
	"context"
	"net/http"
	"time"

	"plumbline/internal/account/identity"
	"plumbline/internal/account/verification"
	"plumbline/internal/platform/access"
	"plumbline/internal/platform/fault"
	"plumbline/internal/platform/oplog"
)

// SignOptions is what the sign page can offer on this installation.
type SignOptions struct {
	SignUp       bool     `json:"signUp" doc:"Corporations may sign up by themselves: not in private deployments"`
	Channels     []string `json:"channels" enum:"mail,sms" doc:"How codes can travel; without one there is neither sign-up nor reset"`
	Troubled     []string `json:"troubled" enum:"mail,sms" doc:"Channels whose server cannot be reached at the moment, looked for once a minute, whoever asks: codes will be late"`
	CodeDigits   int      `json:"codeDigits" example:"6"`
	ResendAfter  int      `json:"resendAfter" doc:"s between two codes to one address" example:"60"`
	TermsVersion string   `json:"termsVersion" doc:"Of the terms and privacy notice that sign-up accepts"`
}

// CodeAsked tells what follows after a code was asked for. It is the same whether or
// not an account has the address.
type CodeAsked struct {
	Channel     string `json:"channel" enum:"mail,sms"`
	ResendAfter int    `json:"resendAfter" doc:"s until another may be asked for"`
	ExpiresIn   int    `json:"expiresIn" doc:"s that the code is good for"`
}

// AccountChecked is the answer of check-account: CodeAsked when a code was asked for,
// isExist when one was given.
type AccountChecked struct {
	*CodeAsked
	IsExist *bool `json:"isExist,omitempty" doc:"Only with a code: an account has this address already"`
}

type checkAccount struct {
	Body struct {
		Account string `json:"account" minLength:"1" maxLength:"254" doc:"E-mail address, or mobile of 11 digits" example:"li@example.com"`
		Code    string `json:"code,omitempty" maxLength:"6" pattern:"^([0-9]{6})?$" doc:"Left out: one is sent"`
	}
	RequestInfo
}

type signUp struct {
	Body struct {
		Account     string `json:"account" minLength:"1" maxLength:"254" doc:"The address that the code was sent to"`
		Code        string `json:"code" pattern:"^[0-9]{6}$" example:"402913"`
		Corporation string `json:"corporation" minLength:"1" maxLength:"20" doc:"Name of the corporation"`
		Name        string `json:"name" minLength:"1" maxLength:"20" doc:"Account name of its administrator; no e-mail address and no mobile"`
		Password    string `json:"password" minLength:"1" maxLength:"200" doc:"8 to 16 characters of all four classes, none three times in a row"`
		AcceptTerms bool   `json:"acceptTerms" doc:"The terms and the privacy notice are accepted; that is kept with their version"`
	}
	RequestInfo
}

type forgetPassword struct {
	Body struct {
		Account string `json:"account" minLength:"1" maxLength:"254" doc:"E-mail address or mobile of the account"`
	}
	RequestInfo
}

type resetPassword struct {
	Body struct {
		Account  string `json:"account" minLength:"1" maxLength:"254"`
		Code     string `json:"code" pattern:"^[0-9]{6}$"`
		Password string `json:"password" minLength:"1" maxLength:"200" doc:"8 to 16 characters of all four classes, none three times in a row"`
	}
	RequestInfo
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

// visitor is somebody without a session, as the log of operations knows it.
func (i RequestInfo) visitor() oplog.Actor { return oplog.Actor{IP: i.address, Client: i.Client} }

// channels are how codes can travel on this installation.
func (s *server) channels() []string {
	return listOf(s.Verification.Channels(), func(c verification.Channel) string { return string(c) })
}

// signingUp declares the calls of people who have no account yet, or no password.
func (s *server) signingUp() {
	open := func(id, path, summary, detail string) operation {
		return operation{
			id: id, method: http.MethodPost, path: "/sessions/" + path, tag: "sessions", open: true, maxBody: 4 << 10, summary: summary, detail: detail,
		}
	}
	register(s, operation{
		id: "signOptions", method: http.MethodGet, path: "/sessions/options", tag: "sessions", open: true, summary: "What the sign page can offer here",
	}, func(context.Context, *nothing) (*output[SignOptions], error) {
		return answer(SignOptions{
			SignUp: !s.PrivateDeployment, Channels: s.channels(), Troubled: listOf(s.Verification.Troubled(), func(c verification.Channel) string { return string(c) }),
			CodeDigits: verification.Digits, ResendAfter: seconds(verification.ResendAfter), TermsVersion: verification.TermsVersion,
		}), nil
	})
	check := open("checkAccount", "signup/check-account", "Send the code of a sign-up, or check it",
		"Without a code one is sent, alike whether or not an account has the address; with one its receiver is told. A minute between two codes, five an hour for an address.")
	check.unlogged = "holding a code against the one sent changes nothing; sending one is logged"
	register(s, check, func(ctx context.Context, in *checkAccount) (*output[AccountChecked], error) {
		if s.PrivateDeployment {
			return nil, fault.New(fault.SignUpOff)
		}
		if in.Body.Code != "" {
			taken, err := s.Verification.CheckSignUp(ctx, in.Body.Account, in.Body.Code)
			return answer(AccountChecked{IsExist: &taken}), err
		}
		asked, err := s.Verification.Ask(ctx, in.visitor(), verification.SignUp, in.Body.Account, languageOf(ctx))
		return answer(AccountChecked{CodeAsked: codeAsked(asked)}), err
	})
	create := open("signUp", "signup", "Sign a corporation up, with its first administrator",
		"Off in private deployments. The code is used up when everything else is right. Sign in with the name, or with the address, afterwards.")
	create.status = http.StatusCreated
	register(s, create, func(ctx context.Context, in *signUp) (*output[User], error) {
		if s.PrivateDeployment {
			return nil, fault.New(fault.SignUpOff)
		}
		b := in.Body
		account, err := s.Verification.SignUpCorporation(ctx, in.visitor(), verification.NewCorporation{
			Address: b.Account, Code: b.Code, Corporation: b.Corporation, Name: b.Name, Password: b.Password, AcceptTerms: b.AcceptTerms,
			Language: languageOf(ctx),
		})
		return answer(s.userOf(account)), err
	})
	register(s, open("forgetPassword", "forget-password-verification", "Send the code that sets a new password",
		"The answer never tells whether an account has the address. A minute between two codes, five an hour for an address and for an account."),
		func(ctx context.Context, in *forgetPassword) (*output[CodeAsked], error) {
			asked, err := s.Verification.Ask(ctx, in.visitor(), verification.Reset, in.Body.Account, languageOf(ctx))
			return answer(*codeAsked(asked)), err
		})
	register(s, open("resetPassword", "reset-password", "Set a new password by a code", "Every session of the account ends."),
		func(ctx context.Context, in *resetPassword) (*output[Done], error) {
			return answer(Done{}), s.Verification.ResetPassword(ctx, in.visitor(), in.Body.Account, in.Body.Code, in.Body.Password)
		})
	s.ownAddresses()
	s.locks()
}

// ownAddresses declares how an account gets an address that opens it.
func (s *server) ownAddresses() {
	register(s, operation{
		id: "askAddressCode", method: http.MethodPost, path: "/users/{userId}/address-code", tag: "users", person: true,
		summary: "Send a code to an e-mail address or mobile that the own account is to have",
	}, func(ctx context.Context, in *addressCode) (*output[CodeAsked], error) {
		who, err := oneself(ctx, in.UserID)
		if err != nil {
			return nil, err
		}
		asked, err := s.Verification.AskOwn(ctx, who.actor(), in.Body.Account, languageOf(ctx))
		return answer(*codeAsked(asked)), err
	})
	register(s, operation{
		id: "setAddress", method: http.MethodPost, path: "/users/{userId}/address", tag: "users", person: true,
		summary: "Make an address that a code proves the account's own",
		detail:  "From then on it opens the account at sign-in and resets its password. 409 when it is another account's.",
	}, func(ctx context.Context, in *ownAddress) (*output[User], error) {
		who, err := oneself(ctx, in.UserID)
		if err != nil {
			return nil, err
		}
		account, err := s.Verification.SetAddress(ctx, who.actor(), in.Body.Account, in.Body.Code)
		return answer(s.userOf(account)), err
	})
}

// locks declares how an account is opened that wrong passwords have closed.
func (s *server) locks() {
	register(s, operation{
		id: "unlockUser", method: http.MethodPost, path: "/users/{userId}/unlock", tag: "users", need: access.Permission{Area: access.User, Action: access.Update},
		summary: "Open an account that wrong passwords have closed",
	}, func(ctx context.Context, in *UserPath) (*output[Done], error) {
		return answer(Done{}), s.People.Unlock(ctx, callerOf(ctx).manager(), in.UserID)
	})
}

// proven refuses new addresses that are to be proven first: where codes can travel, a
// new address comes with one. Taking an address away needs none.
func (s *server) proven(was identity.Account, mobile, email *string) error {
	var refusals fault.Refusals
	for _, change := range []struct {
		field, was string
		now        *string
	}{{"mobile", was.Mobile, mobile}, {"email", was.Email, email}} {
		if change.now != nil && *change.now != "" && *change.now != change.was && s.Verification.NeedsProof(*change.now) {
			refusals.Add(change.field, fault.AddressUnproven)
		}
	}
	return refusals.Err()
}

func codeAsked(a verification.Asked) *CodeAsked {
	return &CodeAsked{Channel: string(a.Channel), ResendAfter: seconds(a.ResendAfter), ExpiresIn: seconds(a.ExpiresIn)}
}

func seconds(d time.Duration) int { return int(d / time.Second) }
