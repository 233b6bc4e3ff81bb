package accountapi

import (
	"context"
	"log/slog"
	"net/http"
	"net/url"
	"strconv"

	"plumbline/internal/account/sso"
	"plumbline/internal/httpapi"
	"plumbline/internal/platform/errs"
)

// SSOBegun is where to send the browser, and the state that it keeps until it returns.
type SSOBegun struct {
	URL     string `json:"url" doc:"Through the organization's identity provider"`
	Binding string `json:"binding" doc:"Kept only by this browser; send to /sessions/oidc/exchange"`
}

type ssoReturn struct {
	State string `query:"state" maxLength:"200"`
	Code  string `query:"code" maxLength:"4000"`
	Error string `query:"error" maxLength:"200" doc:"Error from the provider"`
}

type ssoExchange struct {
	Body struct {
		Code    string `json:"code" minLength:"1" maxLength:"100"`
		Binding string `json:"binding" minLength:"1" maxLength:"100"`
	}
	httpapi.RequestInfo
}

// redirect redirects the browser.
type redirect struct {
	Status   int
	Location string `header:"Location"`
}

func (s *server) singleSignOn() {
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "beginSSO", Method: http.MethodPost, Path: "/sessions/oidc/begin", Tag: "sessions", Open: true, MaxBody: 4 << 10,
		Summary: "Sign in with single sign-on", Detail: "404 if none is configured.",
		Unlogged: "nobody is signed in yet",
	}, s.beginSSO)
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "returnSSO", Method: http.MethodGet, Path: sso.CallbackPath[len(httpapi.Prefix):], Tag: "sessions",
		Open: true, Status: http.StatusSeeOther, AnyQuery: true,
		Summary: "Redirect target after signing in at the provider",
		Detail:  "Redirects to the sign-in page with a code in the fragment, which is not sent to any server, or with an error code. Further query parameters added by the provider are ignored.",
	}, s.returnSSO)
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "exchangeSSO", Method: http.MethodPost, Path: "/sessions/oidc/exchange", Tag: "sessions", Open: true, MaxBody: 4 << 10,
		Summary: "Open the session after signing in at the provider", Detail: "The code works once, for one minute, in the browser that started the sign-in.",
	}, s.exchangeSSO)
}

func (s *server) beginSSO(ctx context.Context, _ *httpapi.NoInput) (*httpapi.Output[SSOBegun], error) {
	address, binding, err := s.SSO.Begin(ctx)
	return httpapi.Reply(SSOBegun{URL: address, Binding: binding}), err
}

func (s *server) returnSSO(ctx context.Context, in *ssoReturn) (*redirect, error) {
	if s.SSO == nil {
		return nil, errs.New(errs.NothingHere)
	}
	code, err := s.SSO.Return(ctx, in.State, in.Code)
	if err != nil {
		refused, ok := errs.As(err)
		if !ok || refused.Unwrap() != nil {
			slog.WarnContext(ctx, "single sign-on failed", "error", err)
		}
		if !ok {
			refused = errs.New(errs.SSORefused)
		}
		return &redirect{http.StatusSeeOther, "/sign#ssoError=" + strconv.Itoa(refused.Code)}, nil
	}
	return &redirect{http.StatusSeeOther, "/sign#sso=" + url.QueryEscape(code)}, nil
}

func (s *server) exchangeSSO(ctx context.Context, in *ssoExchange) (*httpapi.Output[SignedIn], error) {
	got, err := s.SSO.Exchange(ctx, in.Body.Code, in.Body.Binding, in.Address, in.Client)
	if err != nil {
		return nil, err
	}
	session, err := s.signedIn(ctx, got)
	return httpapi.Reply(session), err
}
