package httpapi

import (
	"context"
	"net"
	"net/http"
	"strings"

	"plumbline/internal/account/identity"
	"plumbline/internal/account/user"
	"plumbline/internal/platform/access"
	"plumbline/internal/platform/audit"
	"plumbline/internal/platform/errs"
)

// Caller is the account behind a request and the target of the request.
type Caller struct {
	identity.Caller
	Scope       access.Scope
	Permissions identity.Permissions
	ip, client  string
	Target      Target
}

// Actor returns the caller for the audit log.
func (c *Caller) Actor() audit.Actor {
	who := c.Caller.Actor(c.ip, c.client)
	who.Scope = c.Scope
	return who
}

// Sees reports whether a row of a project lies in the caller's scope.
func (c *Caller) Sees(corporation, project int64) bool {
	return c.Scope.Covers(corporation) || c.Permissions.MemberOf(project)
}

// Require returns an error if the caller lacks a permission in a project; project 0 accepts
// a permission held anywhere.
func (c *Caller) Require(need access.Permission, project int64) error {
	if project == 0 && !c.Permissions.Everywhere.Holds(need) || project != 0 && !c.Permissions.In(project).Holds(need) {
		return errs.New(errs.NotAllowed, "need", need, "project", project) // the audit log records what was rejected
	}
	return nil
}

// May reports whether the caller holds a permission in a project.
func (c *Caller) May(area access.Area, action access.Action, project int64) bool {
	return c.Permissions.In(project).Has(area, action)
}

type contextKey int

const (
	callerKey contextKey = iota
	languageKey
	insideKey
)

// language returns the language of the response. A header with exactly one supported language is
// a choice made on screen; the account's setting overrides a browser's list.
type language struct {
	spoken errs.Language
	chosen bool
}

func withLanguage(ctx context.Context, header string) context.Context {
	lang, chosen := errs.ParseLanguage(header)
	if !chosen {
		lang = errs.ChooseLanguage(header)
	}
	return context.WithValue(ctx, languageKey, language{lang, chosen})
}

func withCaller(ctx context.Context, c *Caller) context.Context {
	ctx = context.WithValue(ctx, callerKey, c)
	asked, _ := ctx.Value(languageKey).(language)
	if lang, ok := errs.ParseLanguage(c.Account.Language); ok && !asked.chosen {
		ctx = context.WithValue(ctx, languageKey, language{spoken: lang})
	}
	return ctx
}

// CallerOf returns the caller of a request; never nil after guard.
func CallerOf(ctx context.Context) *Caller { return ctx.Value(callerKey).(*Caller) }

func LanguageOf(ctx context.Context) errs.Language {
	if asked, ok := ctx.Value(languageKey).(language); ok {
		return asked.spoken
	}
	return errs.Chinese
}

// Authenticate finds the caller of a request by its bearer token.
func (s *Kernel) Authenticate(ctx context.Context, r *http.Request) (*Caller, error) {
	if who, inside := ctx.Value(insideKey).(*Caller); inside {
		return who, nil
	}
	scheme, token, ok := strings.Cut(r.Header.Get("Authorization"), " ")
	if !ok || !strings.EqualFold(scheme, "Bearer") {
		return nil, errs.New(errs.NotSignedIn)
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
	permissions, scope, err := s.Identity.Access(ctx, who)
	if err != nil {
		return nil, err
	}
	return &Caller{Caller: who, Scope: scope, Permissions: permissions, ip: addressOf(r), client: r.UserAgent()}, nil
}

// addressOf returns the address of the client: the peer, or what a trusted proxy forwards (app, --trusted-proxies).
func addressOf(r *http.Request) string {
	host, _, err := net.SplitHostPort(r.RemoteAddr)
	if err != nil {
		return r.RemoteAddr
	}
	return host
}

// Manager returns the caller as a manager of users.
func (c *Caller) Manager() user.Manager {
	return user.Manager{Actor: c.Actor(), Permissions: c.Permissions}
}

func DevicePermission(action access.Action) access.Permission {
	return access.Permission{Area: access.Device, Action: action}
}
