package resolve

import (
	"context"

	"plumbline/internal/account/corporation"
	"plumbline/internal/account/identity"
	"plumbline/internal/account/user"
	"plumbline/internal/core/alarm"
	"plumbline/internal/httpapi"
	"plumbline/internal/platform/errs"
	"plumbline/internal/site/device"
	"plumbline/internal/site/point"
	"plumbline/internal/site/project"
)

// Resolve finds the ids of a path in the caller's scope and checks that they belong together. Ids outside the scope,
// or that do not fit, are not found.
func (s *resolver) Resolve(ctx context.Context, who *httpapi.Caller, params map[string]int64) (httpapi.Target, error) {
	var at httpapi.Target
	if id, ok := params["corporationId"]; ok {
		_, inProject := params["projectId"]
		_, ofDevice := params["deviceId"]
		if !who.Scope.Covers(id) && !inProject && !ofDevice { // members of other corporations reach it through a project or its devices
			return at, errs.New(errs.NothingHere)
		}
		if who.Scope.All { // sees all corporations that exist
			if _, err := s.Corporations.Get(ctx, who.Scope, id); err != nil {
				return at, err
			}
		}
		at.Corporation = id
	}
	if id, ok := params["measuringPointId"]; ok {
		found, err := s.Points.Get(ctx, who.Scope, id)
		if err != nil {
			return at, err
		}
		at = httpapi.Target{Corporation: found.CorporationID, Project: found.ProjectID, Structure: found.StructureID, Point: id}
		if given, ok := params["structureId"]; ok && given != found.ItemID && given != found.StructureID {
			return at, errs.New(errs.NothingHere)
		}
	} else if id, ok := params["structureId"]; ok {
		found, err := s.Projects.Structure(ctx, who.Scope, id)
		if err != nil {
			return at, err
		}
		at = httpapi.Target{Corporation: found.CorporationID, Project: found.ProjectID, Structure: id}
	} else if id, ok := params["deviceId"]; ok {
		found, err := s.Devices.Get(ctx, who.Scope, id)
		if err != nil {
			return at, err
		}
		if at.Corporation != 0 && at.Corporation != found.CorporationID {
			return at, errs.New(errs.NothingHere)
		}
		at = httpapi.Target{Corporation: found.CorporationID, Project: found.ProjectID, Device: id}
	} else if id, ok := params["alertId"]; ok {
		found, err := s.Alerts.Get(ctx, who.Scope, id)
		if err != nil {
			return at, err
		}
		at = httpapi.Target{Project: found.ProjectID, Point: found.PointID, Alert: &found}
	}
	if id, ok := params["projectId"]; ok {
		if at.Project == 0 {
			found, err := s.Projects.Get(ctx, who.Scope, id)
			if err != nil {
				return at, err
			}
			if at.Corporation != 0 && at.Corporation != found.CorporationID {
				return at, errs.New(errs.NothingHere)
			}
			at = httpapi.Target{Corporation: found.CorporationID, Project: id}
		}
		if at.Project != id {
			return at, errs.New(errs.NothingHere)
		}
		return at, nil
	}
	return at, s.locatePeople(ctx, who, params)
}

// locatePeople checks that the user, group or role of a path belongs to the caller's corporation. Members of a project
// are looked up by their calls.
func (s *resolver) locatePeople(ctx context.Context, who *httpapi.Caller, params map[string]int64) error {
	if id, ok := params["userId"]; ok && id != who.Account.ID {
		if _, err := s.Identity.Account(ctx, user.Wide(who.Scope), id); err != nil {
			return err
		}
	}
	if id, ok := params["userGroupId"]; ok {
		if _, err := s.Users.Group(ctx, who.Manager(), id); err != nil {
			return err
		}
	}
	if id, ok := params["roleId"]; ok {
		if _, err := s.Users.Role(ctx, who.Manager(), id); err != nil {
			return err
		}
	}
	return nil
}

// SeesProject returns an error if the caller may not see the project.
func (s *resolver) SeesProject(ctx context.Context, who *httpapi.Caller, project int64) error {
	_, err := s.Projects.Get(ctx, who.Scope, project)
	return err
}

// Services find the ids of paths.
type Services struct {
	Identity     *identity.Service
	Corporations *corporation.Service
	Users        *user.Service
	Projects     *project.Service
	Points       *point.Service
	Devices      *device.Service
	Alerts       *alarm.Service
}

type resolver struct{ Services }

// New returns a resolver.
func New(services Services) *resolver { return &resolver{services} }
