package identity

import (
	"context"

	"plumbline/internal/platform/access"
	"plumbline/internal/platform/audit"
)

// Caller is who stands behind a request: a person with a session, or a program with
// an API key. The account of a service's key has no id: it is the corporation's.
type Caller struct {
	Session        Session
	Account        Account
	Key            *Key // nil: a person with a session
	FactorRequired bool // its corporation asks for a second factor
	HelpEdits      bool // an operator who helps may change what projects hold
}

// MustEnrol reports whether the corporation asks for a second factor that the caller
// does not have: nothing else works then. Who comes through the organisation's
// provider has been asked there.
func (c Caller) MustEnrol() bool {
	return c.FactorRequired && !c.Account.SecondFactor && c.Account.ID != 0 && c.Session.Method != BySSO
}

// Actor is the caller as the audit log knows it.
func (c Caller) Actor(ip, client string) audit.Actor {
	if c.Key != nil {
		client = "API key " + c.Key.Name + " (" + c.Key.Hint + "…) " + client
	}
	return audit.Actor{AccountID: c.Account.ID, CorporationID: c.Account.CorporationID, Scope: c.Account.Scope(), IP: ip, Client: client}
}

// Standing is what a caller may do and the part of the tenants' data that it may see:
// a person what the account may, a key what it was given as far as its holder may do
// it today.
func (s *Service) Standing(ctx context.Context, c Caller) (Permissions, access.Scope, error) {
	if c.Key != nil && c.Account.ID == 0 {
		all := Permissions{Everywhere: access.All()}
		return all.within(c.Key.Set, c.Key.ProjectID), access.Scope{Corporation: c.Key.CorporationID, Project: c.Key.ProjectID}, nil
	}
	if c.Session.HelpingCorporationID != 0 {
		return helperPermissions(c.HelpEdits), c.Account.Scope(), nil
	}
	held, err := s.Permissions(ctx, c.Account)
	if err != nil {
		return Permissions{}, access.Scope{}, err
	}
	scope := held.ScopeOf(c.Account)
	if c.Key == nil {
		return held, scope, nil
	}
	scope.Project = c.Key.ProjectID
	return held.within(c.Key.Set, c.Key.ProjectID), scope, nil
}

// within narrows permissions to a set, and to one project unless it is 0. Roles are
// left behind: naming people is for people.
func (p Permissions) within(set access.Set, project int64) Permissions {
	narrow := Permissions{projects: make(map[int64]Grant, len(p.projects)+1)}
	if project != 0 {
		narrow.projects[project] = Grant{ProjectID: project, Foreign: p.projects[project].Foreign, Set: p.In(project).Intersect(set).InProject()}
		return narrow
	}
	narrow.Everywhere = p.Everywhere.Intersect(set)
	for id, g := range p.projects {
		narrow.projects[id] = Grant{ProjectID: id, Foreign: g.Foreign, Set: g.Set.Intersect(set)}
	}
	return narrow
}
