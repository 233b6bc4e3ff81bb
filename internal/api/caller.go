package api

import (
	"context"
	"net"
	"net/http"
	"strings"

	"plumbline/internal/account/identity"
	"plumbline/internal/platform/access"
	"plumbline/internal/platform/fault"
	"plumbline/internal/platform/oplog"
)

// caller is who stands behind a request and where the request points to.
type caller struct {
	identity.Caller
	scope       access.Scope
	permissions identity.Permissions
	ip, client  string
	place       place
}

// actor is the caller as the log of operations knows it.
func (c *caller) actor() oplog.Actor {
	who := c.Actor(c.ip, c.client)
	who.Scope = c.scope
	return who
}

// sees tells whether a row of a project lies in the caller's scope.
func (c *caller) sees(corporation, project int64) bool {
	return c.scope.Covers(corporation) || c.permissions.MemberOf(project)
}

// require refuses when the caller lacks a permission in a project; 0 asks for what
// is held anywhere.
func (c *caller) require(need access.Permission, project int64) error {
	if project == 0 && !c.permissions.Everywhere.Holds(need) || project != 0 && !c.permissions.In(project).Holds(need) {
		return fault.New(fault.NotAllowed, "need", need, "project", project) // the log of operations says what was refused
	}
	return nil
}

// may tells whether the caller holds a permission in a project.
func (c *caller) may(area access.Area, action access.Action, project int64) bool {
	return c.permissions.In(project).Has(area, action)
}

type contextKey int

const (
	callerKey contextKey = iota
	languageKey
)

// language is what a request is answered in. A header that names one of ours alone is
// a choice made on the screen; a browser's list gives way to the account's setting.
type language struct {
	spoken fault.Language
	chosen bool
}

func withLanguage(ctx context.Context, header string) context.Context {
	lang, chosen := fault.ParseLanguage(header)
	if !chosen {
		lang = fault.ChooseLanguage(header)
	}
	return context.WithValue(ctx, languageKey, language{lang, chosen})
}

func withCaller(ctx context.Context, c *caller) context.Context {
	ctx = context.WithValue(ctx, callerKey, c)
	asked, _ := ctx.Value(languageKey).(language)
	if lang, ok := fault.ParseLanguage(c.Account.Language); ok && !asked.chosen {
		ctx = context.WithValue(ctx, languageKey, language{spoken: lang})
	}
	return ctx
}

// callerOf is never nil behind guard.
func callerOf(ctx context.Context) *caller { return ctx.Value(callerKey).(*caller) }

func languageOf(ctx context.Context) fault.Language {
	if asked, ok := ctx.Value(languageKey).(language); ok {
		return asked.spoken
	}
	return fault.Chinese
}

// authenticate finds the caller of a request by its bearer token.
func (s *server) authenticate(ctx context.Context, r *http.Request) (*caller, error) {
	scheme, token, ok := strings.Cut(r.Header.Get("Authorization"), " ")
	if !ok || !strings.EqualFold(scheme, "Bearer") {
		return nil, fault.New(fault.NotSignedIn)
	}
	token = strings.TrimSpace(token)
	var who identity.Caller
	var err error
	if strings.HasPrefix(token, identity.KeyPrefix) {
		who, err = s.Identity.AuthenticateKey(ctx, token, addressOf(r))
	} else {
		who, err = s.Identity.Authenticate(ctx, token)
	}
	if err != nil {
		return nil, err
	}
	permissions, scope, err := s.Identity.Standing(ctx, who)
	if err != nil {
		return nil, err
	}
	return &caller{Caller: who, scope: scope, permissions: permissions, ip: addressOf(r), client: r.UserAgent()}, nil
}

// addressOf is the address of the client: the other end, or whom a trusted proxy names (app, --trusted-proxies).
func addressOf(r *http.Request) string {
	host, _, err := net.SplitHostPort(r.RemoteAddr)
	if err != nil {
		return r.RemoteAddr
	}
	return host
}
