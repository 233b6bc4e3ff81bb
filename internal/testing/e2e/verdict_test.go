package e2e

import (
	"net/http"
	"slices"
	"strings"

	"plumbline/internal/platform/access"
)

// Expected results of a call.
type verdict int

func (v verdict) String() string {
	return [...]string{"the handler", "401", "403", "404"}[v]
}

func verdictOf(status int) verdict {
	switch status {
	case http.StatusUnauthorized:
		return signInFst
	case http.StatusForbidden:
		return forbidden
	case http.StatusNotFound:
		return nothing
	}
	return reached
}

// expected returns the declared result for an actor who calls an operation on things of a side.
func (w *walk) expected(op operation, who *actor, at side, named []string) verdict {
	if special, ok := specials[op.id]; ok {
		if v, decided := special(w.world, who, at); decided {
			return v
		}
	}
	switch {
	case op.permission == "Public" || op.permission == "SignedPath":
		return reached
	case op.permission == "Device", who.token == "":
		return signInFst
	case who.key && op.forPeople:
		return forbidden
	case who.onPlatform() && (op.in == "platform" || op.in == "orPlatform"):
		return reached
	case who.onPlatform() && !leavesOutForeign[op.id] && slices.ContainsFunc(named, func(name string) bool {
		return op.in == "body" || slices.Contains(located, name)
	}):
		return nothing
	}
	unseen := func(name string) bool {
		name = strings.TrimPrefix(name, inText)
		return !who.sees(at, !slices.Contains(ofCorporation, name)) && !leavesOutForeign[op.id]
	}
	inProject := false
	for _, name := range named {
		inProject = inProject || !slices.Contains(ofCorporation, strings.TrimPrefix(name, inText))
		if unseen(name) && (op.in == "body" || slices.Contains(located, name)) {
			return nothing // looked up before the permission, which depends on its project
		}
	}
	if !w.allowed(op, who, inProject) {
		return forbidden
	}
	if slices.ContainsFunc(named, unseen) {
		return nothing
	}
	return reached
}

// allowed reports whether an actor has the permission of the operation in the right place.
func (w *walk) allowed(op operation, who *actor, inProject bool) bool {
	need, isPair := op.need()
	everywhere, member := who.everywhere(), who.inProject()
	switch {
	case op.in == "platform":
		return false
	case !isPair, leavesOutForeign[op.id], everywhere.Holds(need):
		return true
	case member.Holds(need) && (inProject || op.in == "anywhere"):
		return true
	case !inProject && op.in == "" && need.Action == access.Retrieve && slices.Contains(access.ProjectAreas(), need.Area):
		// Lists over projects require every project: without one of them they would look complete.
		return !everywhere.Has(access.Project, access.Retrieve) && (who.role == "" || member.Holds(need))
	}
	return false
}

// onPlatform reports whether an actor is an operator outside any corporation.
func (a *actor) onPlatform() bool { return a.account.Type == access.System && !a.helps }

// sees reports whether an actor may see a side's things: everyone of the side those of the corporation, only members
// those in the project.
func (a *actor) sees(at side, inProject bool) bool {
	return a.side == at && (!inProject || a.role != "" || a.everywhere().Has(access.Project, access.Retrieve))
}

// everywhere returns the permissions of an actor in the whole corporation.
func (a *actor) everywhere() access.Set {
	switch {
	case a.helps:
		return access.OfHelper(false)
	case a.key, a.role == "" && len(a.chosen) > 0:
		return chosen(a.chosen)
	}
	return access.OfAccount(a.account.Type)
}

// inProject returns the permissions of a member in the project of the side.
func (a *actor) inProject() access.Set {
	if a.role == access.Custom {
		return chosen(a.chosen)
	}
	return access.OfRole(a.role)
}

func chosen(pairs []string) access.Set {
	set := access.Set{}
	for _, text := range pairs {
		p, _ := access.ParsePermission(text)
		set = set.Union(access.Of(p))
	}
	return set
}
