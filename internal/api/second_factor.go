package api

import (
	"context"
	"net/http"

	"plumbline/internal/platform/access"
)

// SecondFactor is how the caller's second factor stands.
type SecondFactor struct {
	Enabled           bool `json:"enabled"`
	Required          bool `json:"required" doc:"By the corporation: without one nothing else works"`
	RecoveryCodesLeft int  `json:"recoveryCodesLeft" minimum:"0"`
}

// Enrolment is a second factor that is being set up, shown this once.
type Enrolment struct {
	Secret string `json:"secret" doc:"Base32, for typing into the app"`
	URI    string `json:"uri" doc:"otpauth://…, the content of the QR code"`
}

// RecoveryCodes are shown this once. Each stands in for one code of the app.
type RecoveryCodes struct {
	RecoveryCodes []string `json:"recoveryCodes"`
}

type beginFactor struct {
	Body struct {
		Password string `json:"password,omitempty" maxLength:"200" doc:"The own; not asked of who signed in at the organisation's provider"`
	}
}

type confirmFactor struct {
	Body struct {
		Code string `json:"code" minLength:"1" maxLength:"20" doc:"Six digits of the app" example:"123456"`
	}
}

type factorAgain struct {
	Body struct {
		Password string `json:"password,omitempty" maxLength:"200"`
		Code     string `json:"code" minLength:"1" maxLength:"20" doc:"Of the app, or a recovery code"`
	}
}

type secondStep struct {
	Body struct {
		Challenge string `json:"challenge" minLength:"1" maxLength:"100" doc:"As sign-in answered it"`
		Code      string `json:"code" minLength:"1" maxLength:"20" doc:"Of the app, or a recovery code" example:"123456"`
	}
	RequestInfo
}

func (s *server) secondFactor() {
	own := func(id, method, path, summary string) operation {
		return operation{id: id, method: method, path: "/sessions/second-factor" + path, tag: "sessions", person: true, enrols: true, summary: summary}
	}
	register(s, operation{
		id: "signInSecondFactor", method: http.MethodPost, path: "/sessions/second-factor", tag: "sessions", open: true, maxBody: 4 << 10,
		summary: "Sign in, second step: a code of the app, or a recovery code",
		detail:  "A challenge is good for five minutes, five tries and one session. A code is taken once. Wrong codes slow down as wrong passwords do.",
	}, func(ctx context.Context, in *secondStep) (*output[SignedIn], error) {
		got, err := s.Identity.SecondStep(ctx, in.Body.Challenge, in.Body.Code, in.address, in.Client)
		if err != nil {
			return nil, err
		}
		session, err := s.signedIn(ctx, got)
		return answer(session), err
	})
	register(s, own("getSecondFactor", http.MethodGet, "", "How the own second factor stands"),
		func(ctx context.Context, _ *nothing) (*output[SecondFactor], error) {
			state, err := s.Identity.SecondFactorOf(ctx, callerOf(ctx).Caller)
			return answer(SecondFactor{Enabled: state.Enabled, Required: state.Required, RecoveryCodesLeft: state.CodesLeft}), err
		})
	begin := own("beginSecondFactor", http.MethodPost, "/begin", "Set a second factor up")
	begin.detail = "Nothing changes until a code of it has been confirmed. The secret is shown this once."
	register(s, begin, func(ctx context.Context, in *beginFactor) (*output[Enrolment], error) {
		who := callerOf(ctx)
		made, err := s.Identity.BeginSecondFactor(ctx, who.Caller, who.actor(), in.Body.Password, "Plumbline")
		return answer(Enrolment{Secret: made.Secret, URI: made.URI}), err
	})
	register(s, own("confirmSecondFactor", http.MethodPost, "/confirm", "Put the second factor in force by its first code"),
		func(ctx context.Context, in *confirmFactor) (*output[RecoveryCodes], error) {
			who := callerOf(ctx)
			codes, err := s.Identity.ConfirmSecondFactor(ctx, who.Caller, who.actor(), in.Body.Code)
			return answer(RecoveryCodes{listOf(codes, same)}), err
		})
	register(s, own("renewRecoveryCodes", http.MethodPost, "/recovery-codes", "Replace the recovery codes"),
		func(ctx context.Context, in *factorAgain) (*output[RecoveryCodes], error) {
			who := callerOf(ctx)
			codes, err := s.Identity.RenewRecoveryCodes(ctx, who.Caller, who.actor(), in.Body.Password, in.Body.Code)
			return answer(RecoveryCodes{listOf(codes, same)}), err
		})
	off := own("disableSecondFactor", http.MethodPost, "/disable", "Take the own second factor away")
	off.detail = "Refused where the corporation requires one."
	register(s, off, func(ctx context.Context, in *factorAgain) (*output[Done], error) {
		who := callerOf(ctx)
		return answer(Done{}), s.Identity.DropSecondFactor(ctx, who.Caller, who.actor(), in.Body.Password, in.Body.Code)
	})
	register(s, operation{
		id: "removeSecondFactor", method: http.MethodDelete, path: "/users/{userId}/second-factor", tag: "users",
		need: access.Permission{Area: access.User, Action: access.Update}, summary: "Take away the second factor of somebody who has lost it",
		detail: "The account's sessions end.",
	}, func(ctx context.Context, in *UserPath) (*output[Done], error) {
		who := callerOf(ctx)
		return answer(Done{}), s.Identity.RemoveSecondFactor(ctx, who.administrator(), who.permissions, in.UserID)
	})
}
