package api

import (
	"context"
	"log/slog"
	"net/http"
	"net/url"
	"strconv"

	"plumbline/internal/account/sso"
	"plumbline/internal/platform/fault"
)

// SSOBegun is where to send the browser, and what it keeps until it comes back.
type SSOBegun struct {
	URL     string `json:"url" doc:"At the organisation's provider"`
	Binding string `json:"binding" doc:"Kept by this browser alone; goes to /sessions/oidc/exchange"`
}

type ssoReturn struct {
	State string `query:"state" maxLength:"200"`
	Code  string `query:"code" maxLength:"4000"`
	Error string `query:"error" maxLength:"200" doc:"Why the provider refused"`
}

type ssoExchange struct {
	Body struct {
		Code    string `json:"code" minLength:"1" maxLength:"100"`
		Binding string `json:"binding" minLength:"1" maxLength:"100"`
	}
	RequestInfo
}

// redirect sends the browser on.
type redirect struct {
	Status   int
	Location string `header:"Location"`
}

func (s *server) singleSignOn() {
	register(s, operation{
		id: "beginSSO", method: http.MethodPost, path: "/sessions/oidc/begin", tag: "sessions", open: true, maxBody: 4 << 10,
		summary: "Sign in at the organisation's provider", detail: "404 where none is configured.",
		unlogged: "nobody is signed in yet",
	}, func(ctx context.Context, _ *nothing) (*output[SSOBegun], error) {
		address, binding, err := s.SSO.Begin(ctx)
		return answer(SSOBegun{URL: address, Binding: binding}), err
	})
	register(s, operation{
		id: "returnSSO", method: http.MethodGet, path: sso.CallbackPath[len(prefix):], tag: "sessions", open: true, status: http.StatusSeeOther, anyQuery: true,
		summary: "Where the provider sends the browser back to",
		detail:  "Leads to the sign-in page with a code in the fragment, which no server sees, or with the code of what went wrong. Providers add further query parameters, which are ignored.",
	}, func(ctx context.Context, in *ssoReturn) (*redirect, error) {
		if s.SSO == nil {
			return nil, fault.New(fault.NothingHere)
		}
		code, err := s.SSO.Return(ctx, in.State, in.Code)
		if err != nil {
			refused, ok := fault.As(err)
			if !ok || refused.Unwrap() != nil {
				slog.WarnContext(ctx, "single sign-on failed", "error", err)
			}
			if !ok {
				refused = fault.New(fault.SSORefused)
			}
			return &redirect{http.StatusSeeOther, "/sign#ssoError=" + strconv.Itoa(refused.Code)}, nil
		}
		return &redirect{http.StatusSeeOther, "/sign#sso=" + url.QueryEscape(code)}, nil
	})
	register(s, operation{
		id: "exchangeSSO", method: http.MethodPost, path: "/sessions/oidc/exchange", tag: "sessions", open: true, maxBody: 4 << 10,
		summary: "Open the session after the provider", detail: "The code is good once, for a minute, in the browser that began.",
	}, func(ctx context.Context, in *ssoExchange) (*output[SignedIn], error) {
		got, err := s.SSO.Exchange(ctx, in.Body.Code, in.Body.Binding, in.address, in.Client)
		if err != nil {
			return nil, err
		}
		session, err := s.signedIn(ctx, got)
		return answer(session), err
	})
}
