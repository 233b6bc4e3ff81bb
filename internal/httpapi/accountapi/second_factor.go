package accountapi

import (
	"context"
	"net/http"

	"plumbline/internal/httpapi"
	"plumbline/internal/platform/access"
)

// SecondFactor is the state of the caller's second factor.
type SecondFactor struct {
	Enabled           bool `json:"enabled"`
	Required          bool `json:"required" doc:"Required by the corporation: until it is set up, nothing else works"`
	RecoveryCodesLeft int  `json:"recoveryCodesLeft" minimum:"0"`
}

// Enrolment is a second factor being set up; it is shown only once.
type Enrolment struct {
	Secret string `json:"secret" doc:"Base32, to enter in the authenticator app"`
	URI    string `json:"uri" doc:"otpauth://…, the content of the QR code"`
}

// RecoveryCodes are shown only once. Each replaces one code of the app.
type RecoveryCodes struct {
	RecoveryCodes []string `json:"recoveryCodes"`
}

type beginFactor struct {
	Body struct {
		Password string `json:"password,omitempty" maxLength:"200" doc:"Your password; not required after single sign-on"`
	}
}

type confirmFactor struct {
	Body struct {
		Code string `json:"code" minLength:"1" maxLength:"20" doc:"Six digits from the authenticator app" example:"123456"`
	}
}

type factorAgain struct {
	Body struct {
		Password string `json:"password,omitempty" maxLength:"200"`
		Code     string `json:"code" minLength:"1" maxLength:"20" doc:"Code from the authenticator app, or a recovery code"`
	}
}

type secondStep struct {
	Body struct {
		Challenge string `json:"challenge" minLength:"1" maxLength:"100" doc:"As returned by sign-in"`
		Code      string `json:"code" minLength:"1" maxLength:"20" doc:"Code from the authenticator app, or a recovery code" example:"123456"`
	}
	httpapi.RequestInfo
}

func (s *server) secondFactor() {
	own := func(id, method, path, summary string) httpapi.Operation {
		return httpapi.Operation{ID: id, Method: method, Path: "/sessions/second-factor" + path, Tag: "sessions", Person: true, Enrols: true, Summary: summary}
	}
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "signInSecondFactor", Method: http.MethodPost, Path: "/sessions/second-factor", Tag: "sessions", Open: true, MaxBody: 4 << 10,
		Summary: "Sign in, second step: a code from the authenticator app, or a recovery code",
		Detail:  "A challenge is valid for five minutes, five attempts and one session. Each code works once. Wrong codes are throttled like wrong passwords.",
	}, s.signInSecondFactor)
	httpapi.Register(s.Kernel, own("getSecondFactor", http.MethodGet, "", "How the own second factor stands"),
		s.getSecondFactor)
	begin := own("beginSecondFactor", http.MethodPost, "/begin", "Set a second factor up")
	begin.Detail = "Nothing changes until a code of it has been confirmed. The secret is shown this once."
	httpapi.Register(s.Kernel, begin, func(ctx context.Context, in *beginFactor) (*httpapi.Output[Enrolment], error) {
		who := httpapi.CallerOf(ctx)
		made, err := s.Identity.BeginSecondFactor(ctx, who.Caller, who.Actor(), in.Body.Password, "Plumbline")
		return httpapi.Reply(Enrolment{Secret: made.Secret, URI: made.URI}), err
	})
	httpapi.Register(s.Kernel, own("confirmSecondFactor", http.MethodPost, "/confirm", "Put the second factor in force by its first code"),
		s.confirmSecondFactor)
	httpapi.Register(s.Kernel, own("renewRecoveryCodes", http.MethodPost, "/recovery-codes", "Replace the recovery codes"),
		s.renewRecoveryCodes)
	off := own("disableSecondFactor", http.MethodPost, "/disable", "Take the own second factor away")
	off.Detail = "Refused where the corporation requires one."
	httpapi.Register(s.Kernel, off, func(ctx context.Context, in *factorAgain) (*httpapi.Output[httpapi.Done], error) {
		who := httpapi.CallerOf(ctx)
		return httpapi.Reply(httpapi.Done{}), s.Identity.DropSecondFactor(ctx, who.Caller, who.Actor(), in.Body.Password, in.Body.Code)
	})
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "removeSecondFactor", Method: http.MethodDelete, Path: "/users/{userId}/second-factor", Tag: "users",
		Need: access.Permission{Area: access.User, Action: access.Update}, Summary: "Remove the second factor of a user who has lost it",
		Detail: "Ends the account's sessions.",
	}, s.removeSecondFactor)
}

func (s *server) getSecondFactor(ctx context.Context, _ *httpapi.NoInput) (*httpapi.Output[SecondFactor], error) {
	state, err := s.Identity.SecondFactorOf(ctx, httpapi.CallerOf(ctx).Caller)
	return httpapi.Reply(SecondFactor{Enabled: state.Enabled, Required: state.Required, RecoveryCodesLeft: state.CodesLeft}), err
}

func (s *server) confirmSecondFactor(ctx context.Context, in *confirmFactor) (*httpapi.Output[RecoveryCodes], error) {
	who := httpapi.CallerOf(ctx)
	codes, err := s.Identity.ConfirmSecondFactor(ctx, who.Caller, who.Actor(), in.Body.Code)
	return httpapi.Reply(RecoveryCodes{httpapi.ListOf(codes, httpapi.AsIs)}), err
}

func (s *server) renewRecoveryCodes(ctx context.Context, in *factorAgain) (*httpapi.Output[RecoveryCodes], error) {
	who := httpapi.CallerOf(ctx)
	codes, err := s.Identity.RenewRecoveryCodes(ctx, who.Caller, who.Actor(), in.Body.Password, in.Body.Code)
	return httpapi.Reply(RecoveryCodes{httpapi.ListOf(codes, httpapi.AsIs)}), err
}

func (s *server) signInSecondFactor(ctx context.Context, in *secondStep) (*httpapi.Output[SignedIn], error) {
	got, err := s.Identity.SecondStep(ctx, in.Body.Challenge, in.Body.Code, in.Address, in.Client)
	if err != nil {
		return nil, err
	}
	session, err := s.signedIn(ctx, got)
	return httpapi.Reply(session), err
}

func (s *server) removeSecondFactor(ctx context.Context, in *UserPath) (*httpapi.Output[httpapi.Done], error) {
	who := httpapi.CallerOf(ctx)
	return httpapi.Reply(httpapi.Done{}), s.Identity.RemoveSecondFactor(ctx, administrator(who), who.Permissions, in.UserID)
}
