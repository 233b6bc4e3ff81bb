package identity

import (
	"context"

	"plumbline/internal/platform/access"
	"plumbline/internal/platform/audit"
)

// Caller is the author of a request: a person with a session, or a program with an API key. For a service key, the
// account has no id, only a corporation.
type Caller struct {
	Session        Session
	Account        Account
	Key            *Key // nil: a person with a session
	FactorRequired bool // the corporation requires a second factor
	HelpEdits      bool // a visiting operator may change project data
}

func (c Caller) MustEnrol() bool {
	return c.FactorRequired && !c.Account.SecondFactor && c.Account.ID != 0 && c.Session.Method != BySSO
}

// Actor returns the caller as an actor of the audit log.
func (c Caller) Actor(ip, client string) audit.Actor {
	if c.Key != nil {
		client = "API key " + c.Key.Name + " (" + c.Key.Hint + "…) " + client
	}
	return audit.Actor{AccountID: c.Account.ID, CorporationID: c.Account.CorporationID, Scope: c.Account.Scope(), IP: ip, Client: client}
}

// Access returns the permissions and the scope of the caller. A person has those of the account. A key has its own
// set, limited to what its holder may do today.
func (s *Service) Access(ctx context.Context, c Caller) (Permissions, access.Scope, error) {
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

// within limits permissions to a set, and to one project unless it is 0. It drops roles, because only people may
// assign roles.
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
